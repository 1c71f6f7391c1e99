"""The state graph of a configuration as a file for other tools: GraphML or Graphviz's DOT."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import networkx

from rulehound.checker.graph import StateGraph


def graph_file(built: StateGraph, suffix: str) -> bytes:
    """The graph as the content of a file. `suffix`: one of FORMATS.

    Nodes are numbered in the order in which the search met them, 0 being the start, and carry what is not 0,
    false or empty in their state; edges carry their actions.
    """
    shown: networkx.DiGraph[int] = networkx.DiGraph(name=f"{built.model.name} {built.result.configuration}")
    for node in built.graph:
        state = built.model.as_dict(built.state(node))
        shown.add_node(node, state=json.dumps({path: value for path, value in state.items() if value}))
    for before, after in built.graph.edges:
        actions = sorted(set(built.graph.edges[before, after]["actions"]))
        shown.add_edge(before, after, actions=", ".join(actions))
    return FORMATS[suffix](shown).encode()


def _graphml(graph: networkx.DiGraph[int]) -> str:
    return "\n".join(networkx.generate_graphml(graph)) + "\n"


def _dot(graph: networkx.DiGraph[int]) -> str:
    """DOT, whose quoted strings escape the quote and the backslash (https://graphviz.org/doc/info/lang.html)."""
    lines = [f"digraph {_quoted(graph.name)} {{"]
    lines += [f"  {node} [tooltip={_quoted(graph.nodes[node]['state'])}];" for node in graph]
    lines += [
        f"  {before} -> {after} [label={_quoted(graph.edges[before, after]['actions'])}];"
        for before, after in graph.edges
    ]
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


FORMATS: Mapping[str, Callable[[networkx.DiGraph[int]], str]] = {".graphml": _graphml, ".dot": _dot}
"""Suffix of a file to what writes that kind."""
