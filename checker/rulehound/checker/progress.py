"""Progress callbacks of work that takes long."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much (0: unknown)."""


def silent(what: str, done: int, of: int) -> None:
    """Tell nobody."""
