"""`rulehound explore`: the model searched within bounds, and its state graph for a person to look at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulehound.checker.errors import UserError
from rulehound.checker.graph import build_graph
from rulehound.checker.law import Law
from rulehound.checker.model_checks import bound, reach, search_records, teller
from rulehound.checker.output import print_json, write_whole
from rulehound.checker.records import CheckRecord, exit_status
from rulehound.checker.rulebook import BookOptions
from rulehound.checker.search import Limits, SearchResult, search
from rulehound.checker.state_graph import FORMATS, graph_file
from rulehound.checker.terminal import console, print_records, print_table, progress
from rulehound.spec.language import Configuration


def run(book: BookOptions, name: str | None, graph: Path | None, limits: Limits, as_json: bool) -> int:
    """Search one configuration, or all that `check` searches; write the graph of one to a file."""
    if graph is not None and graph.suffix not in FORMATS:
        raise UserError(f"{graph}: unknown kind of graph file", f"end its name in {' or '.join(FORMATS)}")
    with progress() as report:
        law = book.law(report)
        chosen = _chosen(law, name, graph is not None)
        if graph is None:
            results = [
                search(law.game.model(), law.values, c, limits, False, teller(c, report)) for c in chosen
            ]
        else:
            built = build_graph(law.game.model(), law.values, chosen[0], limits)
            results = [built.result]
            write_whole(graph, graph_file(built, graph.suffix))
    records = [
        record
        for configuration, result in zip(chosen, results, strict=True)
        for record in search_records(law, configuration, result, limits.depth)
    ]
    if as_json:
        found = {result.configuration: _numbers(result) for result in results}
        print_json({"searches": found, "records": records})
    else:
        _print(chosen, results, records)
    return exit_status(records)


def _chosen(law: Law, name: str | None, one: bool) -> list[Configuration]:
    """The configurations to search. Raises UserError where the name is unknown."""
    configurations = law.game.configurations(law.values)
    if name is None:
        names = [law.game.graphed] if one else law.game.searched["normal"]
        return [configurations[c] for c in names]
    if name not in configurations:
        raise UserError(f"no configuration {name}", f"use one of {', '.join(configurations)}")
    return [configurations[name]]


def _numbers(result: SearchResult) -> dict[str, object]:
    return {
        "states": result.states,
        "transitions": result.transitions,
        "depth": result.depth,
        "bits": result.bits,
        "complete": result.complete,
        "stopped": result.stopped,
        "taken": result.taken,
        "cut": result.cut,
        "deadlocks": len(result.deadlocks),
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
            str(r.bits),
            r.stopped or "complete",
        )
        for r in results
    ]
    print_table(to, ("Configuration", "States", "Steps", "Depth", "Bits", "Search"), rows)
    for configuration, result in zip(chosen, results, strict=True):
        to.print(f"\n{bound(configuration, result)}", soft_wrap=True)
        to.print(f"  {reach(result)}; never taken: {', '.join(result.never_taken) or 'none'}", soft_wrap=True)
        if result.deadlocks:
            to.print(f"  {len(result.deadlocks):,} states in which nobody can act and the game is not over")
    to.print()
    print_records(records, to)
