"""Breadth-first search of a model within bounds: every state, and shortest counterexamples.

This module has what is the same for all backends: levels, limits, checkpoints, and the result. A backend
expands the states, in parts of a fixed size, so that all backends stop at the same places.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any

from rulehound.checker.errors import UserError
from rulehound.checker.model.search.backend import NO_PARENT, BackendMissing, BackendRun, SearchTask
from rulehound.checker.model.search.checkpoint import Checkpoint, CheckpointFile, KnownLevels
from rulehound.checker.model.search.memory import free_memory
from rulehound.checker.model.search.program.packing import Packing
from rulehound.checker.model.search.result import (
    Counterexample,
    PackedStates,
    SearchLimits,
    SearchResult,
    Tallies,
)
from rulehound.extract.processes.cores import usable_cores
from rulehound.spec.language import Configuration, Interpreter, Model, State

BACKENDS: Mapping[str, tuple[str, str]] = {
    "c": ("rulehound.checker.model.search.native.search", "generated C"),
    "python": ("rulehound.checker.model.search.plain.search", "plain Python"),
}
"""Backends by name, the fastest first: the module whose `begin` makes a BackendRun, and a name."""

TRIAL = 25_000
"""States up to which plain Python searches alone: compiling a model of a game takes as long."""
PART = 1 << 15
"""States that a backend expands before limits are looked at."""
SMALL_PART = 1 << 6
"""States that a backend expands at once close to a limit on states."""

Tell = Callable[[int, int], None]
"""Called with the number of known states, and the number of those that wait to be expanded."""


def search(
    model: Model,
    values: Mapping[str, Any],
    configuration: Configuration,
    limits: SearchLimits | None = None,
    keep_edges: bool = False,
    progress: Tell | None = None,
    *,
    backend: str = "auto",
    cores: int | None = None,
    checkpoint: Checkpoint | None = None,
) -> SearchResult:
    """Visit every state within the configuration, level by level.

    An invariant is judged on every state reached, also on those that lie just outside a bound and are cut
    there. With `keep_edges` the result holds the graph: edges as (from, to, action), states as positions in
    `packed`. `backend` is one of BACKENDS, or "auto": plain Python for what is too small to be worth
    compiling, then the fastest that is there. `cores` None is all. The result does not depend on the cores,
    nor on the backend, but that backends take the steps out of a state in different orders: so they may tell
    different ones of several shortest ways, and a search that stops at a limit of states may hold different
    states. A checkpoint is written at the start, from time to time
    and at the end.

    Raises MissingValue where a fact or switch that the model needs has no value, BoundExceeded where the
    start lies outside the bounds, BackendMissing where the backend asked for is not there, UserError where
    there is no memory to begin, or a checkpoint cannot be used.
    """
    began = time.monotonic()
    limits = limits or SearchLimits()
    packing = Packing(model, configuration)
    memory = free_memory() * 8 // 10 if limits.memory is None else limits.memory
    task = SearchTask(model, values, configuration, packing, cores or usable_cores(), memory, limits.states)
    if backend == "auto" and checkpoint is None:
        small = replace(limits, states=min(TRIAL, limits.states or TRIAL))
        result = _searched(task, small, keep_edges, progress, "python", None, began)
        if result.stopped != f"{TRIAL} states" or limits.states == TRIAL:
            return result
    return _searched(task, limits, keep_edges, progress, backend, checkpoint, began)


def _searched(
    task: SearchTask,
    limits: SearchLimits,
    keep_edges: bool,
    progress: Tell | None,
    backend: str,
    checkpoint: Checkpoint | None,
    began: float,
) -> SearchResult:
    """A search with the backend of this name, or with the fastest that is available."""
    model, packing = task.model, task.packing
    interpreter = Interpreter(model, task.values, task.configuration)
    start = interpreter.initial()
    record = packing.pack(start).to_bytes(8 * packing.words, "little") + NO_PARENT.to_bytes(4, "little")
    kept = None if checkpoint is None else CheckpointFile(checkpoint, task)
    if kept is not None and not kept.resumes:
        kept.begin()
    try:
        name, run = _begun(task, backend)
        run.add(record, done=0)
    except MemoryError:
        raise UserError("too little memory for a search to begin", "give more with --memory") from None
    reached_properties = [
        interpreter.holds(wanted.condition, start) for wanted in model.sometimes_properties.values()
    ]
    levels = KnownLevels([1], replace(run.tallies(), met=reached_properties))
    if kept is not None and kept.resumes:
        levels = kept.load(run)
    stopped = _advance(_Search(run, levels, limits, task.memory, began, progress, kept))
    tallies = levels.tallies + run.tallies()
    result = _result(task, run, levels.ends, tallies, stopped)
    result.backend = BACKENDS[name][1]
    result.counterexamples = dict(_counterexamples(interpreter, result, run, start, tallies.broken_from))
    if keep_edges:
        result.edges = _edges(result, run)
    result.seconds = time.monotonic() - began
    return result


@dataclass(frozen=True)
class _Search:
    """A search in progress."""

    run: BackendRun
    levels: KnownLevels
    limits: SearchLimits
    memory: int
    began: float
    progress: Tell | None
    kept: CheckpointFile | None

    @property
    def deadline(self) -> float | None:
        return None if self.limits.seconds is None else self.began + self.limits.seconds

    def limit(self) -> str:
        """The limit that ends the search here; '' where none does."""
        limits = self.limits
        if limits.depth is not None and len(self.levels.ends) > limits.depth:
            return f"depth {limits.depth}"
        if limits.states is not None and self.run.known > limits.states:
            return f"{limits.states} states"
        if self.deadline is not None and time.monotonic() > self.deadline:
            return f"{limits.seconds:g} seconds"
        return ""


def _advance(search: _Search) -> str:
    """Expand level by level. Returns the limit that ended the search; '' where no states were left."""
    run, ends, states = search.run, search.levels.ends, search.limits.states
    stopped = ""
    if search.kept is not None:
        search.kept.save(run, search.levels, now=True)
    while not stopped:
        if run.done == ends[-1]:
            if run.known == ends[-1]:
                break
            ends.append(run.known)
        stopped = search.limit()
        if stopped:
            break
        size = PART if states is None else min(PART, max(SMALL_PART, states - run.known))
        stopped = run.expand(min(ends[-1], run.done + size), search.deadline)
        if search.progress is not None:
            search.progress(run.known, run.known - run.done)
        if search.kept is not None:
            search.kept.save(run, search.levels)
    if search.kept is not None:
        search.kept.save(run, search.levels, now=True)
    return f"{search.memory / 1e9:.3g} GB of memory" if stopped == "memory" else stopped


def _begun(task: SearchTask, backend: str) -> tuple[str, BackendRun]:
    """The backend that is used, and a search begun with it. Raises BackendMissing, and whatever the backend
    raises.
    """
    for name in BACKENDS if backend == "auto" else [backend]:
        try:
            run: BackendRun = import_module(BACKENDS[name][0]).begin(task)
        except BackendMissing as error:
            if backend != "auto":
                raise BackendMissing(f"no search in {BACKENDS[name][1]}: {error}") from None
            _say(f"no search in {BACKENDS[name][1]}: {error}; the search goes on with the next best backend")
        else:
            return name, run
    raise BackendMissing("no backend for a search is available here")


@cache
def _say(what: str) -> None:
    """A word on standard error, once."""
    print(f"rulehound: {what}", file=sys.stderr)


def _result(
    task: SearchTask, run: BackendRun, ends: list[int], tallies: Tallies, stopped: str
) -> SearchResult:
    model, packing = task.model, task.packing
    chosen = [a for name, a in model.actions.items() if name not in task.configuration.without]
    guards = [f"{action.name}:{guard.name}" for action in chosen for guard in action.guards]
    looked_at = list(zip(guards, zip(tallies.held, tallies.failed, strict=True), strict=True))
    packed = PackedStates(run, packing.words)
    return SearchResult(
        configuration=task.configuration.name,
        packing=packing,
        packed=packed,
        states=run.known,
        transitions=sum(tallies.taken),
        depth=len(ends) - 1,
        levels=[end - before for before, end in pairwise([0, *ends, run.known]) if end > before],
        complete=not stopped,
        stopped=stopped,
        taken={action.name: count for action, count in zip(chosen, tallies.taken, strict=True)},
        cut=dict(sorted(tallies.cut.items())),
        degrees=dict(sorted(tallies.degrees.items())),
        deadlocks=tallies.deadlocks,
        deadlocked=[packing.unpack(packed[number]) for number in tallies.deadlocked],
        met=dict(zip(model.sometimes_properties, tallies.met, strict=True)),
        guards_never_true=[guard for guard, outcomes in looked_at if outcomes == (False, True)],
        guards_never_false=[guard for guard, outcomes in looked_at if outcomes == (True, False)],
        guards_never_reached=[guard for guard, outcomes in looked_at if outcomes == (False, False)],
        cores=run.cores,
        bytes=run.memory_used(),
    )


def _edges(result: SearchResult, run: BackendRun) -> list[tuple[int, int, str]]:
    """The steps out of every state that was expanded."""
    numbers = {packed: number for number, packed in enumerate(result.packed)}
    names = list(result.taken)
    states = zip(range(run.done), result.packed, strict=False)
    return [
        (number, numbers[after], names[action])
        for number, packed in states
        for action, after in run.steps(packed)
    ]


def _counterexamples(
    interpreter: Interpreter,
    result: SearchResult,
    run: BackendRun,
    start: State,
    broken_from: list[int | None],
) -> Iterable[tuple[str, Counterexample]]:
    """A shortest counterexample for every invariant that is broken."""
    at_once = {invariant.name for invariant in interpreter.failed_invariants(start)}
    for name, parent in zip(interpreter.model.invariants, broken_from, strict=True):
        if name in at_once:
            yield name, Counterexample(name, start, ())
        elif parent is not None:
            yield name, _rebuilt(interpreter, name, _way(result, run, parent))


def _way(result: SearchResult, run: BackendRun, number: int) -> list[State]:
    """The states on the path from the start to this one."""
    path = []
    while number != NO_PARENT:
        path.append(result.packing.unpack(result.packed[number]))
        number = int.from_bytes(run.records(number, 1)[-4:], "little")
    return path[::-1]


def _rebuilt(interpreter: Interpreter, invariant: str, path: list[State]) -> Counterexample:
    """A counterexample along these states and one step on, which breaks the invariant; the interpreter finds
    the steps.
    """
    condition = interpreter.model.invariants[invariant].condition
    steps = []
    for before, known in zip(path, [*path[1:], None], strict=True):
        steps.append(
            next(
                (action.name, parameters, after)
                for action, parameters, after in interpreter.successors(before)
                if (after == known if known is not None else not interpreter.holds(condition, after))
            )
        )
    return Counterexample(invariant, path[0], tuple(steps))
