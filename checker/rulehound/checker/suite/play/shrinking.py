"""Shorter games that show a finding: steps are left out, and an engine is searched breadth first."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulehound.checker.judging.names import renamed
from rulehound.checker.judging.observations.json_paths import ID, things
from rulehound.checker.judging.traces import EFFECT, Start, Taken, is_effect, take
from rulehound.checker.suite.leading import cards_in_play
from rulehound.checker.suite.play.session import Detection, JudgeFor, Oracle, Session
from rulehound.spec.formats import Action, Adapter, Observation, Refused
from rulehound.spec.game import Game

Tries = Callable[[Observation], Sequence[Action]]
"""What may be tried in a situation beside what the engine offers: effects of cards, actions not offered."""

A_RUN = 20
"""Steps for which a game that is played again counts as one run more."""


@dataclass(frozen=True)
class FailingGame:
    """A game that shows a finding: where it starts, the steps, and the finding after the last of them."""

    start: Start
    steps: Sequence[Taken]
    detection: Detection


def candidates_from(game: Game, adapter: Adapter, start: Start) -> Tries:
    """Gives the actions that could be meant in a situation of a game from this start, offered or not."""
    return lambda observation: game.reader.candidates(observation, cards_in_play(adapter, start.known))


def rerun_steps(
    adapter: Adapter, judge_for: JudgeFor, failure: FailingGame, steps: Sequence[Taken]
) -> FailingGame | None:
    """Play a game again with some of its steps; the game that results, or None where it does not show the
    finding.

    Steps that the engine refuses now are left out, but for the last one.
    """
    try:
        session = Session(adapter, failure.start, judge_for)
    except Refused:
        return failure if failure.detection.oracle is Oracle.START and not steps else None
    if failure.detection.oracle is Oracle.START:
        return None
    if not steps:
        detection = _again(session, failure.detection)
        return FailingGame(failure.start, (), detection) if detection else None
    for step in steps[:-1]:
        session.follow(session.listed(action_again(step, session.observation)))
    last = steps[-1]
    action = session.listed(action_again(last, session.observation))
    detection = _last_step(session, action, last, failure.detection)
    return FailingGame(failure.start, tuple(session.taken), detection) if detection else None


def _last_step(session: Session, action: Action, last: Taken, sought: Detection) -> Detection | None:
    if sought.oracle in (Oracle.STATE, Oracle.LEGAL):
        return _again(session, sought) if session.follow(action) else None
    if last.offered and action not in session.offered():
        return None
    detections = session.take(action) if last.offered else session.attempt(action)
    return next((one for one in detections if (one.key, one.oracle) == (sought.key, sought.oracle)), None)


def _again(session: Session, sought: Detection) -> Detection | None:
    """The finding if it is there in the game as it stands."""
    offered = session.offered() if sought.oracle is Oracle.LEGAL else ()
    return next((one for one in session.look(sought.oracle, offered) if one.key == sought.key), None)


def action_again(step: Taken, now: Observation) -> Action:
    """A step of one game as it reads in another of the same start: what has a part in common is the same.

    Engines number what comes into play, so that a step left out gives other ids to all that follows. Of an
    engine that gives other ids in every game, what lies in the same area and looks the same is the same.
    """
    then = {thing[ID]: thing for thing in things(step.before)}
    present = {thing[ID] for thing in things(now)}
    translated = {}
    for key, value in step.action.items():
        thing = then.get(value) if isinstance(value, str) else None
        parts = _parts(thing) if thing else frozenset()
        alike = (other for other in things(now) if parts & _parts(other)) if parts else iter(())
        same = next(alike, {ID: value})[ID]
        translated[key] = _lookalike(value, step.before, now) if thing and same not in present else same
    return translated


def _lookalike(name: str, before: Observation, now: Observation) -> str:
    """The id of what lies now where this thing lay before, and looks like it or at least is called the same;
    its own where nothing does."""
    for show in (_without_ids, _texts):
        then, there = (
            [(id, (area, show(thing))) for id, area, thing in _placed(one)] for one in (before, now)
        )
        seen = dict(then)[name]
        nth = [id for id, looks in then if looks == seen].index(name)
        alike = [id for id, looks in there if looks == seen]
        if alike:
            return alike[min(nth, len(alike) - 1)]
    return name


def _placed(value: Any, area: str = "") -> Iterator[tuple[str, str, Any]]:
    """Everything in a value that has an id: the id, the area in which it lies, and the thing."""
    if isinstance(value, dict):
        if isinstance(value.get(ID), str):
            yield value[ID], area, value
        for name, inner in value.items():
            yield from _placed(inner, f"{area}.{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _placed(inner, area if area.count(".") > 1 else f"{area}.{index}")


def _without_ids(value: Any) -> str:
    """What a thing shows, whatever the ids in it."""
    return json.dumps(renamed(value, {thing[ID]: "" for thing in things(value)}), sort_keys=True)


def _texts(value: Any) -> str:
    """The texts that a thing shows, without its ids: what it is called, and not how it stands."""
    return "".join(re.findall('"[^"]*"', _without_ids(value)))


def _parts(thing: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(inner[ID] for inner in things(thing)) - {thing[ID]}


def reduced(adapter: Adapter, judge_for: JudgeFor, failure: FailingGame, most_runs: int) -> FailingGame:
    """The game with as many steps left out as can be, one by one at last, within so many runs; a long one
    counts for several.

    Delta debugging by complements (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
    Input", 2002); the last step always stays.
    """
    runs, size = 0, len(failure.steps)
    while len(failure.steps) > 1:
        first, before = 0, len(failure.steps)
        size = max(1, min(size, before) // 2)
        while first < len(failure.steps) - 1:
            if runs >= most_runs:
                return failure
            end = min(first + size, len(failure.steps) - 1)
            kept = [*failure.steps[:first], *failure.steps[end:]]
            runs += 1 + len(kept) // A_RUN
            shorter = rerun_steps(adapter, judge_for, failure, kept)
            if shorter is not None and len(shorter.steps) < len(failure.steps):
                failure = shorter  # what comes next stands where this stood
            else:
                first = end
        if size == 1 and len(failure.steps) == before:
            return failure
    return failure


def shortest(
    adapter: Adapter, judge_for: JudgeFor, failure: FailingGame, tries: Tries, most_steps: int
) -> FailingGame:
    """The shortest game from the same start that a breadth-first search finds, within so many steps taken.

    Needs an engine that saves and restores. Only actions of the names that the game has are taken, and what
    looks the same is taken for the same. The game itself where there is no shorter one in reach.
    """
    if not failure.steps:
        return failure
    names = {action_name(step.action) for step in failure.steps}
    session = Session(adapter, failure.start, judge_for)
    if detection := _again(session, failure.detection):
        return FailingGame(failure.start, (), detection)
    frontier: deque[tuple[Any, Observation, tuple[Taken, ...]]] = deque()
    frontier.append((adapter.save(), session.observation, ()))
    known = {_state(session.observation)}
    taken = 0
    while frontier:
        token, observation, steps = frontier.popleft()
        if len(steps) + 1 >= len(failure.steps):
            return failure
        session.observation = adapter.restore(token)
        for action, offered in _choices(session, tries, names):
            if taken >= most_steps:
                return failure
            taken += 1
            session.observation, session.taken = adapter.restore(token), list(steps)
            step = Taken(action, observation, observation, offered=offered)
            detection = _last_step(session, action, step, failure.detection)
            if detection:
                return FailingGame(failure.start, tuple(session.taken), detection)
            state = _state(session.observation)
            if len(session.taken) > len(steps) and not session.taken[-1].refused and state not in known:
                known.add(state)
                frontier.append((adapter.save(), session.observation, tuple(session.taken)))
    return failure


def with_culprit(adapter: Adapter, judge_for: JudgeFor, failure: FailingGame, tries: Tries) -> FailingGame:
    """A game that ends in a wrong offer, with the action in question as one more step: carried out, or
    refused.

    The game itself where the offer is not wrong by a single action.
    """
    session = Session(adapter, failure.start, judge_for)
    for step in failure.steps:
        session.follow(session.listed(action_again(step, session.observation)))
    offered, before = session.offered(), session.observation
    for action in [*offered, *(other for other in tries(before) if other not in offered)]:
        others = [other for other in offered if other != action]
        toggled = others if len(others) < len(offered) else [*offered, action]
        if _times(session, toggled, failure.detection) < _times(session, offered, failure.detection):
            alike = [
                each for each in session.look(Oracle.LEGAL, offered) if each.key == failure.detection.key
            ]
            about = ((each, each.finding.offers) for each in alike)
            own = (each for each, offers in about if offers and offers.names(action))
            detection = next(own, failure.detection)
            try:
                last = Taken(action, before, take(adapter, action), offered=action in offered)
            except Refused as refusal:
                last = Taken(action, before, adapter.observe(), refusal.reasons, action in offered)
            return FailingGame(failure.start, (*session.taken, last), detection)
    return failure


def _times(session: Session, offered: Sequence[Action], detection: Detection) -> int:
    return sum(other.key == detection.key for other in session.look(Oracle.LEGAL, offered))


def _choices(session: Session, tries: Tries, names: set[str]) -> Iterator[tuple[Action, bool]]:
    """What can be done here that has one of the names, and whether the engine offers it."""
    offered = session.offered()
    tried = (action for action in tries(session.observation) if action not in offered)
    choices = [*((action, True) for action in offered), *((action, False) for action in tried)]
    return (choice for choice in choices if action_name(choice[0]) in names)


def action_name(action: Action) -> str:
    """The name that an action or effect goes by."""
    return f"{EFFECT} {action[EFFECT]}" if is_effect(action) else str(action.get("action", ""))


def _state(observation: Observation) -> str:
    return json.dumps(observation, sort_keys=True)
