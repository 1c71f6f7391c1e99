"""The search compiled by numba, cached on disk: where there is no C compiler, and numba is installed."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from rulehound.checker.model.search.backend import NO_PARENT, BackendMissing, Task
from rulehound.checker.model.search.jit.numba_source import numba_source
from rulehound.checker.model.search.program.program import Program
from rulehound.checker.model.search.program.translation import translated
from rulehound.checker.model.search.result import REMEMBERED, Tallies
from rulehound.checker.output import write_whole
from rulehound.extract.cache import default_folder

MOST_STATES = NO_PARENT - 1
KNOWN, DONE, USED, HAS_ZERO, DEADLOCKS, SHIFT = range(6)
"""Places in what the search tells (numba_search.py.txt)."""
MORE_STATES = 1
"""What it answers where it needs room for more states; else it is a larger table."""
MOST_LINES = 6_000
"""Of the text that numba compiles: it was seen to take 50 to 100 lines a second, and may take 120 seconds."""
FEWEST = 1 << 16
"""States for which there must be addresses, where the machine refuses them for all that is allowed."""
FIRST_BITS = 14
"""The table has so many slots at first, as a power of two."""


def begin(task: Task) -> JitRun:
    """Generate, and let numba compile or load what it compiled before. Raises BackendMissing."""
    if find_spec("numba") is None:
        raise BackendMissing("numba is not installed; pip install 'rulehound[native]'")
    try:
        program = translated(task.model, task.values, task.configuration, task.packing)
    except ValueError as error:
        raise BackendMissing(f"no program for this model: {error}") from None
    source = numba_source(program, task.packing)
    lines = source.count("\n")
    if lines > MOST_LINES:
        why = f"numba would compile this model for minutes ({lines:,} lines; {MOST_LINES:,} are too many)"
        raise BackendMissing(why)
    return JitRun(_module(source), program, task)


class JitRun:
    """One search in a module that numba compiled."""

    cores = 1

    def __init__(self, module: ModuleType, program: Program, task: Task) -> None:
        import numpy

        self._numpy, self._module, self._program, self._task = numpy, module, program, task
        words = task.packing.words

        def zeros(count: int, kind: Any = numpy.int64) -> Any:
            return numpy.zeros(count, dtype=kind)

        # addresses for all that may be allowed; the machine gives them memory once they are written to
        self._room = max(1, min(MOST_STATES, task.memory // (8 * words + 4)))
        while True:
            try:
                self._states = numpy.empty((self._room, words), dtype=numpy.uint64)
                self._parents = numpy.empty(self._room, dtype=numpy.uint32)
                break
            except MemoryError:
                self._room //= 2
                if self._room < FEWEST:
                    raise
        self._places = [numpy.uint64(array.ctypes.data) for array in (self._states, self._parents)]
        self._table = zeros(1 << FIRST_BITS, numpy.uint64)
        self._told = zeros(6)
        self._told[SHIFT] = 64 - FIRST_BITS
        self._z = zeros(module.SIZE)
        self._of, self._hashes = zeros(module.ROOM), zeros(module.ROOM, numpy.uint64)
        self._broken_from = zeros(module.INVARIANTS + 1) + NO_PARENT
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
        while 8 * (int(self._told[USED]) + len(given)) > 7 * len(self._table):
            if self.bytes() + 2 * self._table.nbytes > self._task.memory:
                raise MemoryError
            self._more_table()
        if self.known + len(given) > self._room:
            raise MemoryError
        whole = self._module.restore(
            *self._places,
            self._table,
            self._told,
            numpy.ascontiguousarray(given["words"]),
            numpy.ascontiguousarray(given["parent"]),
        )
        self._told[DONE] = done
        return bool(whole)

    def expand(self, upto: int, deadline: float | None) -> str:  # noqa: ARG002
        """As the protocol says."""
        while True:
            free = self._task.memory - self._table.nbytes
            room = min(self._room, free // (8 * self._task.packing.words + 4))
            wanted = self._module.advance(
                *self._places,
                room,
                self._table,
                self._told,
                upto,
                self._z,
                self._of,
                self._hashes,
                self._broken_from,
                self._degrees,
                self._deadlocked,
            )
            if not wanted:
                return ""
            if wanted == MORE_STATES and self._room == MOST_STATES:
                return f"{MOST_STATES:,} states, more than have a number"
            # growing takes the old table and the new for a moment
            if wanted == MORE_STATES or self.bytes() + 2 * self._table.nbytes > self._task.memory:
                return "memory"
            self._more_table()

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
        program, module = self._program, self._module

        def from_z(first: int, count: int) -> list[int]:
            return [int(number) for number in self._z[first : first + count]]

        cut = from_z(module.CUT, len(program.bounds))
        count = min(int(self._told[DEADLOCKS]), REMEMBERED)
        return Tallies(
            taken=from_z(module.TAKEN, len(program.actions)),
            cut={name: n for name, n in zip(program.bounds, cut, strict=True) if n},
            held=list(map(bool, from_z(module.HELD, len(program.guards)))),
            failed=list(map(bool, from_z(module.FAILED, len(program.guards)))),
            broken_from=[
                None if number == NO_PARENT else int(number)
                for number in self._broken_from[: len(program.invariants)]
            ],
            met=list(map(bool, from_z(module.MET, len(program.sometimes)))),
            degrees={degree: int(n) for degree, n in enumerate(self._degrees) if n},
            deadlocks=int(self._told[DEADLOCKS]),
            deadlocked=[int(number) for number in self._deadlocked[:count]],
        )

    def steps(self, packed: int) -> Sequence[tuple[int, int]]:
        """As the protocol says."""
        module, words = self._module, self._task.packing.words
        size = 8 * words
        state = self._numpy.frombuffer(packed.to_bytes(size, "little"), dtype="<u8")
        z = self._z.copy()  # what is counted here is no part of the search
        count, _ = module.expand(*(self._numpy.uint64(array.ctypes.data) for array in (state, z)), 0)
        raw = z[module.OUT : module.OUT + count * words].tobytes()
        by = z[module.BY : module.BY + count]
        return [
            (int(by[at]), int.from_bytes(raw[size * at : size * (at + 1)], "little")) for at in range(count)
        ]

    def bytes(self) -> int:
        """As the protocol says."""
        return self.known * (8 * self._task.packing.words + 4) + int(self._table.nbytes)

    def _more_table(self) -> None:
        table = self._numpy.zeros(2 * len(self._table), dtype=self._numpy.uint64)
        self._told[SHIFT] -= 1
        self._module.enlarge(self._table, table, self._told[SHIFT])
        self._table = table


def _module(source: str) -> ModuleType:
    """The text as a module that stands in a file, beside which numba keeps what it compiled."""
    name = "rulehound_search_" + hashlib.sha256(source.encode()).hexdigest()[:24]
    if name in sys.modules:
        return sys.modules[name]
    folder = (default_folder() or Path(tempfile.gettempdir()) / "rulehound") / "numba"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.py"
    if not path.is_file() or path.read_text(encoding="utf-8") != source:
        write_whole(path, source.encode())
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    return module
