"""When effects come up: windows of phases, who says what comes next, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dmb import Game
from rulehound_testing.dmb.table import active, digimon, seat, table, why_not

Effect = dict[str, Any]


def begun(mine: list[Effect], theirs: list[Effect] | None = None, **zones: Any) -> Game:
    """Attacks have been chosen, and the Support Phase begins."""
    cards = [digimon("Mine", effects=mine), digimon("Theirs", effects=theirs or [])]
    seats = ({"active": active("Mine"), **zones}, {"active": active("Theirs"), "deck": 3})
    game = table("attack", *seats, more=cards)
    for player in (0, 1):
        game.apply({"action": "choose-attack", "player": player, "attack": "circle"})
    return game


def effect(*steps: Effect, timing: str = "support-phase", **more: Any) -> Effect:
    return {"timing": timing, "steps": list(steps) or [{"do": "recover", "amount": 10}], **more}


def top(game: Game, player: int = 0) -> str:
    return str(seat(game, player)["active"]["cards"][0]["id"])


def test_one_effect_that_is_demanded_is_not_asked_for() -> None:
    game = begun([effect()])
    assert (seat(game, 0)["active"]["hp"], game.decision) == (110, "support")


def test_what_is_demanded_cannot_be_left_out() -> None:
    game = begun([effect(), effect()])
    assert game.decision == "effect"
    assert why_not(game, "no-effect") == ["effect-demanded"]
    assert why_not(game, "other-first") == ["nothing-of-the-other"]


def test_what_may_be_left_out_waits_for_what_is_demanded() -> None:
    game = begun([effect(cost=[{"do": "lose-hp"}]), effect(), effect()])
    assert why_not(game, "use-effect", card=top(game), effect=0) == ["others-demanded"]
    game.apply({"action": "use-effect", "card": top(game), "effect": 1})
    assert seat(game, 0)["active"]["hp"] == 120
    game.apply({"action": "no-effect"})
    assert (seat(game, 0)["active"]["hp"], game.decision) == (120, "support")


def test_the_turn_player_lets_the_other_one_come_first_once() -> None:
    game = begun([effect()], [effect(), effect({"do": "draw"})])
    game.apply({"action": "other-first"})
    assert game.decider == 1
    assert why_not(game, "other-first") == ["nothing-of-the-other"]
    game.apply({"action": "use-effect", "card": top(game, 1), "effect": 1})
    assert (game.decider, seat(game, 1)["hand"] != []) == (0, True)


@pytest.mark.parametrize(
    ("card", "place", "reason"),
    [("a999", 0, "no-such-effect"), ("", 7, "no-such-effect"), ("", 1, "not-its-time")],
)
def test_effects_that_are_not_there_are_refused(card: str, place: int, reason: str) -> None:
    game = begun([effect(cost=[{"do": "lose-hp"}]), effect(timing="end")])
    assert why_not(game, "use-effect", card=card or top(game), effect=place) == [reason]


def test_an_effect_of_the_other_player_is_not_used() -> None:
    game = begun([effect(cost=[{"do": "lose-hp"}])], [effect(cost=[{"do": "lose-hp"}])])
    assert "no-such-effect" in why_not(game, "use-effect", card=top(game, 1), effect=0)


def test_nothing_is_used_while_no_effects_come_up() -> None:
    game = table("rack", {"active": active("Rookie")})
    assert why_not(game, "no-effect") == ["no-effect-now"]
    assert why_not(game, "choose", card="a1") == ["nothing-to-choose", "not-to-be-chosen"]


@pytest.mark.parametrize(
    ("cost", "zones"),
    [
        ({"do": "discard", "amount": 2}, {"hand": ["Rookie"]}),
        ({"do": "discard", "zone": "dp"}, {"hand": ["Rookie"]}),
        ({"do": "trash"}, {}),
        ({"do": "lose-hp", "amount": 100}, {}),
        ({"do": "data-break"}, {"destiny": ["Option"]}),
    ],
)
def test_what_cannot_be_paid_does_not_come_up(cost: Effect, zones: dict[str, Any]) -> None:
    assert begun([effect(cost=[cost])], **zones).decision == "support"


def test_an_attack_gives_what_it_has_unless_it_is_jammed() -> None:
    drawing = digimon("Drawing", special="cross", effects=[effect({"do": "draw"}, timing="attack")])
    for jamming, cards in ((["jamming"], 0), ([], 1)):
        other = digimon("Other", special="cross", abilities=jamming)
        seats = (
            {"active": active("Drawing"), "choice": "cross", "deck": 3},
            {"active": active("Other"), "choice": "cross"},
        )
        game = table("support", *seats, more=[drawing, other])
        for _ in range(2):
            game.apply({"action": "no-support"})
        assert len(seat(game, 0)["hand"]) == cards
