"""`rulehound explore` from end to end: the model searched, its state graph examined, the model exported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

from rulehound.checker.errors import UserError
from rulehound.checker.files import write_whole
from rulehound.checker.model.checks import records_of_graph, search_records, sometimes_records
from rulehound.checker.model.graph import (
    Analysis,
    StateGraph,
    analyse,
    build_graph,
    graph_file,
    marks,
)
from rulehound.checker.model.search import (
    BackendMissing,
    BoundExceeded,
    Checkpoint,
    SearchLimits,
    SearchResult,
    export,
    search,
)
from rulehound.checker.model.traces import trace_to
from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import CheckRecord, Trace
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.language import Configuration, MissingValue, State

SearchProgress: TypeAlias = Callable[[str], AbstractContextManager[Callable[[int, int], None] | None]]
"""Begins to show the progress of the search of a configuration, by its name."""


class Exploration(NamedTuple):
    """What came of searching configurations of the model."""

    configurations: Sequence[Configuration]
    results: Sequence[SearchResult]
    """For each configuration."""
    records: Sequence[CheckRecord]
    graph: StateGraph | None = None
    analysis: Analysis | None = None
    path: Trace | None = None
    """A shortest path to a state that meets the condition asked for."""


def chosen_configurations(bound: BoundModel, name: str | None, of_graph: bool) -> list[Configuration]:
    """The configurations to search: the one named, else those that `rulehound check` searches.

    `of_graph`: else the one whose graph it examines. Raises UserError where the name is unknown.
    """
    configurations = bound.game.configurations(bound.values)
    if name is None:
        names = [bound.game.graphed] if of_graph else bound.game.searched["normal"]
        return [configurations[each] for each in names]
    if name not in configurations:
        raise UserError(f"no configuration {name}", f"use one of {', '.join(configurations)}")
    return [configurations[name]]


def explore_searches(
    bound: BoundModel,
    configurations: Sequence[Configuration],
    limits: SearchLimits,
    progress: SearchProgress,
    *,
    backend: str,
    cores: int | None,
    checkpoint: Checkpoint | None = None,
) -> Exploration:
    """Search configurations. Raises UserError where a search cannot begin."""
    results = []
    for bounds in configurations:
        with _user_errors(bounds), progress(bounds.name) as tell:
            results.append(
                search(
                    bound.game.model(),
                    bound.values,
                    bounds,
                    limits,
                    progress=tell,
                    backend=backend,
                    cores=cores,
                    checkpoint=checkpoint,
                )
            )
    return Exploration(configurations, results, _records(bound, configurations, results, limits))


def search_graph(
    bound: BoundModel,
    bounds: Configuration,
    limits: SearchLimits,
    progress: SearchProgress,
    *,
    backend: str,
    cores: int | None,
) -> StateGraph:
    """Search one configuration and keep its graph. Raises UserError where the search cannot begin."""
    model = bound.game.model()
    with _user_errors(bounds), progress(bounds.name) as tell:
        return build_graph(model, bound.values, bounds, limits, backend=backend, cores=cores, progress=tell)


def examine_graph(
    bound: BoundModel,
    bounds: Configuration,
    graph: StateGraph,
    limits: SearchLimits,
    report: Progress = silent,
    *,
    to: str = "",
    condition: Callable[[State], bool] | None = None,
    analysed: bool = False,
    file: Path | None = None,
) -> Exploration:
    """Examine the graph that a search within these limits gave.

    `condition`, in the user's words `to`: for a shortest path to a state that meets it. `analysed`: whether
    the graph is analysed and judged. `file`: where it is written. Raises UserError where it is too large for
    a picture.
    """
    report(f"looking at the graph of {bounds.name}", 0, 0)
    if file is not None:
        _write_graph(file, graph, bound, bounds)
    path = None if condition is None else trace_to(bound, bounds, graph, condition, to)
    analysis = analyse(graph, bound.values, bounds) if analysed else None
    records = _records(bound, [bounds], [graph.result], limits)
    records += records_of_graph(bound, bounds, graph) if analysed else []
    return Exploration([bounds], [graph.result], records, graph, analysis, path)


def export_model(bound: BoundModel, bounds: Configuration, file: Path) -> None:
    """Write the model under one configuration for another model checker, by the suffix of the file.

    Raises UserError where it cannot be written so.
    """
    try:
        with _user_errors(bounds):
            text = export.EXPORTS[file.suffix](bound.game.model(), bound.values, bounds)
    except (MissingValue, ValueError) as error:
        what = f"{file}: {bounds.name} cannot be written: {error}"
        raise UserError(what, "choose another --configuration") from None
    write_whole(file, text.encode())


def _records(
    bound: BoundModel,
    configurations: Sequence[Configuration],
    results: Sequence[SearchResult],
    limits: SearchLimits,
) -> list[CheckRecord]:
    return [
        *(
            record
            for bounds, result in zip(configurations, results, strict=True)
            for record in search_records(bound, bounds, result, limits.depth)
        ),
        *sometimes_records(bound, {result.configuration: result.met for result in results}),
    ]


def _write_graph(file: Path, graph: StateGraph, bound: BoundModel, bounds: Configuration) -> None:
    """Write the file of a graph. Raises UserError where it is too large for a picture."""
    try:
        content = graph_file(graph, marks(graph, bound.values, bounds), file.suffix)
    except ValueError as error:
        remedy = "use a smaller --max-depth, or write .graphml or .dot"
        raise UserError(f"{file}: {error}", remedy) from None
    write_whole(file, content)


@contextmanager
def _user_errors(bounds: Configuration) -> Iterator[None]:
    """Raise UserError where a search cannot begin: no such backend, or a start outside the bounds."""
    try:
        yield
    except BackendMissing as error:
        raise UserError(str(error), "choose another --backend, or leave it out") from None
    except BoundExceeded as error:
        what = f"the start of {bounds.name} lies outside the bounds of {error.bound}"
        raise UserError(what, "choose another --configuration, or a document with other numbers") from None
