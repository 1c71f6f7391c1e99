"""Traces of engines: where a game starts, and its steps in words and changes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import msgspec

from rulehound.checker.engines.misbehaviour import UNREADABLE
from rulehound.checker.judging.observations.json_paths import changes
from rulehound.checker.records import Offer, Offers, Trace
from rulehound.spec.formats import Action, Adapter, Card, Observation, Reason, Setup

if TYPE_CHECKING:
    from rulehound.spec.game import Game
    from rulehound.spec.reading import Picture

EFFECT = "effect"
"""Key by which the effect of a card is named; an action of a player may have it too, beside its own name."""

ACTION = "action"
"""Key by which an action of a player is named."""


EVENTS, EVENT = "events", "event"
"""Where an observation lists what has happened since the last step, and the name of each."""


def is_effect(action: Action) -> bool:
    """Whether a step is the effect of a card and not an action of a player."""
    return EFFECT in action and ACTION not in action


@dataclass(frozen=True)
class Start:
    """Where a game starts: a new game, or a position with its cards."""

    setup: Setup | None = None
    position: Mapping[str, Any] | None = None
    cards: Sequence[Card] = ()
    edition: str = ""

    def begin(self, adapter: Adapter) -> Observation:
        """Start it on an engine. Raises Refused and EngineError."""
        if self.setup is not None:
            return adapter.new_game(self.setup)
        return adapter.position(self.cards, dict(self.position or {}), self.edition)

    @property
    def known(self) -> dict[str, Card]:
        """The cards by number."""
        return {card.number: card for card in (self.setup.cards if self.setup else self.cards)}

    def as_json(self) -> dict[str, Any]:
        """As it stands in a trace."""
        start = {"position": self.position, "cards": self.cards}
        value: dict[str, Any] = plain({"new_game": self.setup} if self.setup is not None else start)
        return value

    @classmethod
    def from_trace(cls, trace: Trace) -> Start:
        """The start of an engine's trace. Raises ValueError where it has none that can be run."""
        if "new_game" in trace.start:
            return cls(setup=msgspec.convert(trace.start["new_game"], Setup), edition=trace.edition)
        if "position" in trace.start:
            cards = msgspec.convert(trace.start.get("cards", []), list[Card])
            return cls(position=trace.start["position"], cards=cards, edition=trace.edition)
        raise ValueError("the trace has neither a new game nor a position to start from")


@dataclass(frozen=True)
class Taken:
    """A step as it was taken: what was tried, and what was seen before and after."""

    action: Action
    before: Observation
    after: Observation
    refused: Sequence[Reason] = ()
    """The engine's reasons, where it refused."""
    offered: bool = True
    """The engine had offered it; otherwise it was an attempt, or the effect of a card."""
    broke: bool = False
    """The engine broke instead of answering; nothing was seen after it."""

    @property
    def is_effect(self) -> bool:
        """It is the effect of a card."""
        return is_effect(self.action)

    @property
    def refusal(self) -> str:
        """The engine's words, '' where it did not refuse."""
        return texts(self.refused)


def changed(before: Observation, after: Observation) -> dict[str, list[Any]]:
    """What a step changed in the observation, by path, without the list of what has happened."""
    old, new = ({name: value for name, value in one.items() if name != EVENTS} for one in (before, after))
    return changes(old, new)


def happened(after: Observation) -> list[str]:
    """The names of the events that an observation lists, in its order; none where it lists nothing."""
    events = after.get(EVENTS)
    return (
        [str(one.get(EVENT)) for one in events if isinstance(one, dict)] if isinstance(events, list) else []
    )


ENGINE_ANSWERS = "the engine answers"
"""What is expected of an engine that broke."""

REFUSED = "refused: "
"""How the verdict of an engine that refuses something starts."""


def accepted_or_refused(reasons: Sequence[Reason]) -> str:
    """What an engine says about something: that it is accepted, or refused and why."""
    return REFUSED + texts(reasons) if reasons else "accepted"


def texts(reasons: Sequence[Reason]) -> str:
    """The words of a refusal; '' where there is none."""
    return "; ".join(reason.text or reason.reason for reason in reasons)


def plain(value: Any) -> Any:
    """A value as it reads back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def take(adapter: Adapter, action: Action) -> Observation:
    """Carry out a step, a player's or an effect's. Raises Refused and EngineError."""
    return adapter.effect(action) if is_effect(action) else adapter.apply(action)


def action_in_words(game: Game, observation: Observation, action: Action, cards: Mapping[str, Card]) -> str:
    """A step in words; its JSON where the game cannot read what the engine shows."""
    try:
        return game.depiction.describe(observation, action, cards)
    except UNREADABLE:
        return json.dumps(action, sort_keys=True)


def missing(
    game: Game, observation: Observation, one: Offer, offered: Sequence[Action], cards: Mapping[str, Card]
) -> Offers:
    """What is not offered and should be, and what is offered of its kind."""
    known, kind = game.reader.identity, one.action.get(ACTION)
    alike = (action for action in offered if action.get(ACTION) == kind)
    others = [Offer(known(other), action_in_words(game, observation, other, cards)) for other in alike]
    return Offers(missing=[one], others=others)


def drawn(game: Game, observation: Observation, cards: Mapping[str, Card]) -> str:
    """The board as text; '' where the game cannot read what the engine shows."""
    try:
        return game.depiction.board(observation, cards)
    except UNREADABLE:
        return ""


def pictured(game: Game, observation: Observation, cards: Mapping[str, Card]) -> Picture | None:
    """The board as a picture that is XML; None where the game draws none, or cannot read what is shown."""
    try:
        picture = game.depiction.picture(observation, cards)
    except UNREADABLE:
        return None
    return picture and replace(picture, svg=as_xml(picture.svg))


NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, not even escaped (https://www.w3.org/TR/xml/#charsets)."""


def as_xml(text: str) -> str:
    """The text with what XML cannot hold replaced."""
    return NOT_XML.sub("\ufffd", text)
