"""Cards and decks of our own to test engines with, and games that stand at a position made of them.

Numbers say what a card is: `red-4` is a plain red Digimon of level 4; `red-4-blocker`, `red-4-twice` (with
Security Attack +1) and `red-4-harmless` (with Security Attack -1) are like it but for one fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulehound.engine.dcg import Game, IllegalAction
from rulehound.spec.formats import Card, Deck, Setup

DP = {3: 3000, 4: 5000, 5: 7000, 6: 11000}
PLAY_COST = {3: 3, 4: 5, 5: 7, 6: 11}
DIGIVOLVE_COST = {3: 0, 4: 2, 5: 3, 6: 3}
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "": {},
    "-blocker": {"blocker": True},
    "-twice": {"security_attack": 1},
    "-harmless": {"security_attack": -1},
}
COLORS = ("red", "blue")


def digimon(color: str, level: int) -> dict[str, Any]:
    """The facts of a plain Digimon."""
    return {
        "kind": "digimon",
        "level": level,
        "dp": DP[level],
        "play_cost": PLAY_COST[level],
        "colors": [color],
        "digivolve": [{"color": color, "level": level - 1, "cost": DIGIVOLVE_COST[level]}],
    }


def made() -> Iterator[Card]:
    """All probe cards."""
    for color in COLORS:
        for level in DP:
            for variant, facts in VARIANTS.items():
                number = f"{color}-{level}{variant}"
                yield Card(number, number.title(), digimon(color, level) | dict(facts))
        yield Card(f"{color}-egg", "Egg", {"kind": "digi-egg", "level": 2, "colors": [color]})
        yield Card(f"{color}-tamer", "Tamer", {"kind": "tamer", "play_cost": 3, "colors": [color]})
        yield Card(f"{color}-option", "Option", {"kind": "option", "play_cost": 1, "colors": [color]})
    both = digimon("red", 4) | {"colors": ["red", "blue"]}
    both["digivolve"] = [{"color": "red", "level": 3, "cost": 2}, {"color": "blue", "level": 3, "cost": 4}]
    yield Card("both-4", "Of both colours", both)
    yield Card("low", "Level 2 with DP", {"kind": "digimon", "level": 2, "dp": 1000, "play_cost": 1})
    yield Card(
        "dp-less", "Level 3 without DP", {"kind": "digimon", "level": 3, "play_cost": 1, "colors": ["red"]}
    )
    requirements = [{"color": "red", "level": 3, "cost": cost} for cost in (10, 11, 12)]
    yield Card("costly-4", "Costly to digivolve into", digimon("red", 4) | {"digivolve": requirements})
    yield Card("giant", "Cost 13", digimon("red", 6) | {"play_cost": 13})


CARDS = tuple(made())


def deck(color: str = "red") -> Deck:
    """A legal deck: 50 cards, 5 Digi-Eggs (of two kinds, as only four of a kind may be in one)."""
    main = [f"{color}-{level}{variant}" for level in DP for variant in VARIANTS for _ in range(3)]
    other = next(name for name in COLORS if name != color)
    return Deck(
        {
            "main": [*main, f"{color}-tamer", f"{color}-option"],
            "eggs": [f"{color}-egg"] * 4 + [f"{other}-egg"],
        }
    )


def setup(seed: int = 1, edition: str = "manual-2.3", **changed: Any) -> Setup:
    """A legal setup."""
    made_up = Setup(CARDS, [deck("red"), deck("blue")], edition=edition, seed=seed)
    return msgspec.structs.replace(made_up, **changed)


def at(
    me: Mapping[str, Any] | None = None,
    opponent: Mapping[str, Any] | None = None,
    *,
    edition: str = "manual-2.3",
    **rest: Any,
) -> Game:
    """A game at a position, seen from player 0; each deck holds some cards unless it says otherwise."""
    players = [{"deck": 5, **(me or {})}, {"deck": 5, "security": 2, **(opponent or {})}]
    return Game.at(CARDS, {"players": players, **rest}, edition)


def stack(*cards: str, **condition: Any) -> dict[str, Any]:
    """A stack of a position, from the top down."""
    return {"cards": list(cards), **condition}


def refusal(game: Game, action: Mapping[str, Any]) -> set[str]:
    """The rules that an action is refused under; empty where it is legal. The game does not change by it."""
    trial = game.clone()
    try:
        trial.apply(action)
    except IllegalAction as illegal:
        assert trial == game
        assert trial.state is game.state
        return {reason.rule for reason in illegal.reasons}
    return set()


def offered(game: Game, name: str) -> list[dict[str, Any]]:
    """The legal actions of this name."""
    return [action for action in map(msgspec.to_builtins, game.legal_actions()) if action["action"] == name]


def hand(game: Game, player: int = 0, index: int = 0) -> str:
    """The instance id of a card in hand."""
    return game.state.players[player].hand[index]


def stack_id(game: Game, player: int = 0, index: int = 0) -> str:
    """The id of a stack in the battle area."""
    return game.state.players[player].battle[index].id
