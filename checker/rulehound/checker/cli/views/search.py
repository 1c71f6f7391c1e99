"""A search as text and as JSON: its progress, its statistics, and the time it took."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich import progress as bars
from rich.console import Console

from rulehound.checker.cli.terminal import print_table
from rulehound.checker.model.checks import bounds_of, search_extent
from rulehound.checker.model.search import SearchResult
from rulehound.checker.wording import counted
from rulehound.spec.language import Configuration


@contextmanager
def search_progress(name: str) -> Iterator[Callable[[int, int], None] | None]:
    """The progress of the search of a configuration on standard error; None where that is no terminal.

    It shows how many states are known, how many wait, and how many are found a second.
    """
    if not sys.stderr.isatty():
        yield None
        return
    description = bars.TextColumn("{task.description}")
    start = time.monotonic()
    to = Console(stderr=True)
    with bars.Progress(bars.SpinnerColumn(), description, console=to, transient=True) as display:
        task = display.add_task(f"searching {name}")

        def report(known: int, waiting: int) -> None:
            rate = known / max(time.monotonic() - start, 0.001)
            text = f"searching {name}: {known:,} states, {waiting:,} waiting, {rate:,.0f} states/s"
            display.update(task, description=text)

        yield report


def statistics(result: SearchResult) -> dict[str, object]:
    """The results of a search as JSON: equal for every backend and any number of cores."""
    return {
        "states": result.states,
        "transitions": result.transitions,
        "depth": result.depth,
        "bits": result.bits,
        "complete": result.complete,
        "stopped": result.stopped,
        "levels": result.levels,
        "degrees": {str(degree): states for degree, states in result.degrees.items()},
        "taken": result.taken,
        "never_taken": result.never_taken,
        "guards_never_true": result.guards_never_true,
        "guards_never_false": result.guards_never_false,
        "guards_never_reached": result.guards_never_reached,
        "met": result.met,
        "cut": result.cut,
        "deadlocks": result.deadlocks,
    }


def effort(result: SearchResult) -> dict[str, object]:
    """The time and memory that a search took, as JSON: different every time."""
    return {
        "backend": result.backend,
        "cores": result.cores,
        "seconds": round(result.seconds, 3),
        "states_per_second": round(result.states / max(result.seconds, 1e-6)),
        "bytes_per_state": round(result.bytes / result.states, 1) if result.bytes else None,
    }


def print_searches(chosen: Sequence[Configuration], results: Sequence[SearchResult], to: Console) -> None:
    """Print a table with a line for each search, and below it the statistics of each."""
    rows = [
        (
            r.configuration,
            f"{r.states:,}",
            f"{r.transitions:,}",
            str(r.depth),
            f"{min(r.degrees, default=0)} / {r.mean_degree:.2f} / {max(r.degrees, default=0)}",
            str(r.bits),
            r.stopped or "complete",
        )
        for r in results
    ]
    degree = "Out-degree: least / mean / most"
    print_table(to, ("Configuration", "States", "Steps", "Depth", degree, "Bits", "Search"), rows)
    for configuration, result in zip(chosen, results, strict=True):
        to.print(f"\n{bounds_of(configuration, result)}", soft_wrap=True)
        to.print(f"  {search_extent(result)}", soft_wrap=True)
        for line in _lines(result):
            to.print(f"  {line}", soft_wrap=True)


def print_effort(results: Sequence[SearchResult]) -> None:
    """Print how long each search took, to standard error."""
    for result in results:
        spent = effort(result)
        print(
            f"{result.configuration}: {spent['seconds']} s, {spent['states_per_second']:,} states/s,"
            f" {spent['bytes_per_state'] or 'unknown'} bytes a state,"
            f" {result.backend}, {counted(result.cores, 'core')}",
            file=sys.stderr,
        )


def _lines(result: SearchResult) -> Iterator[str]:
    """The statistics of a search that people look for."""
    yield f"states by depth: {' '.join(f'{states:,}' for states in result.levels)}"
    taken = sorted(result.taken.items(), key=lambda item: -item[1])
    yield f"steps: {', '.join(f'{name} {count:,}' for name, count in taken if count)}"
    yield f"never taken: {', '.join(result.never_taken) or 'none'}"
    for title, names in (
        ("guards that never held", result.guards_never_true),
        ("guards that always held", result.guards_never_false),
        ("met by no state", result.unmet),
    ):
        if names:
            yield f"{title}: {', '.join(names)}"
    if result.deadlocks:
        yield f"{counted(result.deadlocks, 'state')} in which nobody can act and the game is not over"
