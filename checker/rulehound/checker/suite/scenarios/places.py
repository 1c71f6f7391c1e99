"""The places that a scenario names in what an engine shows, and the things that stand there.

A place starts with a player (`me.hand[0]`) or in the observation itself (`memory`). `[key=value]` after a
list is the first thing of it with that value; the name of a given card stands for its number, and for the id
of any such card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulehound.checker.judging.observations.json_paths import (
    ID,
    NothingThere,
    NotObserved,
    Where,
    look_up,
    parse,
    things,
)
from rulehound.checker.suite.scenarios.given import NONE, BadScenario, Cards, Vocabulary
from rulehound.checker.suite.scenarios.order_of_arrival import CARD, OrderOfArrival
from rulehound.spec.formats import Action, Observation


class NoSuchThing(Exception):
    """Nothing stands at a place that a step names."""


class NamedPlaces(msgspec.Struct, frozen=True):
    """What an engine shows, with the words and cards in which a scenario speaks of it."""

    observation: Observation
    words: Vocabulary
    cards: Cards
    order: OrderOfArrival | None = None
    """In which order things came to the piles of the observation, where that has been followed."""

    def at(self, path: str) -> Any:
        """What stands at a place. Raises NothingThere, NotObserved, and BadScenario for what is no path."""
        try:
            steps = [self._meant(step) for step in parse(path)]
        except ValueError as error:
            raise BadScenario(str(error)) from None
        if steps[0] not in self.words.sides:
            return look_up(self.observation, self._from_its_side(steps))
        player, name = self.words.sides.index(str(steps[0])), steps[1] if len(steps) > 1 else ""
        if self.order is not None and self._of_unknown_order(player, steps[1:3], self.order):
            raise NotObserved
        if isinstance(name, str) and name in self.words.sided and len(steps) == 2:
            number = look_up(self.observation, [name])
            side = look_up(self.observation, [self.words.sided[name]])
            return number if side == player else -number
        return look_up(self.observation, [self.words.players, player, *steps[1:]])

    def thing(self, place: str) -> Any:
        """The id of what stands at a place, what an engine without ids calls it, or the value itself where it
        is no thing.

        Raises NoSuchThing where nothing stands there, NotObserved where the engine does not show what does.
        """
        try:
            value = self.at(place)
        except NothingThere:
            raise NoSuchThing(place) from None
        except NotObserved:
            raise NotObserved(place) from None
        if not isinstance(value, Mapping):
            return value
        return value[ID] if ID in value else self._without_id(place, value)

    def _without_id(self, place: str, thing: Mapping[str, Any]) -> Any:
        """What an engine without ids calls a card, its number, or a stack: the player, the area, and where it
        stands there. Raises NotObserved where a card lies elsewhere that has the same number."""
        if number := thing.get(CARD):
            if len([pile for pile in _piles(self.observation) if number in pile]) > 1:
                raise NotObserved(place)
            return number
        match parse(place):
            case [str(side), str(area), *rest] if side in self.words.sides:
                return ".".join(map(str, (self.words.sides.index(side), area, *(rest or [0]))))
        return thing

    def argument(self, value: Any) -> Any:
        """An argument of an action as it is sent: ids for places, indexes for players; a list of such.

        Raises NoSuchThing and NotObserved.
        """
        if isinstance(value, list | tuple):
            return [self.argument(entry) for entry in value]
        sides = self.words.sides
        if isinstance(value, str) and value in sides:
            return sides.index(value)
        return self.thing(value) if isinstance(value, str) and is_place(value, self.words) else value

    def wanted(self, value: Any) -> Any:
        """An expected value as an engine would show it. Raises NoSuchThing and NotObserved."""
        if value == NONE:
            return None
        if isinstance(value, Mapping) or (isinstance(value, str) and value in self.cards.named):
            return self.cards.one(value)
        if isinstance(value, list):
            return [self.wanted(entry) for entry in value]
        return self.argument(value)

    def _of_unknown_order(self, player: int, steps: list[str | int | Where], order: OrderOfArrival) -> bool:
        """Whether these steps name a thing of a pile by an index, and it cannot be told which one that is."""
        match steps:
            case [str(name), int(index)]:
                return order.is_unknown((player, name), index)
        return False

    def _from_its_side(self, steps: list[str | int | Where]) -> list[str | int | Where]:
        """The steps to a place, with the seat of the player whom a scenario numbers from its own side."""
        by_player = steps[0] in (self.words.players, *self.words.by_player)
        if not (self.words.changed_seats and by_player and len(steps) > 1 and isinstance(steps[1], int)):
            return steps
        return [steps[0], len(self.words.sides) - 1 - steps[1], *steps[2:]]

    def _meant(self, step: str | int | Where) -> str | int | Where:
        """The step, with the numbers and ids of cards for their names."""
        if not isinstance(step, Where):
            return step
        return Where(tuple((key, self._alternatives(one_of)) for key, one_of in step.wanted))

    def _alternatives(self, one_of: tuple[Any, ...]) -> tuple[Any, ...]:
        names = [value for value in one_of if isinstance(value, str) and value in self.cards.named]
        numbers = {number for name in names for number in self.cards.numbers(name)}
        ids = [thing[ID] for thing in things(self.observation) if thing.get("card") in numbers]
        sides = self.words.sides
        others = [sides.index(value) if value in sides else value for value in one_of]
        return (*others, *sorted(numbers), *ids)


def _piles(value: Any) -> Iterator[list[str]]:
    """The numbers of the cards of each list of cards in a value, the cards of a stack for one."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    cards = [one[CARD] for one in inner if isinstance(one, Mapping) and isinstance(one.get(CARD), str)]
    if isinstance(value, list) and cards:
        yield cards
    for one in inner:
        yield from _piles(one)


def is_place(value: str, words: Vocabulary) -> bool:
    """Whether an argument names a place: of a player, or a thing of a list."""
    return value.startswith(tuple(f"{side}." for side in words.sides)) or value.endswith("]")


def in_places(action: Action, observation: Observation, words: Vocabulary) -> Action:
    """An action with places in the place of ids, which may be others in another game."""
    places: dict[str, str] = {}
    for side, seat in zip(words.sides, observation.get(words.players, ()), strict=False):
        _note(seat, side, places)
    for name, value in observation.items():
        if name != words.players:
            _note(value, name, places)
    named = {identity: place for identity, place in places.items() if is_place(place, words)}
    return {
        key: named.get(value, value) if isinstance(value, str) else value for key, value in action.items()
    }


def _note(value: Any, path: str, places: dict[str, str]) -> None:
    """Note the paths of all things within a value by their ids, the first of each."""
    if isinstance(value, Mapping):
        if isinstance(value.get(ID), str):
            places.setdefault(value[ID], path)
        for name, inner in value.items():
            _note(inner, f"{path}.{name}", places)
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            _note(inner, f"{path}[{number}]", places)
