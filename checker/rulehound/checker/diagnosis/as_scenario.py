"""The trace of a finding as a scenario: position, steps, and the final difference."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from rulehound.checker.judging.observations.json_paths import ID, same
from rulehound.checker.judging.traces import Start, Taken, is_effect
from rulehound.checker.records import Trace
from rulehound.checker.suite.scenarios.given import NONE, Vocabulary
from rulehound.checker.suite.scenarios.places import in_places, is_place
from rulehound.checker.suite.witnesses.files import scenario_toml
from rulehound.spec.formats import Action, Card, Expectation, Observation, Scenario, Step
from rulehound.spec.game import SideBySide

EXPECTED = re.compile(r"(?P<place>[\w.\[\]-]+) is (?P<value>.+)", re.S)
"""How an expectation of a place is told."""


def scenario_text(trace: Trace, taken: Sequence[Taken], words: Vocabulary) -> str:
    """A trace of an engine as the file of a scenario, in TOML; '' where it begins with a shuffled deck.

    What cannot be put as an expectation stands in a comment, for a person to put it.
    """
    given = given_of(Start.from_trace(trace), words)
    if given is None or not taken:
        return ""
    *before, last = [step_of(each.action, each.before, words) for each in taken]
    broken = trace.steps[-1]
    expect = _expectation(trace, words)
    if expect.illegal is not None:
        last = Step(attempt=last.do or last.effect, expect=expect)
    else:
        last = Step(do=last.do, effect=last.effect, expect=expect)
    name = f"found/{re.sub('[^a-z0-9]+', '-', trace.rule.lower()).strip('-') or 'finding'}"
    scenario = Scenario(
        name, f"found: {broken.text}", [trace.rule], (*before, last), editions=(trace.edition,), given=given
    )
    told = f"expected: {trace.expected}", f"observed: {trace.observed}"
    remarks = [f"# {' '.join(line.split())}" for line in told]
    open_question = (
        [] if expect != Expectation() else ["# What the last step has to come to is still to be written."]
    )
    return "\n".join([*remarks, *open_question, scenario_toml(scenario)])


def _expectation(trace: Trace, words: Vocabulary) -> Expectation:
    """What a scenario expects of the last step; nothing where the trace does not say it plainly."""
    found = EXPECTED.fullmatch(trace.expected)
    if found and is_place(found["place"], words):
        with suppress(ValueError):
            value = json.loads(found["value"])
            return Expectation(state={found["place"]: NONE if value is None else value})
    if trace.expected.startswith("refused") and trace.rule:
        return Expectation(illegal=trace.rule)
    return Expectation()


def given_of(start: Start, words: Vocabulary) -> dict[str, Any] | None:
    """A position as a scenario is given it, with names for its cards; None where it is none."""
    if start.position is None:
        return None
    names = names_of(start.cards, words)
    placed = _named(dict(start.position), names, words)
    seats = placed.pop(words.players, [])
    placed |= {side: seat for side, seat in zip(words.sides, seats, strict=False) if seat}
    cards = {names[card.number]: _requirement(card, names[card.number], words) for card in start.cards}
    used = set(_words(placed)) | {word for card in cards.values() for word in _words(card)}
    kept = {name: card for name, card in cards.items() if name in used}
    return {"cards": kept, "position": placed} if kept else {"position": placed}


def step_of(action: Action, before: Observation, words: Vocabulary) -> Step:
    """A step that was taken, with places in the place of ids."""
    placed = in_places(action, before, words)
    return Step(effect=placed) if is_effect(action) else Step(do=placed)


def differing_places(
    sound: Observation, faulty: Observation, by: SideBySide, words: Vocabulary, names: Mapping[str, str]
) -> Iterator[tuple[str, Any]]:
    """The places at which two engines show something else, the shortest first, with what is right there.

    `names`: what a scenario calls cards, by their number.
    """
    here_shown, there_shown = (dict(_shown(each, by, words)) for each in (sound, faulty))
    ids: Collection[str] = set(_ids(sound))
    for place in sorted(here_shown, key=lambda one: (one.count(".") + one.count("["), one)):
        value = here_shown[place]
        if place not in there_shown or same(value, there_shown[place]):
            continue
        if value in ids or there_shown[place] in ids:
            continue
        if place.endswith(f".{by.name}"):
            if value in names:
                yield place, names[value]
        else:
            yield place, NONE if value is None else value


def _shown(observation: Observation, by: SideBySide, words: Vocabulary) -> Iterator[tuple[str, Any]]:
    """All single values that an observation shows by their places, and how many things stand in its lists."""
    for side, seat in zip(words.sides, observation.get(words.players, ()), strict=False):
        yield from _values(seat, side, by)
    for name, value in observation.items():
        if name != words.players and name not in by.left_out:
            yield from _values(value, name, by)


def _values(value: Any, path: str, by: SideBySide) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name != ID and name not in by.left_out:
                yield from _values(inner, f"{path}.{name}", by)
    elif isinstance(value, list | tuple):
        yield f"{path}.count", len(value)
        if all(isinstance(one, Mapping) for one in value):
            for number, inner in enumerate(value):
                yield from _values(inner, f"{path}[{number}]", by)
        elif value:
            yield path, sorted(value) if path.rpartition(".")[2] in by.unordered else list(value)
    else:
        yield path, value


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get(ID), str):
            yield value[ID]
        value = list(value.values())
    if isinstance(value, list | tuple):
        for inner in value:
            yield from _ids(inner)


def names_of(cards: Sequence[Card], words: Vocabulary) -> dict[str, str]:
    """A name for each card by its number: its own where that is a word, else its sort with a number."""
    names: dict[str, str] = {}
    for number, card in enumerate(cards):
        own = re.sub(r"[^a-z0-9]+", "-", card.name.lower()).strip("-")
        sort = str(card.facts.get(words.card.by, words.card.default))
        plain = own and own not in names.values() and not card.name.startswith("Card ")
        names[card.number] = own if plain else f"{sort}-{number}"
    return names


def _requirement(card: Card, name: str, words: Vocabulary) -> dict[str, Any]:
    """What a scenario says of a card: what its sort does not have anyway."""
    sort = str(card.facts.get(words.card.by, words.card.default))
    usual = {words.card.by: words.card.default, **words.card.facts.get(sort, {})}
    said = {key: value for key, value in card.facts.items() if key not in usual or usual[key] != value}
    if lacks := [key for key in words.card.facts.get(sort, {}) if key not in card.facts]:
        said["without"] = lacks
    if card.name != name and not card.name.startswith("Card "):
        said["name"] = card.name
    return said


def _named(value: Any, names: Mapping[str, str], words: Vocabulary) -> Any:
    """A value of a position with the names of cards in its piles, and what a scenario writes for null."""
    if isinstance(value, Mapping):
        return {
            key: [names.get(one, one) for one in inner]
            if key in words.piles and isinstance(inner, list | tuple)
            else _named(inner, names, words)
            for key, inner in value.items()
            if inner is not None or key not in words.unknown_if_null
        }
    if isinstance(value, list | tuple):
        return [_named(inner, names, words) for inner in value]
    return NONE if value is None else value


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)
