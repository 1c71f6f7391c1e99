"""Games with cards that a test makes up: a mapping of card number to facts, beside the plain probe cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.engine.dcg import Game
from rulehound.spec.formats import Card
from rulehound_testing.dcg.probe_cards import CARDS, digimon

Facts = Mapping[str, Any]


def made_up(cards: Mapping[str, Facts]) -> list[Card]:
    """These cards, each named like its number unless `name` says otherwise, and all probe cards."""
    own = [
        Card(number, facts.get("name", number), {key: value for key, value in facts.items() if key != "name"})
        for number, facts in cards.items()
    ]
    return [*own, *CARDS]


def playing(
    cards: Mapping[str, Facts],
    me: Mapping[str, Any] | None = None,
    opponent: Mapping[str, Any] | None = None,
    *,
    edition: str = "manual-2.3",
    **rest: Any,
) -> Game:
    """A game at a position with these cards; each deck holds five more unless it says otherwise."""
    players = [{"deck": 5, **(me or {})}, {"deck": 5, "security": 2, **(opponent or {})}]
    return Game.at(made_up(cards), {"players": players, **rest}, edition)


def tamer(*effects: Facts, **facts: Any) -> dict[str, Any]:
    """A red Tamer with these effects."""
    return {"kind": "tamer", "play_cost": 3, "colors": ["red"], "effects": list(effects), **facts}


def option(*effects: Facts, **facts: Any) -> dict[str, Any]:
    """A red Option of cost 2 with these effects."""
    return {"kind": "option", "play_cost": 2, "colors": ["red"], "effects": list(effects), **facts}


def red(level: int, *effects: Facts, **facts: Any) -> dict[str, Any]:
    """A red Digimon of a level, with these effects."""
    return {**digimon("red", level), "effects": list(effects), **facts}


def gain(amount: int = 1, timing: str = "main", **words: Any) -> dict[str, Any]:
    """An effect by which its player gains memory."""
    return {"timing": timing, "steps": [{"do": "memory", "amount": amount}], **words}


def events(game: Game, *names: str) -> list[str]:
    """What has happened since the last action began, of these names or all."""
    return [event.what for event in game.state.events if not names or event.what in names]


def numbers(game: Game, cards: Sequence[str]) -> list[str]:
    """The card numbers of cards."""
    return [game.state.match.numbers[card] for card in cards]
