"""After the search: its states and steps as a graph, what that shows, and files of it."""

from rulehound.checker.model.graph.analysis import Analysis, Components, Violation, analyse
from rulehound.checker.model.graph.files import FORMATS, graph_file
from rulehound.checker.model.graph.marks import Mark, marks
from rulehound.checker.model.graph.properties import (
    PROPERTIES,
    GraphFinding,
    check_graph,
    check_sometimes,
)
from rulehound.checker.model.graph.sought import sought
from rulehound.checker.model.graph.states import StateGraph, build_graph, graph_of
from rulehound.checker.model.graph.ways import Way, nearest, way_to

__all__ = [
    "FORMATS",
    "PROPERTIES",
    "Analysis",
    "Components",
    "GraphFinding",
    "Mark",
    "StateGraph",
    "Violation",
    "Way",
    "analyse",
    "build_graph",
    "check_graph",
    "check_sometimes",
    "graph_file",
    "graph_of",
    "marks",
    "nearest",
    "sought",
    "way_to",
]
