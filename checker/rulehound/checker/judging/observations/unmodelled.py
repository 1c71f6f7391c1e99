"""Mechanics of a game that its model leaves out: how the use of one by an engine is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from rulehound.checker.judging.traces import EFFECT
from rulehound.spec.documents.differences import NotModelled
from rulehound.spec.formats import Action, Observation

USED = "used"
"""Key of an observation that lists, by name, the mechanics used since the one before."""

PLAIN = frozenset({str, int, bool, float, type(None)})
"""Types of JSON values that hold no others: most of an observation, which is looked through at every step."""


class LeftOut:
    """The mechanics that a model leaves out, by the names and keys under which engines show them."""

    def __init__(self, mechanics: Sequence[NotModelled]) -> None:
        self.by_name = {name: mechanic.name for mechanic in mechanics for name in mechanic.actions}
        self.by_key = {key: mechanic.name for mechanic in mechanics for key in mechanic.shown}
        keys = "|".join(re.escape(key) for key in sorted(self.by_key))
        self._any_key = re.compile(f'"(?:{keys})":'.encode())

    def of_action(self, action: Action) -> str:
        """The mechanic that an action or effect is; "" where it is none of these."""
        return self.by_name.get(named(action), "")

    def of_observation(self, observation: Observation) -> str:
        """The mechanic that an observation shows or lists as used; "" where it shows none.

        A name that is listed as used and that nobody knows is told as it stands.
        """
        for name in observation.get(USED) or ():
            return self.by_name.get(name, f"unknown mechanic {name}")
        # one look at all of it, since it is asked at every step; rarely is there one
        some = self.by_key and self._any_key.search(msgspec.json.encode(observation))
        return self._shown(observation) if some else ""

    def _shown(self, observation: Observation) -> str:
        """The mechanic of a key anywhere in it under which there is something; "" where there is none."""
        inside: list[Any] = [observation]
        while inside:
            value = inside.pop()
            if isinstance(value, dict):
                if not self.by_key.keys().isdisjoint(value):
                    for key, inner in value.items():
                        if inner and key in self.by_key:
                            return self.by_key[key]
                value = value.values()
            elif not isinstance(value, list | tuple):
                continue
            inside += [inner for inner in value if type(inner) not in PLAIN]
        return ""


def named(action: Action) -> str:
    """The name of an action, or of the effect of a card."""
    return str(action.get("action") or action.get(EFFECT) or "")
