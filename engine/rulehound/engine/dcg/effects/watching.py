"""The index of a match's effects: the cards with continuous effects, and the effects that wait for an event.

The index is computed once for each card, each stack that comes into play and each change of the battle areas,
not at every event. It depends on nothing else in the state of a game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from operator import is_
from typing import Any

import msgspec

from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects.language import Effect, Grant, Tally
from rulehound.engine.dcg.in_play import Lasting, Player, Stack


class Listener(msgspec.Struct, frozen=True, gc=False):
    """An effect of a card that waits for something."""

    card: str
    place: int
    """Which of the card's effects it is."""
    effect: Effect


class Going(msgspec.Struct, frozen=True, gc=False):
    """A continuous effect of a card in play, with what it gives."""

    effect: Effect
    gives: Grant
    card: str
    stack: str
    top: str
    """The top card of that stack: its player has the effect, also where another player owns the card."""
    given: Lasting | None = None
    """The effect that has given this one to the stack for a while."""


class Brought(msgspec.Struct, frozen=True, gc=False):
    """The effects that the cards of a stack, from the top down, or one card by itself bring along."""

    cards: tuple[str, ...]
    listeners: Mapping[str, tuple[Listener, ...]]
    """By what they wait for."""
    going: tuple[Going, ...]


class Field(msgspec.Struct, frozen=True, gc=False):
    """The effects at work in the two battle areas: they follow from the cards that lie there alone."""

    first: tuple[Stack, ...]
    second: tuple[Stack, ...]
    bred: tuple[Stack | None, ...] = ()
    """What lies in the breeding areas, where effects of some card work there."""
    giving: Mapping[str, tuple[Going, ...]] = {}
    """The continuous effects by the words of what they give."""
    awaited: Collection[str] = ()
    """The events that effects printed on the cards there wait for."""
    gaining: bool = False
    """Whether effects that something gains last on it."""


