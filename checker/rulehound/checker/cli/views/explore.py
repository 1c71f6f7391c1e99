"""The result of a search of the model, as text and as JSON."""

from __future__ import annotations

from msgspec.structs import replace
from rich.console import Console

from rulehound.checker.cli.terminal import print_records
from rulehound.checker.cli.views.graph import brief, print_analysis, print_path
from rulehound.checker.cli.views.search import effort, print_effort, print_searches, statistics
from rulehound.checker.pipeline.explore import Exploration


def exploration_json(exploration: Exploration, to: str | None) -> dict[str, object]:
    """The results of searches for JSON; with the path to a state that meets `to`, where one is asked for."""
    content: dict[str, object] = {
        "searches": {result.configuration: statistics(result) for result in exploration.results},
        "effort": {result.configuration: effort(result) for result in exploration.results},
        "records": exploration.records,
    }
    if exploration.analysis is not None:
        content["analysis"] = exploration.analysis
    return content if to is None else content | {"way": exploration.path}


def print_exploration(exploration: Exploration, to: str | None, console: Console) -> None:
    """Print searches, the analysis of a graph, records, and the path to a state that meets `to`."""
    print_searches(exploration.configurations, exploration.results, console)
    if exploration.graph is not None and exploration.analysis is not None:
        print_analysis(exploration.graph, exploration.analysis, console)
    console.print()
    records = exploration.records
    print_records([replace(r, trace=brief(r.trace)) if r.trace else r for r in records], console)
    if exploration.graph is not None and to is not None:
        print_path(exploration.graph, to, exploration.path, console)
    print_effort(exploration.results)
