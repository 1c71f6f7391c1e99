"""An engine that asks questions of one answer each without end is told so, and not answered for ever."""

from __future__ import annotations

from rulehound.checker.records import Verdict
from rulehound.engine.adapter import create
from rulehound.engine.dcg.effects import resolving
from rulehound_testing.faults.catching import rulebook, run
from rulehound_testing.faults.patching import rewritten

EDITION = "comprehensive-4.0"
TARGETED = "rules/immune-over-a-card-of-the-opponent"


def test_a_choice_that_never_ends_is_an_error() -> None:
    asked = [one for one in rulebook().store.scenarios if one.id.startswith(TARGETED)]
    with rewritten(resolving.run, "frame.done or len(picked) >= choice.may", "False")():
        records = run(create, asked, EDITION)
    assert {record.verdict for record in records} == {Verdict.ERROR}
    assert {record.label for record in records} == {"endless question"}
    said = "endless question: it asks 500 times in a row with one answer each time, at last for target"
    assert records[0].explanation == said
