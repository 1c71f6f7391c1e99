"""What a search found out and what it took, for people and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rich.console import Console

from rulehound.checker.cli.terminal import print_table
from rulehound.checker.model.checks import bounds_of, reach
from rulehound.checker.model.search import SearchResult
from rulehound.spec.language import Configuration


def statistics(result: SearchResult) -> dict[str, object]:
    """What a search found out, as JSON: the same for every backend and any number of cores."""
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
    """What it took, as JSON: another every time."""
    return {
        "backend": result.backend,
        "cores": result.cores,
        "seconds": round(result.seconds, 3),
        "states_per_second": round(result.states / max(result.seconds, 1e-6)),
        "bytes_per_state": round(result.bytes / result.states, 1) if result.bytes else None,
    }


def print_searches(chosen: Sequence[Configuration], results: Sequence[SearchResult], to: Console) -> None:
    """A table with a line for each search, and below it what was seen in each."""
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
        to.print(f"  {reach(result)}", soft_wrap=True)
        for line in _lines(result):
            to.print(f"  {line}", soft_wrap=True)


def print_effort(results: Sequence[SearchResult]) -> None:
    """How long the searches took, to standard error."""
    for result in results:
        spent = effort(result)
        print(
            f"{result.configuration}: {spent['seconds']} s, {spent['states_per_second']:,} states/s,"
            f" {spent['bytes_per_state'] or 'unknown'} bytes a state,"
            f" {result.backend}, {result.cores} core{'s' * (result.cores != 1)}",
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
        yield f"{result.deadlocks:,} states in which nobody can act and the game is not over"
