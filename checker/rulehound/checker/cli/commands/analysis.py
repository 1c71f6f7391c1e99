"""What is asked of the graph of a search, and the answers for people and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
from rich.console import Console

from rulehound.checker.cli.terminal import print_table
from rulehound.checker.errors import UserError
from rulehound.checker.files import write_whole
from rulehound.checker.model.checks import reach, records_of_graph
from rulehound.checker.model.graph import (
    Analysis,
    Components,
    Mark,
    StateGraph,
    Violation,
    analyse,
    graph_file,
    marks,
    nearest,
    sought,
    way_to,
)
from rulehound.checker.model.graph.labels import short
from rulehound.checker.model.traces import way_trace
from rulehound.checker.records import CheckRecord, Trace
from rulehound.checker.report.summary import changes
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.wording import counted
from rulehound.checker.wording import value_text as text
from rulehound.spec.language import Configuration, Interpreter, State


@dataclass(frozen=True)
class Questions:
    """What is asked of the graph of a search; false where nothing is."""

    graph: Path | None = None
    """The file to write it to."""
    analyse: bool = False
    to: str | None = None
    """A condition on states: the way to one that meets it is asked for."""

    def __bool__(self) -> bool:
        return self.graph is not None or self.analyse or self.to is not None


@dataclass(frozen=True)
class Looked:
    """The answers."""

    built: StateGraph
    asked: Questions
    analysis: Analysis | None
    records: list[CheckRecord]
    """Of the properties of the graph, where an analysis was asked for."""
    way: Trace | None

    @property
    def missed(self) -> bool:
        """A way to a state was asked for, and there is none."""
        return self.asked.to is not None and self.way is None

    def as_json(self) -> dict[str, object]:
        """What was asked for."""
        told: dict[str, object] = {"analysis": self.analysis} if self.asked.analyse else {}
        return told | ({"way": self.way} if self.asked.to is not None else {})


def condition(
    bound: BoundModel, configuration: Configuration, asked: Questions
) -> Callable[[State], bool] | None:
    """What a state has to meet that the way to it is told. Raises UserError where it cannot be read."""
    return None if asked.to is None else sought(asked.to, bound.game.model(), bound.values, configuration)


def look(bound: BoundModel, configuration: Configuration, built: StateGraph, asked: Questions) -> Looked:
    """Look at a graph as asked, and write its file. Raises UserError where that cannot be done."""
    if asked.graph is not None:
        _write(asked.graph, built, marks(built, bound.values, configuration))
    holds = condition(bound, configuration, asked)
    node = None if holds is None else nearest(built, holds)
    way = None
    if node is not None:
        interpreter = Interpreter(built.model, bound.values, configuration)
        way = way_trace(
            bound, configuration, way_to(built, interpreter, node), "", f"a state with {asked.to}"
        )
    return Looked(
        built,
        asked,
        analysis=analyse(built, bound.values, configuration) if asked.analyse else None,
        records=records_of_graph(bound, configuration, built) if asked.analyse else [],
        way=way,
    )


def _write(file: Path, built: StateGraph, special: Mapping[int, Mark]) -> None:
    try:
        content = graph_file(built, special, file.suffix)
    except ValueError as error:
        remedy = "go less far with --max-depth, or write .graphml or .dot"
        raise UserError(f"{file}: {error}", remedy) from None
    write_whole(file, content)


def print_analysis(looked: Looked, to: Console) -> None:
    """The figures of a graph, where they were asked for."""
    built, analysis = looked.built, looked.analysis
    if analysis is None:
        return
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


def print_way(looked: Looked, to: Console) -> None:
    """The steps of a shortest way to a state that was asked for."""
    wanted, way = looked.asked.to, looked.way
    if way is not None:
        to.print(f"\n{wanted}: after {counted(len(way.steps), 'step')}, and no fewer", soft_wrap=True)
        rows = [(str(n), step.text, ", ".join(changes(step))) for n, step in enumerate(brief(way).steps, 1)]
        print_table(to, ("", "Step", "What it changes"), rows)
    elif wanted is not None:
        to.print(f"\n{wanted}: in none of {reach(looked.built.result)}", soft_wrap=True)


def brief(trace: Trace) -> Trace:
    """A trace for a person to read: the records in it without what is 0, false, nothing or empty in them."""
    steps = [
        msgspec.structs.replace(step, changed={path: short(both) for path, both in step.changed.items()})
        for step in trace.steps
    ]
    return msgspec.structs.replace(trace, steps=steps)


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
        said = ", ".join(
            f"{path} {text(short(old))} → {text(short(new))}" for path, (old, new) in narrow.changed.items()
        )
        far = counted(narrow.depth, "step")
        yield f"    state {narrow.node}, {far} from the start: {said or 'the start'}"
