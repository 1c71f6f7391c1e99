"""The reference engines by the game that they play; the entry point that the checker finds them by."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.formats import Adapter

GAMES: Mapping[str, Callable[[], Adapter]] = {"dcg": DcgAdapter}
"""Game id to the function that makes a fresh adapter for the game."""


def create(game: str = "dcg") -> Adapter:
    """A fresh engine for a game. Raises LookupError for a game that there is no engine of."""
    if game not in GAMES:
        raise LookupError(f"there is no engine for the game {game!r}; known: {', '.join(GAMES)}")
    return GAMES[game]()