class Watch:
    """The index of one match's effects; it is no part of any position."""

    def __init__(self, facts: Mapping[str, CardFacts]) -> None:
        self._facts = {card: each for card, each in facts.items() if each.effects}
        self.awaited = frozenset[str]().union(*(each.awaited for each in self._facts.values()))
        """Everything that an effect of any card waits for, or one that it gives."""
        self.works_in_breeding = any(
            effect.breeding for card in self._facts.values() for effect in card.effects
        )
        """Whether an effect of any card works in the breeding area."""
        self._of_cards: dict[str, Brought] = {}
        self._of_stacks: dict[str, Brought] = {}
        """By stack id, as long as the stack keeps its cards."""
        self._of_bred: dict[str, Brought] = {}
        """The same of stacks in a breeding area."""
        self._field = Field((), ())
        """The field that was looked over last."""
        self._at_rest: tuple[object, ...] = ()
        self._stood: tuple[object, ...] = (self,)
        self._told: dict[tuple[object, ...], tuple[object, Any]] = {}

    def of_card(self, card: str) -> Brought:
        """The effects of a card that is in no stack."""
        brought = self._of_cards.get(card)
        if brought is None:
            brought = self._of_cards[card] = self._look_at((card,), "")
        return brought

    def of_stack(self, stack: Stack) -> Brought:
        """The effects that the cards of a stack give it."""
        brought = self._of_stacks.get(stack.id)
        if brought is None or brought.cards is not stack.cards:
            brought = self._of_stacks[stack.id] = self._look_at(stack.cards, stack.id)
        return brought

    def of_bred(self, stack: Stack) -> Brought:
        """The effects that the cards of a stack give it in a breeding area."""
        brought = self._of_bred.get(stack.id)
        if brought is None or brought.cards is not stack.cards:
            brought = self._of_bred[stack.id] = self._look_at(stack.cards, stack.id, breeding=True)
        return brought

    def _look_at(self, cards: tuple[str, ...], stack: str, *, breeding: bool = False) -> Brought:
        listeners: dict[str, tuple[Listener, ...]] = {}
        going: list[Going] = []
        for place, card in enumerate(cards):
            facts = self._facts.get(card)
            for index, effect in enumerate(facts.effects if facts is not None else ()):
                # rule: effects.inherited, breeding.no-triggers
                if effect.inherited != bool(place) or effect.breeding != breeding:
                    continue
                if effect.timing != "continuous":
                    same = listeners.get(effect.awaits, ())
                    listeners[effect.awaits] = (*same, Listener(card, index, effect))
                elif effect.gives is not None:
                    going.append(Going(effect, effect.gives, card, stack, cards[0]))
        return Brought(cards, listeners, tuple(going))

    def field(self, players: tuple[Player, Player]) -> Field:
        """The effects at work in these players' battle areas; computed anew where either has changed."""
        first, second = players[0].battle, players[1].battle
        known = self._field
        bred = tuple(player.breeding for player in players) if self.works_in_breeding else ()
        if known.first is not first or known.second is not second or known.bred != bred:
            same = known.bred == bred
            if same and are_alike(known.first, first) and are_alike(known.second, second):
                self._field = msgspec.structs.replace(known, first=first, second=second)
            else:
                self._field = self._look_over(first, second, bred)
        return self._field

    def _look_over(
        self, first: tuple[Stack, ...], second: tuple[Stack, ...], bred: tuple[Stack | None, ...]
    ) -> Field:
        going: list[Going] = []
        awaited: set[str] = set()
        gaining = False
        for stack in (*first, *second):
            brought = self.of_stack(stack)
            going += brought.going
            awaited.update(brought.listeners)
            if stack.lasting and any(one.gives.effects for one in stack.lasting):
                gaining = True
                going += lasting_on(stack)
        for stack in filter(None, bred):
            brought = self.of_bred(stack)
            going += brought.going
            awaited.update(brought.listeners)
        giving: dict[str, tuple[Going, ...]] = {}
        for one in going:
            for word in one.gives.words:
                giving[word] = (*giving.get(word, ()), one)
        return Field(first, second, bred, giving, awaited, gaining)

    def told(self, standing: tuple[object, ...]) -> dict[tuple[object, ...], tuple[object, Any]]:
        """What has been found out of effects while these are the same objects, by what was asked; empty as
        soon as one of them is another.

        With each answer comes the stack that it is about, so that no other one gets its identity.
        """
        if not all(map(is_, standing, self._stood)):
            self._stood, self._told = standing, {}
        return self._told

    def is_at_rest(self, *standing: object) -> bool:
        """Whether these are the same objects that `came_to_rest` was last called with."""
        known = self._at_rest
        return len(known) == len(standing) and all(
            one is other for one, other in zip(known, standing, strict=True)
        )

    def came_to_rest(self, *standing: object) -> None:
        """Remember that rule processing has nothing to do until one of these is another object."""
        self._at_rest = standing


def are_alike(area: tuple[Stack, ...], other: tuple[Stack, ...]) -> bool:
    """Whether two battle areas hold the same stacks of the same cards, with the same lasting on them.

    Nothing else of a stack matters to what goes on. What has not changed is the very same object.
    """
    return len(area) == len(other) and all(
        one is two or (one.cards is two.cards and one.lasting is two.lasting and one.id == two.id)
        for one, two in zip(area, other, strict=True)
    )


def lowers(gives: Grant) -> bool:
    """Whether what an effect gives makes DP less."""
    change = gives.dp
    return (change.each if isinstance(change, Tally) else change) < 0


def lasting_on(stack: Stack) -> Iterator[Going]:
    """The continuous effects that last on a stack, as those of its top card."""
    for one in stack.lasting:
        for effect in one.gives.effects:
            if effect.timing == "continuous" and effect.gives is not None:
                yield Going(effect, effect.gives, stack.cards[0], stack.id, stack.cards[0], one)
