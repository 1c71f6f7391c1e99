"""The engine as the checker meets it: the reference engine of Digimon Battles behind the protocol."""

from __future__ import annotations

from collections.abc import Sequence

from rulehound.engine.dmb.editions import EDITIONS
from rulehound.engine.dmb.game import Game, validate_deck
from rulehound.engine.dmb.view import seen_by
from rulehound.engine.game_adapter import GameAdapter
from rulehound.spec.formats import Card, Deck, Observation, Reason

SCHEMA = "1.0"
"""Of the game's messages, as the spec of the game has them; a test holds the two together."""


class DmbAdapter(GameAdapter[Game]):
    """The reference engine of Digimon Battles behind the adapter protocol."""

    game_name = "dmb"
    schema = SCHEMA
    capabilities = (
        "new-game",
        "deck-order",
        "position",
        "observe",
        "observe-player",
        "legal-actions",
        "apply",
        "validate-deck",
        "save",
        "reasons",
        "card-facts",
        "card-effects",
    )
    editions = tuple(EDITIONS)
    game_type = Game

    def seen_by(self, whole: Observation, player: int) -> Observation:
        """What one player sees of the game under way."""
        return seen_by(whole, player)

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        """Every reason for which a deck is not legal; empty where it is."""
        return validate_deck(cards, deck, edition)


def create(game: str = "dmb") -> DmbAdapter:
    """A fresh engine of this game. Raises LookupError for another one."""
    if game != "dmb":
        raise LookupError(f"this engine does not play {game!r}; known: dmb")
    return DmbAdapter()
