"""Running a trace again under a judge, who says which rules its last step breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.names import TraceNames
from rulehound.checker.judging.traces import Start, Taken, action_in_words
from rulehound.checker.records import Finding, Offer, Offers, Trace, TraceStep
from rulehound.checker.suite.play.session import Detection, JudgeFor, Oracle, Session
from rulehound.checker.suite.play.shrinking import action_name
from rulehound.spec.formats import Action, Adapter, Card, Observation, Refused
from rulehound.spec.game import Game


@dataclass(frozen=True)
class Rerun:
    """What a judge said of a trace that was run again."""

    detections: Sequence[Detection]
    """What the last step breaks, and by which look; of a trace without steps, what the start does."""
    conclusive: bool
    """The judge could judge the last step as a whole: what it did not find there is not there."""
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
        return [each.finding for each in self.detections]


def rerun(game: Game, adapter: Adapter, judge_for: JudgeFor, trace: Trace) -> Rerun | None:
    """Run a trace again with every step judged; None where no game starts, or a step does not end as
    recorded.

    Raises EngineError.
    """
    try:
        session = Session(adapter, Start.from_trace(trace), judge_for)
    except (Refused, ValueError):
        return None
    names = TraceNames(trace, session.observation)
    detections: Sequence[Detection] = session.at_start
    agreed: int | None = None
    earlier = list[Finding]()
    for number, step in enumerate(trace.steps):
        agreed = number if detections and agreed is None else agreed
        earlier += [each.finding for each in detections]
        if number == len(trace.steps) - 1:
            break
        result = _take(session, names.step(step))
        if result is None:
            return None
        names.see(session.observation)
        detections = result
    before, skipped = session.observation, sum(session.judge.not_judged.values())
    if trace.steps:
        result = _take_last(game, session, trace.rule, names.step(trace.steps[-1]))
        if result is None:
            return None
        names.see(session.observation)
        detections = result
    detections = [_then(each, names) for each in [*detections, *_at_the_end(session, trace)]]
    conclusive = not session.judge.given_up and sum(session.judge.not_judged.values()) == skipped
    boards = [before, session.observation] if trace.steps else [before]
    most = max(len(trace.steps) - 1, 0)
    taken = tuple(session.taken)
    return Rerun(detections, conclusive, most if agreed is None else agreed, boards, taken, earlier)


def _then(detection: Detection, names: TraceNames) -> Detection:
    """The detection with the ids of the trace in what it says of offers."""
    finding = detection.finding
    if finding.offers is None:
        return detection
    offers = msgspec.convert(names.then(msgspec.to_builtins(finding.offers)), Offers)
    return replace(detection, finding=msgspec.structs.replace(finding, offers=offers))


def last_steps(game: Game, cards: Mapping[str, Card], taken: Sequence[Taken], many: int) -> Sequence[Taken]:
    """The last `many` steps; more where the game was in the middle of something before these."""
    first = max(len(taken) - many, 0)
    while first and not game.reader.view(taken[first].before, cards).settled:
        first -= 1
    return taken[first:]


def findings_of(judge: Judge, steps: Sequence[Taken]) -> Iterator[list[Finding]]:
    """What a judge finds in the situation before these steps, then in each step that was not refused."""
    yield judge.state(steps[0].before)
    for step in steps:
        if not step.refused:
            yield [*judge.step(step.before, step.action, step.after), *judge.state(step.after)]


def _take(session: Session, step: TraceStep) -> list[Detection] | None:
    """Take a step of a trace and give what is wrong with it; None where it was carried out and is refused
    now, or the other way round."""
    before = len(session.taken)
    detections = session.attempt(step.action)
    refused = len(session.taken) == before or bool(session.taken[-1].refused)
    return detections if refused == step.refused else None


def _take_last(game: Game, session: Session, rule: str, last: TraceStep) -> list[Detection] | None:
    """Take the last step of a trace and give what is wrong with its offer, its refusal and its outcome.

    `rule`: the one that the trace says is broken.
    """
    detections = list[Detection]()
    if "legal-actions" in session.adapter.handshake().capabilities:
        text = action_in_words(game, session.observation, last.action, session.start.known)
        offered = session.offered()
        detections = _about(text, session.look(Oracle.LEGAL, offered))
        if last.refused and not detections and _is_legal(session, [*offered, last.action], text):
            detections = [Detection(_refusal(session, rule, last.action, text, offered), Oracle.LEGAL)]
    outcome = _take(session, last)
    return None if outcome is None else [*detections, *outcome]


def _at_the_end(session: Session, trace: Trace) -> list[Detection]:
    """What is wrong with the offers after the last step, where the trace is about these."""
    if trace.offers is None or trace.offers.after != len(trace.steps) or not session.taken:
        return []
    if "legal-actions" not in session.adapter.handshake().capabilities:
        return []
    offers, withheld = session.look(Oracle.LEGAL, session.offered()), trace.offers.withholds
    return [each for each in offers if each.finding.withholds == withheld]


def _refusal(session: Session, rule: str, last: Action, text: str, offered: Sequence[Action]) -> Finding:
    """The finding that a legal action is refused: by the rule of the trace, or where the engine names none by
    any other on which the action rests."""
    named = any(reason.rule for reason in session.refusals(last))
    granting = [] if named else session.judge.grounds(session.observation, [last])
    rules = [rule, *(other for each in granting for other in each.rules)]
    suspects = [each for each in dict.fromkeys(rules) if each]
    missing = Offers(missing=[Offer(last, text)]) if last not in offered else None
    action = f"guard:{granting[0].action}" if granting else f"legal:{action_name(last)}"
    check = f"{action}:{suspects[0]}" if granting else action
    return Finding(suspects, check, f"carried out: {text}", "refused", offers=missing)


def _about(text: str, seen: Sequence[Detection]) -> list[Detection]:
    """The detections that are about the action of these words."""
    return [each for each in seen if each.finding.expected.endswith(f": {text}")]


def _is_legal(session: Session, offered: Sequence[Action], text: str) -> bool:
    """Whether the judge does not object to the action of these words among those that are offered.

    False also where the judge cannot tell.
    """
    skipped = sum(session.judge.not_judged.values())
    objections = _about(text, session.look(Oracle.LEGAL, offered))
    return not objections and sum(session.judge.not_judged.values()) == skipped
