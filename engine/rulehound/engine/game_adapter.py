"""An engine as the checker meets it: one game at a time, in plain JSON values. A game derives its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import metadata
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from rulehound.spec.formats import (
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


class ServedGame(Protocol):
    """What an adapter asks of a game under way."""

    def observe(self) -> Observation:
        """The game as it stands, hidden cards included."""

    def legal_actions(self) -> Sequence[Any]:
        """All actions of whoever decides."""

    def apply(self, action: Any) -> None:
        """Carry out an action."""

    def effect(self, effect: Any) -> None:
        """Let an effect resolve."""

    def quote(self, action: Any) -> Quote:
        """What an action would cost."""

    def save(self) -> dict[str, Any]:
        """A token."""


Served = TypeVar("Served", bound=ServedGame)


class GameAdapter(ABC, Generic[Served]):
    """The reference engine of a game behind the adapter protocol."""

    game_name: ClassVar[str]
    engine_name: ClassVar[str] = "rulehound-reference"
    schema: ClassVar[str]
    """Of the game's messages, as the spec of the game has them; a test holds the two together."""
    capabilities: ClassVar[Sequence[str]]
    editions: ClassVar[Sequence[str]]
    game_type: ClassVar[type[Any]]
    """The games that it serves; its class methods `new`, `at` and `restore` begin them."""

    def __init__(self) -> None:
        self._game: Served | None = None

    @property
    def game(self) -> Served:
        """The game under way. Raises Refused where none has been started."""
        if self._game is None:
            raise Refused([Reason("no-game", text="no game is under way; start one or set up a position")])
        return self._game

    def _begin(self, game: Served) -> Observation:
        self._game = game
        return self.observe()

    def handshake(self) -> Handshake:
        """Introduce the engine."""
        words, editions = tuple(self.capabilities), tuple(self.editions)
        version = engine_version()
        return Handshake(
            PROTOCOL, self.game_name, self.engine_name, version, words, editions, schema=self.schema
        )

    def new_game(self, setup: Setup) -> Observation:
        """Start a game. Raises Refused where a deck is not legal."""
        return self._begin(self.game_type.new(setup))

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation. Raises Refused where it makes no sense."""
        return self._begin(self.game_type.at(cards, position, edition))

    def observe(self, player: int | None = None) -> Observation:
        """The game as it stands, or what one player sees of it. Raises Refused: there is no such player."""
        whole = self.game.observe()
        return whole if player is None else self.seen_by(whole, player)

    @abstractmethod
    def seen_by(self, whole: Observation, player: int) -> Observation:
        """What one player sees of the game under way. Raises Refused: there is no such player."""

    def legal_actions(self) -> list[Action]:
        """All actions of the player who decides now."""
        return [msgspec.to_builtins(action) for action in self.game.legal_actions()]

    def apply(self, action: Action) -> Observation:
        """Carry out an action. Raises a refusal, and changes nothing, where it is not legal."""
        self.game.apply(action)
        return self.observe()

    def effect(self, effect: Effect) -> Observation:
        """Let the effect of some card resolve."""
        self.game.effect(effect)
        return self.observe()

    @abstractmethod
    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        """Every reason for which a deck is not legal; empty where it is."""

    def quote(self, action: Action) -> Quote:
        """What an action would cost. Raises Refused where there is nothing to pay for."""
        return self.game.quote(action)

    def save(self) -> Value:
        """A token for the state of the game."""
        return self.game.save()

    def restore(self, token: Any) -> Observation:
        """Return to a saved state."""
        return self._begin(self.game_type.restore(token))

    def close(self) -> None:
        """Let go of the game."""
        self._game = None


def engine_version() -> str:
    """The version of the installed distribution."""
    try:
        return metadata.version("rulehound")
    except metadata.PackageNotFoundError:
        return "unknown"
