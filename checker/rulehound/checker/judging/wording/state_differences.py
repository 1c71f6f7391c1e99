"""Two states of a model side by side: what differs between them, in words and by its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rulehound.checker.judging.wording.values import Words, brief, matched
from rulehound.spec.formats import Card, Observation
from rulehound.spec.language import Model, Record, State
from rulehound.spec.language.fields import BagField, NumberField, PartField, PileField, ValueField
from rulehound.spec.language.model import readable
from rulehound.spec.language.records import Field
from rulehound.spec.reading import Depiction


class Difference(NamedTuple):
    """What differs between a state that is expected and one that is observed."""

    expected: str
    observed: str
    kinds: list[str]
    """Which fields differ and in which direction, whatever the player, the card and the amount: two steps in
    which the same went wrong differ alike."""


def difference(
    model: Model,
    depiction: Depiction,
    cards: Mapping[str, Card],
    expected: State,
    observed: State,
    observation: Observation,
) -> Difference:
    """What differs between two states, by places as observations name them; the second one is observed so."""
    words = words_of_depiction(model, depiction, cards)
    wanted, actual = (placed(depiction, model.as_dict(state), observation) for state in (expected, observed))
    places = [place for place in wanted if wanted[place] != actual[place]]
    kinds = [kind for place in places for kind in _kinds(_last(place), wanted[place], actual[place])]
    return Difference(
        ", ".join(f"{place} {brief(wanted[place], actual[place], words)}" for place in places),
        ", ".join(f"{place} {brief(actual[place], wanted[place], words)}" for place in places),
        sorted(set(kinds)),
    )


def words_of_depiction(model: Model, depiction: Depiction, cards: Mapping[str, Card]) -> Words:
    """How the records of a model are put into words: cards by their numbers and names."""

    def called(record: Mapping[str, Any]) -> str:
        number = depiction.name(record)
        name = cards[number].name if number in cards else ""
        return f"{number} {name}" if name and number not in name else name or number

    return Words(called, _first_names(model))


def placed(depiction: Depiction, values: Mapping[str, Any], observation: Observation) -> dict[str, Any]:
    """A state, as it is for people, by places as observations of this game name them."""
    return {depiction.place(path, values, observation): value for path, value in values.items()}


@lru_cache
def _first_names(model: Model) -> frozenset[str]:
    """The first member of each enumeration in a state: what stands there when nothing was written."""
    return frozenset(_firsts(model.state))


def _firsts(record: type[Record]) -> Iterator[str]:
    for _, declared in record.fields():
        inner = _inner(declared)
        if inner is not None:
            yield from _firsts(inner)
        elif isinstance(declared, NumberField) and declared.names is not None:
            yield readable(declared, 0)


def _inner(declared: Field) -> type[Record] | None:
    if isinstance(declared, BagField):
        return declared.element
    if isinstance(declared, ValueField | PileField):
        return declared.kind
    return declared.part if isinstance(declared, PartField) else None


def _kinds(name: str, expected: Any, observed: Any) -> Iterator[str]:
    """How a field differs; of bags of as many elements, how the fields of these do.

    A flag of the whole state says nothing by its direction: whose turn it is names a player.
    """
    if isinstance(expected, bool):
        yield f"{name} other"
        return
    bags = isinstance(expected, list) and isinstance(observed, list)
    if not bags or len(expected) != len(observed):
        yield f"{name} {_direction(expected, observed)}"
        return
    for one, other in matched(expected, observed):
        if isinstance(one, dict) and isinstance(other, dict):
            for field in one:
                if one[field] != other[field]:
                    yield f"{name}.{field} {_direction(one[field], other[field])}"
        else:
            yield f"{name} {_direction(one, other)}"


def _direction(expected: Any, observed: Any) -> str:
    if isinstance(expected, Sequence) and isinstance(observed, Sequence) and not isinstance(expected, str):
        expected, observed = len(expected), len(observed)
    if isinstance(expected, int) and isinstance(observed, int) and expected != observed:
        return "less" if observed < expected else "more"
    return "other"


def _last(place: str) -> str:
    return place.rpartition(".")[2]
