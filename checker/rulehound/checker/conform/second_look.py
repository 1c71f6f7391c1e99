"""A second look at a trace: it is run again under a judge, who says what its last step breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulehound.checker.play.session import How, JudgeFor, Seen, Session
from rulehound.checker.records import Finding, Trace, TraceStep
from rulehound.checker.traces import Start, in_words
from rulehound.spec.formats import Adapter, Observation, Refused
from rulehound.spec.game import Game


@dataclass(frozen=True)
class Look:
    """What a judge says of a trace."""

    findings: Sequence[Finding]
    """What the last step breaks; of a trace without steps, what the start does."""
    judged: bool
    """The judge could tell of the last step: what is not found there is not there."""
    agreed: int
    """Steps before the first with which the judge finds anything wrong."""
    boards: Sequence[Observation]
    """What the engine shows before and after the last step; of a trace without steps, at the start."""


def look_again(game: Game, adapter: Adapter, judge_for: JudgeFor, trace: Trace) -> Look | None:
    """Run a trace again with every step judged; None where no game starts, or it goes otherwise.

    Raises EngineError.
    """
    try:
        session = Session(adapter, Start.from_trace(trace), judge_for)
    except (Refused, ValueError):
        return None
    found: Sequence[Seen] = session.at_start
    agreed: int | None = None
    for number, step in enumerate(trace.steps[:-1]):
        agreed = number if found and agreed is None else agreed
        seen = _taken(session, step)
        if seen is None:
            return None
        found = seen
    if found and agreed is None:
        agreed = max(len(trace.steps) - 1, 0)
    before, skipped = session.observation, sum(session.judge.not_judged.values())
    if trace.steps:
        last = _last(game, session, trace.steps[-1])
        if last is None:
            return None
        found = last
    told = not session.judge.given_up and sum(session.judge.not_judged.values()) == skipped
    boards = [before, session.observation] if trace.steps else [before]
    most = max(len(trace.steps) - 1, 0)
    return Look([each.finding for each in found], told, most if agreed is None else agreed, boards)


def _taken(session: Session, step: TraceStep) -> list[Seen] | None:
    """Take a step; what is wrong with it, None where it is not refused or carried out as it was."""
    before = len(session.taken)
    found = session.attempt(step.action)
    refused = len(session.taken) == before or bool(session.taken[-1].refused)
    return found if refused == step.refused else None


def _last(game: Game, session: Session, last: TraceStep) -> list[Seen] | None:
    """What is wrong with the last step: with its being offered or missing, and with what came of it."""
    found = []
    if "legal-actions" in session.adapter.handshake().capabilities:
        text = in_words(game, session.observation, last.action, session.start.known)
        seen = session.look(How.LEGAL, session.offered())
        found = [each for each in seen if each.finding.expected.endswith(f": {text}")]
    taken = _taken(session, last)
    return None if taken is None else [*found, *taken]
