"""The Evolution Phase: the DP Zone, Evolve cards, and each way to evolve."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dmb import Game
from rulehound_testing.dmb.table import CHAMPION, active, digimon, held, numbers, seat, table, why_not


def evolving(top: str, hand: list[str], dp: list[str] | None = None, **more: Any) -> Game:
    """The turn player evolves; nobody stands opposite."""
    return table("evolve", {"active": active(top), "hand": hand, "dp": dp or [], **more})


def test_one_card_a_turn_goes_into_the_dp_zone() -> None:
    game = table("rack", {"active": active("Rookie"), "hand": ["Rookie", "Champion"]})
    assert why_not(game, "rack", card="b1") == ["not-racked-from-hand"]
    game.apply({"action": "rack", "card": held(game, "Rookie")})
    assert (seat(game, 0)["dp"], numbers(seat(game, 0)["dp_cards"])) == (20, ["Rookie"])
    assert why_not(game, "rack", card=held(game, "Champion")) == ["racked-enough"]
    assert why_not(game, "evolve", card=held(game, "Champion")) == ["not-in-evolution"]


def test_evolving_takes_the_whole_dp_zone_and_the_hp_of_the_new_card() -> None:
    game = evolving("Rookie", ["Champion"], ["Rookie", "Rookie"])
    game.apply({"action": "evolve", "card": held(game, "Champion")})
    mine = seat(game, 0)
    assert (numbers(mine["active"]["cards"]), mine["active"]["hp"]) == (["Champion", "Rookie"], 200)
    assert (mine["dp"], numbers(mine["trash"]), game.decision) == (0, ["Rookie", "Rookie"], "support")


@pytest.mark.parametrize(
    ("top", "card", "dp", "reasons"),
    [
        ("Rookie", "Champion", [], ["dp-short"]),
        ("Rookie", "Ultimate", ["Rookie"] * 2, ["wrong-level", "wrong-type"]),
        ("Champion", "Ultimate", ["Rookie"] * 2, ["wrong-type"]),
        ("Champion", "Dna", [], ["no-cost"]),
        ("Rookie", "Option", [], ["not-a-digimon", "wrong-level", "wrong-type", "no-cost"]),
    ],
)
def test_level_type_and_cost_have_to_fit(top: str, card: str, dp: list[str], reasons: list[str]) -> None:
    game = evolving(top, [card], dp)
    assert why_not(game, "evolve", card=held(game, card)) == reasons


def test_the_evolution_box_stands_for_level_and_type_but_not_for_the_cost() -> None:
    dear = evolving("Champion", ["Ultimate"], ["Rookie"])
    assert why_not(dear, "evolve-by-box", card=held(dear, "Ultimate")) == ["dp-short"]
    game = evolving("Champion", ["Ultimate"], ["Rookie"] * 2)
    game.apply({"action": "evolve-by-box", "card": held(game, "Ultimate")})
    assert seat(game, 0)["active"]["hp"] == 300
    other = evolving("Rookie", ["Ultimate"], ["Rookie"] * 2)
    assert why_not(other, "evolve-by-box", card=held(other, "Ultimate")) == ["not-named-by-box"]


@pytest.mark.parametrize(("way", "reasons"), [("", ["wrong-type"]), ("-by-box", [])])
def test_a_mega_comes_from_the_destiny_zone(way: str, reasons: list[str]) -> None:
    game = evolving("Ultimate", [], destiny=["Mega"])
    mega = held(game, "Mega", zone="destiny")
    assert why_not(game, f"evolve-from-destiny{way}", card=mega) == reasons
    assert why_not(game, f"evolve{way}", card=mega) == ["not-evolved-from-hand"]
    low = evolving("Champion", [], destiny=["Mega"])
    assert "not-onto-ultimate" in why_not(low, f"evolve-from-destiny{way}", card=mega)
    assert "no-such-mega" in why_not(low, f"evolve-from-destiny{way}", card="a99")


def test_a_mega_lies_on_the_ultimate_then() -> None:
    game = evolving("Ultimate", [], destiny=["Mega"])
    game.apply({"action": "evolve-from-destiny-by-box", "card": held(game, "Mega", zone="destiny")})
    assert numbers(seat(game, 0)["active"]["cards"]) == ["Mega", "Ultimate"]
    assert seat(game, 0)["destiny"] == []


def test_one_evolve_card_a_turn() -> None:
    game = evolving("Rookie", ["Evolve", "Evolve", "Option", "Dna", "Champion"])
    assert why_not(game, "play-evolve-card", card=held(game, "Option")) == ["not-an-evolve-card"]
    assert why_not(game, "play-evolve-card", card="b1") == ["not-played-from-hand"]
    game.apply({"action": "play-evolve-card", "card": held(game, "Evolve")})
    assert numbers(seat(game, 0)["trash"]) == ["Evolve"]
    assert why_not(game, "play-evolve-card", card=held(game, "Evolve")) == ["evolve-cards-played"]
    dna = why_not(game, "dna-evolve", card=held(game, "Dna"), other=held(game, "Champion"))
    assert dna == ["dna-counts-as-evolve-card"]


@pytest.mark.parametrize(
    ("top", "other"), [("Rookie", "Champion"), ("Champion", "Rookie"), ("Rookie", "Data")]
)
def test_dna_discards_the_other_card_and_costs_nothing(top: str, other: str) -> None:
    game = evolving(top, ["Dna", other], ["Rookie"])
    game.apply({"action": "dna-evolve", "card": held(game, "Dna"), "other": held(game, other)})
    mine = seat(game, 0)
    assert (numbers(mine["active"]["cards"]), numbers(mine["trash"])) == (["Dna", top], [other])
    assert (mine["dp"], game.observe()["evolve_cards"]) == (20, 1)


def test_dna_takes_two_cards_of_the_hand_that_are_named() -> None:
    game = evolving("Champion", ["Dna", "Champion", "Rookie"])
    card, other = held(game, "Dna"), held(game, "Champion")
    assert why_not(game, "dna-evolve", card=card, other=other) == ["dna-not-met"]
    assert why_not(game, "dna-evolve", card=other, other=card) == ["no-dna"]
    assert why_not(game, "dna-evolve", card=card, other=card) == ["dna-not-in-hand"]
    assert why_not(game, "dna-evolve", card=card, other="b1") == ["dna-not-in-hand"]


def test_what_stays_and_what_goes_when_a_digimon_evolves() -> None:
    state = {"hp": 5, "bonus": 7, "attachments": ["Option"]}
    game = table(
        "evolve",
        {"active": active("Rookie", **state), "hand": ["Free"]},
        more=[digimon("Free", "C", 90, cost=0)],
    )
    game.apply({"action": "evolve", "card": held(game, "Free")})
    evolved = seat(game, 0)["active"]
    assert (evolved["hp"], evolved["bonus"], numbers(evolved["attachments"])) == (90, 7, ["Option"])
    assert CHAMPION.number not in numbers(evolved["cards"])


def test_a_requirement_that_is_lifted_leaves_the_others() -> None:
    game = evolving("Rookie", ["Ultimate"])
    card = held(game, "Ultimate")
    for lifted, left in [
        ("level", ["wrong-type", "dp-short"]),
        ("type", ["wrong-level", "dp-short"]),
        ("cost", ["wrong-level", "wrong-type"]),
    ]:
        game.state.ignored = (lifted,)
        assert why_not(game, "evolve", card=card) == left


def test_a_discount_counts_before_the_cost_is_paid() -> None:
    game = evolving("Rookie", ["Champion"], ["Data"])
    game.state.discount = 14
    assert why_not(game, "evolve", card=held(game, "Champion")) == ["dp-short"]
    game.state.discount = 15
    assert why_not(game, "evolve", card=held(game, "Champion")) == []
