"""Walks of two engines side by side: the same start, the same actions, and what both show after each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from rulehound.checker.engines import unreadable_is_malformed
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start, Taken, take
from rulehound.checker.suite.lockstep.other_engine import OtherEngine, Parting
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
    parting: Parting | None = None
    observation: Observation = field(default_factory=dict)
    offers: list[Action] = field(default_factory=list)
    path: Sequence[Sequence[Action]] = ()
    """The actions of the other engine, as in `Standing`."""
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
        gone.parting = other.begin(route.start, gone.observation, gone.offers)
    except Refused as refusal:
        gone.refused = f"one of the engines refuses it: {refusal}"
        return gone
    chance = Random(seed)
    tastes: dict[str, float] = {}
    for first in route.first:
        if not _can_go_on(other, gone):
            break
        _take(adapter, other, gone, other.in_our_names(first))
    for _ in range(steps):
        if not _can_go_on(other, gone) or not gone.offers:
            break
        if chance.random() < ATTEMPTS and (attempt := _not_offered(target, gone, chance)):
            _take(adapter, other, gone, attempt)
        else:
            name = liked([action_name(one) for one in gone.offers], tastes, chance)
            likely = [one for one in gone.offers if action_name(one) == name]
            _take(adapter, other, gone, chance.choice(likely))
    state = next(iter(other.states), None)
    gone.path = gone.parting.path if gone.parting else state.path if state else ()
    return gone


def _can_go_on(other: OtherEngine, gone: Walk) -> bool:
    """Whether both engines have done the same so far, and the order of the cards is known."""
    return gone.parting is None and bool(other.states)


def _not_offered(target: Target, gone: Walk, chance: Random) -> Action | None:
    """An action that could be meant and is not offered, by lot; None where there is none."""
    with unreadable_is_malformed():
        candidates = target.game.reader.candidates(gone.observation, gone.route.start.known)
    actions = [one for one in candidates if one not in gone.offers]
    if not actions:
        return None
    name = chance.choice(sorted({action_name(one) for one in actions}))
    return chance.choice([one for one in actions if action_name(one) == name])


def _take(adapter: Adapter, other: OtherEngine, gone: Walk, action: Action) -> None:
    """Take an action with both engines; one that is not offered is only tried. Raises EngineError."""
    before = gone.observation
    listed = next((one for one in gone.offers if other.known(one) == other.known(action)), None)
    try:
        gone.observation = take(adapter, listed or action)
    except Refused as refusal:
        if listed is not None:
            gone.taken.append(Taken(listed, before, before, refusal.reasons))
            gone.parting = Parting(missing=[listed], path=other.states[0].path)
        return
    gone.offers = adapter.legal_actions()
    gone.taken.append(Taken(listed or action, before, gone.observation, offered=listed is not None))
    gone.parting = other.take(action, gone.observation, gone.offers)
