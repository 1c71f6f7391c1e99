"""The engine as the checker meets it: one game at a time, in plain JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from typing import Any

import msgspec

from rulehound.engine.dcg.editions import EDITIONS
from rulehound.engine.dcg.effects.selecting import searches
from rulehound.engine.dcg.game import Game, validate_deck
from rulehound.engine.dcg.view import seen_by
from rulehound.spec.formats import (
    CAPABILITIES,
    PROTOCOL,
    Action,
    Card,
    Deck,
    Effect,
    Handshake,
    Observation,
    Position,
    Quote,
    Reason,
    Refused,
    Setup,
    Value,
)

SCHEMA = "1.0"
"""Of the game's messages, as the spec of the game has them; a test holds the two together."""


def engine_version() -> str:
    """The version of the installed distribution."""
    try:
        return metadata.version("rulehound")
    except metadata.PackageNotFoundError:
        return "unknown"


class DcgAdapter:
    """The reference engine of the Digimon Card Game behind the adapter protocol."""

    def __init__(self) -> None:
        self._game: Game | None = None

    @property
    def game(self) -> Game:
        """The game under way. Raises Refused where none has been started."""
        if self._game is None:
            raise Refused([Reason("no-game", text="no game is under way; start one or set up a position")])
        return self._game

    def _begin(self, game: Game) -> None:
        self._game = game
        game.reports = True

    def handshake(self) -> Handshake:
        """Introduce the engine."""
        name, version = "rulehound-reference", engine_version()
        return Handshake(PROTOCOL, "dcg", name, version, tuple(CAPABILITIES), tuple(EDITIONS), schema=SCHEMA)

    def new_game(self, setup: Setup) -> Observation:
        """Start a game. Raises Refused where a deck is not legal."""
        self._begin(Game.new(setup))
        return self.observe()

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation. Raises Refused where it makes no sense."""
        self._begin(Game.at(cards, position, edition))
        return self.observe()

    def observe(self, player: int | None = None) -> Observation:
        """The game as it stands, or what one player sees of it. Raises Refused: there is no such player."""
        whole = self.game.observe()
        return whole if player is None else seen_by(whole, player, searches(self.game.state))

    def legal_actions(self) -> list[Action]:
        """All actions of the player who decides now."""
        return [msgspec.to_builtins(action) for action in self.game.legal_actions()]

    def apply(self, action: Action) -> Observation:
        """Carry out an action. Raises IllegalAction, and changes nothing, where it is not legal."""
        self.game.apply(action)
        return self.observe()

    def effect(self, effect: Effect) -> Observation:
        """Let the effect of some card resolve."""
        self.game.effect(effect)
        return self.observe()

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        """Every reason for which a deck is not legal; empty where it is."""
        return validate_deck(cards, deck, edition)

    def quote(self, action: Action) -> Quote:
        """What an action would cost. Raises Refused where there is nothing to pay for."""
        return self.game.quote(action)

    def save(self) -> Value:
        """A token for the state of the game."""
        return self.game.save()

    def restore(self, token: Any) -> Observation:
        """Return to a saved state."""
        self._begin(Game.restore(token))
        return self.observe()

    def close(self) -> None:
        """Let go of the game."""
        self._game = None
