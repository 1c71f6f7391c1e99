"""Observations of the game with fields left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from rulehound.spec.dcg import protocol

Path = tuple[str, ...]


def optional(struct: Any, prefix: Path = ()) -> Iterator[Path]:
    """The fields of an observation that may be left out, by the names that lead to them."""
    for one in inspect.type_info(struct).fields:  # type: ignore[attr-defined]
        here = (*prefix, one.encode_name)
        if not one.required:
            yield here
        for inner in structs(one.type):
            if inner is not protocol.Grant:
                yield from optional(inner, here)


def structs(kind: Any) -> Iterator[Any]:
    """The structs that a value of a type can be, or be a list of."""
    if isinstance(kind, inspect.StructType):
        yield kind.cls
    for inner in (*getattr(kind, "types", ()), getattr(kind, "item_type", None), getattr(kind, "type", None)):
        if inner is not None:
            yield from structs(inner)


OPTIONAL = sorted(optional(protocol.Observation))


def without(value: Any, path: Path) -> Any:
    """A JSON value without a field, wherever the path leads."""
    if isinstance(value, list):
        return [without(entry, path) for entry in value]
    if not isinstance(value, dict):
        return value
    if len(path) == 1:
        return {key: inner for key, inner in value.items() if key != path[0]}
    return {key: without(inner, path[1:]) if key == path[0] else inner for key, inner in value.items()}
