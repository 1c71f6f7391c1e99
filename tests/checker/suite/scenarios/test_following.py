"""The model follows what a scenario does: what nothing is expected of is judged too."""

from __future__ import annotations

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.formats import Action, Observation, Scenario
from rulehound_testing.faults.catching import bound, rulebook, words
from rulehound_testing.toy.play import Heap
from rulehound_testing.toy.scenarios import AT_SIX, judge

COUNT_ALONE = (
    AT_SIX
    + """
[[step]]
do = { action = "add", amount = 1 }
expect.state = { count = 7 }
"""
)
ADDED_TWICE = (
    COUNT_ALONE
    + """
[[step]]
try = { action = "add", amount = 5 }
expect.legal = false
"""
)


class ForgetsOnce(Heap):
    """The turn does not pass from a heap of 7."""

    def apply(self, action: Action) -> Observation:
        super().apply(action)
        self.turn = 1 - self.turn if self.count == HIGH else self.turn
        return self.observe()


HIGH = 7


def test_what_a_scenario_does_not_expect_is_judged_by_the_model() -> None:
    assert judge(COUNT_ALONE, Heap).verdict is Verdict.PASS
    record = judge(COUNT_ALONE, ForgetsOnce)
    assert record.verdict is Verdict.VIOLATION
    assert record.trace is not None
    assert (record.trace.rule, len(record.trace.steps)) == ("add.turns", 1)


def test_a_refused_step_changes_nothing_for_the_model() -> None:
    assert judge(ADDED_TWICE, Heap).verdict is Verdict.PASS


def test_where_the_model_cannot_follow_the_expectations_count_alone() -> None:
    alone = f'not_modelled = "players count in their heads"\n{COUNT_ALONE}'
    assert judge(alone, ForgetsOnce).verdict is Verdict.PASS
    assert judge(alone.replace("count = 7", "count = 8")).verdict is Verdict.VIOLATION


class KeepsEvents(DcgAdapter):
    """A reference engine that does not tell events of one name."""

    untold = ""

    def apply(self, action: Action) -> Observation:
        shown = super().apply(action)
        return {**shown, "events": [one for one in shown["events"] if one["event"] != self.untold]}


def untold(name: str) -> type[KeepsEvents]:
    return type("Untold", (KeepsEvents,), {"untold": name})


def records(scenarios: list[Scenario], engine: type[KeepsEvents]) -> list[CheckRecord]:
    edition = "comprehensive-4.0"
    target = target_of(BoundModel(rulebook().game, edition, bound(edition)), "reference", engine)
    return run_scenarios(target, scenarios, words())


def test_events_that_are_not_told_are_missed_in_scenarios_that_expect_none() -> None:
    about = ("rules/keyword", "rules/decoy", "rulings/decoy")
    scenarios = [one for one in rulebook().store.scenarios if one.id.startswith(about)]
    assert all(not step.expect.events for one in scenarios for step in one.steps)
    assert {one.verdict for one in records(scenarios, untold(""))} <= {Verdict.PASS, Verdict.UNSUPPORTED}
    for name in ("armor-purged", "decoyed", "top-trashed"):
        verdicts = [one.verdict for one in records(scenarios, untold(name))]
        assert Verdict.VIOLATION in verdicts, name


def test_no_case_is_judged_by_its_expectations_alone() -> None:
    """Where the model has no words for what effects do, it is silent, and follows all else."""
    assert [one.id for one in rulebook().store.scenarios if one.not_modelled] == []
