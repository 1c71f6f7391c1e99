"""A board as a position to type: the areas that it shows, in the words of positions.

What these words do not say, such as effects that wait, is left out; `left_out` tells what it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rulehound.checker.asking.position_text import CARDS
from rulehound.checker.diagnosis.as_scenario import differing_places
from rulehound.checker.judging.traces import EVENTS
from rulehound.checker.serving.open_game import GameBoard
from rulehound.checker.suite.scenarios.given import Vocabulary
from rulehound.spec.asking import Area, PositionWords, Setting
from rulehound.spec.formats import Card, Observation
from rulehound.spec.game import SideBySide

MOST_OF_A_LIST = 2
"""Places of a list that are told one by one."""


UNKNOWN_CARD = "Some card"
"""Name of the cards that lie where a position only says how many there are."""


def named(cards: Mapping[str, Card]) -> dict[str, str]:
    """The names of cards by their numbers; "" for those that nobody has named."""
    unnamed = (UNKNOWN_CARD, *(f"Card {number}" for number in cards))
    return {number: "" if card.name in unnamed else card.name for number, card in cards.items()}


def shown_position(
    observation: Observation, words: PositionWords, players: str, unnamed: Collection[str] = ()
) -> dict[str, Any]:
    """The position of a board, as engines are given one: areas, and what is stated of the whole and of each
    player. `players`: the key of the players. `unnamed`: numbers of cards of which it is only said how many
    there are."""
    stated = _stated(words.settings.values(), observation, words)
    counters = {key: observation[key] for key in words.counters.values() if observation.get(key) is not None}
    return {**stated, **counters, players: [_seat(seat, words, unnamed) for seat in observation[players]]}


def _stated(settings: Iterable[Setting], shown: Mapping[str, Any], words: PositionWords) -> dict[str, Any]:
    """What can be stated of the whole position or of one player: a side, one of the words, or a number."""
    stated = {}
    for setting in settings:
        value = shown.get(setting.key)
        if setting.choices == words.sides and isinstance(value, int):
            stated[setting.key] = words.sides[value]
        elif value and (not setting.choices or value in setting.choices):
            stated[setting.key] = value
    return stated


def _seat(seat: Mapping[str, Any], words: PositionWords, unnamed: Collection[str]) -> dict[str, Any]:
    stated = _stated(words.of_sides.values(), seat, words)
    areas = {area.key: seat.get(words.shown_as.get(area.key, area.key)) for area in words.areas.values()}
    by_key = {area.key: area for area in words.areas.values()}
    there = {
        key: _area(by_key[key], value, words, unnamed) for key, value in areas.items() if value is not None
    }
    return {**stated, **there}


def _area(area: Area, there: Any, words: PositionWords, unnamed: Collection[str]) -> Any:
    if isinstance(there, int):
        return there
    if area.holds == "stacks":
        stacks = [_stack(one, words) for one in ([there] if area.single else there)]
        return stacks[0] if area.single else stacks
    cards = [card.get("card") for card in there]
    seen = None not in cards and not (area.counted and set(cards) & set(unnamed))
    return cards if seen else len(cards)


def _stack(stack: Mapping[str, Any], words: PositionWords) -> dict[str, Any]:
    """The cards of a stack from the top down, and what can be stated of it."""
    keys = (*words.marks.values(), *words.amounts, *words.measures)
    stated = {key: stack[key] for key in keys if stack.get(key)}
    return {CARDS: [card["card"] for card in stack[CARDS]], **stated}


def left_out(
    board: GameBoard, typed: GameBoard, by: SideBySide, words: Vocabulary, known: Sequence[Mapping[str, Card]]
) -> list[str]:
    """The places at which a board shows something else than the one of the position that was made of it.

    `known`: the cards of either, by number; cards of one name count as equal.
    """
    here, there = (
        _with_names(one.observation, by.name, named(cards))
        for one, cards in zip((board, typed), known, strict=True)
    )
    names = {name: name for cards in known for name in named(cards).values()}
    differing = (place for place, _ in differing_places(here, there, by, words, names))
    gone = (name for name, value in here.items() if value and not there.get(name))
    beside = (*gone, *(name for name in by.left_out if here.get(name) and here.get(name) != there.get(name)))
    return _together({place for place in (*differing, *beside) if not re.match(rf"{EVENTS}\b", place)})


def _together(places: Collection[str]) -> list[str]:
    """The places in order, those of one list together where they are many."""
    lists = {place: re.sub(r"\[\d+\](\.\w+)*$", "", place) for place in places}
    sizes = Counter(lists.values())
    return sorted({lists[place] if sizes[lists[place]] > MOST_OF_A_LIST else place for place in places})


def _with_names(value: Any, key: str, names: Mapping[str, str]) -> Any:
    """What is observed, with the names of cards in the place of their numbers."""
    if isinstance(value, Mapping):
        return {
            name: names[inner]
            if name == key and isinstance(inner, str) and inner in names
            else _with_names(inner, key, names)
            for name, inner in value.items()
        }
    return [_with_names(inner, key, names) for inner in value] if isinstance(value, list | tuple) else value
