"""The search compiled by numba, cached on disk: where there is no C compiler, and numba is installed."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from rulehound.checker.search.backend import NO_PARENT, BackendMissing, Task
from rulehound.checker.search.translation import translated
from rulehound.checker.search.numba_source import numba_source
from rulehound.checker.search.program import Bag, Program
from rulehound.checker.search.result import REMEMBERED, Tallies
from rulehound.extract.cache import default_folder

MOST_STATES = NO_PARENT - 1
KNOWN, DONE, USED, HAS_ZERO, DEADLOCKS, FETCHED = range(6)
"""Places in what the search tells (numba_search.py.txt)."""
MORE_STATES, MORE_TABLE = 1, 2


def begin(task: Task) -> JitRun:
    """Generate, and let numba compile or load what it compiled before. Raises BackendMissing."""
    if importlib.util.find_spec("numba") is None:
        raise BackendMissing("numba is not installed; pip install 'rulehound[native]'")
    try:
        program = translated(task.model, task.values, task.configuration, task.packing)
    except ValueError as error:
        raise BackendMissing(f"no program for this model: {error}") from None
    return JitRun(_module(numba_source(program, task.packing)), program, task)


class JitRun:
    """One search in a module that numba compiled."""

    cores = 1

    def __init__(self, module: ModuleType, program: Program, task: Task) -> None:
        import numpy

        self._numpy, self._module, self._program, self._task = numpy, module, program, task
        words = task.packing.words
        slots = max([1, *(bag.capacity for bag in _bags(program))])

        def zeros(count: int, kind: Any = numpy.int64) -> Any:
            return numpy.zeros(count, dtype=kind)

        self._states = zeros((1 << 12) * words, numpy.uint64).reshape(-1, words)
        self._parents = zeros(1 << 12, numpy.uint32)
        self._table = zeros(1 << 14, numpy.uint64)
        self._told = zeros(6)
        # what one state is expanded in: its cells, those outside the bounds, local bags, codes of slots
        self._cells = zeros(module.CELLS)
        self._outside, self._scratch = zeros(module.OUTSIDE), zeros(module.SCRATCH)
        self._codes = zeros(len(_bags(program)) * slots + 1, numpy.uint64)[: len(_bags(program)) * slots]
        self._codes = self._codes.reshape(-1, slots)
        self._mask = zeros(module.INVARIANTS + 1, numpy.uint8)
        room = module.MOST_STEPS + 1024
        self._out = zeros(room * words, numpy.uint64).reshape(-1, words)
        self._by, self._of, self._hashes = zeros(room), zeros(room), zeros(room, numpy.uint64)
        self._taken, self._cut = zeros(module.ACTIONS + 1), zeros(module.BOUNDS + 1)
        self._held, self._failed = (zeros(module.GUARDS + 1, numpy.uint8) for _ in range(2))
        self._broken_from = zeros(module.INVARIANTS + 1) + NO_PARENT
        self._met = zeros(module.SOMETIMES + 1, numpy.uint8)
        self._degrees, self._deadlocked = zeros(module.MOST_STEPS + 1), zeros(REMEMBERED)

    @property
    def known(self) -> int:
        """As the protocol says."""
        return int(self._told[KNOWN])

    @property
    def done(self) -> int:
        """As the protocol says."""
        return int(self._told[DONE])

    def restore(self, records: bytes, done: int) -> bool:
        """As the protocol says."""
        numpy, words = self._numpy, self._task.packing.words
        kind = numpy.dtype([("words", "<u8", (words,)), ("parent", "<u4")])
        given = numpy.frombuffer(records, dtype=kind)
        while self.known + len(given) > len(self._states):
            self._more_states()
        while 10 * (int(self._told[USED]) + len(given)) > 7 * len(self._table):
            self._more_table()
        whole = self._module.restore(
            self._states,
            self._parents,
            self._table,
            self._told,
            numpy.ascontiguousarray(given["words"]),
            numpy.ascontiguousarray(given["parent"]),
            self._cells,
            self._scratch,
            self._mask,
            self._broken_from,
            self._met,
        )
        self._told[DONE] = done
        return bool(whole)

    def expand(self, upto: int, deadline: float | None) -> str:  # noqa: ARG002
        """As the protocol says."""
        while True:
            wanted = self._module.advance(
                self._states,
                self._parents,
                self._table,
                self._told,
                upto,
                self._cells,
                self._outside,
                self._scratch,
                self._codes,
                self._mask,
                self._out,
                self._by,
                self._of,
                self._hashes,
                self._taken,
                self._cut,
                self._held,
                self._failed,
                self._broken_from,
                self._met,
                self._degrees,
                self._deadlocked,
            )
            if not wanted:
                return ""
            # growing takes the old and the new for a moment
            if self.bytes() + 2 * (self._states.nbytes if wanted == MORE_STATES else self._table.nbytes) > (
                self._task.memory
            ):
                return "memory"
            if self.known + len(self._out) > MOST_STATES:
                return f"{MOST_STATES:,} states, more than have a number"
            self._more_states() if wanted == MORE_STATES else self._more_table()

    def records(self, first: int, count: int) -> bytes:
        """As the protocol says."""
        numpy, words = self._numpy, self._task.packing.words
        kind = numpy.dtype([("words", "<u8", (words,)), ("parent", "<u4")])
        copied = numpy.zeros(count, dtype=kind)
        copied["words"] = self._states[first : first + count]
        copied["parent"] = self._parents[first : first + count]
        raw: bytes = copied.tobytes()
        return raw

    def tallies(self) -> Tallies:
        """As the protocol says."""
        program = self._program
        count = min(int(self._told[DEADLOCKS]), REMEMBERED)
        return Tallies(
            taken=[int(n) for n in self._taken[: len(program.actions)]],
            cut={name: int(n) for name, n in zip(program.bounds, self._cut, strict=False) if n},
            held=[bool(flag) for flag in self._held[: len(program.guards)]],
            failed=[bool(flag) for flag in self._failed[: len(program.guards)]],
            broken_from=[
                None if number == NO_PARENT else int(number)
                for number in self._broken_from[: len(program.invariants)]
            ],
            met=[bool(flag) for flag in self._met[: len(program.sometimes)]],
            degrees={degree: int(n) for degree, n in enumerate(self._degrees) if n},
            deadlocks=int(self._told[DEADLOCKS]),
            deadlocked=[int(number) for number in self._deadlocked[:count]],
        )

    def steps(self, packed: int) -> Sequence[tuple[int, int]]:
        """As the protocol says."""
        numpy, words = self._numpy, self._task.packing.words
        size = 8 * words
        state = numpy.frombuffer(packed.to_bytes(size, "little"), dtype="<u8").reshape(1, words).copy()
        # what is counted here is no part of the search
        counted = [each.copy() for each in (self._taken, self._cut, self._held, self._failed)]
        count, _ = self._module.expand(
            state,
            0,
            self._cells,
            self._outside,
            self._scratch,
            self._codes,
            self._mask,
            self._out,
            self._by,
            *counted,
        )
        self._mask[:] = 0
        raw = self._out[:count].tobytes()
        return [
            (int(self._by[at]), int.from_bytes(raw[size * at : size * (at + 1)], "little"))
            for at in range(count)
        ]

    def bytes(self) -> int:
        """As the protocol says."""
        return int(self._states.nbytes + self._parents.nbytes + self._table.nbytes)

    def _more_states(self) -> None:
        numpy = self._numpy
        size = len(self._states) + (len(self._states) >> 1)
        states = numpy.zeros((size, self._states.shape[1]), dtype=numpy.uint64)
        parents = numpy.zeros(size, dtype=numpy.uint32)
        states[: self.known], parents[: self.known] = self._states[: self.known], self._parents[: self.known]
        self._states, self._parents = states, parents

    def _more_table(self) -> None:
        self._table = self._numpy.zeros(2 * len(self._table), dtype=self._numpy.uint64)
        self._told[USED] = self._module.rebuild(self._states, self.known, self._table)


def _bags(program: Program) -> list[Bag]:
    """Every bag that there is room for codes for: more than are ever written in one step."""
    return [*program.state.bags, *(bag for action in program.actions for bag in action.bags)]


def _module(source: str) -> ModuleType:
    """The text as a module that stands in a file, beside which numba keeps what it compiled."""
    name = "rulehound_search_" + hashlib.sha256(source.encode()).hexdigest()[:24]
    if name in sys.modules:
        return sys.modules[name]
    folder = (default_folder() or Path(tempfile.gettempdir()) / "rulehound") / "numba"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    if not path.is_file() or path.read_text(encoding="utf-8") != source:
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(source, encoding="utf-8")
        fresh.replace(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    return module
