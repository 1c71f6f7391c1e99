"""`rulehound explore`: the model searched within bounds, its state graph examined, the model exported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    EditionOption,
    GameOption,
    JsonOption,
    RulesOption,
)

if TYPE_CHECKING:
    from rulehound.checker.model.graph import Analysis, StateGraph
    from rulehound.checker.model.search import Checkpoint, SearchLimits, SearchResult
    from rulehound.checker.records import CheckRecord, Trace
    from rulehound.checker.rulebook.bound_model import BoundModel
    from rulehound.spec.language import Configuration

NO_SUCH_STATE = 3
"""Exit status where no state meets the condition of --to."""


def explore(
    *,
    configuration: Annotated[
        str | None,
        typer.Option(
            "--configuration",
            metavar="NAME",
            help="Search only this configuration. Default: those that rulehound check searches.",
        ),
    ] = None,
    graph: Annotated[
        Path | None,
        typer.Option(
            "--graph",
            metavar="FILE",
            help="Write the state graph to a file that ends in .graphml, .dot or .svg (a picture).",
        ),
    ] = None,
    analyse: Annotated[
        bool,
        typer.Option(
            "--analyse", help="Analyse the state graph: cycles, dead ends, dominators of violations."
        ),
    ] = False,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="STATE",
            help='Print a shortest path to a state that meets conditions, such as "stage=main,memory<0".',
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help="Write the model for SPIN (.pml) or rumur (.m), and search nothing.",
        ),
    ] = None,
    max_states: Annotated[
        int | None,
        typer.Option(
            "--max-states",
            metavar="N",
            min=1,
            help="Stop once more than N states are known. Default: no limit.",
        ),
    ] = None,
    max_depth: Annotated[
        int | None,
        typer.Option(
            "--max-depth", metavar="N", min=1, help="Go at most N steps from the start. Default: no limit."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--time", metavar="SECONDS", min=0, help="Stop after so many seconds. Default: no limit."
        ),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory",
            metavar="SIZE",
            help="Stop at so much memory, such as 500M or 4G. Default: 80 % of what is free.",
        ),
    ] = None,
    backend: Annotated[
        Literal["auto", "c", "python"],
        typer.Option(
            "--backend",
            help="Search in compiled C or in plain Python; the result does not depend on it. auto takes "
            "Python for small searches, and where there is no compiler.",
        ),
    ] = "auto",
    cores: Annotated[
        int | None,
        typer.Option(
            "--cores",
            metavar="N",
            min=1,
            help="The number of cores to use; the result does not depend on it. Default: all.",
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint", metavar="FILE", help="Write the search to this file as it goes on, for --resume."
        ),
    ] = None,
    checkpoint_every: Annotated[
        float,
        typer.Option(
            "--checkpoint-every", metavar="SECONDS", min=0, help="Seconds from one checkpoint to the next."
        ),
    ] = 60,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Go on from this checkpoint, and keep it up to date."),
    ] = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
) -> int:
    """Search every state of the model within bounds.

    A configuration names the bounds. The exit status is 1 where an invariant is broken, 3 where the search is
    not complete or no state meets --to, else 0.
    """
    from rulehound.checker.cli.terminal import progress
    from rulehound.checker.errors import UserError
    from rulehound.checker.files import require_place
    from rulehound.checker.model.checks import records_of_graph, search_records, sometimes_records
    from rulehound.checker.model.graph import FORMATS, state_condition
    from rulehound.checker.model.graph import analyse as analysis_of
    from rulehound.checker.model.search import Checkpoint, SearchLimits
    from rulehound.checker.model.search.export import EXPORTS
    from rulehound.checker.model.traces import trace_to
    from rulehound.checker.records import exit_status
    from rulehound.checker.rulebook.reading import open_game, read_rulebook

    of_graph = graph is not None or analyse or to is not None
    if export is not None:
        of_search = (max_states, max_depth, seconds, memory, cores, checkpoint, resume)
        if of_graph or json or any(option is not None for option in of_search):
            raise UserError("--export writes the model and searches nothing", "leave out what is of a search")
        _require_suffix(export, EXPORTS, "model file")
        if configuration is None:
            raise UserError("--export writes the model under one configuration", "give --configuration")
        bound = read_rulebook(open_game(game), rules, edition).complete_model()
        _export(bound, _chosen(bound, configuration, False)[0], export)
        return 0
    limits = SearchLimits(max_states, max_depth, seconds, None if memory is None else memory_size(memory))
    if checkpoint is not None and resume is not None and checkpoint != resume:
        raise UserError("a search goes on in the file that it resumes from", "leave out --checkpoint")
    if graph is not None:
        _require_suffix(graph, FORMATS, "graph file")
        require_place(graph, "--graph")
    file = resume or checkpoint
    if file is not None and (configuration is None or of_graph):
        remedy = "give --configuration, and no --graph, --analyse or --to"
        raise UserError("a checkpoint is of the search of one configuration", remedy)
    with progress() as report:
        bound = read_rulebook(open_game(game), rules, edition, report).complete_model()
    chosen = _chosen(bound, configuration, of_graph)
    states, analysis, path, graph_records = None, None, None, []
    if of_graph:
        bounds = chosen[0]
        condition = None if to is None else state_condition(to, bound.game.model(), bound.values, bounds)
        states = _searched_graph(bound, bounds, limits, backend, cores)
        results = [states.result]
        with progress() as report:
            report(f"looking at the graph of {bounds.name}", 0, 0)
            if graph is not None:
                _write_graph(graph, states, bound, bounds)
            if to is not None and condition is not None:
                path = trace_to(bound, bounds, states, condition, to)
            if analyse:
                analysis = analysis_of(states, bound.values, bounds)
                graph_records = records_of_graph(bound, bounds, states)
    else:
        kept = None if file is None else Checkpoint(file, checkpoint_every, resume is not None)
        results = [_searched(bound, bounds, limits, backend, cores, kept) for bounds in chosen]
    records = [
        *(
            record
            for bounds, result in zip(chosen, results, strict=True)
            for record in search_records(bound, bounds, result, limits.depth)
        ),
        *sometimes_records(bound, {result.configuration: result.met for result in results}),
        *graph_records,
    ]
    if json:
        _print_json(results, records, {"analysis": analysis} if analyse else {}, path, to)
    else:
        _print_text(chosen, results, records, states, analysis, path, to)
    status = exit_status(records)
    return NO_SUCH_STATE if to is not None and path is None and status == 0 else status


def _print_json(
    results: Sequence[SearchResult],
    records: Sequence[CheckRecord],
    analysis: Mapping[str, object],
    path: Trace | None,
    to: str | None,
) -> None:
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.views.search import effort, statistics

    content: dict[str, object] = {
        "searches": {result.configuration: statistics(result) for result in results},
        "effort": {result.configuration: effort(result) for result in results},
        "records": records,
        **analysis,
    }
    print_json(content if to is None else content | {"way": path})


def _print_text(
    chosen: Sequence[Configuration],
    results: Sequence[SearchResult],
    records: Sequence[CheckRecord],
    states: StateGraph | None,
    analysis: Analysis | None,
    path: Trace | None,
    to: str | None,
) -> None:
    from msgspec.structs import replace

    from rulehound.checker.cli.terminal import console, print_records
    from rulehound.checker.cli.views.graph import brief, print_analysis, print_path
    from rulehound.checker.cli.views.search import print_effort, print_searches

    output = console()
    print_searches(chosen, results, output)
    if states is not None and analysis is not None:
        print_analysis(states, analysis, output)
    output.print()
    print_records([replace(r, trace=brief(r.trace)) if r.trace else r for r in records], output)
    if states is not None and to is not None:
        print_path(states, to, path, output)
    print_effort(results)


def _searched(
    bound: BoundModel,
    bounds: Configuration,
    limits: SearchLimits,
    backend: str,
    cores: int | None,
    checkpoint: Checkpoint | None,
) -> SearchResult:
    """Search one configuration. Raises UserError where the search cannot begin."""
    from rulehound.checker.cli.views.search import search_progress
    from rulehound.checker.model.search import search

    with _user_errors(bounds), search_progress(bounds.name) as tell:
        return search(
            bound.game.model(),
            bound.values,
            bounds,
            limits,
            progress=tell,
            backend=backend,
            cores=cores,
            checkpoint=checkpoint,
        )


def _searched_graph(
    bound: BoundModel, bounds: Configuration, limits: SearchLimits, backend: str, cores: int | None
) -> StateGraph:
    """Search one configuration and keep its graph. Raises UserError where the search cannot begin."""
    from rulehound.checker.cli.views.search import search_progress
    from rulehound.checker.model.graph import build_graph

    model = bound.game.model()
    with _user_errors(bounds), search_progress(bounds.name) as tell:
        return build_graph(model, bound.values, bounds, limits, backend=backend, cores=cores, progress=tell)


def memory_size(text: str) -> int:
    """The bytes of "500M" or "2.5G". Raises UserError."""
    from rulehound.checker.errors import UserError

    size = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)B?", text.strip().upper())
    if size is None or not (number := int(float(size[1]) * 1024 ** " KMGT".index(size[2] or " "))):
        raise UserError(f"--memory {text}: not an amount of memory", "write it as 500M or 2.5G")
    return number


def _require_suffix(file: Path, known: Mapping[str, object], what: str) -> None:
    from rulehound.checker.errors import UserError

    if file.suffix not in known:
        raise UserError(f"{file}: unknown kind of {what}", f"end its name in {' or '.join(known)}")


def _chosen(bound: BoundModel, name: str | None, of_graph: bool) -> list[Configuration]:
    """The configurations to search: the one named, else all that `check` searches, or the one whose graph it
    examines. Raises UserError where the name is unknown."""
    from rulehound.checker.errors import UserError

    configurations = bound.game.configurations(bound.values)
    if name is None:
        names = [bound.game.graphed] if of_graph else bound.game.searched["normal"]
        return [configurations[each] for each in names]
    if name not in configurations:
        raise UserError(f"no configuration {name}", f"use one of {', '.join(configurations)}")
    return [configurations[name]]


def _write_graph(file: Path, states: StateGraph, bound: BoundModel, bounds: Configuration) -> None:
    """Write the file of a graph. Raises UserError where it is too large for a picture."""
    from rulehound.checker.errors import UserError
    from rulehound.checker.files import write_whole
    from rulehound.checker.model.graph import graph_file, marks

    try:
        content = graph_file(states, marks(states, bound.values, bounds), file.suffix)
    except ValueError as error:
        remedy = "go less far with --max-depth, or write .graphml or .dot"
        raise UserError(f"{file}: {error}", remedy) from None
    write_whole(file, content)


def _export(bound: BoundModel, bounds: Configuration, file: Path) -> None:
    """Write the model under one configuration for another model checker; nothing is searched."""
    from rulehound.checker.errors import UserError
    from rulehound.checker.files import write_whole
    from rulehound.checker.model.search.export import EXPORTS
    from rulehound.spec.language import MissingValue

    try:
        with _user_errors(bounds):
            text = EXPORTS[file.suffix](bound.game.model(), bound.values, bounds)
    except (MissingValue, ValueError) as error:
        what = f"{file}: {bounds.name} cannot be written: {error}"
        raise UserError(what, "choose another --configuration") from None
    write_whole(file, text.encode())


@contextmanager
def _user_errors(bounds: Configuration) -> Iterator[None]:
    """Raise UserError where a search cannot begin: no such backend, or a start outside the bounds."""
    from rulehound.checker.errors import UserError
    from rulehound.checker.model.search import BackendMissing, BoundExceeded

    try:
        yield
    except BackendMissing as error:
        raise UserError(str(error), "choose another --backend, or leave it out") from None
    except BoundExceeded as error:
        what = f"the start of {bounds.name} lies outside the bounds of {error.bound}"
        raise UserError(what, "choose another --configuration, or a document with other numbers") from None
