"""The states and steps of a search as a graph: its properties, figures, pictures and files."""

from rulehound.checker.model.graph.analysis import Analysis, Components, ViolationAnalysis, analyse
from rulehound.checker.model.graph.files import FORMATS, graph_file
from rulehound.checker.model.graph.marks import Mark, marks
from rulehound.checker.model.graph.properties import (
    PROPERTIES,
    GraphFinding,
    check_graph,
    check_sometimes,
)
from rulehound.checker.model.graph.state_condition import state_condition
from rulehound.checker.model.graph.state_paths import StatePath, nearest, path_to
from rulehound.checker.model.graph.states import StateGraph, build_graph, graph_of

__all__ = [
    "FORMATS",
    "PROPERTIES",
    "Analysis",
    "Components",
    "GraphFinding",
    "Mark",
    "StateGraph",
    "StatePath",
    "ViolationAnalysis",
    "analyse",
    "build_graph",
    "check_graph",
    "check_sometimes",
    "graph_file",
    "graph_of",
    "marks",
    "nearest",
    "path_to",
    "state_condition",
]
