"""An adapter in front of a channel: every answer is read into the types of the protocol, or is malformed.

What an engine shows of a game is held against the types of that game: the field that is missing, or not what
it should be, is named once here and not stumbled over by whoever reads it. Of the rules that an engine names
only those of the spec pass as rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from rulehound.checker.engines.channels import Channel
from rulehound.checker.engines.cited import known_rules
from rulehound.checker.engines.messages import fault, offer_fault
from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour, quoted
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
from rulehound.spec.game import Game, find_game

Answer = TypeVar("Answer")


class EngineClient:
    """An engine whose handshake is complete. Every method raises EngineError where the engine misbehaves."""

    def __init__(self, channel: Channel, greeting: Handshake) -> None:
        self._channel = channel
        self._greeting = greeting

    def handshake(self) -> Handshake:
        """How the engine introduced itself when it was opened."""
        return self._greeting

    def new_game(self, setup: Setup) -> Observation:
        """Start a game. Raises Refused where a deck is not legal."""
        return self._observation("new_game", {"setup": setup})

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation. Raises Refused where the engine cannot take it."""
        return self._observation("position", {"cards": cards, "position": position, "edition": edition})

    def observe(self, player: int | None = None) -> Observation:
        """The game as it stands: everything, or what one player sees of it."""
        parameters = {} if player is None else {"player": player}
        return self._readable("observe", self._unrefused("observe", parameters, dict[str, Any]))

    def legal_actions(self) -> list[Action]:
        """All actions of the player who decides now."""
        actions = self._unrefused("legal_actions", {}, list[dict[str, Any]])
        game = _game(self._greeting.game)
        if game is not None and (what := offer_fault(game, actions)):
            raise _malformed("legal_actions", what, "Decisions and actions")
        return actions

    def apply(self, action: Action) -> Observation:
        """Carry out an action. Raises Refused where it is not legal."""
        return self._observation("apply", {"action": action})

    def effect(self, effect: Effect) -> Observation:
        """Carry out the effect of some card."""
        return self._observation("effect", {"effect": effect})

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        """Every reason for which a deck is not legal; empty where it is."""
        parameters = {"cards": cards, "deck": deck, "edition": edition}
        reasons = ask(self._channel, "validate_deck", parameters, tuple[Reason, ...])
        return known_rules(reasons, self._greeting.game)

    def quote(self, action: Action) -> Quote:
        """What an action would cost where the game stands. Raises Refused where it has no cost."""
        return ask(self._channel, "quote", {"action": action}, Quote)

    def save(self) -> Value:
        """A token for the state of the game."""
        return self._unrefused("save", {}, object)

    def restore(self, token: Value) -> Observation:
        """Return to a saved state."""
        return self._readable("restore", self._unrefused("restore", {"token": token}, dict[str, Any]))

    def close(self) -> None:
        """Let go of the engine."""
        self._channel.close()

    @property
    def ending(self) -> str | None:
        """What its process did not do by itself when it was closed; None for an engine in this process."""
        return self._channel.ending

    def _observation(self, method: str, parameters: Mapping[str, Any]) -> Observation:
        try:
            return self._readable(method, ask(self._channel, method, parameters, dict[str, Any]))
        except Refused as refusal:
            raise Refused(known_rules(refusal.reasons, self._greeting.game)) from None

    def _readable(self, method: str, shown: Observation) -> Observation:
        """What it shows, which is as the game has it. Raises EngineError: malformed, and what is wrong."""
        game = _game(self._greeting.game)
        if game is not None and (what := fault(game, method, shown)):
            raise _malformed(method, what, "Observations")
        return shown

    def _unrefused(self, method: str, parameters: Mapping[str, Any], kind: type[Answer]) -> Answer:
        """The answer to a question that no engine may refuse, where it declares that it can be asked."""
        try:
            return ask(self._channel, method, parameters, kind)
        except Refused as refusal:
            what = f"{method} is refused: {quoted(str(refusal))}"
            raise EngineError(Misbehaviour.WITHHELD, what) from None


def greet(channel: Channel, game: str, over_pipe: bool) -> Handshake:
    """The handshake of an engine; over a pipe it is told the protocol and the game that we speak of."""
    return ask(channel, "handshake", {"protocol": PROTOCOL, "game": game} if over_pipe else {}, Handshake)


def ask(channel: Channel, method: str, parameters: Mapping[str, Any], kind: type[Answer]) -> Answer:
    """The answer to a question as a value of this type. Raises EngineError: malformed; and as the channel."""
    result = channel.call(method, parameters)
    try:
        return msgspec.convert(result, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        message = f"answer to {method}: {quoted(str(error))}"
        raise EngineError(Misbehaviour.MALFORMED, message) from None


def _malformed(method: str, what: str, section: str) -> EngineError:
    """An answer that is not as the game has it: what is wrong, and where an author reads how it should be."""
    told = f"docs/adapters.md ({section}) and `rulehound adapter schema` say how it is"
    return EngineError(Misbehaviour.MALFORMED, f"answer to {method}: {quoted(what)}; {told}")


@cache
def _game(name: str) -> Game | None:
    """An installed game; None for another."""
    try:
        return find_game(name)
    except KeyError:
        return None
