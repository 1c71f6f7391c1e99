"""The capabilities that each part of the suite needs of an engine, and why an engine cannot be asked for it.

A game may need more of an engine for its cards (`Game.cards_need`), a scenario for what it is given and does.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulehound.spec.formats import Handshake

GAME = ("new-game", "legal-actions", "apply", "observe")
"""Needed for a game that is played and seen: random games, Hypothesis, the engine against itself."""

SAVED_GAME = (*GAME, "save")
"""Needed for a game that is saved and taken up again."""

START = ("new-game",)
"""Needed to start a game and do nothing in it."""

GAME_OF_OUR_CARDS = ("new-game", "legal-actions", "apply", "card-facts")
"""Needed for the random games in which the diagnosis looks for examples of offers."""

EFFECTS_OF_OUR_CARDS = ("new-game", "card-facts", "card-effects")
"""Needed for games with our own cards that have effects."""

EXPLORATION = ("legal-actions", "apply", "observe")
"""Needed to explore from a position or a new game; `save` makes it quick."""

COSTS = ("quote", "position", "card-facts")
"""Needed to compare every cost; without it costs are compared at their boundaries alone."""

HIDDEN_CARDS = ("new-game", "deck-order", "legal-actions", "apply", "observe", "observe-player")
"""Needed to compare what a player sees in games that differ in hidden cards."""

SECRET_CHOICES = ("new-game", "legal-actions", "apply", "observe", "observe-player")
"""Needed to compare what a player sees in games that differ in a choice of the other one."""

LEADING = ("new-game", "deck-order", "legal-actions", "apply", "card-facts")
"""Needed to lead an engine that cannot set up positions to one."""


CANNOT = "the engine cannot: "
"""What stands before the names of missing capabilities wherever a check says that it misses some."""


def cannot(greeting: Handshake, needed: Iterable[str]) -> str:
    """Which of the capabilities that are needed the engine lacks, in words; "" where it has them all."""
    missing = [need for need in needed if need not in greeting.capabilities]
    return f"{CANNOT}{', '.join(missing)}" if missing else ""


def does_not_follow(greeting: Handshake, edition: str) -> str:
    """That the engine says it does not follow this edition, in words; "" where it does not say so."""
    followed = not greeting.editions or edition in greeting.editions
    return "" if followed else f"the engine does not follow {edition}"
