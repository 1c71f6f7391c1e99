"""Bounded exploration of an engine itself: every legal action from chosen positions, breadth first, judged.

What looks the same is taken for the same: a state is known by a hash of what the engine shows, so that two
states which differ in what it hides count as one. Where a game is begun anew to lead up to a state, an engine
may give other ids than in the game before: things are then known by the order in which they are met. Ways
that brought something new (an action of the model or a rule that no step had shown before) are gone on first.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from typing import Any

import msgspec

from rulehound.checker.efforts import Bounds
from rulehound.checker.engines import EngineError, EngineStartError, RestartedEngine
from rulehound.checker.judging.coverage import Coverage, counts_of, how_often
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.names import Names, renamed
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import EVENTS, Start, Taken
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.capabilities import EXPLORATION, cannot, does_not_follow
from rulehound.checker.suite.catalogue import checks_of_model
from rulehound.checker.suite.play.play_log import PlayLog
from rulehound.checker.suite.play.session import Detection, JudgeFor, Oracle, Session
from rulehound.checker.suite.play.shrinking import candidates_from, with_culprit
from rulehound.spec.formats import Action, Adapter, Observation, Refused

EXPLORED = "engine:explored"
"""Check that the states of an engine, as far as they were explored, break no rule."""

REPLAYED = 4
"""How many times fewer states are looked at where each has to be led up to from its start."""


@dataclass(frozen=True)
class Place:
    """A state of an engine, and how to get there."""

    observation: Observation
    steps: tuple[Taken, ...]
    judge: Judge
    token: Any = None
    """Of the engine's own save; None where it has none."""


@dataclass
class Explored:
    """What was seen."""

    log: PlayLog = field(default_factory=PlayLog)
    states: int = 0
    starts: int = 0
    deepest: int = 0
    cut: int = 0
    """Starts from which there was more within the depth than was looked at."""
    unlike: int = 0
    """Ways that led elsewhere when they were gone again."""
    refused: int = 0
    """Starts that the engine did not take, could not be led to, or shows broken."""
    trouble: str = ""
    """Why less was explored than was declared."""


