"""A walk as a list of stops: actions, the engine's events in between, and the boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulehound.checker.report.summary import offers, remark, step_changes
from rulehound.checker.run_record import Violation


class ShownBoard(NamedTuple):
    """A board with its file."""

    caption: str
    file: str


class WalkStop(NamedTuple):
    """One place of a walk, at which somebody who follows it stands still."""

    kind: str
    """start, action, between, after; wrong for the place where the rule is broken."""
    text: str
    boards: Sequence[ShownBoard] = ()
    lines: Sequence[str] = ()
    """What else is to be said of it: what was refused, what changed, what is expected."""


def drawn(violation: Violation) -> Sequence[str]:
    """The boards of a violation: those of its walk, the start first, and that of another engine last."""
    walk = violation.walk
    if walk is None:
        return violation.pictures
    return [walk.start, *(step.picture for step in walk.steps), *([walk.other] if walk.other else [])]


def stops(violation: Violation, files: Sequence[str]) -> Iterator[WalkStop]:
    """The stops of a violation; `files` are those of its boards, in order."""
    if violation.walk is None:
        yield from _without_boards(violation)
        return
    walk = violation.walk
    at_start = "wrong" if not walk.steps else "start"
    yield WalkStop(at_start, "The start", [ShownBoard("The start", files[0])])
    for number, step in enumerate(walk.steps, 1):
        last = number == len(walk.steps)
        if step.happened:
            yield WalkStop("action", step.text, [ShownBoard("Before it", files[number - 1])])
        yield from (WalkStop("between", line) for line in step.happened)
        caption = (
            "Observed; what changed is marked in red" if last else "After it; what changed is marked in red"
        )
        boards = [ShownBoard(caption, files[number])] if step.picture else []
        if last and walk.other:
            expected = f"Expected: where the same steps lead engine “{walk.other_engine}”"
            boards.insert(0, ShownBoard(expected, files[-1]))
        text = f"After: {step.text}" if step.happened else step.text
        refused = [f"Refused: {step.refusal}"] if step.refusal else []
        yield WalkStop("wrong" if last else "after", text, boards, refused)


def _without_boards(violation: Violation) -> Iterator[WalkStop]:
    """The stops of a trace of which no board is drawn, such as a counterexample of the model: its changes."""
    trace = violation.trace
    if trace is None:
        return
    configuration = trace.start.get("configuration")
    start = [f"configuration {configuration}"] if configuration else []
    yield WalkStop("start" if trace.steps else "wrong", "The start", lines=start)
    for number, step in enumerate(trace.steps, 1):
        last = number == len(trace.steps)
        remarks = [remark(step)] if remark(step) else []
        lines = [*step_changes(step), *remarks, *(offers(trace) if last else [])]
        yield WalkStop("wrong" if last else "after", step.text, lines=lines)
