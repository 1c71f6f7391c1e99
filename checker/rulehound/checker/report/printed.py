"""The printed rulebook at hand: pictures of its pages, and the place of each clause on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class PrintedClause(NamedTuple):
    """A clause on one page, with its status."""

    number: str
    status: str
    changed: bool
    """The document marks it as changed in its edition."""
    address: str
    """The place where the page of every clause says what stands behind it."""
    boxes: Sequence[tuple[float, float, float, float]]
    """Left, top, width and height of each line, in points."""


class PrintedPage(NamedTuple):
    """A page of the rulebook."""

    number: int
    png: bytes
    width: float
    """In points, like the height."""
    height: float
    clauses: Sequence[PrintedClause]
