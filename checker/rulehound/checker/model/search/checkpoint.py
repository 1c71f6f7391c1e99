"""Checkpoints: a search kept in a file, so that it can go on however it was ended.

FILE is a small header, always replaced as a whole. FILE.states holds the states, each as its words and its
parent's number, and is only ever appended to; what lies behind the states that the header counts is
overwritten when the search goes on. The table of known states is built anew.
"""

from __future__ import annotations

import hashlib
import os
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import NoReturn

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.model.search.backend import BackendRun, SearchTask
from rulehound.checker.model.search.result import Tallies
from rulehound.spec.language.nodes import BINDERS, Node, walk

KIND = "rulehound checkpoint 1"
AT_ONCE = 1 << 16
"""States that are read or written at once."""


COMPARED = {
    "kind": "another kind",
    "version": "another version of this program",
    "model": "another model",
    "configuration": "another configuration",
    "values": "other facts or switches",
}
"""Fields in which a checkpoint must agree with the search, and what it belongs to where one differs."""


@dataclass(frozen=True)
class Checkpoint:
    """The file of a search, the seconds between two writes, and whether the search goes on from the file."""

    file: Path
    every: float = 60.0
    resume: bool = False


@dataclass
class KnownLevels:
    """The levels that a search knows wholly, and what it counted before the present run."""

    ends: list[int]
    """For each level that is wholly known: how many states are known up to its end."""
    tallies: Tallies
    """What was counted before the present run."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """The content of FILE."""

    kind: str
    version: str
    """Version of the program that wrote it."""
    model: str
    values: str
    configuration: str
    """Hashes of what is searched."""
    states: int
    done: int
    ends: list[int]
    checksum: int
    """CRC 32 of the states."""
    tallies: Tallies


class CheckpointFile:
    """The checkpoint of one search."""

    def __init__(self, settings: Checkpoint, task: SearchTask) -> None:
        self._file, self._every, self.resumes = settings.file, settings.every, settings.resume
        self._data = self._file.with_name(self._file.name + ".states")
        self._identity = _identity(task)
        self._size = 8 * task.packing.words + 4
        self._written = self._checksum = 0
        self._due = time.monotonic() + self._every

    def begin(self) -> None:
        """Begin a new checkpoint. Raises UserError where the file is there already."""
        if self._file.exists():
            self._refuse("is there already", "go on from it with --resume, or choose another name")
        try:
            self._data.write_bytes(b"")
        except OSError as error:
            self._not_written(error)

    def load(self, run: BackendRun) -> KnownLevels:
        """Give a run, which knows the start alone, the states of the file; return the levels that they make.

        Raises UserError where they are not those of this search.
        """
        try:
            header = msgspec.json.decode(self._file.read_bytes(), type=Header)
        except OSError as error:
            self._refuse(f"cannot be read ({error.strerror or error})", "give a file that --checkpoint wrote")
        except msgspec.MsgspecError:
            self._refuse("is not a checkpoint, or not whole", "give a file that --checkpoint wrote")
        for what, another in COMPARED.items():
            if getattr(header, what) != self._identity[what]:
                self._refuse(f"is a checkpoint of {another}", "search as it was begun, or begin anew")
        try:
            self._restore(run, header)
        except OSError as error:
            self._refuse(f"its states cannot be read ({error.strerror or error})", "begin anew")
        except MemoryError:
            self._refuse("holds more states than there is memory for", "give more with --memory")
        return KnownLevels(header.ends, header.tallies)

    def _restore(self, run: BackendRun, header: Header) -> None:
        ordered = [0, *header.ends, header.states]
        sound = sorted(ordered) == ordered and len(header.ends) > 0
        sound = sound and (header.ends[-2] if len(header.ends) > 1 else 0) <= header.done <= header.ends[-1]
        with self._data.open("rb") as file:
            for first in range(0, header.states, AT_ONCE):
                wanted = self._size * min(AT_ONCE, header.states - first)
                records = file.read(wanted)
                self._checksum = zlib.crc32(records, self._checksum)
                sound = sound and len(records) == wanted
                if not first:  # the start, which is known
                    sound = sound and records.startswith(run.records(0, 1))
                    records = records[self._size :]
                sound = sound and run.add(records, 0)
                if not sound:
                    break
        if not sound or self._checksum != header.checksum:
            self._refuse(f"{self._data.name} does not hold its states", "begin anew")
        run.add(b"", header.done)
        self._written = header.states

    def save(self, run: BackendRun, levels: KnownLevels, now: bool = False) -> None:
        """Write states, levels and tallies to the file if it is time or `now`. Raises UserError where that
        fails.
        """
        if not now and time.monotonic() < self._due:
            return
        try:
            self._append(run)
            tallies = levels.tallies + run.tallies()
            header = Header(
                **self._identity,
                states=run.known,
                done=run.done,
                ends=levels.ends,
                checksum=self._checksum,
                tallies=tallies,
            )
            unfinished = self._file.with_name(self._file.name + ".unfinished")
            with unfinished.open("wb") as file:
                file.write(msgspec.json.encode(header) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self._file)
        except OSError as error:
            self._not_written(error)
        self._due = time.monotonic() + self._every

    def _append(self, run: BackendRun) -> None:
        with self._data.open("r+b") as file:
            file.seek(self._written * self._size)
            for first in range(self._written, run.known, AT_ONCE):
                records = run.records(first, min(AT_ONCE, run.known - first))
                self._checksum = zlib.crc32(records, self._checksum)
                file.write(records)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
        self._written = run.known

    def _refuse(self, what: str, remedy: str) -> NoReturn:
        raise UserError(f"{self._file}: {what}", remedy) from None

    def _not_written(self, error: OSError) -> NoReturn:
        self._refuse(f"cannot be written ({error.strerror or error})", "choose another place")


def _identity(task: SearchTask) -> dict[str, str]:
    """The fields of COMPARED for a search, long ones as hashes."""
    model, configuration = task.model, task.configuration
    roots = [effect.value for effect in model.start]
    roots += [node for action in model.actions.values() for node in action.nodes]
    conditions = [*model.invariants.values(), *model.sometimes_properties.values()]
    roots += [*(named.condition for named in conditions), model.over]
    names = [
        (name, action.by.value, [(key, repr(kind)) for key, kind in action.parameters.items()],
         [(guard.name, guard.rule) for guard in action.guards], [effect.path for effect in action.effects])
        for name, action in model.actions.items()
    ]  # fmt: skip
    bounds = (
        configuration.bounds,
        configuration.capacities,
        configuration.pools,
        configuration.ranges,
        configuration.settings,
        configuration.without,
    )
    return {
        "kind": KIND,
        "version": metadata.version("rulehound"),
        "model": _hash([model.name, model.paths, names, [one.name for one in conditions], *_terms(roots)]),
        "configuration": _hash([configuration.name, *map(_ordered, bounds)]),
        "values": _hash([_ordered(task.values)]),
    }


def _hash(parts: Iterable[object]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(repr(part).encode() + b"\n")
    return digest.hexdigest()


def _ordered(value: object) -> object:
    """A value with its mappings and sets in a fixed order."""
    if isinstance(value, frozenset | set):
        return sorted(value)
    if hasattr(value, "items"):
        return sorted((key, _ordered(item)) for key, item in value.items())
    return list(map(_ordered, value)) if isinstance(value, list | tuple | range) else value


def _terms(roots: list[Node]) -> list[tuple[object, ...]]:
    """Every node below the roots by its operation and the places of its arguments in this list."""
    places: dict[int, int] = {}
    variables: dict[int, int] = {}
    terms: list[tuple[object, ...]] = []
    for node in walk(roots):
        # bound variables are numbered as they were first made, which another tracing may do in another order
        variable = 0 if node.op == "element" else 1 if node.op in BINDERS else None
        terms.append(
            (
                node.op,
                *(
                    ("node", places[arg.uid])
                    if isinstance(arg, Node)
                    else ("variable", variables.setdefault(arg, len(variables)))
                    if at == variable
                    else arg
                    for at, arg in enumerate(node.args)
                ),
            )
        )
        places[node.uid] = len(places)
    return [*terms, tuple(places[root.uid] for root in roots)]
