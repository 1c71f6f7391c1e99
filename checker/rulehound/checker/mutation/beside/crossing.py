"""Two scenarios in one: the cards of the second lie beside those of the first, whose steps are taken.

Walks that begin where scenarios do stay near what is asked already. What a fault needs to show is often the
subject of another scenario: an effect that triggers on what the first one does. So situations are crossed as
genetic test generation crosses inputs (Pargas, Harrold and Peck, "Test-Data Generation Using Genetic
Algorithms", 1999).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from rulehound.checker.judging.observations.json_paths import NotObserved
from rulehound.checker.judging.traces import take
from rulehound.checker.suite.lockstep.walking import Route
from rulehound.checker.suite.scenarios.given import Cards, Vocabulary
from rulehound.checker.suite.scenarios.places import NamedPlaces, NoSuchThing, in_places
from rulehound.spec.formats import Action, Adapter, Observation, Refused

SECOND = "-2"
"""Added to the numbers of the second scenario's cards."""


def crossed(
    adapter: Adapter, route: Route, other: Route, words: Vocabulary, *, turned: bool = False
) -> Route | None:
    """A route that begins with the positions of two routes together, and takes the steps of the first.

    `turned`: the players of the second change seats. It takes steps as long as the engine does; None where
    the engine does not take the position, or one of the routes does not begin with one.
    """
    if route.start.position is None or other.start.position is None:
        return None
    numbers = {card.number: card.number + SECOND for card in other.start.cards}
    second = _renumbered(dict(other.start.position), numbers)
    seats = second.get(words.players)
    if turned and isinstance(seats, list):
        second[words.players] = seats[::-1]
    cards = [msgspec.structs.replace(card, number=numbers[card.number]) for card in other.start.cards]
    position = together(route.start.position, second, words.players)
    start = replace(route.start, position=position, cards=[*route.start.cards, *cards])
    try:
        wishes = _in_places(adapter, route, words)
        observation = start.begin(adapter)
    except Refused:
        return None
    first = list[Action]()
    for wish in wishes:
        places = NamedPlaces(observation, words, Cards(words, {}))
        try:
            action = {key: places.argument(value) for key, value in wish.items()}
            observation = take(adapter, action)
        except (Refused, NoSuchThing, NotObserved):
            break
        first.append(action)
    return Route(f"{route.name} with {other.name}", start, first, route.rules)


def together(one: Mapping[str, Any], other: Mapping[str, Any], players: str) -> dict[str, Any]:
    """Two positions in one: players player by player, lists one after the other, else the first."""
    both = {**other, **one}
    for key in one.keys() & other.keys():
        mine, theirs = one[key], other[key]
        if key == players:
            both[key] = [together(*seats, players) for seats in zip(mine, theirs, strict=False)]
        elif isinstance(mine, list | tuple) and isinstance(theirs, list | tuple):
            both[key] = [*mine, *theirs]
    return both


def _renumbered(value: Any, numbers: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _renumbered(inner, numbers) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_renumbered(inner, numbers) for inner in value]
    return numbers.get(value, value) if isinstance(value, str) else value


def _in_places(adapter: Adapter, route: Route, words: Vocabulary) -> Sequence[Action]:
    """The steps of a route with places in the place of ids. Raises Refused."""
    observation: Observation = route.start.begin(adapter)
    wishes = []
    for action in route.first:
        wishes.append(in_places(action, observation, words))
        observation = take(adapter, action)
    return wishes
