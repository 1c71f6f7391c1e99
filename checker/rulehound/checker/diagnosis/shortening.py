"""Shorter traces for violations that come with a long one: the steps that do not matter are left out."""

from __future__ import annotations

from functools import partial

import msgspec

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.second_look import look_again
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.suite.leading import cards_in_play
from rulehound.checker.suite.play.session import How
from rulehound.checker.suite.play.shorten import Way, reduced, shortest, with_culprit
from rulehound.spec.formats import Action, Adapter, Observation

LONG = 3
"""Steps up to which a trace is left as it is."""

RUNS, SEARCHED = 100, 200
"""Games played again to leave steps out of one trace, where a long one counts for several, and steps taken in
search of a shorter one, at most."""


def shortened(met: Occurrence, rule: str, target: Target, adapter: Adapter) -> Occurrence:
    """The same violation of a rule with as short a trace as can be found; as it is where the judge is silent.

    Raises EngineError.
    """
    trace, look = met.record.trace, met.look
    if trace is None or look is None or len(trace.steps) <= LONG:
        return met
    seen = next((each for each in look.seen if each.finding.rule == rule), None)
    if seen is None:
        return met
    start = Start.from_trace(trace)
    steps = look.taken[:-1] if seen.how is How.LEGAL else look.taken
    way = reduced(adapter, target.judge, Way(start, tuple(steps), seen), RUNS)
    tries = partial(_tries, target, adapter, start)
    if "save" in target.greeting.capabilities:
        way = shortest(adapter, target.judge, way, tries, SEARCHED)
    if seen.how is How.LEGAL:
        way = with_culprit(adapter, target.judge, way, tries)
    if len(way.steps) >= len(trace.steps):
        return met
    short = target.trace(way.start, way.steps, way.seen.finding)
    again = look_again(target.game, adapter, target.judge, short)
    if again is None or rule not in (finding.rule for finding in again.findings):
        return met
    return Occurrence(msgspec.structs.replace(met.record, trace=short), again)


def _tries(target: Target, adapter: Adapter, start: Start, observation: Observation) -> list[Action]:
    reader, cards = target.game.reader, cards_in_play(adapter, start.known)
    return [*reader.effects(observation), *reader.candidates(observation, cards)]
