"""`rulehound explore`: the model searched within bounds, and its state graph for a person to look at."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich import progress as bars
from rich.console import Console

from rulehound.checker.errors import UserError
from rulehound.checker.graph import build_graph
from rulehound.checker.law import Law
from rulehound.checker.model_checks import bound, reach, search_records, sometimes_records
from rulehound.checker.output import print_json, write_whole
from rulehound.checker.records import CheckRecord, exit_status
from rulehound.checker.rulebook import BookOptions
from rulehound.checker.search import BackendMissing, Checkpoint, Limits, SearchResult, search
from rulehound.checker.state_graph import FORMATS, graph_file
from rulehound.checker.terminal import console, print_records, print_table, progress
from rulehound.spec.language import Configuration


@dataclass(frozen=True)
class Exploration:
    """What is searched, how far, and with what."""

    configuration: str | None = None
    """All that `check` searches, where it is None."""
    graph: Path | None = None
    limits: Limits = field(default_factory=Limits)
    backend: str = "auto"
    cores: int | None = None
    checkpoint: Checkpoint | None = None


def run(book: BookOptions, wanted: Exploration, as_json: bool) -> int:
    """Search one configuration, or all that `check` searches; write the graph of one to a file."""
    graph = wanted.graph
    if graph is not None and graph.suffix not in FORMATS:
        raise UserError(f"{graph}: unknown kind of graph file", f"end its name in {' or '.join(FORMATS)}")
    if wanted.checkpoint is not None and (wanted.configuration is None or graph is not None):
        raise UserError(
            "a checkpoint is of the search of one configuration", "give --configuration, and no --graph"
        )
    with progress() as report:
        law = book.law(report)
    chosen = _chosen(law, wanted.configuration, graph is not None)
    if graph is None:
        results = [_searched(law, configuration, wanted) for configuration in chosen]
    else:
        built = build_graph(law.game.model(), law.values, chosen[0], wanted.limits)
        results = [built.result]
        write_whole(graph, graph_file(built, graph.suffix))
    records = [
        record
        for configuration, result in zip(chosen, results, strict=True)
        for record in search_records(law, configuration, result, wanted.limits.depth)
    ]
    records += sometimes_records(law, {result.configuration: result.met for result in results})
    if as_json:
        found = {result.configuration: statistics(result) for result in results}
        spent = {result.configuration: effort(result) for result in results}
        print_json({"searches": found, "effort": spent, "records": records})
    else:
        _print(chosen, results, records)
    return exit_status(records)


def memory_size(text: str) -> int:
    """The bytes of "500M" or "2.5G". Raises UserError."""
    size = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)B?", text.strip().upper())
    if size is None or not (number := int(float(size[1]) * 1024 ** " KMGT".index(size[2] or " "))):
        raise UserError(f"--memory {text}: not an amount of memory", "write it as 500M or 2.5G")
    return number


def checkpoint(file: Path | None, resume: Path | None, every: float) -> Checkpoint | None:
    """Where a search is kept. Raises UserError where the two files differ."""
    if file is not None and resume is not None and file != resume:
        raise UserError("a search goes on in the file that it resumes from", "leave out --checkpoint")
    chosen = resume or file
    return None if chosen is None else Checkpoint(chosen, every, resume is not None)


def _chosen(law: Law, name: str | None, one: bool) -> list[Configuration]:
    """The configurations to search. Raises UserError where the name is unknown."""
    configurations = law.game.configurations(law.values)
    if name is None:
        names = [law.game.graphed] if one else law.game.searched["normal"]
        return [configurations[c] for c in names]
    if name not in configurations:
        raise UserError(f"no configuration {name}", f"use one of {', '.join(configurations)}")
    return [configurations[name]]


def _searched(law: Law, configuration: Configuration, wanted: Exploration) -> SearchResult:
    try:
        with _progress(configuration.name) as tell:
            return search(
                law.game.model(),
                law.values,
                configuration,
                wanted.limits,
                progress=tell,
                backend=wanted.backend,
                cores=wanted.cores,
                checkpoint=wanted.checkpoint,
            )
    except BackendMissing as error:
        raise UserError(str(error), "choose another --backend, or leave it out") from None


@contextmanager
def _progress(name: str) -> Iterator[Callable[[int, int], None] | None]:
    """States, how many wait, and how fast it goes, on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    said = bars.TextColumn("{task.description}")
    began = time.monotonic()
    with bars.Progress(bars.SpinnerColumn(), said, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(f"searching {name}")

        def tell(known: int, waiting: int) -> None:
            rate = known / max(time.monotonic() - began, 0.001)
            what = f"searching {name}: {known:,} states, {waiting:,} waiting, {rate:,.0f} states/s"
            shown.update(task, description=what)

        yield tell


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


def _print(
    chosen: Sequence[Configuration], results: Sequence[SearchResult], records: Sequence[CheckRecord]
) -> None:
    to = console()
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
        to.print(f"\n{bound(configuration, result)}", soft_wrap=True)
        to.print(f"  {reach(result)}", soft_wrap=True)
        for line in _lines(result):
            to.print(f"  {line}", soft_wrap=True)
    to.print()
    print_records(records, to)
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
