"""Mechanics of a game that its model leaves out: how the use of one by an engine is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.checker.traces import EFFECT
from rulehound.spec.differences import NotModelled
from rulehound.spec.formats import Action, Observation

USED = "used"
"""Key of an observation that lists, by name, the mechanics used since the one before."""


class LeftOut:
    """The mechanics that a model leaves out, by the names and keys under which engines show them."""

    def __init__(self, mechanics: Sequence[NotModelled]) -> None:
        self.by_name = {name: found.name for found in mechanics for name in found.actions}
        self.by_key = {key: found.name for found in mechanics for key in found.shown}

    def of_action(self, action: Action) -> str:
        """The mechanic that an action or effect is; "" where it is none of these."""
        return self.by_name.get(named(action), "")

    def of_observation(self, observation: Observation) -> str:
        """The mechanic that an observation shows or lists as used; "" where it shows none.

        A name that is listed as used and that nobody knows is told as it stands.
        """
        for name in observation.get(USED) or ():
            return self.by_name.get(name, f"unknown mechanic {name}")
        return next((self.by_key[key] for key in keys(observation) if key in self.by_key), "")


def named(action: Action) -> str:
    """The name of an action, or of the effect of a card."""
    return str(action.get("action") or action.get(EFFECT) or "")


def keys(value: Any) -> Iterator[str]:
    """Every key within a JSON value under which there is something."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if inner:
                yield key
                yield from keys(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from keys(inner)
