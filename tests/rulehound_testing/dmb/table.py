"""Positions on the reference engine of Digimon Battles, with cards that are made up as they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulehound.engine.dmb import Game, IllegalAction, Setup
from rulehound.spec.dmb.decks import setup
from rulehound.spec.formats import Card
from rulehound_testing.dmb.values import VALUES

Zones = dict[str, Any]


def digimon(name: str, level: str = "R", hp: int = 100, power: int = 30, **facts: Any) -> Card:
    """A Digimon of the type ember, of equal Power in all attacks unless they are given."""
    attacks = dict.fromkeys(("circle", "triangle", "cross"), power)
    kind = {"kind": "digimon", "level": level, "types": ["ember"], "hp": hp}
    return Card(name, name, {**kind, **attacks, **facts})


def with_ability(name: str, *abilities: str, **facts: Any) -> Card:
    """A Digimon whose Cross has these abilities."""
    return digimon(name, special="cross", abilities=list(abilities), **facts)


ROOKIE = digimon("Rookie", dp=20, support=True)
CHAMPION = digimon("Champion", "C", 200, cost=20, dp=10, box=["Rookie"])
ULTIMATE = digimon("Ultimate", "U", 300, cost=40, types=["tide"], box=["Champion"])
MEGA = digimon("Mega", "M", 400, cost=0, box=["Ultimate"])
DNA = digimon("Dna", "U", 300, fusion={"left": "Rookie", "right": "Champion"})
OPTION = Card("Option", "Option", {"kind": "option", "support": True, "marked": True})
VOID = Card("Void", "Void", {"kind": "option", "support": True, "voids": True})
EVOLVE = Card("Evolve", "Evolve", {"kind": "evolution"})
DATA = Card("Data", "Data", {"kind": "data", "stands_for": "Champion", "dp": 5})
CARDS = (ROOKIE, CHAMPION, ULTIMATE, MEGA, DNA, OPTION, VOID, EVOLVE, DATA)


def active(*cards: str, **state: Any) -> Zones:
    """An active Digimon of a position, its cards from the top down."""
    return {"cards": list(cards), **state}


def table(decision: str, mine: Zones, theirs: Zones | None = None, more: Sequence[Card] = ()) -> Game:
    """A game at a position in the turn of player 0."""
    position = {"turn": 0, "decision": decision, "players": [mine, theirs or {}]}
    return Game.at([*CARDS, *more], position)


def battle(mine: Card, theirs: Card, *attacks: str, zones: Sequence[Zones] = ({}, {}), **state: Any) -> Game:
    """A battle of two Digimon with these attacks, Cross on both sides unless they are given.

    `zones`: what else each player has, with the condition of the Digimon under `condition`.
    """
    seats = []
    for card, attack, more in zip((mine, theirs), attacks or ("cross", "cross"), zones, strict=True):
        rest = {key: value for key, value in more.items() if key != "condition"}
        one = active(card.number, **more.get("condition", {}))
        seats.append({"active": one, "choice": attack, **rest})
    game = table("support", *seats, more=[mine, theirs], **state)
    for _ in range(2):
        game.apply({"action": "no-support"})
    return game


def seat(game: Game, player: int) -> dict[str, Any]:
    """What a game shows of a player."""
    shown: dict[str, Any] = game.observe()["players"][player]
    return shown


def hp(game: Game, player: int) -> int:
    """The HP of a player's Digimon; 0 where there is none."""
    digimon_there = seat(game, player)["active"]
    return digimon_there["hp"] if digimon_there else 0


def numbers(cards: Sequence[dict[str, Any]]) -> list[str]:
    """The numbers of cards that are shown."""
    return [card["card"] for card in cards]


def held(game: Game, number: str, player: int = 0, zone: str = "hand") -> str:
    """The id of the first card of this number in a zone."""
    return next(str(card["id"]) for card in seat(game, player)[zone] if card["card"] == number)


def why_not(game: Game, action: str, **arguments: Any) -> list[str]:
    """The names of the reasons against an action; none where it is legal."""
    refused = game.reasons_against({"action": action, **arguments})
    assert refused is None or isinstance(refused, IllegalAction)
    return [] if refused is None else [reason.reason for reason in refused.reasons]


def new_setup(seed: int = 0) -> Setup:
    """A legal setup of the bundled cards."""
    return setup(seed, VALUES)


def new_game(seed: int = 0) -> Game:
    """A new game of the bundled cards."""
    return Game.new(new_setup(seed))
