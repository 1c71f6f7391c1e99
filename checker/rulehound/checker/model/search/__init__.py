"""Bounded exhaustive search of a model."""

from rulehound.checker.model.search.backend import BackendMissing
from rulehound.checker.model.search.breadth_first import BACKENDS, search
from rulehound.checker.model.search.checkpoint import Checkpoint
from rulehound.checker.model.search.program.packing import BoundExceeded, Packing
from rulehound.checker.model.search.result import Counterexample, SearchLimits, SearchResult

__all__ = [
    "BACKENDS",
    "BackendMissing",
    "BoundExceeded",
    "Checkpoint",
    "Counterexample",
    "Packing",
    "SearchLimits",
    "SearchResult",
    "search",
]
