"""The protocol of a search backend. The driver says how many states to expand, and reads the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rulehound.checker.model.search.program.packing import Packing
from rulehound.checker.model.search.result import Tallies
from rulehound.spec.language import Configuration, Model

NO_PARENT = 0xFFFFFFFF
"""Stands in the record of the start in the place of its parent's number."""


class BackendMissing(Exception):
    """The backend is not available here; str() says why in one line."""


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
    """Limit of states after which the search stops."""


class BackendRun(Protocol):
    """A search under way. States are numbered in the order in which a queue would hand them out."""

    known: int
    """How many states have a number."""
    done: int
    """States before this number have been expanded."""
    cores: int
    """How many cores the search uses."""

    def add(self, records: bytes, done: int) -> bool:
        """Add states to the end, as `records` gave them; false where one is known already.

        So a search begins, with the record of its start, and one on disk is taken up again. States before
        number `done` count as expanded.
        """

    def expand(self, upto: int, deadline: float | None) -> str:
        """Expand the states before number `upto`, all of which are known.

        A slow backend may return earlier, once time.monotonic() is past the deadline. Returns '', or the
        limit of its own that the backend has reached: the search then cannot go on, and `done` and the
        results are those of the last whole part.
        """

    def records(self, first: int, count: int) -> bytes:
        """The states from that number on: each as its words of 8 bytes, lowest first, and its parent in 4."""

    def tallies(self) -> Tallies:
        """The counts of what this run has expanded itself, without the states that were added as expanded."""

    def steps(self, packed: int) -> Sequence[tuple[int, int]]:
        """The steps out of a state that stay within the bounds: the action's number, the state after."""

    def memory_used(self) -> int | None:
        """The most memory that states and tables have taken, in bytes; None where that is not known."""
