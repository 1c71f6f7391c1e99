"""The search in plain Python: the backend of last resort."""

from __future__ import annotations

import resource
import sys
import time
from array import array
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

from rulehound.checker.model.search.backend import SearchTask
from rulehound.checker.model.search.plain.generate import Generator, LookedAt
from rulehound.checker.model.search.program.packing import BoundExceeded, PackedBag
from rulehound.checker.model.search.result import REMEMBERED, Tallies
from rulehound.spec.language import By, State

LOOK = 256
"""States between two looks at clock and memory. A look after each state would cost too much."""


def begin(task: SearchTask) -> PlainRun:
    """A search that takes the steps of the model in Python."""
    return PlainRun(task)


class PlainRun:
    """One search: a set of packed states, a list of them, and their parents."""

    cores = 1

    def __init__(self, task: SearchTask) -> None:
        generator = Generator(task.model, task.values, task.configuration)
        chosen = [a for name, a in task.model.actions.items() if name not in task.configuration.without]
        self._guards = [LookedAt([False] * len(a.guards), [False] * len(a.guards)) for a in chosen]
        self._actions = [
            (action.by is not By.ENVIRONMENT, generator.action(action, looked_at))
            for action, looked_at in zip(chosen, self._guards, strict=True)
        ]
        self._invariants = [generator.predicate(i.condition) for i in task.model.invariants.values()]
        self._wanted = [generator.predicate(w.condition) for w in task.model.sometimes_properties.values()]
        self._over = generator.predicate(task.model.over)
        self._packing = task.packing
        self._bags = [
            (at, part) for at, part in enumerate(task.packing.layout) if isinstance(part, PackedBag)
        ]
        self._memory = task.memory
        self._before = _used()
        self._seen: set[int] = set()
        self._packed: list[int] = []
        self._parents = array("I")
        self.done = 0
        self._tallies = Tallies(
            taken=[0] * len(chosen),
            cut={},
            held=[],
            failed=[],
            broken_from=[None] * len(self._invariants),
            met=[False] * len(self._wanted),
            degrees={},
        )

    @property
    def known(self) -> int:
        """As the protocol says."""
        return len(self._packed)

    def add(self, records: bytes, done: int) -> bool:
        """As the protocol says."""
        words = 8 * self._packing.words
        for at in range(0, len(records), words + 4):
            packed = int.from_bytes(records[at : at + words], "little")
            if not self._is_new(packed, int.from_bytes(records[at + words : at + words + 4], "little")):
                return False
        self.done = done
        return True

    def expand(self, upto: int, deadline: float | None) -> str:
        """As the protocol says."""
        while self.done < upto:
            if not self.done % LOOK:
                if deadline is not None and time.monotonic() > deadline:
                    return ""
                if self.memory_used() > self._memory:
                    return "memory"
            self._expand(self.done)
            self.done += 1
        return ""

    def _expand(self, parent: int) -> None:
        """Take every step out of a state."""
        tallies, pack = self._tallies, self._packing.pack
        state = self._unpacked(self._packed[parent])
        moves = degree = 0
        for action, (is_move, successors) in enumerate(self._actions):
            for _, after in successors(state):
                tallies.taken[action] += 1
                moves += is_move
                try:
                    packed = pack(after)
                except BoundExceeded as outside:
                    tallies.cut[outside.bound] = tallies.cut.get(outside.bound, 0) + 1
                    self._judge(parent, after)
                    continue
                degree += 1
                if self._is_new(packed, parent):
                    self._judge(parent, after)
                    self._meet(after)
        tallies.degrees[degree] = tallies.degrees.get(degree, 0) + 1
        if not moves and not self._over(state):
            tallies.deadlocks += 1
            if len(tallies.deadlocked) < REMEMBERED:
                tallies.deadlocked.append(parent)

    def _is_new(self, packed: int, parent: int) -> bool:
        """Give a state a number; False where it has one already."""
        if packed in self._seen:
            return False
        self._seen.add(packed)
        self._packed.append(packed)
        self._parents.append(parent)
        return True

    def _unpacked(self, packed: int) -> State:
        """A state whose bags are in the order of their slots, in which every backend tries their elements."""
        state = list(self._packing.unpack(packed))
        for at, part in self._bags:
            if len(state[at]) > 1:
                state[at] = tuple(sorted(state[at], key=part.code, reverse=True))
        return tuple(state)

    def _judge(self, parent: int, state: State) -> None:
        for at, holds in enumerate(self._invariants):
            if self._tallies.broken_from[at] is None and not holds(state):
                self._tallies.broken_from[at] = parent

    def _meet(self, state: State) -> None:
        for at, meets in enumerate(self._wanted):
            if not self._tallies.met[at] and meets(state):
                self._tallies.met[at] = True

    def records(self, first: int, count: int) -> bytes:
        """As the protocol says."""
        words = 8 * self._packing.words
        return b"".join(
            self._packed[number].to_bytes(words, "little") + self._parents[number].to_bytes(4, "little")
            for number in range(first, first + count)
        )

    def tallies(self) -> Tallies:
        """As the protocol says."""
        return replace(
            deepcopy(self._tallies),
            held=[held for action in self._guards for held in action.held],
            failed=[failed for action in self._guards for failed in action.failed],
        )

    def steps(self, packed: int) -> Sequence[tuple[int, int]]:
        """As the protocol says."""
        state = self._unpacked(packed)
        packed_steps = []
        for action, (_, successors) in enumerate(self._actions):
            for _, after in successors(state):
                try:
                    packed_steps.append((action, self._packing.pack(after)))
                except BoundExceeded:
                    continue
        return packed_steps

    def memory_used(self) -> int:
        """The growth of the largest memory of the whole process since the search began."""
        return _used() - self._before


def _used() -> int:
    """The largest memory of this process so far, in bytes; Linux counts it in kilobytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
