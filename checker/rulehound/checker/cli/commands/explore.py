"""`rulehound explore`: the model searched within bounds, its state graph examined, the model exported."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    EditionOption,
    GameOption,
    JsonOption,
    RulesOption,
)
from rulehound.checker.cli.password_option import takes_password

NO_SUCH_STATE = 3
"""Exit status where no state meets the condition of --to."""


@takes_password
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
            "--time", metavar="SECONDS", min=0, help="Stop after this many seconds. Default: no limit."
        ),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory",
            metavar="SIZE",
            help="Stop at this much memory, such as 500M or 4G. Default: 80 % of the free memory.",
        ),
    ] = None,
    backend: Annotated[
        Literal["auto", "c", "python"],
        typer.Option(
            "--backend",
            help="Search in compiled C or in plain Python; the result does not depend on it. auto takes "
            "Python for small searches, and without a compiler.",
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
            "--checkpoint", metavar="FILE", help="Save the search to this file as it runs, for --resume."
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
        typer.Option(
            "--resume", metavar="FILE", help="Continue from this checkpoint, and keep it up to date."
        ),
    ] = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
) -> int:
    """Search every state of the model within bounds.

    A configuration names the bounds. The exit status is 1 if an invariant is broken, 3 if the search is not
    complete or no state meets --to, else 0.
    """
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, progress
    from rulehound.checker.cli.views.explore import exploration_json, print_exploration
    from rulehound.checker.cli.views.search import search_progress
    from rulehound.checker.errors import UserError
    from rulehound.checker.files import require_place
    from rulehound.checker.model.graph import FORMATS, state_condition
    from rulehound.checker.model.search import Checkpoint, SearchLimits
    from rulehound.checker.model.search.export import EXPORTS
    from rulehound.checker.pipeline.explore import (
        chosen_configurations,
        examine_graph,
        explore_searches,
        export_model,
        search_graph,
    )
    from rulehound.checker.records import exit_status_of_records
    from rulehound.checker.rulebook.reading import open_game, read_rulebook

    of_graph = graph is not None or analyse or to is not None
    if export is not None:
        of_search = (max_states, max_depth, seconds, memory, cores, checkpoint, resume)
        if of_graph or json or any(option is not None for option in of_search):
            raise UserError(
                "--export writes the model and searches nothing", "leave out the options of a search"
            )
        _require_suffix(export, EXPORTS, "model file")
        if configuration is None:
            raise UserError("--export writes the model under one configuration", "give --configuration")
        bound = read_rulebook(open_game(game), rules, edition).complete_model()
        export_model(bound, chosen_configurations(bound, configuration, False)[0], export)
        return 0
    limits = SearchLimits(max_states, max_depth, seconds, None if memory is None else memory_size(memory))
    if checkpoint is not None and resume is not None and checkpoint != resume:
        raise UserError(
            "a resumed search keeps its progress in the file of --resume", "leave out --checkpoint"
        )
    if graph is not None:
        _require_suffix(graph, FORMATS, "graph file")
        require_place(graph, "--graph")
    file = resume or checkpoint
    if file is not None and (configuration is None or of_graph):
        remedy = "give --configuration, and no --graph, --analyse or --to"
        raise UserError("a checkpoint holds the search of one configuration", remedy)
    with progress() as report:
        bound = read_rulebook(open_game(game), rules, edition, report).complete_model()
    chosen = chosen_configurations(bound, configuration, of_graph)
    if of_graph:
        (bounds,) = chosen
        condition = None if to is None else state_condition(to, bound.game.model(), bound.values, bounds)
        states = search_graph(bound, bounds, limits, search_progress, backend=backend, cores=cores)
        with progress() as report:
            result = examine_graph(
                bound,
                bounds,
                states,
                limits,
                report,
                to=to or "",
                condition=condition,
                analysed=analyse,
                file=graph,
            )
    else:
        kept = None if file is None else Checkpoint(file, checkpoint_every, resume is not None)
        result = explore_searches(
            bound, chosen, limits, search_progress, backend=backend, cores=cores, checkpoint=kept
        )
    if json:
        print_json(exploration_json(result, to))
    else:
        print_exploration(result, to, console())
    status = exit_status_of_records(result.records)
    return NO_SUCH_STATE if to is not None and result.path is None and status == 0 else status


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
