"""What the graph of a search looks like, and the way to a state, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import Console

from rulehound.checker.graph import Analysis, Components, StateGraph, Violation
from rulehound.checker.model_checks import reach
from rulehound.checker.records import Trace, TraceStep
from rulehound.checker.report.summary import changes, counted
from rulehound.checker.report.summary import value_text as text
from rulehound.checker.terminal import print_table


def print_analysis(built: StateGraph, analysis: Analysis, to: Console) -> None:
    """The figures of a graph."""
    waiting = len(built.graph) - built.expanded
    unseen = f", from {waiting:,} of which no step was taken" if waiting else ""
    to.print(f"\nThe graph: {reach(built.result)}{unseen}", soft_wrap=True)
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


def print_way(trace: Trace | None, wanted: str, built: StateGraph, to: Console) -> None:
    """The steps of a shortest way to a state that was asked for."""
    if trace is None:
        to.print(f"\n{wanted}: in none of {reach(built.result)}", soft_wrap=True)
        return
    to.print(f"\n{wanted}: after {counted(len(trace.steps), 'step')}, and no fewer", soft_wrap=True)
    rows = [(str(n), step.text, ", ".join(changes(_brief(step)))) for n, step in enumerate(trace.steps, 1)]
    print_table(to, ("", "Step", "What it changes"), rows)


def _brief(step: TraceStep) -> TraceStep:
    """A step whose records are told without what is 0, false, nothing or empty in them."""
    return msgspec.structs.replace(step, changed={path: _told(both) for path, both in step.changed.items()})


def _told(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _told(inner) for name, inner in value.items() if inner and inner != "none"}
    return [_told(inner) for inner in value] if isinstance(value, list) else value


def _components(name: str, found: Components) -> tuple[str, ...]:
    sizes = " ".join(f"{size:,}" for size in found.largest if size > 1) or "1"
    return name, f"{found.count:,}", sizes, f"{found.cyclic:,}", f"{found.on_cycles:,}"


def _violation(found: Violation) -> Iterator[str]:
    if not found.states:
        yield f"{found.invariant}: broken only by steps that leave the bounds, which the graph does not hold"
        return
    ways = counted(found.shortest_ways, "shortest way")
    yield f"{found.invariant}: broken by {counted(found.states, 'state')}; {ways} of {found.depth} steps"
    yield f"  every way takes: {', '.join(found.actions) or 'no action that others do without'}"
    yield "  every way passes through:"
    for narrow in found.through:
        said = ", ".join(f"{path} {text(old)} → {text(new)}" for path, (old, new) in narrow.changed.items())
        far = counted(narrow.depth, "step")
        yield f"    state {narrow.node}, {far} from the start: {said or 'the start'}"
