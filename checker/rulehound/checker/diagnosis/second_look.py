"""A second look at a trace: it is run again under a judge, who says what its last step breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.traces import Start, Taken, in_words
from rulehound.checker.records import Finding, Trace, TraceStep
from rulehound.checker.suite.play.session import How, JudgeFor, Seen, Session
from rulehound.checker.suite.play.shorten import action_name
from rulehound.spec.formats import Action, Adapter, Card, Observation, Refused
from rulehound.spec.game import Game


@dataclass(frozen=True)
class Look:
    """What a judge says of a trace."""

    seen: Sequence[Seen]
    """What the last step breaks, and by which look; of a trace without steps, what the start does."""
    judged: bool
    """The judge could tell of the last step: what is not found there is not there."""
    agreed: int
    """Steps before the first with which the judge finds anything wrong."""
    boards: Sequence[Observation]
    """What the engine shows before and after the last step; of a trace without steps, at the start."""
    taken: Sequence[Taken] = ()
    """The steps as they were taken."""
    earlier: Sequence[Finding] = ()
    """What steps before the last one break already."""

    @property
    def findings(self) -> list[Finding]:
        """What the last step breaks."""
        return [each.finding for each in self.seen]


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
    earlier = list[Finding]()
    for number, step in enumerate(trace.steps):
        agreed = number if found and agreed is None else agreed
        earlier += [each.finding for each in found]
        if number == len(trace.steps) - 1:
            break
        seen = _taken(session, step)
        if seen is None:
            return None
        found = seen
    before, skipped = session.observation, sum(session.judge.not_judged.values())
    if trace.steps:
        last = _last(game, session, trace)
        if last is None:
            return None
        found = last
    told = not session.judge.given_up and sum(session.judge.not_judged.values()) == skipped
    boards = [before, session.observation] if trace.steps else [before]
    most = max(len(trace.steps) - 1, 0)
    return Look(found, told, most if agreed is None else agreed, boards, tuple(session.taken), earlier)


def last_steps(game: Game, cards: Mapping[str, Card], taken: Sequence[Taken], many: int) -> Sequence[Taken]:
    """So many steps before the end; more where the game was in the middle of something then."""
    first = max(len(taken) - many, 0)
    while first and not game.reader.view(taken[first].before, cards).settled:
        first -= 1
    return taken[first:]


def judged(judge: Judge, steps: Sequence[Taken]) -> Iterator[list[Finding]]:
    """What a judge finds in a situation, then in each of the steps from there that was not refused."""
    yield judge.state(steps[0].before)
    for step in steps:
        if not step.refused:
            yield [*judge.step(step.before, step.action, step.after), *judge.state(step.after)]


def _taken(session: Session, step: TraceStep) -> list[Seen] | None:
    """Take a step; what is wrong with it, None where it is not refused or carried out as it was."""
    before = len(session.taken)
    found = session.attempt(step.action)
    refused = len(session.taken) == before or bool(session.taken[-1].refused)
    return found if refused == step.refused else None


def _last(game: Game, session: Session, trace: Trace) -> list[Seen] | None:
    """What is wrong with the last step: with its being offered or refused, and with what came of it."""
    last, found = trace.steps[-1], list[Seen]()
    if "legal-actions" in session.adapter.handshake().capabilities:
        text = in_words(game, session.observation, last.action, session.start.known)
        offered = session.offered()
        found = _about(text, session.look(How.LEGAL, offered))
        if last.refused and not found and _is_legal(session, [*offered, last.action], text):
            expected, check = f"carried out: {text}", f"legal:{action_name(last.action)}"
            found = [Seen(Finding(trace.rule, check, expected, "refused"), How.LEGAL)]
    taken = _taken(session, last)
    return None if taken is None else [*found, *taken]


def _about(text: str, seen: Sequence[Seen]) -> list[Seen]:
    """What is found about one action."""
    return [each for each in seen if each.finding.expected.endswith(f": {text}")]


def _is_legal(session: Session, offered: Sequence[Action], text: str) -> bool:
    """Whether the judge objects to nothing when the last of these actions is offered too, and can tell."""
    skipped = sum(session.judge.not_judged.values())
    objections = _about(text, session.look(How.LEGAL, offered))
    return not objections and sum(session.judge.not_judged.values()) == skipped
