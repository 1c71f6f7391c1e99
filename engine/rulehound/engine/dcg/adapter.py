"""The engine as the checker meets it: the reference engine of the Digimon Card Game behind the protocol."""

from __future__ import annotations

from collections.abc import Sequence

from rulehound.engine.dcg.editions import EDITIONS
from rulehound.engine.dcg.effects.selecting import searches
from rulehound.engine.dcg.game import Game, validate_deck
from rulehound.engine.dcg.view import seen_by
from rulehound.engine.game_adapter import GameAdapter
from rulehound.spec.formats import CAPABILITIES, Card, Deck, Observation, Reason

SCHEMA = "1.0"
"""Of the game's messages, as the spec of the game has them; a test holds the two together."""


class DcgAdapter(GameAdapter[Game]):
    """The reference engine of the Digimon Card Game behind the adapter protocol."""

    game_name = "dcg"
    schema = SCHEMA
    capabilities = tuple(CAPABILITIES)
    editions = tuple(EDITIONS)
    game_type = Game

    def _begin(self, game: Game) -> Observation:
        game.reports = True
        return super()._begin(game)

    def seen_by(self, whole: Observation, player: int) -> Observation:
        """What one player sees of the game under way; what is searched too, by whoever searches."""
        return seen_by(whole, player, searches(self.game.state))

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        """Every reason for which a deck is not legal; empty where it is."""
        return validate_deck(cards, deck, edition)
