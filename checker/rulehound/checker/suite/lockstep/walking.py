"""Walks of two engines side by side: the same start, the same actions, and what both show after each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from rulehound.checker.engines import unreadable_is_malformed
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start, Taken, is_effect, take
from rulehound.checker.suite.lockstep.other_engine import Disagreement, OtherEngine
from rulehound.checker.suite.play.random_games import liked
from rulehound.checker.suite.play.shrinking import action_name
from rulehound.spec.formats import Action, Adapter, Observation, Refused


@dataclass(frozen=True)
class Route:
    """Where a walk begins, and the actions that it takes first, in the names of the other engine."""

    name: str
    start: Start
    first: Sequence[Action] = ()
    rules: Sequence[str] = ()
    """The rules of the scenario that it was made of."""


@dataclass
class Walk:
    """A walk as far as it went."""

    route: Route
    taken: list[Taken] = field(default_factory=list)
    """The steps, as the engine under test took them."""
    there: list[Action] = field(default_factory=list)
    """The actions of these steps in the names of the other engine, where it was in one state alone."""
    disagreement: Disagreement | None = None
    observation: Observation = field(default_factory=dict)
    offers: list[Action] = field(default_factory=list)
    refused: str = ""
    """Why it did not begin."""


ATTEMPTS = 0.3
"""Share of the steps by chance before which something is tried that neither engine offers."""


def walk(target: Target, adapter: Adapter, other: OtherEngine, route: Route, steps: int, seed: str) -> Walk:
    """Walk a route and then at most so many steps by chance, until the engines differ.

    It ends where nobody can do anything, and where chance has ordered cards anew. Raises EngineError.
    """
    gone = Walk(route)
    try:
        gone.observation = route.start.begin(adapter)
        gone.offers = adapter.legal_actions()
        gone.disagreement = other.begin(route.start, gone.observation, gone.offers)
    except Refused as refusal:
        gone.refused = f"one of the engines refuses it: {refusal}"
        return gone
    chance = Random(seed)
    tastes: dict[str, float] = {}
    for number in range(len(route.first) + steps):
        if gone.disagreement is not None or not other.states:
            break
        if number < len(route.first):
            action = other.in_our_names(route.first[number])
        elif gone.offers:
            if chance.random() < ATTEMPTS and not _attempt(target, adapter, other, gone, chance):
                break
            name = liked([action_name(one) for one in gone.offers], tastes, chance)
            action = chance.choice([one for one in gone.offers if action_name(one) == name])
        else:
            break
        if not _step(adapter, other, gone, action):
            break
    return gone


def _attempt(target: Target, adapter: Adapter, other: OtherEngine, gone: Walk, chance: Random) -> bool:
    """Try an action that is not offered; whether the engine refuses it. Raises EngineError."""
    with unreadable_is_malformed():
        candidates = target.game.reader.candidates(gone.observation, gone.route.start.known)
    actions = [one for one in candidates if one not in gone.offers]
    if not actions:
        return True
    name = chance.choice(sorted({action_name(one) for one in actions}))
    action = chance.choice([one for one in actions if action_name(one) == name])
    before = gone.observation
    try:
        gone.observation = take(adapter, action)
    except Refused:
        return True
    gone.there.append(other.in_its_names(action))
    gone.offers = adapter.legal_actions()
    gone.taken.append(Taken(action, before, gone.observation, offered=False))
    gone.disagreement = other.take(action, gone.observation, gone.offers)
    return False


def _step(adapter: Adapter, other: OtherEngine, gone: Walk, action: Action) -> bool:
    """Take an action with both engines; whether the walk can go on. Raises EngineError."""
    before = gone.observation
    gone.there.append(other.in_its_names(action))
    listed = next((one for one in gone.offers if other.known(one) == other.known(action)), action)
    try:
        gone.observation = take(adapter, listed)
    except Refused as refusal:
        gone.taken.append(Taken(listed, before, before, refusal.reasons, offered=listed in gone.offers))
        gone.disagreement = None if is_effect(action) else Disagreement(missing=[action])
        return False
    gone.offers = adapter.legal_actions()
    gone.taken.append(Taken(listed, before, gone.observation, offered=listed in gone.offers))
    gone.disagreement = other.take(action, gone.observation, gone.offers)
    by = other.by
    return not by.by_chance(action, gone.observation)
