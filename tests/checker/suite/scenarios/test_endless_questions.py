"""An engine that asks questions of one answer each without end is told so, and not answered for ever."""

from __future__ import annotations

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.engine.adapter import create
from rulehound.engine.dcg.effects import resolving
from rulehound_testing.faults.catching import bound, rulebook, words
from rulehound_testing.faults.patching import rewritten

EDITION = "comprehensive-4.0"
TARGETED = "rules/immune-over-a-card-of-the-opponent"


def test_a_choice_that_never_ends_is_an_error() -> None:
    target = target_of(BoundModel(rulebook().game, EDITION, bound(EDITION)), "reference", create)
    asked = [one for one in rulebook().store.scenarios if one.id.startswith(TARGETED)]
    with rewritten(resolving.run, "frame.done or len(picked) >= choice.may", "False")():
        records = run_scenarios(target, asked, words())
    assert {record.verdict for record in records} == {Verdict.ERROR}
    assert {record.label for record in records} == {"endless question"}
    said = "endless question: it asks 500 times in a row with one answer each time, at last for target"
    assert records[0].explanation == said
