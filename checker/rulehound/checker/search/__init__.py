"""Bounded exhaustive search of a model."""

from rulehound.checker.search.backend import BackendMissing
from rulehound.checker.search.breadth_first import BACKENDS, search
from rulehound.checker.search.checkpoint import Checkpoint
from rulehound.checker.search.program.packing import BoundExceeded, Packing
from rulehound.checker.search.result import Found, Limits, SearchResult

__all__ = [
    "BACKENDS",
    "BackendMissing",
    "BoundExceeded",
    "Checkpoint",
    "Found",
    "Limits",
    "Packing",
    "SearchResult",
    "search",
]
