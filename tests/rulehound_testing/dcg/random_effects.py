"""Effects made up at random out of all words of the effect language, as long as they make sense."""

from __future__ import annotations

import random
from typing import Any

from msgspec import inspect

from rulehound.engine.dcg.effects.language import Effect
from rulehound.engine.dcg.effects.sense import EVENTFUL, problems
from rulehound.engine.reading import Misread, read_as

KIND = inspect.type_info(Effect)
assert isinstance(KIND, inspect.StructType)
FIELDS = {field.encode_name: field.type for field in KIND.fields}
"""Field of an effect to its type."""

DEEPEST = 9
"""How deep values lie in each other; below, nothing is said that need not be."""

WORDS = {
    "name": ["Red-3", "Made-1"],
    "name_has": ["ed"],
    "number": ["red-3"],
    "trait": ["Giant"],
    "says": [""],
}
"""What stands in fields of free text."""

ROLES = ["", "", "", "this", "this", "other", "subject", "attacker", "target"]
SMALL = [0, 1, 1, 2, 3]
DP = [-3000, -1000, 1000, 2000]


def value(chance: random.Random, type_: inspect.Type, field: str, depth: int) -> Any:
    """A value of a type for a field, as JSON."""
    match type_:
        case inspect.LiteralType():
            return chance.choice(sorted(type_.values))
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.IntType():
            return number(chance, type_, field)
        case inspect.StrType():
            return chance.choice(ROLES if field in ("role", "under_of") else WORDS.get(field, ["found"]))
        case inspect.VarTupleType():
            several = chance.choice([0, 1, 1, 2]) if depth < DEEPEST else 0
            return [value(chance, type_.item_type, field, depth + 1) for _ in range(several)]
        case inspect.UnionType():
            kinds = [one for one in type_.types if not isinstance(one, inspect.NoneType)]
            if depth >= DEEPEST:
                kinds = [one for one in kinds if not isinstance(one, inspect.StructType)] or kinds
            return value(chance, chance.choice(kinds), field, depth + 1)
        case inspect.StructType():
            return struct(chance, type_, depth)
    raise AssertionError(f"no value of {type_}")


def number(chance: random.Random, type_: inspect.IntType, field: str) -> int:
    """A number that such a field may have."""
    if "dp" in field:
        return abs(chance.choice(DP)) if type_.ge is not None else chance.choice(DP)
    least = type_.ge or 0
    return max(least, chance.choice(SMALL)) * (-1 if type_.ge is None and chance.random() < 0.3 else 1)


def struct(chance: random.Random, type_: inspect.StructType, depth: int) -> dict[str, Any]:
    """An object with all fields that it needs and some of the others."""
    made: dict[str, Any] = {} if type_.tag_field is None else {type_.tag_field: type_.tag}
    for field in type_.fields:
        if field.required or (depth < DEEPEST and chance.random() < wanted(field.encode_name, depth)):
            made[field.encode_name] = value(chance, field.type, field.encode_name, depth + 1)
    return made


def wanted(field: str, depth: int) -> float:
    """How often a field is said that need not be."""
    if field in ("steps", "then") and depth < 4:
        return 0.6
    return 0.15 if depth < 4 else 0.08


def random_effect(chance: random.Random) -> dict[str, Any]:
    """An effect that the engine takes."""
    while True:
        made = drawn(chance)
        try:
            effect = read_as(Effect, made)
        except Misread:
            continue
        if not any(problems(effect, "")):
            return made


def drawn(chance: random.Random) -> dict[str, Any]:
    """An effect that may make no sense, but waits for something where its timing asks for that."""
    timing = value(chance, FIELDS["timing"], "timing", 0)
    said = ["if", "turn", "inherited"]
    said += ["gives", "target"] if timing == "continuous" else ["steps", "cost", "limit", "optional"]
    needed = {"gives", "steps"} | ({"event"} if timing in EVENTFUL else set())
    fields = {field for field in said if chance.random() < 0.3} | (needed & {*said, "event"})
    return {"timing": timing, **{field: value(chance, FIELDS[field], field, 1) for field in sorted(fields)}}
