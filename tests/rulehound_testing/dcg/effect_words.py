"""The words of the effect language, read off its types: documentation and probe cards must hold them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec
from msgspec import inspect

from rulehound.engine.dcg.effects import language
from rulehound.engine.dcg.effects.language import Effect

RARE = {
    "AtTurnEnd.steps",
    "DnaDigivolveInto.free",
    "DnaDigivolveInto.into",
    "DnaDigivolveInto.left",
    "DnaDigivolveInto.reduced",
    "DnaDigivolveInto.right",
    "Effect.breeding",
    "Grant.as_digimon",
    "Place breeding",
    "Place egg-deck-bottom",
    "Place egg-deck-top",
    "step at-turn-end",
    "step dna-digivolve",
    "Choose.by",
    "Event.target",
    "Forbidden be-attacked",
    "Grant.attacks_unsuspended",
    "Recovery.target",
    "Which.security_attack",
}
"""Words that no probe card has: a card that had them would change every random game."""

VOCABULARIES: Mapping[str, tuple[str, ...]] = {
    name: get_args(getattr(language, name))
    for name in (
        "Kind",
        "Color",
        "Side",
        "Keyword",
        "Area",
        "Forbidden",
        "Until",
        "Timing",
        "Happening",
        "Place",
    )
}
"""Name of an enumeration to its words."""


def structs() -> list[inspect.StructType]:
    """Every kind of object that an effect is made of, in the order in which they are met."""
    found: dict[type, inspect.StructType] = {}
    waiting: list[inspect.Type] = [inspect.type_info(Effect)]
    while waiting:
        type_ = waiting.pop(0)
        if isinstance(type_, inspect.StructType) and type_.cls not in found:
            found[type_.cls] = type_
            waiting += [field.type for field in type_.fields]
        elif isinstance(type_, inspect.UnionType):
            waiting += type_.types
        elif isinstance(type_, inspect.VarTupleType):
            waiting.append(type_.item_type)
        elif isinstance(type_, inspect.Metadata):
            waiting.append(type_.type)
    return list(found.values())


STRUCTS = structs()
STEPS: Mapping[str, inspect.StructType] = {str(one.tag): one for one in STRUCTS if one.tag is not None}
"""Tag of a step to its type."""


def objects(data: Any) -> Iterator[Any]:
    """A part of the language with all parts of it."""
    if isinstance(data, language.Data):
        yield data
        for name in data.__struct_fields__:
            yield from objects(getattr(data, name))
    elif isinstance(data, tuple):
        for element in data:
            yield from objects(element)


def used(effects: tuple[Effect, ...]) -> set[str]:
    """Every word that these effects use: `Timing main`, `step draw`, `Which.level`."""
    found = set()
    for one in objects(effects):
        kind = type(one)
        tag = kind.__struct_config__.tag
        if tag is not None:
            found.add(f"step {tag}")
        for field in msgspec.structs.fields(kind):
            value = getattr(one, field.name)
            if value != field.default:
                found.add(f"{kind.__name__}.{field.encode_name}")
            found |= {f"{name} {word}" for name, word in words_in(field.type, value)}
    return found


def words_in(type_: Any, value: Any) -> Iterator[tuple[str, str]]:
    """The words of an enumeration that stand in a field."""
    values = value if isinstance(value, tuple) else (value,)
    for name, words in VOCABULARIES.items():
        alias = getattr(language, name)
        if alias in mentioned(type_):
            yield from ((name, one) for one in values if one in words)


def mentioned(type_: Any) -> list[Any]:
    """A type and all that it is made of."""
    return [type_, *(found for part in get_args(type_) for found in mentioned(part))]


def all_words() -> set[str]:
    """Every word of the language."""
    found = {f"{name} {word}" for name, words in VOCABULARIES.items() for word in words}
    found |= {f"step {tag}" for tag in STEPS}
    return found | {f"{one.cls.__name__}.{field.encode_name}" for one in STRUCTS for field in one.fields}
