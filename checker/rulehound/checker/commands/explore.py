"""`rulehound explore`: the model searched within bounds, its state graph looked at, the model exported."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich import progress as bars
from rich.console import Console

from rulehound.checker.commands.analysis import print_analysis, print_way
from rulehound.checker.commands.statistics import effort, print_effort, print_searches, statistics
from rulehound.checker.errors import UserError
from rulehound.checker.graph import (
    FORMATS,
    Analysis,
    Mark,
    StateGraph,
    analyse,
    build_graph,
    graph_file,
    marks,
    nearest,
    sought,
    way_to,
)
from rulehound.checker.law import Law
from rulehound.checker.model_checks import records_of_graph, search_records, sometimes_records
from rulehound.checker.model_trace import way_trace
from rulehound.checker.output import print_json, write_whole
from rulehound.checker.records import CheckRecord, Trace, exit_status
from rulehound.checker.rulebook import BookOptions
from rulehound.checker.search import BackendMissing, BoundExceeded, Checkpoint, Limits, SearchResult, search
from rulehound.checker.search.export import murphi, promela
from rulehound.checker.terminal import console, print_records, progress
from rulehound.spec.language import Configuration, Interpreter, MissingValue, Model

EXPORTS: Mapping[str, Callable[[Model, Mapping[str, Any], Configuration], str]] = {
    ".pml": promela,
    ".m": murphi,
}
"""Suffix of a file to what writes the model for another checker."""

NOT_FOUND = 3
"""Exit status where the state that was asked for was not come to."""


@dataclass(frozen=True)
class Exploration:
    """What is searched, how far, with what, and what is asked of it."""

    configuration: str | None = None
    """None is all that `check` searches, or for what needs a graph the one whose graph `check` looks at."""
    graph: Path | None = None
    analyse: bool = False
    to: str | None = None
    """A condition on states: the way to one that meets it is asked for."""
    limits: Limits = field(default_factory=Limits)
    backend: str = "auto"
    cores: int | None = None
    checkpoint: Checkpoint | None = None

    @property
    def needs_graph(self) -> bool:
        """What is asked for cannot be told from the figures of a search alone."""
        return self.graph is not None or self.analyse or self.to is not None


@dataclass(frozen=True)
class Looked:
    """What was seen of a graph."""

    built: StateGraph
    analysis: Analysis | None
    way: Trace | None


def run(book: BookOptions, wanted: Exploration, as_json: bool) -> int:
    """Search one configuration, or all that `check` searches; look at the graph of one as asked."""
    if wanted.graph is not None:
        _require_suffix(wanted.graph, FORMATS, "graph file")
    if wanted.checkpoint is not None and (wanted.configuration is None or wanted.needs_graph):
        without = "give --configuration, and no --graph, --analyse or --to"
        raise UserError("a checkpoint is of the search of one configuration", without)
    with progress() as report:
        law = book.law(report)
    chosen = _chosen(law, wanted.configuration, wanted.needs_graph)
    looked = _looked(law, chosen[0], wanted) if wanted.needs_graph else None
    results = [looked.built.result] if looked else [_searched(law, bounds, wanted) for bounds in chosen]
    records = [
        record
        for configuration, result in zip(chosen, results, strict=True)
        for record in search_records(law, configuration, result, wanted.limits.depth)
    ]
    records += sometimes_records(law, {result.configuration: result.met for result in results})
    if looked is not None and wanted.analyse:
        records += records_of_graph(law, chosen[0], looked.built)
    if as_json:
        told: dict[str, object] = {
            "searches": {result.configuration: statistics(result) for result in results},
            "effort": {result.configuration: effort(result) for result in results},
            "records": records,
        }
        if looked is not None:
            told |= {"analysis": looked.analysis} if wanted.analyse else {}
            told |= {"way": looked.way} if wanted.to is not None else {}
        print_json(told)
    else:
        _print(chosen, results, records, wanted, looked)
    status = exit_status(records)
    missed = wanted.to is not None and looked is not None and looked.way is None
    return NOT_FOUND if missed and status == 0 else status


def export(book: BookOptions, configuration: str | None, file: Path) -> int:
    """Write the model under one configuration for SPIN or for rumur; nothing is searched."""
    _require_suffix(file, EXPORTS, "model file")
    if configuration is None:
        raise UserError("--export writes the model under one configuration", "give --configuration")
    law = book.law()
    bounds = _chosen(law, configuration, one=True)[0]
    try:
        text = EXPORTS[file.suffix](law.game.model(), law.values, bounds)
    except BoundExceeded as error:
        raise _outside(bounds, error) from None
    except (MissingValue, ValueError) as error:
        what = f"{file}: {configuration} cannot be written: {error}"
        raise UserError(what, "choose another --configuration") from None
    write_whole(file, text.encode())
    return 0


def _require_suffix(file: Path, known: Mapping[str, object], what: str) -> None:
    if file.suffix not in known:
        raise UserError(f"{file}: unknown kind of {what}", f"end its name in {' or '.join(known)}")


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


def _looked(law: Law, configuration: Configuration, wanted: Exploration) -> Looked:
    """Build the graph of a configuration, and look at it as asked."""
    model, values = law.game.model(), law.values
    holds = None if wanted.to is None else sought(wanted.to, model, values, configuration)
    with _searching(configuration) as tell:
        built = build_graph(
            model,
            values,
            configuration,
            wanted.limits,
            backend=wanted.backend,
            cores=wanted.cores,
            progress=tell,
        )
    if wanted.graph is not None:
        _write_graph(wanted.graph, built, marks(built, values, configuration))
    node = None if holds is None else nearest(built, holds)
    way = None
    if node is not None:
        shortest = way_to(built, Interpreter(model, values, configuration), node)
        way = way_trace(law, configuration, shortest, "", f"a state with {wanted.to}")
    return Looked(built, analyse(built, values, configuration) if wanted.analyse else None, way)


def _write_graph(file: Path, built: StateGraph, special: Mapping[int, Mark]) -> None:
    try:
        content = graph_file(built, special, file.suffix)
    except ValueError as error:
        remedy = "go less far with --max-depth, or write .graphml or .dot"
        raise UserError(f"{file}: {error}", remedy) from None
    write_whole(file, content)


def _searched(law: Law, configuration: Configuration, wanted: Exploration) -> SearchResult:
    with _searching(configuration) as tell:
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


@contextmanager
def _searching(configuration: Configuration) -> Iterator[Callable[[int, int], None] | None]:
    """Tell of the progress of a search. Raises UserError where it cannot begin."""
    try:
        with _progress(configuration.name) as tell:
            yield tell
    except BackendMissing as error:
        raise UserError(str(error), "choose another --backend, or leave it out") from None
    except BoundExceeded as error:
        raise _outside(configuration, error) from None


def _outside(configuration: Configuration, error: BoundExceeded) -> UserError:
    what = f"the start of {configuration.name} lies outside the bounds of {error.bound}"
    return UserError(what, "choose another --configuration, or a document with other numbers")


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


def _print(
    chosen: Sequence[Configuration],
    results: Sequence[SearchResult],
    records: Sequence[CheckRecord],
    wanted: Exploration,
    looked: Looked | None,
) -> None:
    to = console()
    print_searches(chosen, results, to)
    if looked is not None and looked.analysis is not None:
        print_analysis(looked.built, looked.analysis, to)
    to.print()
    print_records(records, to)
    if looked is not None and wanted.to is not None:
        print_way(looked.way, wanted.to, looked.built, to)
    print_effort(results)
