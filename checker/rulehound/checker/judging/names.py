"""The ids that an engine gives to things, which may be others in every game.

Ids are told apart by the order in which a game first shows them. A game that goes the same way shows the same
things in that order, whatever it calls them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rulehound.checker.judging.observations.json_paths import ID
from rulehound.checker.records import Trace, TraceStep
from rulehound.spec.formats import Observation

_WITHIN = re.compile(r"\[([^\[\]]+)\]")
"""An id, or a place in a list, within a path."""


@dataclass(frozen=True)
class Names:
    """The ids of one game, numbered from 0 in the order in which they are first met."""

    numbers: dict[str, int] = field(default_factory=dict)

    def see(self, value: Any) -> None:
        """Number the ids within a value that have not been met before."""
        for name in _ids(value):
            self.numbers.setdefault(name, len(self.numbers))

    def neutral(self, value: Any) -> Any:
        """The value with a number in the place of every id that has occurred so far, itself included."""
        self.see(value)
        return renamed(value, {name: f"#{number + 1}" for name, number in self.numbers.items()})


class TraceNames:
    """The ids of a game in which a trace is run again, for those of the trace."""

    def __init__(self, trace: Trace, first: Observation) -> None:
        """`first` is what the game shows at its start."""
        self._trace, self._now = trace, Names()
        self.see(first)

    def see(self, observation: Observation) -> None:
        """Note what the game shows next."""
        self._now.see(observation)

    def now(self, value: Any) -> Any:
        """A value of the trace with the ids of this game, as far as it has shown them."""
        return renamed(value, self._present) if self._present else value

    def then(self, value: Any) -> Any:
        """A value of this game with the ids of the trace."""
        recorded = {name: recorded for recorded, name in self._present.items()}
        return renamed(value, recorded) if recorded else value

    @property
    def _present(self) -> dict[str, str]:
        """The ids of the trace that are others in this game."""
        pairs = zip(self._trace.ids, self._now.numbers, strict=False)
        return {recorded: name for recorded, name in pairs if recorded != name}

    def step(self, step: TraceStep) -> TraceStep:
        """A step of the trace whose action names the things of this game."""
        return msgspec.structs.replace(step, action=self.now(step.action))


def renamed(value: Any, names: Mapping[str, Any]) -> Any:
    """The value with other names for ids, also where paths name them."""
    if isinstance(value, dict):
        return {_in_path(key, names): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def _in_path(key: str, names: Mapping[str, Any]) -> str:
    if key in names:
        return str(names[key])
    return _WITHIN.sub(lambda place: f"[{names.get(place[1], place[1])}]", key)


def _ids(value: Any) -> Iterator[str]:
    """The ids of things within a value, in an order that does not depend on that of the fields."""
    if isinstance(value, dict):
        if isinstance(value.get(ID), str):
            yield value[ID]
        for key in sorted(value):
            yield from _ids(value[key])
    elif isinstance(value, list):
        for inner in value:
            yield from _ids(inner)
