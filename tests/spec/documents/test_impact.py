"""An update is told by what it touches, the most pressing first."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.spec.documents.alignment import align, side_of_document, side_of_record
from rulehound.spec.documents.alignment.correspondences import (
    Alignment,
    AlignmentSide,
    Change,
    Correspondence,
    NumberChange,
    ReferenceChange,
)
from rulehound.spec.documents.alignment.numbers import compare_numbers
from rulehound.spec.documents.alignment.words import compare_words
from rulehound.spec.documents.editions import record
from rulehound.spec.documents.impact import CONCERNS, CodeLine, FactChange, Impact, impact
from rulehound.spec.documents.review import review
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.documents.store import Store, load_store
from rulehound.spec.documents.update import record_update
from rulehound_testing.made_up_spec import RULEBOOK, UPDATE, document, write_spec

OLD = ("shells", "1.0")
CHECKS = (
    CheckDeclaration("setup:basket", ("basket.start",), ("basket.start",), "setup"),
    CheckDeclaration("invariant:tide", ("tide.limit",), ("tide.max",), "invariant"),
    CheckDeclaration("guard:wait:tide", ("tide.wait",), ("tide.max",), "guard"),
    CheckDeclaration("scenario:sleep", ("tide.wait",), (), "scenario"),
)
CODE = {"tide.limit": (CodeLine("tide.c", 7), CodeLine("tide.c", 9)), "tide.wait": (CodeLine("wait.c", 1),)}


def same(key: str, now: str = "") -> Correspondence:
    changes: tuple[Change, ...] = ("renumbered",) if now else ()
    return Correspondence((key,), (now or key,), changes, 1.0)


def pair(old: str, new: str, *changes: Change) -> Correspondence:
    return Correspondence((old,), (new,), changes, 0.9)


def aligned(
    *changed: Correspondence, old: AlignmentSide | None = None, new: AlignmentSide | None = None
) -> Alignment:
    """The made-up rulebook and its update, with these correspondences in place of "nothing changed"."""
    old = old or side_of_document(document(RULEBOOK))
    new = new or side_of_document(document(UPDATE, version="1.1"))
    told = {key for found in changed for key in found.old}
    return Alignment(old, new, (*changed, *(same(p.key) for p in old.passages if p.key not in told)))


TRUTH = aligned(
    pair("1-1-2", "1-1-2", "reworded"),
    Correspondence((), ("1-1-3",), ("added",), 0.0),
    pair("1-1-3", "1-1-4", "renumbered"),
    pair("2-1", "2-1", "reworded"),
    Correspondence(("2-2",), (), ("removed",), 0.0),
    pair("2-3", "2-2", "renumbered"),
)


def told(found: Impact) -> list[tuple[str, str]]:
    return [(affected.concern, affected.rule) for affected in found.affected]


def of_one(store: Store, *changed: Correspondence) -> str | None:
    """The concern for the rule tide.wait, which rests on 1-1-3 alone."""
    found = impact(store, OLD, aligned(*changed), CHECKS)
    return next((affected.concern for affected in found.affected if affected.rule == "tide.wait"), None)


def test_rules_come_with_their_facts_checks_and_code(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    found = impact(store, OLD, TRUTH, CHECKS, CODE)
    assert told(found) == [("fact", "tide.limit"), ("reworded", "basket.start"), ("added", "")]
    limit, basket, added = found.affected
    assert limit.facts == (FactChange("tide.max", 10, 12, ""),)
    assert limit.facts[0].differs
    # A check of another rule that rests on the changed number is touched as well.
    assert limit.checks == ("guard:wait:tide", "invariant:tide")
    assert limit.code == CODE["tide.limit"]
    assert basket.facts == (FactChange("basket.start", 5, 5, ""),)
    assert not basket.facts[0].differs
    assert (basket.checks, basket.code) == (("setup:basket",), ())
    assert added.clauses[0].new == ("1-1-3",)
    assert found.renumbered == ("tide.wait",)
    assert found.untouched == 0
    assert found.suspect == ("tide.limit", "basket.start")


def test_nothing_changed_touches_nothing(tmp_path: Path) -> None:
    found = impact(load_store(write_spec(tmp_path)), OLD, aligned(), CHECKS, CODE)
    assert (found.affected, found.renumbered, found.untouched, found.suspect) == ((), (), 3, ())


def test_the_order_of_concerns(tmp_path: Path) -> None:
    assert " ".join(CONCERNS) == "fact number reworded gone divided added retargeted context moved"
    store = load_store(write_spec(tmp_path))
    number = Correspondence(
        ("1-1-3",), ("1-1-4",), ("reworded",), 0.9, numbers=(NumberChange("2", "4", "around"),)
    )
    stated = {"1-1-3": "1-1-4"}
    retargeted = ReferenceChange("retargeted", "1-1", "2", "1-1")
    renumbered = ReferenceChange("renumbered", "1-1", "2-1", "2-1")
    references = Correspondence(("1-1-3",), ("1-1-4",), ("references",), 1.0, references=(retargeted,))
    updated = Correspondence(("1-1-3",), ("1-1-4",), ("references",), 1.0, references=(renumbered,))
    [(old, new)] = stated.items()
    assert of_one(store, number) == "number"
    assert of_one(store, pair(old, new, "reworded")) == "reworded"
    assert of_one(store, pair(old, new, "renumbered", "moved")) == "moved"
    assert of_one(store, references) == "retargeted"
    assert of_one(store, updated) is None
    assert of_one(store, pair(old, new, "renumbered")) is None


@pytest.mark.parametrize(
    ("old", "new", "concern"),
    [
        ("Draw a shell.", "Draw 2 shells.", "number"),
        ("Draw up to 4 shells.", "Draw shells.", "number"),
        ("It gets a pearl.", "It gets a pearl, +2000.", "number"),
        ("貝を引く。", "貝を2枚引く。", "number"),
        ("Draw shells.", "Draw shells. Sea and shore count as one area for this.", "reworded"),
        ("Draw shells. Sea and shore count as one area for this.", "Draw shells.", "reworded"),
        ("貝を引く。", "貝を引く。海と浜は1つの場所として扱われることになります。", "reworded"),
        ("Take 3 shells.", "Take 5 shells, and the sea and the shore count as one area.", "number"),
    ],
)
def test_a_number_within_a_longer_passage_that_came_or_went_is_words(
    old: str, new: str, concern: str, tmp_path: Path
) -> None:
    changed = Correspondence(
        ("1-1-3",), ("1-1-4",), ("reworded",), 0.5,
        words=compare_words(old, new), numbers=compare_numbers(old, new),
    )  # fmt: skip
    assert changed.numbers
    assert of_one(load_store(write_spec(tmp_path)), changed) == concern


def test_a_rule_whose_clause_is_gone_cannot_be_read_any_more(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    found = impact(store, OLD, aligned(Correspondence(("1-1-3",), (), ("removed",), 0.0)), CHECKS)
    [affected] = found.affected
    assert (affected.concern, affected.rule) == ("fact", "tide.wait")
    assert affected.facts == (
        FactChange("tide.wait", 3, None, "Rules of Shells 1.1 does not state it in words that are known"),
    )


def test_a_rule_without_a_fact_whose_clause_is_gone_or_divided(tmp_path: Path) -> None:
    plain = (
        '[[rule]]\nid = "tide.wait"\nkind = "transition"\nsays = "Waiting moves the tide."\n'
        '[[rule.source]]\ndocument = "shells"\nclause = { "1.0" = "1-1-3" }\n'
    )
    store = load_store(
        write_spec(tmp_path, rules=plain, scenario='id = "w"\ntitle = "w"\nrules = ["tide.wait"]\n')
    )
    assert of_one(store, Correspondence(("1-1-3",), (), ("removed",), 0.0)) == "gone"
    assert of_one(store, Correspondence(("1-1-3",), ("1-1-3", "1-1-4"), ("split",), 0.5)) == "divided"
    assert of_one(store, Correspondence(("1-1-2", "1-1-3"), ("1-1-3",), ("merged",), 0.5)) == "divided"


def test_a_fact_follows_its_clause_through_a_split(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    found = impact(
        store, OLD, aligned(Correspondence(("1-1-3",), ("1-1-3", "1-1-4"), ("split",), 0.5)), CHECKS
    )
    assert found.affected[0].facts == (FactChange("tide.wait", 3, 3, ""),)
    assert told(found) == [("divided", "tide.wait")]


def test_without_the_old_text_its_record_tells_the_number(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    recorded = side_of_record("shells 1.0", store.clauses[OLD].values())
    found = impact(store, OLD, aligned(pair("1-1-2", "1-1-2", "reworded"), old=recorded), CHECKS)
    [affected] = found.affected
    assert affected.concern == "fact"
    assert affected.facts == (FactChange("tide.max", 10, 12, ""),)


def test_a_fact_is_not_said_to_have_changed_where_a_text_is_lacking(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    recorded = side_of_record("shells 1.0", store.clauses[OLD].values())
    reworded = side_of_document(
        document({**UPDATE, "1-1-2": "At night the highest mark is 12."}, version="1.1")
    )
    textless = side_of_record("shells 1.1", record(document(UPDATE), "1.1"))
    changed = pair("1-1-2", "1-1-2", "reworded")
    for new, value in ((reworded, 12), (textless, None)):
        [affected] = impact(store, OLD, aligned(changed, old=recorded, new=new), CHECKS).affected
        [fact] = affected.facts
        assert affected.concern == "reworded"
        assert (fact.old, fact.new, fact.compared, fact.differs) == (None, value, False, False)
        assert "shells 1.0 is not at hand as a text" in fact.explanation


def test_a_reason_whose_words_changed_is_told_and_one_that_is_gone_is_not(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    found = impact(
        store,
        OLD,
        aligned(pair("2-3", "2-2", "reworded"), Correspondence(("2-2",), (), ("removed",), 0.0)),
        CHECKS,
    )
    [affected] = found.affected
    assert (affected.concern, affected.rule, affected.reason) == ("reworded", "", "physical")


def test_what_was_reviewed_comes_last(tmp_path: Path) -> None:
    write_spec(tmp_path)
    record_update(tmp_path, document(UPDATE, version="1.1"))
    new = ("shells", "1.1")
    before = impact(load_store(tmp_path), OLD, TRUTH, CHECKS, CODE, new)
    assert [(a.rule, a.reviewed) for a in before.affected] == [
        ("tide.limit", False),
        ("basket.start", False),
        ("", False),
    ]
    review(load_store(tmp_path), ["tide.limit"])
    after = impact(load_store(tmp_path), OLD, TRUTH, CHECKS, CODE, new)
    assert [(a.rule, a.reviewed) for a in after.affected] == [
        ("basket.start", False),
        ("", False),
        ("tide.limit", True),
    ]
    assert after.suspect == ("basket.start",)


def test_an_edition_that_is_not_recorded_was_not_looked_at(tmp_path: Path) -> None:
    found = impact(load_store(write_spec(tmp_path)), OLD, TRUTH, CHECKS, CODE, ("shells", "1.1"))
    assert not any(affected.reviewed for affected in found.affected)


def test_an_edition_of_another_document_was_not_looked_at(tmp_path: Path) -> None:
    """Links are carried to editions of their own document alone; that none is in doubt there says nothing."""
    write_spec(tmp_path)
    printing = document({key: f"{text} Aye." for key, text in UPDATE.items()}, version="1.1")
    new = record_update(tmp_path, printing, document_id="boats", language="en", ruleset="old-sea")
    found = impact(load_store(tmp_path), OLD, TRUTH, CHECKS, CODE, (new.document, new.version))
    assert found.suspect
    assert not any(affected.reviewed for affected in found.affected)


def test_what_is_never_in_doubt_is_not_said_to_be_reviewed(tmp_path: Path) -> None:
    write_spec(tmp_path)
    record_update(tmp_path, document(UPDATE, version="1.1"))
    changed = pair("1-1-3", "1-1-4", "renumbered", "moved")
    [found] = impact(load_store(tmp_path), OLD, aligned(changed), CHECKS, new=("shells", "1.1")).affected
    assert (found.concern, found.reviewed) == ("moved", False)


def test_an_added_clause_that_a_rule_names_is_not_told(tmp_path: Path) -> None:
    write_spec(tmp_path)
    record_update(tmp_path, document(UPDATE, version="1.1"))
    path = tmp_path / "rules/basket.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"2-1" }', '"2-1", "1.1" = ["2-1", "1-1-3"] }'))
    found = impact(load_store(tmp_path), OLD, TRUTH, CHECKS, CODE, ("shells", "1.1"))
    assert ("added", "") not in told(found)
    assert [a.reviewed for a in found.affected if a.rule == "basket.start"] == [True]


def test_an_edition_that_nothing_cites_is_touched_by_nothing(tmp_path: Path) -> None:
    found = impact(load_store(write_spec(tmp_path)), ("shells", "0.1"), TRUTH, CHECKS)
    assert ([a for a in found.affected if a.rule], found.renumbered, found.untouched) == ([], (), 0)


@pytest.mark.parametrize("given", [(), CHECKS])
def test_impact_is_the_same_each_time(given: tuple[CheckDeclaration, ...], tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    assert impact(store, OLD, TRUTH, given, CODE) == impact(store, OLD, TRUTH, reversed(given), CODE)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        (
            {"1-1-3": "A gatherer, who waits hands the other one 3 marks of the tide."},
            "its punctuation, or a title that it quotes, is another",
        ),
        ({"1-1": "The clock"}, "the heading above it, 1-1, has other words"),
        (
            {"1-1-2": RULEBOOK["1-1-3"], "1-1-3": RULEBOOK["1-1-2"]},
            "it stands in another order among its neighbours",
        ),
    ],
)
def test_the_same_words_are_told_where_what_they_may_mean_changed(
    tmp_path: Path, changes: dict[str, str], what: str
) -> None:
    store = load_store(write_spec(tmp_path))
    sides = (side_of_document(document(texts)) for texts in (RULEBOOK, {**RULEBOOK, **changes}))
    found = impact(store, OLD, align(*sides), CHECKS)
    [entry] = [affected for affected in found.affected if affected.rule == "tide.wait"]
    assert (entry.concern, dict(entry.context)) == ("context", {"1-1-3": what})
    assert "tide.wait" in found.suspect
