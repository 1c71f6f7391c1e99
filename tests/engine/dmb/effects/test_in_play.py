"""What attached cards give, and what becomes of it when they leave."""

from __future__ import annotations

from rulehound.engine.dmb import Game
from rulehound.spec.formats import Card
from rulehound_testing.dmb.table import active, numbers, seat, table

BADGE = Card(
    "Badge",
    "Badge",
    {
        "kind": "option",
        "support": True,
        "effects": [
            {"timing": "passive", "steps": [{"do": "bonus", "amount": 20}, {"do": "bonus", "amount": 5}]},
            {"timing": "support", "steps": [{"do": "attach", "zone": "this"}]},
        ],
    },
)


def attached(*there: str) -> Game:
    """A support that is attached, with what was attached before."""
    zones = {"active": active("Rookie", attachments=list(there)), "hand": ["Badge"], "choice": "circle"}
    other = {"active": active("Rookie"), "choice": "circle"}
    game = table("support", zones, other, more=[BADGE])
    game.apply({"action": "no-support"})
    game.apply({"action": "support-from-hand", "card": seat(game, 0)["hand"][0]["id"]})
    return game


def test_it_adds_all_that_it_says() -> None:
    assert seat(attached(), 0)["active"]["bonus"] == 25


def test_it_takes_the_place_of_another_one() -> None:
    game = attached("Option")
    assert numbers(seat(game, 0)["active"]["attachments"]) == ["Badge"]
    assert numbers(seat(game, 0)["trash"]) == ["Option"]


def test_each_card_is_known_by_what_it_adds() -> None:
    digimon = attached().state.players[0].active
    assert digimon is not None
    assert sum(amount for _, amount in digimon.passives) == digimon.bonus
