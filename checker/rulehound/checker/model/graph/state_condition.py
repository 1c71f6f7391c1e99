"""Conditions on states as a person writes them: `stage=main, memory<=0`, or a name alone."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulehound.checker.errors import UserError
from rulehound.checker.model.search.plain.generate import Generator
from rulehound.spec.language import Configuration, Model, State
from rulehound.spec.language.fields import NumberField, ValueField
from rulehound.spec.language.nodes import Sort
from rulehound.spec.language.records import Field

Predicate = Callable[[State], bool]

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}

_TERM = re.compile(r"\s*([^\s<>=!]+)\s*(?:(<=|>=|!=|=|<|>)\s*([^\s<>=!]+)\s*)?")
_TRUTH = {"yes": 1, "true": 1, "no": 0, "false": 0}


@dataclass(frozen=True)
class Quantity:
    """A number of a state that a condition compares: the field, and the names of its values."""

    read: Callable[[State], int]
    names: Mapping[str, int]


def state_condition(
    text: str, model: Model, values: Mapping[str, Any], configuration: Configuration
) -> Predicate:
    """A condition on states: terms joined by commas, all of which must hold. Raises UserError.

    A term compares a field with a number or with one of its names: of a bag, pile or subset the number of its
    elements is meant, of a yes-or-no field yes or no; the fields of a value follow a dot. A name alone is a
    `sometimes` property, "over" for the end of the game, or a value, of the first field that has it.
    """
    generator = Generator(model, values, configuration)
    places = dict(_places(model))
    try:
        terms = [_term(part, model, places, generator) for part in text.split(",")]
    except UserError as error:
        raise UserError(f"--to {text}: {error.what}", error.remedy) from None
    return lambda state: all(holds(state) for holds in terms)


def _term(part: str, model: Model, places: Mapping[str, Quantity], generator: Generator) -> Predicate:
    read = _TERM.fullmatch(part)
    if read is None:
        raise UserError(f"{part.strip() or 'nothing'} is no condition", "write FIELD=VALUE")
    name, sign, value = read.groups()
    if sign is None:
        return _named(name, model, places, generator)
    if name not in places:
        raise UserError(f"a state has no field {name}", f"use one of {', '.join(places)}")
    place, compare = places[name], COMPARISONS[sign]
    if value not in place.names and not re.fullmatch(r"-?\d+", value):
        use = f"use one of {', '.join(place.names)}" if place.names else "compare it with a number"
        raise UserError(f"{name} is never {value}", use)
    number = place.names[value] if value in place.names else int(value)
    return lambda state: compare(place.read(state), number)


def _named(name: str, model: Model, places: Mapping[str, Quantity], generator: Generator) -> Predicate:
    if name == "over":
        return generator.predicate(model.over)
    if name in model.sometimes_properties:
        return generator.predicate(model.sometimes_properties[name].condition)
    having = [place for place in places.values() if name in place.names and name not in _TRUTH]
    if not having:
        raise UserError(f"{name} names no property and no value of states", "write FIELD=VALUE")
    place = having[0]
    return lambda state: place.read(state) == place.names[name]


def _places(model: Model) -> Iterator[tuple[str, Quantity]]:
    for at, path in enumerate(model.paths):
        declared = model.fields[path][0]
        if isinstance(declared, ValueField):
            for position, (name, inner) in enumerate(declared.kind.fields()):
                yield f"{path}.{name}", _place(inner, operator.itemgetter(at), position)
        else:
            yield path, _place(declared, operator.itemgetter(slice(at, at + 1)), 0)


def _place(declared: Field, entries: Callable[[State], tuple[Any, ...]], position: int) -> Quantity:
    names: Mapping[str, int] = _TRUTH if declared.sort is Sort.BOOLEAN else {}
    if isinstance(declared, NumberField) and declared.names is not None:
        names = {member.name.lower().replace("_", "-"): int(member) for member in declared.names}
    count = _COUNTS.get(declared.sort, int)
    return Quantity(lambda state: count(entries(state)[position]), names)


_COUNTS: Mapping[Sort, Callable[[Any], int]] = {Sort.BAG: len, Sort.PILE: len, Sort.SUBSET: int.bit_count}
