"""An engine as an Adapter: its answers are converted to the types of the protocol, or are malformed.

Observations are checked against the types of the game, so that an error names the field that is missing or
wrong before anything reads it. Rules that an engine names and the spec lacks become plain text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from rulehound.checker.engines.channels import Channel
from rulehound.checker.engines.known_fields import has_known_fields_alone, known_fields
from rulehound.checker.engines.messages import offer_fault, result_fault, result_type
from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour, quoted
from rulehound.checker.engines.reasons import known_rules
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
        self._last: Observation | None = None
        """The whole game as it was seen last; None before that."""

    def handshake(self) -> Handshake:
        """The handshake that the engine gave when it was opened."""
        return self._greeting

    def new_game(self, setup: Setup) -> Observation:
        """Start a game. Raises Refused where a deck is not legal."""
        return self._observation("new_game", {"setup": setup})

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation. Raises Refused where the engine cannot take it."""
        return self._observation("position", {"cards": cards, "position": position, "edition": edition})

    def observe(self, player: int | None = None) -> Observation:
        """The game as it stands: everything, or what one player sees of it."""
        if player is not None:
            return self._readable("observe", self._unrefused("observe", {"player": player}, dict[str, Any]))
        return self._whole("observe", self._unrefused("observe", {}, dict[str, Any]))

    def legal_actions(self) -> list[Action]:
        """All actions of the player who decides now."""
        actions = self._unrefused("legal_actions", {}, list[dict[str, Any]])
        game = _game(self._greeting.game)
        if game is not None and (what := offer_fault(game, actions)):
            raise _malformed("legal_actions", what, "Decisions and actions")
        return actions

    def apply(self, action: Action) -> Observation:
        """Carry out an action. Raises Refused where it is not legal."""
        before = self._last
        after = self._observation("apply", {"action": action})
        game = _game(self._greeting.game)
        if game is not None and before is not None and (what := game.event_fault(before, after)):
            raise _malformed("apply", what, "Events")
        return after

    def effect(self, effect: Effect) -> Observation:
        """Carry out the effect of some card."""
        return self._observation("effect", {"effect": effect})

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        """Every reason for which a deck is not legal; empty where it is."""
        parameters = {"cards": cards, "deck": deck, "edition": edition}
        reasons = ask(self._channel, "validate_deck", parameters, tuple[Reason, ...])
        return known_rules(reasons, self._greeting.game)

    def quote(self, action: Action) -> Quote:
        """The cost of an action in the current state. Raises Refused where it has none."""
        return ask(self._channel, "quote", {"action": action}, Quote)

    def save(self) -> Value:
        """A token for the state of the game."""
        return self._unrefused("save", {}, object)

    def restore(self, token: Value) -> Observation:
        """Return to a saved state."""
        return self._whole("restore", self._unrefused("restore", {"token": token}, dict[str, Any]))

    def close(self) -> None:
        """Close the engine."""
        self._channel.close()

    @property
    def ending(self) -> str | None:
        """Complaint about how its process ended when it was closed, '' for none; None without a process."""
        return self._channel.ending

    def _observation(self, method: str, parameters: Mapping[str, Any]) -> Observation:
        try:
            return self._whole(method, ask(self._channel, method, parameters, dict[str, Any]))
        except Refused as refusal:
            raise Refused(known_rules(refusal.reasons, self._greeting.game)) from None

    def _whole(self, method: str, observation: Observation) -> Observation:
        """An observation of the whole game, checked, and kept as what was seen last.

        Fields that the game does not know are left out: they may change with every message.
        """
        game = _game(self._greeting.game)
        if game is not None and not has_known_fields_alone(kind := result_type(game, method), observation):
            observation = known_fields(kind, self._readable(method, observation))
        self._last = observation
        return self._last

    def _readable(self, method: str, observation: Observation) -> Observation:
        """An observation, after its check against the game's types.

        Raises EngineError where it is malformed.
        """
        game = _game(self._greeting.game)
        if game is not None and (what := result_fault(game, method, observation)):
            raise _malformed(method, what, "Observations")
        return observation

    def _unrefused(self, method: str, parameters: Mapping[str, Any], kind: type[Answer]) -> Answer:
        """The answer to a question that an engine which declares it may not refuse."""
        try:
            return ask(self._channel, method, parameters, kind)
        except Refused as refusal:
            what = f"{method} is refused: {quoted(str(refusal))}"
            raise EngineError(Misbehaviour.WITHHELD, what) from None


def greet(channel: Channel, game: str, over_pipe: bool) -> Handshake:
    """The handshake of an engine. Over a pipe, the message names our protocol and the game."""
    return ask(channel, "handshake", {"protocol": PROTOCOL, "game": game} if over_pipe else {}, Handshake)


def ask(channel: Channel, method: str, parameters: Mapping[str, Any], kind: type[Answer]) -> Answer:
    """The answer to a question as a value of type `kind`.

    Raises EngineError where it is malformed, and whatever `Channel.call` raises.
    """
    result = channel.call(method, parameters)
    try:
        return msgspec.convert(result, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        message = f"answer to {method}: {quoted(str(error))}"
        raise EngineError(Misbehaviour.MALFORMED, message) from None


def _malformed(method: str, what: str, section: str) -> EngineError:
    """The error for a malformed answer. It names the docs `section` that describes the right one."""
    remedy = f"docs/adapters.md ({section}) and `rulehound adapter schema` describe it"
    return EngineError(Misbehaviour.MALFORMED, f"answer to {method}: {quoted(what)}; {remedy}")


@cache
def _game(name: str) -> Game | None:
    """The installed game of this name; None where there is none."""
    try:
        return find_game(name)
    except KeyError:
        return None
