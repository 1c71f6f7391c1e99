"""After the search: its states and steps as a graph, what that shows, and files of it."""

from rulehound.checker.graph.analysis import Analysis, Components, Violation, analyse
from rulehound.checker.graph.files import FORMATS, graph_file
from rulehound.checker.graph.marks import Mark, marks
from rulehound.checker.graph.properties import PROPERTIES, GraphFinding, check_graph, check_sometimes
from rulehound.checker.graph.sought import sought
from rulehound.checker.graph.states import StateGraph, build_graph, graph_of
from rulehound.checker.graph.ways import Way, nearest, way_to

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
