"""The parts of the effects of cards, as JSON in the language of effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def parts(effects: Any) -> Iterator[Mapping[str, Any]]:
    """The objects in effects, at any depth, from the outside in."""
    if isinstance(effects, Mapping):
        yield effects
        for inner in effects.values():
            yield from parts(inner)
    elif isinstance(effects, Sequence) and not isinstance(effects, str):
        for inner in effects:
            yield from parts(inner)


def gives(effects: Any, names: Sequence[str]) -> bool:
    """Whether effects, at any depth, have one of these facts."""
    return any(part.get(name) for part in parts(effects) for name in names)
