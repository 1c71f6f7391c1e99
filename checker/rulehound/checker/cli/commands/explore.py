"""`rulehound explore`: the model searched within bounds, its state graph looked at, the model exported."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich import progress as bars
from rich.console import Console

from rulehound.checker.cli.commands.analysis import (
    Looked,
    Questions,
    brief,
    condition,
    look,
    print_analysis,
    print_way,
)
from rulehound.checker.cli.commands.statistics import effort, print_effort, print_searches, statistics
from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, print_records, progress
from rulehound.checker.errors import UserError
from rulehound.checker.files import require_place, write_whole
from rulehound.checker.model.checks import search_records, sometimes_records
from rulehound.checker.model.graph import FORMATS, build_graph
from rulehound.checker.model.search import (
    BackendMissing,
    BoundExceeded,
    Checkpoint,
    Limits,
    SearchResult,
    search,
)
from rulehound.checker.model.search.export import murphi, promela
from rulehound.checker.records import exit_status
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import BookOptions
from rulehound.spec.language import Configuration, MissingValue, Model

EXPORTS: Mapping[str, Callable[[Model, Mapping[str, Any], Configuration], str]] = {
    ".pml": promela,
    ".m": murphi,
}
"""Suffix of a file to what writes the model for another checker."""

NOT_FOUND = 3
"""Exit status where the state that was asked for was not come to."""


@dataclass(frozen=True)
class Exploration:
    """What is searched, how far, with what, and what is asked of its graph."""

    configuration: str | None = None
    """None is all that `check` searches, or for what needs a graph the one whose graph `check` looks at."""
    asked: Questions = field(default_factory=Questions)
    limits: Limits = field(default_factory=Limits)
    backend: str = "auto"
    cores: int | None = None
    checkpoint: Checkpoint | None = None


def run(book: BookOptions, wanted: Exploration, as_json: bool) -> int:
    """Search one configuration, or all that `check` searches; look at the graph of one as asked."""
    asked = wanted.asked
    if asked.graph is not None:
        _require_suffix(asked.graph, FORMATS, "graph file")
        require_place(asked.graph, "--graph")
    if wanted.checkpoint is not None and (wanted.configuration is None or asked):
        without = "give --configuration, and no --graph, --analyse or --to"
        raise UserError("a checkpoint is of the search of one configuration", without)
    with progress() as report:
        bound = book.bound(report)
    chosen = _chosen(bound, wanted.configuration, bool(asked))
    looked = _looked(bound, chosen[0], wanted) if asked else None
    results = [looked.built.result] if looked else [_searched(bound, bounds, wanted) for bounds in chosen]
    records = [
        record
        for configuration, result in zip(chosen, results, strict=True)
        for record in search_records(bound, configuration, result, wanted.limits.depth)
    ]
    records += sometimes_records(bound, {result.configuration: result.met for result in results})
    records += looked.records if looked else []
    if as_json:
        told: dict[str, object] = {
            "searches": {result.configuration: statistics(result) for result in results},
            "effort": {result.configuration: effort(result) for result in results},
            "records": records,
        }
        print_json(told | (looked.as_json() if looked else {}))
    else:
        to = console()
        print_searches(chosen, results, to)
        if looked:
            print_analysis(looked, to)
        to.print()
        print_records([replace(r, trace=brief(r.trace)) if r.trace else r for r in records], to)
        if looked:
            print_way(looked, to)
        print_effort(results)
    status = exit_status(records)
    return NOT_FOUND if looked and looked.missed and status == 0 else status


def export(book: BookOptions, configuration: str | None, file: Path) -> int:
    """Write the model under one configuration for SPIN or for rumur; nothing is searched."""
    _require_suffix(file, EXPORTS, "model file")
    if configuration is None:
        raise UserError("--export writes the model under one configuration", "give --configuration")
    bound = book.bound()
    bounds = _chosen(bound, configuration, one=True)[0]
    try:
        text = EXPORTS[file.suffix](bound.game.model(), bound.values, bounds)
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


def _chosen(bound: BoundModel, name: str | None, one: bool) -> list[Configuration]:
    """The configurations to search. Raises UserError where the name is unknown."""
    configurations = bound.game.configurations(bound.values)
    if name is None:
        names = [bound.game.graphed] if one else bound.game.searched["normal"]
        return [configurations[c] for c in names]
    if name not in configurations:
        raise UserError(f"no configuration {name}", f"use one of {', '.join(configurations)}")
    return [configurations[name]]


def _looked(bound: BoundModel, configuration: Configuration, wanted: Exploration) -> Looked:
    """Build the graph of a configuration, and look at it as asked."""
    condition(bound, configuration, wanted.asked)  # before anything is searched for it
    with _searching(configuration) as tell:
        built = build_graph(
            bound.game.model(),
            bound.values,
            configuration,
            wanted.limits,
            backend=wanted.backend,
            cores=wanted.cores,
            progress=tell,
        )
    with progress() as report:
        report(f"looking at the graph of {configuration.name}", 0, 0)
        return look(bound, configuration, built, wanted.asked)


def _searched(bound: BoundModel, configuration: Configuration, wanted: Exploration) -> SearchResult:
    with _searching(configuration) as tell:
        return search(
            bound.game.model(),
            bound.values,
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
