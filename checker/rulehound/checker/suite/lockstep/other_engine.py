"""The other engine of a lockstep: the states in which its game may be, by what the engine under test shows.

An engine may make decisions of players by itself, and need not ask where there is one answer alone. What it
has decided shows afterwards: so the other engine is in every state that its answers to such decisions lead
to, until what is seen agrees with some of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulehound.checker.judging.traces import Start, take
from rulehound.checker.suite.lockstep.comparing import (
    Differences,
    Pairs,
    differences,
    different_offers,
    nameless,
    paired,
)
from rulehound.spec.formats import Action, Adapter, Observation, Refused
from rulehound.spec.game import SideBySide

MOST = 24
"""States that the other engine may be in; of more the first ones are kept."""


@dataclass(frozen=True)
class Standing:
    """One state of the other engine, as far as it can be told."""

    observation: Observation
    offers: Sequence[Action]
    pairs: Pairs
    path: Sequence[Sequence[Action]] = ()
    """The actions that led there, those of each step of the engine under test together: the first of them is
    the one that was taken, the others answer what was not asked. Those at the start come first."""
    token: Any = None
    """Of its own save; None where it never has to go back."""


@dataclass(frozen=True)
class Parting:
    """Where two engines part: how they differ, in the names of the engine under test."""

    differences: Differences = field(default_factory=dict)
    wrong: Sequence[Action] = ()
    """Offered by the engine under test alone."""
    wrong_there: Sequence[Action] = ()
    """The same in the names of the other engine."""
    missing: Sequence[Action] = ()
    """Offered by the other engine alone."""
    refused: Action | None = None
    """An action that the engine under test carries out, and the other one refuses."""
    path: Sequence[Sequence[Action]] = ()
    """The actions of the other engine up to there, as in `Standing`."""


@dataclass
class OtherEngine:
    """The other engine, kept in step with the engine under test."""

    adapter: Adapter
    by: SideBySide
    known: Callable[[Action], Action]
    """Takes away what an engine has added to an action."""
    decides: frozenset[str]
    """Decisions that the engine under test makes by itself."""
    states: Sequence[Standing] = ()

    def in_our_names(self, action: Action) -> Action:
        """An action of the other engine, in the first of its states, as the engine under test has it."""
        action_here: Action = self.states[0].pairs.in_our_names(action)
        return action_here

    def begin(self, start: Start, here: Observation, offers: Sequence[Action]) -> Parting | None:
        """Begin the same game. Raises Refused and EngineError."""
        return self._kept([self._standing(start.begin(self.adapter), Pairs(), [[]])], here, offers)

    def take(self, action: Action, here: Observation, offers: Sequence[Action]) -> Parting | None:
        """Follow an action that has led the engine under test to where it is; None where both agree.

        Where chance has ordered cards anew, nothing can be compared any more: there is no state left then.
        Raises EngineError.
        """
        led_to, refused = list[Standing](), list[Sequence[Action]]()
        for state in self.states:
            self._return_to(state)
            there = self.known(state.pairs.in_their_names(action))
            path = [*state.path, [there]]
            try:
                after = take(self.adapter, there)
            except Refused:
                refused = path
                continue
            if self.by.by_chance(action, after) or self.by.by_chance(action, here):
                self.states = ()
                return None
            led_to.append(self._standing(after, state.pairs, path))
        return self._kept(led_to, here, offers) if led_to else Parting(refused=action, path=refused)

    def _kept(
        self, states: Sequence[Standing], here: Observation, offers: Sequence[Action]
    ) -> Parting | None:
        """Keep the states that agree with what is seen, of these and of those that decisions lead to."""
        waiting, agreeing = list(states), list[Standing]()
        first: Parting | None = None
        looked_at, by_chance = 0, False
        while waiting and looked_at < MOST:
            state = waiting.pop(0)
            looked_at += 1
            now, parting = self._compared(state, here, offers)
            if parting is None:
                agreeing.append(now)
                continue
            first = first or parting
            decided, shuffled = self._decided(state)
            waiting, by_chance = [*waiting, *decided], by_chance or shuffled
        if by_chance and not agreeing:
            self.states = ()
            return None
        # where offers cannot be told apart, no step can be taken with both engines any more
        self.states = [state for state in agreeing if state.offers or not offers] if agreeing else states[:1]
        return None if agreeing else first

    def _compared(
        self, state: Standing, here: Observation, offers: Sequence[Action]
    ) -> tuple[Standing, Parting | None]:
        pairs = paired(state.pairs, here, state.observation, self.by)
        now = replace(state, pairs=pairs)
        if differing := differences(pairs, here, state.observation, self.by):
            return now, Parting(differing, path=state.path)
        if nameless(pairs, state.observation, state.offers):
            return replace(now, offers=()), None
        there = [pairs.in_our_names(action) for action in state.offers]
        wrong, missing = different_offers(offers, there, self.known)
        if not wrong and not missing:
            return now, None
        wrong_there = [self.known(pairs.in_their_names(action)) for action in wrong]
        return now, Parting(wrong=wrong, wrong_there=wrong_there, missing=missing, path=state.path)

    def _decided(self, state: Standing) -> tuple[list[Standing], bool]:
        """The states to which the answers lead to a decision that the engine under test may have made by
        itself; and whether one of the answers leaves the order of cards to chance."""
        led_to, by_chance = list[Standing](), False
        decides = str(state.observation.get(self.by.decision)) in self.decides
        for action in state.offers if decides or len(state.offers) == 1 else ():
            self._return_to(state)
            after = take(self.adapter, action)
            by_chance = by_chance or self.by.by_chance(action, after)
            path = [*state.path[:-1], [*state.path[-1], action]]
            led_to.append(self._standing(after, state.pairs, path))
        return led_to, by_chance

    def _standing(self, observation: Observation, pairs: Pairs, path: Sequence[Sequence[Action]]) -> Standing:
        token = self.adapter.save() if self.decides else None
        return Standing(observation, self.adapter.legal_actions(), pairs, path, token)

    def _return_to(self, state: Standing) -> None:
        if self.decides:
            self.adapter.restore(state.token)
