"""The state graph of a search as text: its figures, and a shortest path to a state."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from rich.console import Console

from rulehound.checker.cli.terminal import print_table
from rulehound.checker.model.checks import search_extent
from rulehound.checker.model.graph import Analysis, Components, StateGraph, ViolationAnalysis
from rulehound.checker.model.graph.labels import short
from rulehound.checker.records import Trace
from rulehound.checker.report.summary import step_changes
from rulehound.checker.wording import counted, value_text


def print_analysis(graph: StateGraph, analysis: Analysis, to: Console) -> None:
    """Print the figures of a graph, and what its paths to violations have in common."""
    waiting = len(graph.graph) - graph.expanded
    unseen = f", from {waiting:,} of which no step was taken" if waiting else ""
    to.print(f"\nThe graph: {search_extent(graph.result)}{unseen}", soft_wrap=True)
    to.print(
        f"  {analysis.edges:,} steps between them; the game is over in {analysis.over:,}", soft_wrap=True
    )
    rows = [
        _components("all steps", analysis.whole),
        _components("within a turn, without an effect", analysis.rounds),
    ]
    print_table(to, ("Strongly connected", "Components", "Largest", "With a cycle", "States on cycles"), rows)
    for violation in analysis.violations:
        to.print("\n" + "\n".join(_violation(violation)), soft_wrap=True)


def print_path(graph: StateGraph, condition: str, path: Trace | None, to: Console) -> None:
    """Print the steps of a shortest path to a state that meets a condition, or that there is none."""
    if path is None:
        to.print(f"\n{condition}: in none of {search_extent(graph.result)}", soft_wrap=True)
        return
    to.print(f"\n{condition}: after {counted(len(path.steps), 'step')}, and no fewer", soft_wrap=True)
    rows = [(str(n), step.text, ", ".join(step_changes(step))) for n, step in enumerate(brief(path).steps, 1)]
    print_table(to, ("", "Step", "What it changes"), rows)


def brief(trace: Trace) -> Trace:
    """A trace for a person to read: the records in it without what is 0, false, nothing or empty in them."""
    steps = [
        msgspec.structs.replace(step, changed={path: short(both) for path, both in step.changed.items()})
        for step in trace.steps
    ]
    return msgspec.structs.replace(trace, steps=steps)


def _components(name: str, components: Components) -> tuple[str, ...]:
    sizes = " ".join(f"{size:,}" for size in components.largest if size > 1) or "1"
    return name, f"{components.count:,}", sizes, f"{components.cyclic:,}", f"{components.on_cycles:,}"


def _violation(violation: ViolationAnalysis) -> Iterator[str]:
    name = violation.invariant
    if not violation.states:
        yield f"{name}: broken only by steps that leave the bounds, which the graph does not hold"
        return
    ways = counted(violation.shortest_ways, "shortest way")
    yield f"{name}: broken by {counted(violation.states, 'state')}; {ways} of {violation.depth} steps"
    yield f"  every way takes: {', '.join(violation.actions) or 'no action that others do without'}"
    yield "  every way passes through:"
    for narrow in violation.through:
        changed = ", ".join(
            f"{path} {value_text(short(old))} → {value_text(short(new))}"
            for path, (old, new) in narrow.changed.items()
        )
        depth = counted(narrow.depth, "step")
        yield f"    state {narrow.node}, {depth} from the start: {changed or 'the start'}"
