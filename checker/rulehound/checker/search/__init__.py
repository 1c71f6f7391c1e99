"""Bounded exhaustive search of a model."""

from rulehound.checker.search.breadth_first import Found, Limits, SearchResult, search
from rulehound.checker.search.packing import BoundExceeded, Packing

__all__ = ["BoundExceeded", "Found", "Limits", "Packing", "SearchResult", "search"]
