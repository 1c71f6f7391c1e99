"""The limits that a search is given, and its result: statistics and counterexamples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, overload

from rulehound.checker.model.search.program.packing import Packing
from rulehound.spec.language import Parameters, State

Key = TypeVar("Key")


@dataclass(frozen=True)
class SearchLimits:
    """Limits at which a search stops before it has finished; None is no limit, but for memory.

    The states that the last expanded states lead to may exceed `states`. `memory`: bytes for states and
    tables; None is 80 % of what is free.
    """

    states: int | None = None
    depth: int | None = None
    seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True)
class Counterexample:
    """A shortest path to a state that breaks an invariant; a step is (action, parameters, state after)."""

    invariant: str
    start: State
    steps: tuple[tuple[str, Parameters, State], ...]


@dataclass
class Tallies:
    """Counts made while states were expanded; lists follow the order of the model.

    Actions are those that the configuration does not leave out, guards all guards of these.
    """

    taken: list[int]
    """How many steps each action took, those out of the bounds among them."""
    cut: dict[str, int]
    """How many steps left each bound, by its name."""
    held: list[bool]
    """Whether each guard held somewhere. A guard is evaluated only where those before it held."""
    failed: list[bool]
    """Whether each guard failed somewhere."""
    broken_from: list[int | None]
    """For each invariant, the first state from which a step leads to one that breaks it."""
    met: list[bool]
    """For each `sometimes` property, whether a state meets it."""
    degrees: dict[int, int]
    """Number of steps within the bounds, to how many states have so many."""
    deadlocks: int = 0
    """In how many states nobody can act, though the game is not over and no step was cut."""
    deadlocked: list[int] = field(default_factory=list)
    """The first states of these."""

    def __add__(self, other: Tallies) -> Tallies:
        """Both together; `other` counts later states."""
        return Tallies(
            taken=[a + b for a, b in zip(self.taken, other.taken, strict=True)],
            cut=_sum(self.cut, other.cut),
            held=[a or b for a, b in zip(self.held, other.held, strict=True)],
            failed=[a or b for a, b in zip(self.failed, other.failed, strict=True)],
            broken_from=[
                b if a is None else a for a, b in zip(self.broken_from, other.broken_from, strict=True)
            ],
            met=[a or b for a, b in zip(self.met, other.met, strict=True)],
            degrees=_sum(self.degrees, other.degrees),
            deadlocks=self.deadlocks + other.deadlocks,
            deadlocked=[*self.deadlocked, *other.deadlocked][:REMEMBERED],
        )


REMEMBERED = 10
"""How many deadlocked states are listed."""


class NumberedStates(Protocol):
    """States by number."""

    known: int

    def records(self, first: int, count: int) -> bytes:
        """The states from that number on: each as its words of 8 bytes, lowest first, and its parent in 4."""


class PackedStates(Sequence[int]):
    """The states of a search as packed integers, in the order in which it met them."""

    def __init__(self, run: NumberedStates, words: int) -> None:
        self.run, self._words = run, words

    def __len__(self) -> int:
        return self.run.known

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        number = at + len(self) if at < 0 else at
        if not 0 <= number < len(self):
            raise IndexError(f"no state {at}")
        return int.from_bytes(self.run.records(number, 1)[: 8 * self._words], "little")

    def __iter__(self) -> Iterator[int]:
        size, at_once = 8 * self._words, 1 << 14
        for first in range(0, len(self), at_once):
            records = self.run.records(first, min(at_once, len(self) - first))
            for at in range(0, len(records), size + 4):
                yield int.from_bytes(records[at : at + size], "little")


@dataclass
class SearchResult:
    """The states that a search covered. `complete` is true only where it visited every state within the
    bounds.
    """

    configuration: str
    packing: Packing
    packed: Sequence[int]
    """Every state, in the order in which the search met them; read with `packing`."""
    states: int = 0
    transitions: int = 0
    """How many steps were taken, those out of the bounds among them."""
    depth: int = 0
    """The deepest level that is wholly known: every state at most so many steps from the start was judged."""
    levels: list[int] = field(default_factory=list)
    """How many states there are at each distance from the start; the last level of a stopped search may lack
    some.
    """
    complete: bool = False
    stopped: str = ""
    """The limit that ended the search; '' where none did."""
    taken: dict[str, int] = field(default_factory=dict)
    cut: dict[str, int] = field(default_factory=dict)
    degrees: dict[int, int] = field(default_factory=dict)
    """Number of steps within the bounds, to how many of the expanded states have so many."""
    deadlocks: int = 0
    """In how many states nobody can act, though the game is not over and no step was cut at a bound."""
    deadlocked: list[State] = field(default_factory=list)
    """The first states of these."""
    counterexamples: dict[str, Counterexample] = field(default_factory=dict)
    met: dict[str, bool] = field(default_factory=dict)
    """`sometimes` property to whether some state meets it."""
    guards_never_true: list[str] = field(default_factory=list)
    """ACTION:GUARD of those that were evaluated and never held."""
    guards_never_false: list[str] = field(default_factory=list)
    """ACTION:GUARD of those that were evaluated and always held."""
    guards_never_reached: list[str] = field(default_factory=list)
    """ACTION:GUARD of those that were never evaluated, since a guard before them never held."""
    edges: list[tuple[int, int, str]] | None = None
    backend: str = ""
    cores: int = 1
    seconds: float = 0.0
    bytes: int | None = None
    """The most memory that states and tables took; None where it was not measured."""

    @property
    def bits(self) -> int:
        """How many bits a packed state has."""
        return self.packing.bits

    @property
    def never_taken(self) -> list[str]:
        """Actions that no step of this search took."""
        return [name for name, count in self.taken.items() if not count]

    @property
    def unmet(self) -> list[str]:
        """The `sometimes` properties that no state of this search meets."""
        return [name for name, reached in self.met.items() if not reached]

    @property
    def mean_degree(self) -> float:
        """Steps out of a state that stay within the bounds, on average over the states expanded."""
        return sum(n * states for n, states in self.degrees.items()) / max(sum(self.degrees.values()), 1)


def _sum(one: dict[Key, int], other: dict[Key, int]) -> dict[Key, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in [*one, *(k for k in other if k not in one)]}
