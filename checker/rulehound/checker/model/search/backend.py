"""The protocol of a backend of the search: the driver says how far to expand, and reads the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rulehound.checker.model.search.program.packing import Packing
from rulehound.checker.model.search.result import Tallies
from rulehound.spec.language import Configuration, Model

NO_PARENT = 0xFFFFFFFF
"""The number that stands in a record for the parent of the start."""


class BackendMissing(Exception):
    """This backend cannot be had here; str() says why in one line."""


@dataclass(frozen=True)
class SearchTask:
    """A search to be made: the model with its values and bounds, and the cores and memory it may use."""

    model: Model
    values: Mapping[str, Any]
    configuration: Configuration
    packing: Packing
    cores: int
    memory: int
    """Bytes that states and tables may take."""
    states: int | None = None
    """The search is to stop after so many."""


class BackendRun(Protocol):
    """A search under way. States are numbered in the order in which a queue would hand them out."""

    known: int
    """How many states have a number."""
    done: int
    """States before this number have been expanded."""
    cores: int
    """How many it uses."""

    def restore(self, records: bytes, done: int) -> bool:
        """Add states to the end, as `records` gave them (the start is such a record); false where one is
        known already. Those before number `done` count as expanded."""

    def expand(self, upto: int, deadline: float | None) -> str:
        """Expand the states before number `upto`, which must be known; where a backend is slow it may end
        earlier, once time.monotonic() is past the deadline. Returns '', or which limit of its own it met:
        then the search cannot go on, and `done` and what else it tells are those of the last whole part."""

    def records(self, first: int, count: int) -> bytes:
        """The states from that number on: each as its words of 8 bytes, lowest first, and its parent in 4."""

    def tallies(self) -> Tallies:
        """What was counted since the start, or since `restore`."""

    def steps(self, packed: int) -> Sequence[tuple[int, int]]:
        """The steps out of a state that stay within the bounds: the action's number, the state after."""

    def bytes(self) -> int | None:
        """The most memory that states and tables took so far; None where that is not known."""
