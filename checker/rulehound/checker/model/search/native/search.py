"""The search in C: generated steps of a model and the search (store.c, search.c) as one library."""

from __future__ import annotations

import ctypes
import sys
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulehound.checker.model.search.backend import NO_PARENT, BackendMissing, SearchTask
from rulehound.checker.model.search.native.c_source import c_source
from rulehound.checker.model.search.native.compiler import FAST, SOON, compiler, library
from rulehound.checker.model.search.program.syntax import Program
from rulehound.checker.model.search.program.translation import translated
from rulehound.checker.model.search.result import REMEMBERED, Tallies

MOST_CORES = 64
FEW = 5_000_000
"""Up to so many states a library is compiled with SOON: the whole takes less time, though the search is
slower.
"""

_STOPPED = {1: "memory", 2: "4,294,967,294 states, more than have a number"}
"""Return values of the search in C where it cannot go on."""


def begin(task: SearchTask) -> NativeRun:
    """Generate, compile and load the search. Raises BackendMissing."""
    if sys.byteorder != "little":
        raise BackendMissing("the generated C is for machines that store the lowest byte first")
    compiler()  # before anything is generated
    try:
        program = translated(task.model, task.values, task.configuration, task.packing)
    except ValueError as error:
        raise BackendMissing(f"no C for this model: {error}") from None
    parts = [Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("store.c", "search.c")]
    source = "\n".join([c_source(program, task.packing), *parts])
    few = task.states is not None and task.states <= FEW
    return NativeRun(_declared(library(source, SOON if few else FAST)), program, task)


class NativeRun:
    """One search in the library; its memory is given back when this object is."""

    def __init__(self, loaded: ctypes.CDLL, program: Program, task: SearchTask) -> None:
        self.known = self.done = 0
        self.cores = min(max(task.cores, 1), MOST_CORES)
        self._library, self._program = loaded, program
        self._size = 8 * task.packing.words + 4
        self._search = loaded.rh_begin(self.cores, task.memory)
        if not self._search:
            raise MemoryError
        weakref.finalize(self, loaded.rh_end, self._search)
        self._told = (ctypes.c_uint64 * loaded.rh_tallies())()

    def add(self, records: bytes, done: int) -> bool:
        """As the protocol says."""
        status = self._library.rh_restore(self._search, records, len(records) // self._size)
        if status > 0:
            raise MemoryError
        self._library.rh_resume(self._search, done)
        self._tell()
        return bool(status == 0)

    def expand(self, upto: int, deadline: float | None) -> str:  # noqa: ARG002
        """As the protocol says."""
        status = self._library.rh_search(self._search, upto)
        self._tell()
        return _STOPPED[status] if status else ""

    def records(self, first: int, count: int) -> bytes:
        """As the protocol says."""
        copied = ctypes.create_string_buffer(self._size * count)
        self._library.rh_copy(self._search, first, count, copied)
        return copied.raw

    def tallies(self) -> Tallies:
        """As the protocol says."""
        program, numbers = self._program, iter(self._tell())
        deadlocks = list(_taken(numbers, 5 + REMEMBERED))[4:]
        taken = _taken(numbers, len(program.actions))
        cut = dict(zip(program.bounds, _taken(numbers, len(program.bounds)), strict=True))
        held, failed = (_taken(numbers, len(program.guards)) for _ in range(2))
        broken = _taken(numbers, len(program.invariants))
        reached = _taken(numbers, len(program.sometimes))
        return Tallies(
            taken=taken,
            cut={name: count for name, count in cut.items() if count},
            held=list(map(bool, held)),
            failed=list(map(bool, failed)),
            broken_from=[None if state == NO_PARENT else state for state in broken],
            met=list(map(bool, reached)),
            degrees={degree: count for degree, count in enumerate(numbers) if count},
            deadlocks=deadlocks[0],
            deadlocked=deadlocks[1 : 1 + min(deadlocks[0], REMEMBERED)],
        )

    def steps(self, packed: int) -> Sequence[tuple[int, int]]:
        """As the protocol says."""
        size = self._size - 4
        room = self._library.rh_most_steps()
        after, actions = ctypes.create_string_buffer(size * room), (ctypes.c_uint16 * room)()
        count = self._library.rh_steps(packed.to_bytes(size, "little"), after, actions)
        raw = after.raw
        return [(actions[i], int.from_bytes(raw[size * i : size * (i + 1)], "little")) for i in range(count)]

    def memory_used(self) -> int | None:
        """As the protocol says."""
        return self._tell()[3]

    def _tell(self) -> list[int]:
        self._library.rh_tell(self._search, self._told)
        self.known, self.done = self._told[0], self._told[1]
        return list(self._told)


def _taken(numbers: Any, count: int) -> list[int]:
    return [next(numbers) for _ in range(count)]


def _declared(loaded: ctypes.CDLL) -> ctypes.CDLL:
    """The library with the types of its functions, which ctypes would take for int."""
    search, words, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64
    types: dict[str, tuple[Any, list[Any]]] = {
        "rh_begin": (search, [ctypes.c_int, number]),
        "rh_end": (None, [search]),
        "rh_search": (ctypes.c_int, [search, number]),
        "rh_restore": (ctypes.c_int, [search, words, number]),
        "rh_resume": (None, [search, number]),
        "rh_copy": (None, [search, number, number, ctypes.c_void_p]),
        "rh_tallies": (number, []),
        "rh_tell": (None, [search, ctypes.c_void_p]),
        "rh_most_steps": (ctypes.c_uint32, []),
        "rh_steps": (ctypes.c_uint32, [words, ctypes.c_void_p, ctypes.c_void_p]),
    }
    for name, (result, arguments) in types.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded
