"""The state graph of a configuration as a file: GraphML, Graphviz's DOT, or a picture of a small one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import networkx

from rulehound.checker.model.graph.marks import Mark
from rulehound.checker.model.graph.picture import FILLS, picture
from rulehound.checker.model.graph.states import StateGraph

Marks = Mapping[int, Mark]


def graph_file(built: StateGraph, marks: Marks, suffix: str) -> bytes:
    """The graph as the content of a file of a kind of FORMATS. Raises ValueError for a picture too large.

    Nodes are numbered in the order in which the search met them, 0 being the start, and carry what is not 0,
    false or empty in their state, and their mark; edges carry their actions.
    """
    return FORMATS[suffix](built, marks).encode()


def _graphml(built: StateGraph, marks: Marks) -> str:
    graph: networkx.DiGraph[int] = networkx.DiGraph(name=_name(built))
    for node in built.graph:
        special = {"mark": marks[node].value} if node in marks else {}
        graph.add_node(node, state=_state(built, node), **special)
    for before, after in built.graph.edges:
        graph.add_edge(before, after, actions=_actions(built, before, after))
    return "\n".join(networkx.generate_graphml(graph)) + "\n"


def _dot(built: StateGraph, marks: Marks) -> str:
    """DOT, whose quoted strings escape the quote and the backslash (https://graphviz.org/doc/info/lang.html)."""
    lines = [f"digraph {_quoted(_name(built))} {{"]
    for node in built.graph:
        mark = marks.get(node)
        fill = f", style=filled, fillcolor={_quoted(FILLS[mark])}, xlabel={_quoted(mark)}" if mark else ""
        lines.append(f"  {node} [tooltip={_quoted(_state(built, node))}{fill}];")
    for before, after in built.graph.edges:
        lines.append(f"  {before} -> {after} [label={_quoted(_actions(built, before, after))}];")
    return "\n".join([*lines, "}", ""])


def _name(built: StateGraph) -> str:
    return f"{built.model.name} {built.result.configuration}"


def _state(built: StateGraph, node: int) -> str:
    state = built.model.as_dict(built.states[node])
    return json.dumps({path: value for path, value in state.items() if value})


def _actions(built: StateGraph, before: int, after: int) -> str:
    return ", ".join(sorted(built.actions(before, after)))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


FORMATS: Mapping[str, Callable[[StateGraph, Marks], str]] = {
    ".graphml": _graphml,
    ".dot": _dot,
    ".svg": picture,
}
"""Suffix of a file to what writes that kind."""
