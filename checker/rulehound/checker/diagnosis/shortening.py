"""Shorter traces for failures that come with a long one: the steps that do not matter are left out."""

from __future__ import annotations

import msgspec

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.rerun import rerun
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.suite.play.session import Oracle
from rulehound.checker.suite.play.shrinking import (
    FailingGame,
    candidates_from,
    reduced,
    shortest,
    with_culprit,
)
from rulehound.spec.formats import Action, Adapter, Observation

LONG = 3
"""Steps up to which a trace is left as it is."""

RUNS, SEARCHED = 100, 200
"""Games played again to leave steps out of one trace, where a long one counts for several, and steps taken in
search of a shorter one, at most."""


def with_shorter_trace(occurrence: Occurrence, rule: str, target: Target, adapter: Adapter) -> Occurrence:
    """The same failure with as short a trace as can be found in which the judge suspects the rule first.

    It stays as it is where the judge does not suspect the rule first, or nothing shorter is found.

    Raises EngineError.
    """
    trace, seen = occurrence.record.trace, occurrence.rerun
    if trace is None or seen is None or len(trace.steps) <= LONG:
        return occurrence
    own = occurrence.finding_about(rule)
    alike = (each for each in seen.detections if own and each.finding.expected == own.expected)
    detection = next(alike, None)
    if detection is None:
        return occurrence
    start = Start.from_trace(trace)
    steps = seen.taken[:-1] if detection.oracle is Oracle.LEGAL else seen.taken
    failure = reduced(adapter, target.judge, FailingGame(start, tuple(steps), detection), RUNS)
    candidates = candidates_from(target.game, adapter, start)

    def tries(observation: Observation) -> list[Action]:
        return [*target.game.reader.effects(observation), *candidates(observation)]

    if "save" in target.greeting.capabilities:
        failure = shortest(adapter, target.judge, failure, tries, SEARCHED)
    if detection.oracle is Oracle.LEGAL:
        failure = with_culprit(adapter, target.judge, failure, tries)
    if len(failure.steps) >= len(trace.steps):
        return occurrence
    short = target.trace(failure.start, failure.steps, failure.detection.finding)
    again = rerun(target.game, adapter, target.judge, short)
    if again is None or detection.finding.rule not in (finding.rule for finding in again.findings):
        return occurrence
    record = msgspec.structs.replace(occurrence.record, trace=short)
    return Occurrence(record, again, candidates=occurrence.candidates)
