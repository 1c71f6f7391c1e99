"""What comes of a scenario: verdicts, traces, what an engine cannot do, engines that break."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rulehound.checker.engines import RESTARTS, EngineStartError
from rulehound.checker.records import Verdict
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.spec.formats import Adapter
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.play import (
    ALL,
    FULL,
    VALUES,
    WORDS,
    Breaks,
    ForgetsTurns,
    Heap,
    Marking,
    OffersInVain,
    TakesAnything,
    opener,
    target,
)
from rulehound_testing.toy.scenarios import AT_SIX, ONE_FITS, TWO_DO_NOT, TWO_THEN_THREE, judge, scenario


def test_a_sound_engine_passes_and_what_was_shown_is_counted() -> None:
    record = judge(ONE_FITS)
    assert (record.verdict, record.check, record.rules) == (Verdict.PASS, "scenario:one", ["heap.full"])
    assert record.counts == {"steps": 1, "expectations": 5}
    assert (record.scope, record.shown) == ("A title", "1 step, 5 expectations met")
    assert judge(TWO_DO_NOT).verdict is Verdict.PASS
    assert judge(TWO_THEN_THREE).verdict is Verdict.PASS


@pytest.mark.parametrize(
    ("text", "make", "rule", "expected", "observed", "refused"),
    [
        (ONE_FITS, lambda: Heap(full=6), "heap.full", "the action is legal", "refused: full", True),
        (
            TWO_DO_NOT,
            lambda: Heap(full=8),
            "heap.full",
            "the action is refused under heap.full",
            "it was carried out",
            False,
        ),
        (
            TWO_DO_NOT,
            lambda: Heap(full=8, most=1),
            "heap.full",
            "the action is refused under heap.full",
            "refused: too many",
            True,
        ),
        (
            TWO_DO_NOT,
            Marking,
            "heap.full",
            "a refused action changes nothing",
            "the refusal changed the game",
            True,
        ),
        (
            TWO_THEN_THREE,
            TakesAnything,
            "add.few",
            "the action is refused under add.few",
            "it was carried out",
            False,
        ),
        (ONE_FITS.replace("- 1", "- 3"), ForgetsTurns, "heap.full", "count is 7", "count is 5", False),
        (
            TWO_THEN_THREE,
            OffersInVain,
            "add.few",
            "the action is refused under add.few",
            "refused: no more today",
            True,
        ),
    ],
)
def test_each_way_to_break_a_scenario_is_a_violation_with_its_trace(
    text: str, make: Callable[[], Adapter], rule: str, expected: str, observed: str, refused: bool
) -> None:
    record = judge(text, make)
    assert record.verdict is Verdict.VIOLATION
    trace = record.trace
    assert trace is not None
    assert (trace.rule, trace.expected, trace.observed) == (rule, expected, observed)
    assert (trace.kind, trace.game, trace.edition, trace.engine) == ("engine", "toy", "only", "heap")
    assert trace.values == VALUES
    assert (trace.steps[-1].rule, trace.steps[-1].refused) == (rule, refused)
    assert all(not step.rule for step in trace.steps[:-1])
    assert trace.steps[0].text.startswith("add ")
    assert record.explanation == f"expected: {expected}; observed: {observed}"


def test_a_trace_tells_what_each_step_changed() -> None:
    record = judge(TWO_THEN_THREE, TakesAnything)
    assert record.trace is not None
    assert record.trace.steps[0].changed == {"count": [0, 2], "turn": [0, 1], "decider": [0, 1]}
    assert record.trace.board == ["heap of 4", "heap of 7"]
    assert set(record.trace.start) == {"new_game"}


def test_a_fact_that_was_not_read_is_inconclusive_and_named() -> None:
    (record,) = run_scenarios(target(opener(Heap), {}), [scenario(ONE_FITS)], WORDS)
    assert (record.verdict, record.explanation) == (Verdict.INCONCLUSIVE, "the fact heap.full has no value")


def test_expectations_follow_the_facts() -> None:
    records = run_scenarios(target(opener(Heap), {"heap.full": 9}), [scenario(ONE_FITS)], WORDS)
    assert [record.verdict for record in records] == [Verdict.VIOLATION]
    records = run_scenarios(
        target(opener(lambda: Heap(full=9)), {"heap.full": 9}), [scenario(ONE_FITS)], WORDS
    )
    assert [record.verdict for record in records] == [Verdict.VIOLATION]  # "me.count" = -7 is no sum
    assert "me.count is -7" in records[0].explanation


@pytest.mark.parametrize("capability", ["position", "apply"])
def test_a_missing_capability_is_unsupported(capability: str) -> None:
    class Less(Heap):
        capabilities = tuple(name for name in ALL if name != capability)

    record = judge(ONE_FITS, Less)
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, f"the engine cannot: {capability}")


def test_a_deck_that_an_engine_refuses_to_judge_is_unsupported() -> None:
    class Shut(Heap):
        def validate_deck(self, *_: Any) -> Any:
            raise toy.Refused([toy.Reason("shut", text="closed today")])

    record = judge("given.deck.cards = [{ size = 2 }]\n[[step]]\nexpect = { legal = true }\n", Shut)
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, "the engine refuses: closed today")


def test_an_engine_that_refuses_what_it_declares_is_an_error() -> None:
    class Shut(Heap):
        def legal_actions(self) -> Any:
            raise toy.Refused([toy.Reason("shut", text="closed today")])

    record = judge(AT_SIX + '[[step]]\nexpect.offers = ["add"]', Shut)
    assert (record.verdict, record.label) == (Verdict.ERROR, "withheld")
    assert record.explanation == "withheld: legal_actions is refused: closed today"


def test_an_observation_that_cannot_be_read_is_an_error() -> None:
    class Garbled(Heap):
        def observe(self, player: int | None = None) -> Any:
            return {"count": [], "turn": {}, "events": 3, "decider": 0}

    record = judge(AT_SIX + '[[step]]\nexpect = { events = ["add"] }', Garbled)
    assert (record.verdict, record.label) == (Verdict.ERROR, "malformed result")


def test_what_the_scenario_needs_is_asked_for_too() -> None:
    record = judge('needs = ["clairvoyance"]\n' + ONE_FITS)
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, "the engine cannot: clairvoyance")


def test_an_engine_that_takes_no_made_up_cards_is_unsupported() -> None:
    class Less(Heap):
        capabilities = tuple(name for name in ALL if name != "card-facts")

    text = "given.deck.cards = [{ size = 2 }]\n[[step]]\nexpect = { legal = true }\n"
    assert judge(text).verdict is Verdict.PASS
    assert judge(text, Less).explanation == "the engine cannot: card-facts"


def test_editions_and_rules_that_an_engine_does_not_follow_are_unsupported() -> None:
    class Other(Heap):
        editions = ("another",)

    class Partly(Heap):
        unsupported: Mapping[str, tuple[str, ...]] = {"only": ("heap.full",)}

    assert judge(ONE_FITS, Other).explanation == "the engine does not follow only"
    assert judge(ONE_FITS, Partly).verdict is Verdict.UNSUPPORTED
    assert judge(ONE_FITS, Partly, rules='["add.few"]').verdict is Verdict.PASS


def test_a_scenario_of_another_edition_is_not_run_and_one_that_cannot_be_says_why() -> None:
    other = scenario('editions = ["another"]\n' + ONE_FITS)
    mine = scenario('editions = ["only", "another"]\n' + ONE_FITS, id="setup:two")
    hidden = scenario('not_executable = "nobody can see it"')
    records = run_scenarios(target(opener(Breaks)), [other, mine, hidden], WORDS)
    assert [(record.check, record.verdict) for record in records] == [
        ("setup:two", Verdict.PASS),
        ("scenario:one", Verdict.UNSUPPORTED),
    ]
    assert records[1].explanation == "nobody can see it"


def test_what_an_engine_does_not_show_is_not_held_against_it() -> None:
    record = judge(AT_SIX + '[[step]]\nexpect = { state = { colour = "red" } }')
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, "the engine does not show colour")


def test_a_scenario_that_expects_nothing_does_not_pass() -> None:
    assert judge(AT_SIX).verdict is Verdict.INCONCLUSIVE
    optional = AT_SIX + '[[step]]\ntry = { action = "add", amount = 2 }'
    assert judge(optional).verdict is Verdict.INCONCLUSIVE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "and has 0"),
        ("given = { position = {}, deck = {} }", "and has 2"),
        ("given = { position = {}, weather = 1 }", "nothing is given as weather"),
        ('given.position.count = "=heap.full+1"', "the fact heap.full+1 has no value"),
        ('given.position.count = "=heap.full +"', "is no sum"),
        ('given.deck.cards = ["A"]', "no card is called 'A'"),
        ('given.deck.cards = [{ kind = "odd" }]', "'odd' is not a sort of card"),
        ("given.new_game.weather = 1", "a new game is not given weather"),
        (AT_SIX + '[[step]]\ndo = { action = "add" }\ntry = { action = "add" }', "one of do, try and effect"),
        (AT_SIX + '[[step]]\ndo = { action = "add", amount = 1 }\nexpect = { legal = false }', "is legal"),
        (AT_SIX + '[[step]]\neffect = { action = "add", amount = 1 }', "is no effect"),
        (AT_SIX + '[[step]]\nexpect = { state = { "a..b" = 1 } }', "'a..b' is not a path"),
    ],
)
def test_a_scenario_that_is_not_well_written_is_no_verdict_on_the_engine(text: str, said: str) -> None:
    record = judge(text)
    assert record.verdict in (Verdict.ERROR, Verdict.INCONCLUSIVE)
    assert said in record.explanation


def test_effects_are_carried_out_and_may_be_refused() -> None:
    text = AT_SIX + '[[step]]\neffect = { effect = "less", amount = %d }\nexpect = %s'
    text = f'not_modelled = "the model of the heap has no effects"\n{text}'
    assert judge(text % (2, "{ state = { count = 4 } }")).verdict is Verdict.PASS
    assert judge(text % (9, '{ illegal = "add.some" }')).verdict is Verdict.PASS
    assert judge(text % (9, "{ legal = true }")).verdict is Verdict.VIOLATION


@pytest.mark.parametrize(("count", "verdict"), [(FULL, Verdict.PASS), (FULL + 1, Verdict.VIOLATION)])
def test_decks_are_judged_without_a_game(count: int, verdict: Verdict) -> None:
    record = judge(f"given.deck.cards = [{{ count = {count} }}]\n[[step]]\nexpect = {{ legal = true }}")
    assert record.verdict is verdict
    refused = judge(
        f"given.deck.cards = [{{ count = {count} }}]\n[[step]]\nexpect = {{ illegal = 'heap.full' }}"
    )
    assert (refused.verdict is Verdict.PASS) == (verdict is Verdict.VIOLATION)
    if record.trace:
        assert record.trace.start["deck"] == {"piles": {"cards": ["RH-00"] * count}}
        assert record.trace.observed == "refused: 8 cards"


def test_an_engine_that_breaks_is_an_error_and_started_again_for_the_next() -> None:
    made = []

    def make() -> Adapter:
        made.append(1)
        return Breaks()

    scenarios = [scenario(TWO_THEN_THREE, id="breaks"), scenario(ONE_FITS, id="sound")] * 2
    tried = target(opener(make))
    made.clear()
    records = run_scenarios(tried, scenarios, WORDS)
    assert [record.verdict for record in records] == [Verdict.ERROR, Verdict.PASS] * 2
    assert records[0].explanation == "failed: apply: RuntimeError: four!"
    assert records[0].trace is not None
    assert [step.text for step in records[0].trace.steps] == ["add 2", "add 2"]
    assert len(made) == 3
    made.clear()
    records = run_scenarios(tried, [scenarios[0]] * 6, WORDS)
    assert [record.verdict for record in records] == [Verdict.ERROR] * 6
    assert len(made) == 1 + RESTARTS
    assert records[-1].explanation.startswith("not asked: failed")


def test_an_engine_that_does_not_start_again_is_an_error_for_the_rest() -> None:
    calls = []

    def open_adapter() -> Adapter:
        calls.append(1)
        if len(calls) > 1:
            raise EngineStartError("the engine is gone", "buy another")
        return opener(Breaks)()

    tried = target(open_adapter)
    calls.clear()
    records = run_scenarios(tried, [scenario(TWO_THEN_THREE), scenario(ONE_FITS)], WORDS)
    assert [record.verdict for record in records] == [Verdict.ERROR] * 2
    assert records[1].explanation == "not asked: the engine is gone; buy another"


def test_a_position_that_is_refused_under_a_rule_of_the_scenario_breaks_it() -> None:
    class Narrow(Heap):
        rule = ""

        def position(self, *_: Any) -> Any:
            raise toy.Refused([toy.Reason("no", self.rule)])

    class Rule(Narrow):
        rule = "heap.full"

    assert judge(ONE_FITS, Rule).verdict is Verdict.VIOLATION
    assert judge(ONE_FITS, Narrow).verdict is Verdict.UNSUPPORTED