def explore(target: Target, starts: Sequence[Start], bounds: Bounds) -> list[CheckRecord]:
    """Explore an engine from these starts; a record for each violation, for each check that was exercised,
    and for all.

    Same engine and starts, same outcome. Raises EngineStartError where the engine cannot be started.
    """
    engine = RestartedEngine(target.open)
    if why := _why_not(target, starts):
        engine.close()
        return [_record(target, bounds, EXPLORED, Verdict.UNSUPPORTED, "nothing", why)]
    if "save" not in target.greeting.capabilities:
        bounds = replace(bounds, states=max(1, bounds.states // REPLAYED))
    until = None if bounds.seconds is None else time.monotonic() + bounds.seconds
    explored = Explored()
    try:
        for number, start in enumerate(starts):
            share = (bounds.states - explored.states) // (len(starts) - number)
            try:
                _from(start, engine.adapter, target.judge, share, bounds.depth, until, explored)
            except EngineError as error:
                explored.trouble = f"the engine broke ({error})"
                if not engine.restart():
                    break
            if until is not None and time.monotonic() >= until:
                explored.trouble = "the time for exploring was over"
                break
    except EngineStartError as error:
        explored.trouble = f"the engine did not start again ({error})"
    else:
        _end_with_culprits(engine.adapter, target, explored.log)
    finally:
        engine.close()
    return list(_records(target, bounds, explored))


def _why_not(target: Target, starts: Sequence[Start]) -> str:
    """Why this engine cannot be explored; '' where it can."""
    if why := does_not_follow(target.greeting, target.edition) or cannot(target.greeting, EXPLORATION):
        return why
    return "" if starts else "no start that the engine takes"


def lost_exploration(target: Target, bounds: Bounds, why: str) -> list[CheckRecord]:
    """The record of an exploration of which no results are left, for the reason `why`."""
    return [_record(target, bounds, EXPLORED, Verdict.INCONCLUSIVE, "nothing", why)]


def _end_with_culprits(adapter: Adapter, target: Target, log: PlayLog) -> None:
    """Let each way to a wrong offer end with the action in question, as far as the engine goes along."""
    for key, failure in log.failures.items():
        if failure.detection.oracle is Oracle.LEGAL:
            tries = candidates_from(target.game, adapter, failure.start)
            with suppress(EngineError, Refused):
                log.failures[key] = with_culprit(adapter, target.judge, failure, tries)


def _from(
    start: Start,
    adapter: Adapter,
    judge_for: JudgeFor,
    most: int,
    depth: int,
    until: float | None,
    explored: Explored,
) -> None:
    """Explore from one start; none is a start that the engine refuses, nor a position that breaks a rule
    itself, as some scenarios want it."""
    try:
        session: Session | None = Session(adapter, start, judge_for)
    except Refused:
        session = None
    if session is None or (start.position is not None and session.at_start):
        explored.refused += 1
        return
    explored.starts += 1
    explored.log.add_findings(start, (), session.at_start)
    serial = count()
    _noted(session, explored.log)
    first = _place(session)
    known, looked_at = {_known_by(session)}, 0
    waiting: list[tuple[bool, int, int, Place]] = [(False, 0, next(serial), first)]
    while waiting:
        if looked_at >= most or (until is not None and time.monotonic() >= until):
            explored.cut += 1
            break
        _, _, _, place = heappop(waiting)
        looked_at += 1
        if not _return_to(session, place):
            explored.unlike += 1
            continue
        offered = session.offered()
        explored.log.add_findings(start, session.taken, session.look(Oracle.LEGAL, offered))
        _noted(session, explored.log)
        explored.deepest = max(explored.deepest, len(place.steps))
        then = _names_met(session)
        for offer in offered if len(place.steps) < depth else ():
            if not _return_to(session, place):
                explored.unlike += 1
                break
            action = renamed(offer, _pairs(then, _names_met(session))) if place.token is None else offer
            findings, new = _taken(session, action, explored.log)
            _noted(session, explored.log)
            explored.log.add_step(action)
            explored.log.add_findings(start, session.taken, findings)
            there = _known_by(session)
            if there not in known and not _leads_to_no_news(findings, session):
                known.add(there)
                heappush(waiting, (not new, len(session.taken), next(serial), _place(session)))
    explored.states += looked_at
    explored.log.add_game(session.judge)


def _taken(session: Session, action: Action, log: PlayLog) -> tuple[list[Detection], bool]:
    """Take an offered action: what is wrong with it, and whether it showed anything new."""
    known = log.coverage
    findings = session.take(action)
    here = session.judge.coverage
    return findings, not (
        here.taken.keys() <= known.taken.keys() and here.judged.keys() <= known.judged.keys()
    )


def _noted(session: Session, log: PlayLog) -> None:
    """Note what has just been covered; the judges of other places have nothing of it."""
    log.coverage += session.judge.coverage
    session.judge.coverage = Coverage()


def _leads_to_no_news(detections: Sequence[Detection], session: Session) -> bool:
    """Whether what follows is no news: the state breaks rules, the engine refused, or the judge gave up."""
    refused = bool(session.taken and session.taken[-1].refused)
    return refused or bool(session.judge.given_up) or any(each.oracle is Oracle.STATE for each in detections)


def _place(session: Session) -> Place:
    """Where a session is now. The judge is kept as it is; what it has covered has been noted."""
    saves = "save" in session.adapter.handshake().capabilities
    token = session.adapter.save() if saves else None
    return Place(session.observation, tuple(session.taken), copy(session.judge), token)


def _return_to(session: Session, place: Place) -> bool:
    """Go back to a place; False where the engine is not as it was there."""
    if place.token is None:
        return _led_to(session, place)
    session.observation = session.adapter.restore(place.token)
    session.taken, session.judge = list(place.steps), copy(place.judge)
    return _identity(session.observation) == _identity(place.observation)


def _led_to(session: Session, place: Place) -> bool:
    """Begin the game anew and go the way to a place; False where it does not lead there.

    The actions of the way and what the judge has seen are put into the ids of the new game.
    """
    session.observation, session.taken = session.start.begin(session.adapter), []
    then, now = Names(), Names()
    for step in place.steps:
        then.see(step.before)
        now.see(session.observation)
        if not session.follow(renamed(step.action, _pairs(then, now))):
            return False
    alike = _identity(now.neutral(session.observation)) == _identity(then.neutral(place.observation))
    session.judge = copy(place.judge)
    session.judge.belief = place.judge.belief.renamed(_pairs(then, now))
    return alike


def _names_met(session: Session) -> Names:
    """The ids that the game has shown so far."""
    names = Names()
    for step in session.taken:
        names.see(step.before)
    names.see(session.observation)
    return names


def _pairs(then: Names, now: Names) -> dict[str, str]:
    """Ids of an earlier game to those of the game as it is now, as far as they differ."""
    return {old: new for old, new in zip(then.numbers, now.numbers, strict=False) if old != new}


def _known_by(session: Session) -> bytes:
    """What the state of a session is known by among those from one start.

    Without `save` every state is reached in a game of its own, so that ids say nothing.
    """
    saves = "save" in session.adapter.handshake().capabilities
    return _identity(session.observation if saves else Names().neutral(session.observation))


def _identity(observation: Observation) -> bytes:
    """A state by what it shows; what just happened is no part of it."""
    visible = {key: value for key, value in observation.items() if key != EVENTS}
    return hashlib.blake2b(msgspec.json.encode(visible, order="deterministic"), digest_size=16).digest()


def _records(target: Target, bounds: Bounds, explored: Explored) -> Iterator[CheckRecord]:
    """Violations in the order found, every other check that was exercised by its id, then the whole."""
    log = explored.log
    shown = (
        f"{explored.states:,} states from {explored.starts} starts, {log.steps:,} steps; "
        f"states that look the same count once"
    )
    for key, failure in log.failures.items():
        finding = failure.detection.finding
        record = _record(target, bounds, finding.check, Verdict.VIOLATION, shown)
        yield msgspec.structs.replace(
            record,
            rules=[finding.rule] if finding.rule else [],
            explanation=f"expected: {finding.expected}; observed: {finding.observed}",
            counts={"times": log.times[key], "steps": len(failure.steps)},
            trace=target.trace(failure.start, failure.steps, finding),
        )
    why = explored.trouble or (
        f"{explored.unlike} paths led to another state when they were taken again" if explored.unlike else ""
    )
    cut = f"; cut short at {explored.cut} of the starts" if explored.cut else ""
    cut += (
        f"; {explored.refused} starts that the engine does not take, is not led to or shows broken"
        if explored.refused
        else ""
    )
    verdict = Verdict.INCONCLUSIVE if why else Verdict.PASS
    if not explored.starts and verdict is Verdict.PASS:  # nothing was looked at
        verdict, why = Verdict.UNSUPPORTED, "no start that the engine takes"
    declared = {check.id: check for check in checks_of_model(target.game.model())}
    violated = {check for check, _, _ in log.failures} | log.first_suspects.keys()
    for check in sorted(log.coverage.exercised.keys() & declared.keys() - violated):
        rules, counts = list(declared[check].rules), counts_of(check, log.coverage)
        if not set(rules) <= set(target.unsupported):
            one = _record(target, bounds, check, verdict, f"{how_often(counts)} in {shown}", why)
            yield msgspec.structs.replace(one, rules=rules, counts=counts)
    record = _record(target, bounds, EXPLORED, verdict, shown + cut, why)
    yield msgspec.structs.replace(
        record, counts={"states": explored.states, "deepest": explored.deepest, "steps": log.steps}
    )


def _record(
    target: Target, bounds: Bounds, check: str, verdict: Verdict, shown: str, explanation: str = ""
) -> CheckRecord:
    return CheckRecord(
        check=check,
        rules=[],
        verdict=verdict,
        scope=str(bounds),
        shown=shown,
        edition=target.edition,
        engine=target.engine,
        explanation=explanation,
        configuration="exploration",
    )
