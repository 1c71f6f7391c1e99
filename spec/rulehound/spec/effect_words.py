"""An effect of a card, as the effect language of a game writes it down, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def effect_words(effect: Mapping[str, Any]) -> str:
    """An effect in the words of its card; where that has none, its timing, and one step after another."""
    if effect.get("says"):
        return str(effect["says"])
    steps = "; then ".join(_plain(step) for step in effect.get("steps", ()))
    others = {name: value for name, value in effect.items() if name not in ("timing", "steps")}
    said = f" ({_plain(others)})" if others else ""
    return f"{str(effect.get('timing', 'effect')).replace('-', ' ')}{said}: {steps}"


def _plain(value: Any) -> str:
    """A part of an effect in words: what it does first, then what it says of that."""
    if isinstance(value, Mapping):
        first = [str(value["do"])] if "do" in value else []
        rest = [
            name.replace("_", " ") if inner is True else f"{name.replace('_', ' ')} {_inside(inner)}"
            for name, inner in value.items()
            if name != "do"
        ]
        return " ".join([*first, ", ".join(rest)]).strip()
    if isinstance(value, list | tuple):
        return " and ".join(_inside(inner) for inner in value)
    return str(value)


def _inside(value: Any) -> str:
    return f"({_plain(value)})" if isinstance(value, Mapping) else _plain(value)
