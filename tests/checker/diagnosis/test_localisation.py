"""Few causes out of many violations: which rule, which part of it, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.checker.diagnosis.causes import Cause, Occurrence
from rulehound.checker.diagnosis.localisation import BY_EXAMPLE, causes_of
from rulehound.checker.diagnosis.rerun import Rerun
from rulehound.checker.records import CheckRecord, Finding, Verdict
from rulehound.checker.suite.play.session import Detection, Oracle
from rulehound.checker.suite.scenarios.scenario_run import CARRIED_OUT
from rulehound_testing.made_up_run import record, trace


def met(
    check: str,
    rule: str,
    *found: tuple[str, str, list[str]],
    explained: Mapping[str, int] | None = None,
    earlier: str = "",
    rules: Sequence[str] = (),
    **more: Any,
) -> Occurrence:
    """A violation of a check whose trace names a rule, and what the judge finds: rule, check, at work."""
    seen = [
        Detection(Finding([name, *also], where, "this", "that"), Oracle.STEP) for name, where, also in found
    ]
    own = record(check, *(rules or [rule]), verdict=Verdict.VIOLATION, trace=trace(rule), **more)
    before = [Finding([earlier], f"effect:{earlier}", "this", "that")] if earlier else []
    return Occurrence(own, Rerun(seen, True, 1, (), earlier=before), explained or {})


def passes(rule: str, times: int) -> list[CheckRecord]:
    return [record(f"scenario:{rule}-{number}", rule) for number in range(times)]


def told(found: list[Cause]) -> list[tuple[str, str, int]]:
    return [(cause.rule, cause.element, len(cause.occurrences)) for cause in found]


def test_many_violations_of_one_rule_are_one_cause() -> None:
    many = [met(f"scenario:s{n}", "a", ("a", "guard:add:a", [])) for n in range(1000)]
    assert told(causes_of(many, [])) == [("a", "guard:add:a", 1000)]


def test_a_rule_at_work_in_all_of_them_explains_what_others_are_named_for() -> None:
    """Each scenario names another rule; what they have in common is what was at work in all."""
    several = [met(f"scenario:s{n}", f"r{n}", (f"r{n}", f"effect:r{n}", ["deep"])) for n in range(8)]
    passed = [each for n in range(8) for each in passes(f"r{n}", 9)]
    assert told(causes_of(several, passed)) == [("deep", "effect:deep", 8)]


def beside(name: str, *suspects: str) -> Occurrence:
    """A walk on which another engine does otherwise, with the rules at work in the step."""
    own = trace(suspects[0])
    parted = record(
        f"lockstep:{name}",
        *suspects,
        verdict=Verdict.VIOLATION,
        trace=msgspec.structs.replace(own, suspects=list(suspects)),
    )
    return Occurrence(parted)


def test_what_another_engine_does_otherwise_is_put_down_to_what_is_known_without_it() -> None:
    known = met("scenario:one", "a", ("a", "guard:add:a", []))
    parted = [beside(f"w{n}", "common", "b", "a") for n in range(5)]
    assert told(causes_of([*parted, known], [])) == [("a", "guard:add:a", 6)]


def test_a_comparison_that_begins_with_an_example_which_fails_is_put_down_to_its_cause() -> None:
    """The same goes for others that suspect the same rules as such a comparison."""
    known = met("scenario:rules/one", "a", ("a", "guard:add:a", []))
    same = [beside("rules/one", "b", "c"), beside("rules/one with more cards", "d")]
    alike, other = beside("rules/two", "c", "b"), beside("rules/three", "e")
    assert told(causes_of([other, alike, *same, known], [])) == [
        ("a", "guard:add:a", 4),
        ("e", BY_EXAMPLE, 1),
    ]


def test_causes_of_one_rule_stand_together() -> None:
    large = [met(f"scenario:l{n}", "a", ("a", "guard:add:a", [])) for n in range(4)]
    between = [met(f"scenario:b{n}", "b", ("b", "guard:add:b", [])) for n in range(2)]
    small = met("scenario:s", "a", ("a", "guard:take:a", []))
    assert [(cause.rule, cause.element) for cause in causes_of([*large, *between, small], [])] == [
        ("a", "guard:add:a"),
        ("a", "guard:take:a"),
        ("b", "guard:add:b"),
    ]


def test_other_suspects_of_a_cause_stand_by_what_is_held_against_them() -> None:
    """Against one that explains a failure as much as against one that its check is of."""
    seldom = met("scenario:one", "a", ("a", "guard:add:a", []), rules=["a", "seldom", "often"])
    often = met("scenario:two", "a", ("a", "guard:add:a", []), rules=["a", "often"])
    explained = met("scenario:three", "a", ("a", "guard:add:a", []), explained={"a": 1, "why": 1})
    cause = Cause("a", "guard:add:a", (seldom, often, explained))
    assert cause.other_suspects == ["why", "often", "seldom"]


def test_what_nothing_else_shows_comes_last_however_often_it_is_seen() -> None:
    known = met("scenario:one", "a", ("a", "guard:add:a", []))
    parted = [beside(f"w{n}", "b", "c") for n in range(5)]
    assert told(causes_of([*parted, known], [])) == [("a", "guard:add:a", 1), ("b", BY_EXAMPLE, 5)]
    assert told(causes_of(parted, [])) == [("b", BY_EXAMPLE, 5)]


def test_a_rule_that_holds_everywhere_else_is_suspected_less() -> None:
    """The common rule is at work in everything, and nearly everything passes."""
    one = [met("scenario:one", "own", ("own", "effect:own", ["common"]))]
    assert told(causes_of(one, passes("common", 100))) == [("own", "effect:own", 1)]


def test_steps_that_agreed_count_for_a_rule_though_its_check_is_left_open() -> None:
    """One thing a phase: that this may be nothing was at work as well, and few checks are about that."""
    several = [met(f"effect:{n}", "one", ("one", "effect:one", ["skip"])) for n in range(3)]
    agreed = [*passes("one", 6)]
    assert told(causes_of(several, agreed)) == [("skip", "effect:skip", 3)]
    unasked = record("effect:skip", "skip", verdict=Verdict.INCONCLUSIVE, counts={"judged": 0})
    assert told(causes_of(several, [*agreed, unasked])) == [("skip", "effect:skip", 3)]
    left_open = [
        record("effect:skip", "skip", verdict=Verdict.INCONCLUSIVE, counts={"judged": times})
        for times in (440, 316)
    ]
    assert told(causes_of(several, [*agreed, *left_open])) == [("one", "effect:one", 3)]


def test_records_alike_count_as_often_as_if_each_stood_for_itself() -> None:
    few = met("effect:small", "small", ("small", "effect:small", []))
    longer = [msgspec.structs.replace(few.record, counts={"times": times}) for times in (2, 3)]
    many = replace(few, duplicates=longer)
    other = [met(f"scenario:{n}", "large", ("large", "effect:large", [])) for n in range(2)]
    assert [cause.rule for cause in causes_of([few, *other], [])] == ["large", "small"]
    found = causes_of([many, *other], [])
    assert [cause.rule for cause in found] == ["small", "large"]
    assert (found[0].occurrences[0].times, found[0].weight) == (1 + 2 + 3, 1.5)
    alongside = [met(f"scenario:{n}", "other", ("other", "effect:other", ["small"])) for n in range(2)]
    assert [cause.rule for cause in causes_of([few, *alongside], [])] == ["other", "small"]
    assert {cause.rule for cause in causes_of([many, *alongside], [])} == {"small"}


def test_two_faults_are_two_causes_and_the_larger_comes_first() -> None:
    few = [met("scenario:x", "small", ("small", "effect:small", []))]
    many = [met(f"scenario:{n}", "large", ("large", "effect:large", [])) for n in range(3)]
    assert told(causes_of([*few, *many], [])) == [("large", "effect:large", 3), ("small", "effect:small", 1)]


def test_parts_of_a_rule_are_told_apart_and_examples_go_with_the_largest() -> None:
    guards = [met(f"vector:{n}", "a", ("a", "guard:play:a", [])) for n in range(2)]
    other = [met("vector:x", "a", ("a", "guard:pass:a", []))]
    example = [met("scenario:x", "a")]
    found = causes_of([*other, *example, *guards], [])
    assert told(found) == [("a", "guard:play:a", 3), ("a", "guard:pass:a", 1)]
    elsewhere = trace("a", expected="me.memory is 3", observed="me.memory is 2")
    another = Occurrence(msgspec.structs.replace(example[0].record, trace=elsewhere))
    assert told(causes_of([*example, another], [])) == [("a", BY_EXAMPLE, 2)]


def test_what_explains_most_comes_before_what_is_named() -> None:
    """The turn that does not end is named everywhere; that nothing was paid explains it."""
    several = [
        met(f"scenario:s{n}", f"r{n}", ("end", "effect:end", []), explained={"pay": 3, "cost": 1})
        for n in range(3)
    ]
    assert told(causes_of(several, [])) == [("cost", "effect:cost", 3)]
    wider = met("scenario:w", "w", ("end", "effect:end", []), explained={"pay": 3})
    assert told(causes_of([*several, wider], [])) == [("pay", "effect:pay", 4)]


def test_an_engine_does_not_lack_a_rule_that_it_obeys_as_often_elsewhere() -> None:
    """Leaving the rule out would explain it, but steps agreed in which it was at work."""
    one = [met("scenario:one", "own", ("own", "effect:own", []), explained={"other": 1})]
    assert told(causes_of(one, [])) == [("other", "effect:other", 1)]
    assert told(causes_of(one, [record("effect:other", "other")])) == [("own", "effect:own", 1)]


def test_but_it_may_lack_it_for_the_most_part() -> None:
    many = [met(f"scenario:{n}", "own", ("own", "effect:own", []), explained={"other": 1}) for n in range(4)]
    few, often = (record("effect:other", "other", counts={"judged": times}) for times in (3, 4))
    assert told(causes_of(many, [few])) == [("other", "effect:other", 4)]
    assert told(causes_of(many, [often])) == [("own", "effect:own", 4)]
    # steps agreed, though the check shows nothing of its own rule
    open_check = record("effect:other", "other", verdict=Verdict.INCONCLUSIVE, counts={"judged": 4})
    assert told(causes_of(many, [open_check])) == [("own", "effect:own", 4)]


def test_what_is_seen_broken_outright_is_broken_however_often_it_is_obeyed() -> None:
    """A state that breaks an invariant, where the rule of it is carried out as well in other steps."""
    outright = [met("scenario:s", "cited", ("a", "invariant:a", []), explained={"a": 1})]
    agreed = [record("effect:a", "a", counts={"judged": 44})]
    assert told(causes_of(outright, [*agreed, *passes("a", 9)])) == [("a", "invariant:a", 1)]
    lacking = [met("scenario:s", "cited", ("a", "effect:a", []), explained={"a": 1})]
    assert told(causes_of(lacking, [*agreed, *passes("a", 9)])) == [("cited", BY_EXAMPLE, 1)]


def test_steps_that_agreed_say_nothing_for_a_rule_of_whose_own_checks_more_fail_than_pass() -> None:
    """A second block is seldom possible: that blocks agree does not show that the engine allows one alone."""
    own = [
        met(f"scenario:{n}", "once", ("own", "effect:own", []), explained={"once": 1} if n else None)
        for n in range(2)
    ]
    agreed = record("effect:once", "once", counts={"judged": 44})
    failing = [each.record for each in own]
    assert told(causes_of(own, [agreed, *failing, *passes("once", 1)])) == [("once", "effect:once", 2)]
    assert told(causes_of(own, [agreed, *failing, *passes("once", 2)])) == [("once", BY_EXAMPLE, 2)]
    found = causes_of(own, [agreed, *failing, *passes("once", 9)])
    assert [cause.rule for cause in found] == ["own"]


def test_a_rule_that_mostly_does_not_explain_what_it_is_named_for_explains_nothing() -> None:
    """Nor does one that only explains the same; the rule at work in all of them is left."""
    by_chance = met("scenario:s", "r", ("r", "effect:r", ["own"]), explained={"r": 1, "beside": 1})
    in_vain = [met(f"scenario:{n}", "r", ("r", "effect:r", ["own"])) for n in range(2)]
    passed = passes("r", 20)
    assert told(causes_of([by_chance], passed)) == [("r", "effect:r", 1)]
    assert told(causes_of([by_chance, in_vain[0]], passed)) == [("r", "effect:r", 2)]
    assert told(causes_of([by_chance, *in_vain], passed)) == [("own", "effect:own", 3)]
    other = met("scenario:other", "t", ("t", "effect:t", []), explained={"beside": 1})
    assert "beside" in {cause.rule for cause in causes_of([by_chance, *in_vain, other], passed)}


def silent(check: str, rule: str, earlier: str, *, conclusive: bool = True) -> Occurrence:
    """An example that fails though the judge finds nothing in its last step, after a rule was broken."""
    before = [Finding([earlier], f"effect:{earlier}", "this", "that")]
    own = record(check, rule, verdict=Verdict.VIOLATION, trace=trace(rule))
    return Occurrence(own, Rerun([], conclusive, 1, (), earlier=before))


def test_what_comes_of_an_earlier_violation_is_none_of_its_own() -> None:
    cause = met("scenario:cause", "a", ("a", "effect:a", []))
    late = [silent(f"scenario:{n}", f"late{n}", earlier="a") for n in range(5)]
    found = causes_of([*late, cause], [])
    assert {each.rule for each in found} == {"a"}
    assert sum(len(each.occurrences) for each in found) == 6
    other = met("effect:b", "b", ("b", "effect:b", []), earlier="a", explained={"b": 1})
    assert {each.rule for each in causes_of([cause, *late, other], [])} == {"a", "b"}


def test_what_is_wrong_by_itself_does_not_come_of_an_earlier_violation() -> None:
    """The last step is judged from what the engine shows before it, whatever was broken before that."""
    cause = met("scenario:cause", "a", ("a", "effect:a", []))
    own = met("effect:b", "b", ("b", "effect:b", []), earlier="a")
    assert told(causes_of([cause, own], [])) == [("a", "effect:a", 1), ("b", "effect:b", 1)]
    unknown = silent("scenario:s", "c", earlier="a", conclusive=False)
    assert {each.rule for each in causes_of([cause, unknown], [])} == {"a", "c"}


def step(check: str, rule: str, differs: Sequence[str], carried_out: Sequence[str]) -> Occurrence:
    """A violation in which these fields differ after a step in which these rules were carried out."""
    found = Finding([rule], f"effect:{rule}", "this", "that", differs=[*differs], carried_out=[*carried_out])
    own = record(check, rule, verdict=Verdict.VIOLATION, trace=trace(rule))
    return Occurrence(own, Rerun([Detection(found, Oracle.STEP)], True, 1, ()))


def test_the_same_difference_where_the_rule_is_carried_out_comes_of_the_same() -> None:
    largest = [step(f"scenario:{n}", "a", ["battle.suspended less"], ["a"]) for n in range(3)]
    same = step("effect:b", "b", ["battle.suspended less"], ["b", "a"])
    assert told(causes_of([*largest, same], [])) == [("a", "effect:a", 4)]
    unnamed = step("effect:unreported", "", ["battle.suspended less"], [])
    assert told(causes_of([*largest, unnamed], [])) == [("a", "effect:a", 4)]


def test_but_not_where_it_is_not_carried_out_or_something_else_differs() -> None:
    largest = [step(f"scenario:{n}", "a", ["battle.suspended less"], ["a"]) for n in range(3)]
    elsewhere = step("effect:b", "b", ["battle.suspended less"], ["b"])
    otherwise = step("effect:c", "c", ["battle.suspended less", "memory more"], ["a", "c"])
    found = causes_of([*largest, elsewhere, otherwise], [])
    assert told(found) == [("a", "effect:a", 3), ("b", "effect:b", 1), ("c", "effect:c", 1)]


def test_what_comes_of_a_rule_is_no_part_of_it() -> None:
    """An example of another rule that fails after this one was broken counts for what is broken of it."""
    guards = [met(f"vector:{n}", "a", ("a", "guard:play:a", [])) for n in range(2)]
    late = silent("scenario:late", "late", earlier="a")
    assert told(causes_of([late, *guards], [])) == [("a", "guard:play:a", 3)]


def test_examples_alone_go_with_a_rule_that_is_seen_broken_where_another_explains_it() -> None:
    guards = [met(f"vector:{n}", "b", ("b", "guard:play:b", []), explained={"a": 1}) for n in range(2)]
    example = msgspec.structs.replace(met("scenario:x", "c").record, rules=["c", "b"])
    assert told(causes_of([*guards, Occurrence(example)], [])) == [("a", "effect:a", 3)]
    other = met("scenario:y", "d")
    assert [cause.rule for cause in causes_of([*guards, other], [])] == ["a", "d"]


def test_what_an_engine_says_where_it_refuses_is_held_against_it_less() -> None:
    """It says that something else is being decided; the scenarios are about the rule that it lacks."""
    refused = [met(f"scenario:{n}", "decider", rules=["lacking"]) for n in range(3)]
    assert [each.rule for each in causes_of(refused, [])] == ["lacking"]


def test_what_stands_for_no_rule_is_kept() -> None:
    refused = record("engine:accepts-offered", verdict=Verdict.VIOLATION)
    assert told(causes_of([Occurrence(refused)], [])) == [("", "engine:accepts-offered", 1)]


RULES = st.sampled_from("abcd")
FOUND = st.tuples(RULES, st.sampled_from(("guard:x", "effect:y")), st.lists(RULES, max_size=2))


@given(st.lists(st.tuples(RULES, st.lists(FOUND, max_size=2)), min_size=1, max_size=12))
def test_every_violation_has_one_cause_that_it_suspects_as_far_as_it_is_judged(made: list[Any]) -> None:
    occurrences = [met(f"scenario:{n}", rule, *found) for n, (rule, found) in enumerate(made)]
    found = causes_of(occurrences, [])
    placed = [id(each) for cause in found for each in cause.occurrences]
    assert sorted(placed) == sorted(map(id, occurrences))
    assert all(
        cause.rule in each.suspects or not each.has_evidence for cause in found for each in cause.occurrences
    )
    keys = [(cause.rule, cause.element) for cause in found]
    assert len(set(keys)) == len(keys)
    assert told(causes_of(occurrences, [])) == told(found)


def test_a_fingerprint_is_of_game_rule_and_part_alone() -> None:
    one = Cause("a", "guard:play:a", [met("vector:1", "a")])
    same = Cause("a", "guard:play:a", [met("scenario:2", "a", edition="second")])
    assert one.fingerprint("toy") == same.fingerprint("toy")
    others = [Cause("b", "guard:play:a", ()), Cause("a", "guard:pass:a", ())]
    prints = {
        one.fingerprint("toy"),
        one.fingerprint("dcg"),
        *(each.fingerprint("toy") for each in others),
    }
    assert len(prints) == 4


def test_an_invariant_that_breaks_every_time_stands_behind_the_rule_that_explains_as_much() -> None:
    """It breaks of whatever is wrong: that the judge sees it everywhere says nothing."""
    seen = ("low", "invariant:low", []), ("end", "effect:end", [])
    explained = {"low": 188, "end": 118}
    several = [met(f"scenario:s{n}", f"r{n}", *seen, explained=explained) for n in range(2)]
    several.append(met("scenario:other", "other", seen[0], explained=explained))
    assert told(causes_of(several, [])) == [("end", "effect:end", 3)]


def expecting(observed: str, *suspects: str) -> Occurrence:
    """The failure of an example that suspects these rules."""
    one = met("scenario:s", suspects[0], rules=suspects)
    changed = msgspec.structs.replace(trace(suspects[0]), suspects=list(suspects), observed=observed)
    return replace(one, record=msgspec.structs.replace(one.record, trace=changed))


def test_an_example_of_an_action_that_is_to_be_refused_says_which_rule_is_broken() -> None:
    assert expecting(CARRIED_OUT, "hand").forbidding == "hand"
    assert expecting(CARRIED_OUT, "hand").broken_outright == {"hand"}
    assert expecting(CARRIED_OUT, "hand", "field").forbidding == ""
    assert expecting("memory is 3", "hand").forbidding == ""


def test_rules_that_examples_do_not_tell_apart_are_named_as_candidates() -> None:
    (cause,) = causes_of([expecting("memory is 3", "b", "a", "c")], passes("a", 3) + passes("c", 3))
    assert (cause.rule, cause.candidates) == ("b", ["a", "c"])
    both = [expecting("memory is 3", "b", "a"), expecting("memory is 4", "b", "c")]
    (cause,) = causes_of(both, passes("a", 3) + passes("c", 3))
    assert (cause.rule, cause.candidates) == ("b", [])
    (judged,) = causes_of([met("scenario:s", "a", ("a", "guard:add:a", []), rules=["a", "b"])], [])
    assert judged.candidates == []


def example(name: str, *rules: str, uses: Sequence[str] = ()) -> Occurrence:
    """An example that fails and names its first rule, of which nobody knows more; the rule of a word is
    `tool`."""
    return met(f"scenario:{name}", rules[0], rules=rules, built_on=dict.fromkeys(uses, "tool"))


def test_the_rule_of_a_word_that_examples_of_several_rules_use_is_the_cause_of_them_all() -> None:
    """No token is played: what stays when its maker leaves, and what goes with it, cannot be seen."""
    three = [example(rule, rule, uses=["do=token"]) for rule in ("a", "b", "c")]
    assert told(causes_of(three, [])) == [("tool", BY_EXAMPLE, 3)]
    assert told(causes_of(three[:2], [])) == [("tool", BY_EXAMPLE, 2)]
    assert {cause.rule for cause in causes_of(three[:1], [])} == {"a"}
    # the three share a rule that each of them is about
    about = [example(rule, rule, "d", uses=["do=token"]) for rule in ("a", "b", "c")]
    assert "tool" not in {cause.rule for cause in causes_of(about, [])}


def test_examples_that_pass_speak_for_the_words_that_they_use_and_for_no_other_of_the_rule() -> None:
    """Nothing is set off by a block; all else that can happen sets off what waits for it."""
    three = [example(rule, rule, uses=["happens=blocked"]) for rule in ("a", "b", "c")]
    for word, causes in (("happens=blocked", {"a", "b", "c"}), ("happens=drawn", {"tool"})):
        elsewhere = [record(f"scenario:{n}", "e", built_on={word: "tool"}) for n in range(30)]
        assert {cause.rule for cause in causes_of(three, elsewhere)} == causes


def test_a_rule_that_is_named_itself_comes_before_what_is_taken_for_granted() -> None:
    named = [example("x", "a", uses=["do=token"]), example("y", "a"), example("z", "b"), example("w", "c")]
    assert causes_of(named, [])[0].rule == "a"


def test_that_most_of_a_rule_is_in_order_says_half_as_much_as_that_part_of_it_fails() -> None:
    several = [example("x", "large"), example("y", "large"), example("z", "small", "large")]
    assert told(causes_of(several, passes("large", 3))) == [("large", BY_EXAMPLE, 3)]
    assert [cause.rule for cause in causes_of(several, passes("large", 30))] == ["large", "small"]


def test_an_example_that_passes_counts_like_a_step_where_there_are_steps() -> None:
    many = [met(f"scenario:{n}", "own", ("own", "effect:own", []), explained={"other": 1}) for n in range(4)]
    few, none = (record("effect:other", "other", counts={"judged": times}) for times in (3, 0))
    assert told(causes_of(many, [few, *passes("other", 1)])) == [("own", "effect:own", 4)]
    assert told(causes_of(many, [none, *passes("other", 9)])) == [("other", "effect:other", 4)]


@pytest.mark.parametrize(("others", "first"), [(19, "rare"), (20, "own")])
def test_a_rule_that_explains_one_of_many_that_may_come_of_it_is_not_why(others: int, first: str) -> None:
    explained = met("scenario:s", "rare", ("rare", "effect:rare", []), explained={"rare": 1})
    rest = [met(f"scenario:{n}", "own", ("own", "effect:own", ["rare"])) for n in range(others)]
    found = causes_of([explained, *rest], [])
    assert found[0].rule == first
    assert sum(len(cause.occurrences) for cause in found) == others + 1


def test_what_nothing_points_at_is_put_to_the_cause_of_what_differs_alike() -> None:
    """The winner of a battle loses DP: an example expects it to keep them, the judge knows no rule."""
    expected = met("scenario:survivor", "survivor", ("order", "effect:order", []))
    others = [met(f"scenario:{n}", "", ("order", "effect:order", [])) for n in range(5)]
    unexplained = [by_default(each) for each in (expected, *others)]
    assert told(causes_of(unexplained, passes("order", 9))) == [("survivor", BY_EXAMPLE, 6)]
    assert [cause.rule for cause in causes_of([expected, *others], passes("order", 9))] != ["survivor"]


def by_default(occurrence: Occurrence) -> Occurrence:
    assert occurrence.rerun is not None
    seen = [
        replace(each, finding=msgspec.structs.replace(each.finding, by_default=True, differs=["dp 1 for 2"]))
        for each in occurrence.rerun.detections
    ]
    return replace(occurrence, rerun=replace(occurrence.rerun, detections=seen))


def test_a_rule_that_nobody_suspects_is_not_named_where_several_expectations_name_another() -> None:
    failing = [
        met(f"scenario:{n}", "win", ("order", "effect:order", ["win"]), explained={"far": 1})
        for n in range(2)
    ]
    assert [cause.rule for cause in causes_of(failing, [])] == ["win"]
    assert [cause.rule for cause in causes_of(failing[:1], [])] == ["far"]
