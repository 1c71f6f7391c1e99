"""The Prep Phase: the draw, mulligans of the whole hand, and a new Digimon."""

from __future__ import annotations

import pytest

from rulehound.engine.dmb import Game
from rulehound_testing.dmb.table import active, held, numbers, seat, table, why_not


def next_turn(hand: int, deck: int = 9) -> Game:
    """A game in which the turn has just come to player 1, who holds so many cards."""
    theirs = {"hand": ["Rookie"] * hand, "deck": deck, "active": active("Rookie")}
    game = table(
        "support", {"active": active("Champion"), "choice": "circle"}, {**theirs, "choice": "circle"}
    )
    for _ in range(2):
        game.apply({"action": "no-support"})
    return game


@pytest.mark.parametrize(("hand", "drawn"), [(0, 2), (2, 2), (3, 1), (6, 1)])
def test_a_low_hand_draws_more(hand: int, drawn: int) -> None:
    game = next_turn(hand)
    assert (game.decision, game.decider) == ("hand", 1)
    assert len(seat(game, 1)["hand"]) == hand + drawn
    assert game.observe()["low_hand"] is (hand <= 2)


def test_the_whole_hand_is_exchanged_as_often_as_it_is_large() -> None:
    game = table("hand", {"hand": ["Rookie"] * 3, "deck": ["Option"] * 4, "active": active("Rookie")})
    game.apply({"action": "full-mulligan"})
    assert numbers(seat(game, 0)["hand"]) == ["Option"] * 3
    assert numbers(seat(game, 0)["trash"]) == ["Rookie"] * 3
    game.apply({"action": "full-mulligan"})
    assert len(seat(game, 0)["hand"]) == 1
    assert why_not(game, "full-mulligan") == ["hand-too-small"]
    game.apply({"action": "keep-hand"})
    assert game.decision == "rack"


@pytest.mark.parametrize(("number", "abnormal"), [("Rookie", False), ("Champion", True), ("Ultimate", True)])
def test_what_is_placed_without_evolving_is_abnormal_from_c_on(number: str, abnormal: bool) -> None:
    game = table("hand", {"hand": [number, "Option"]})
    game.apply({"action": "keep-hand"})
    assert why_not(game, "place", card=held(game, "Option")) == ["not-to-be-placed"]
    assert why_not(game, "place", card="b1") == ["not-placed-from-hand"]
    game.apply({"action": "place", "card": held(game, number)})
    assert seat(game, 0)["active"]["abnormal"] is abnormal
    game.apply({"action": "done-racking"})
    assert (game.decision == "evolve") is not abnormal


def test_whoever_has_no_digimon_loses() -> None:
    game = table("hand", {"hand": ["Option"] * 4, "deck": 5})
    game.apply({"action": "keep-hand"})
    assert (game.over, game.winner, game.legal_actions()) == (True, 1, [])
    assert why_not(game, "keep-hand") == ["game-over"]


@pytest.mark.parametrize(
    ("deck", "decision"), [(["Option"] * 2 + ["Rookie"] * 2, "place"), (["Option"] * 9, None)]
)
def test_a_low_hand_is_exchanged_until_a_digimon_comes(deck: list[str], decision: str | None) -> None:
    theirs = {"hand": [], "deck": deck}
    game = table("support", {"active": active("Rookie")}, theirs)
    for _ in range(2):
        game.apply({"action": "no-support"})
    game.apply({"action": "keep-hand"})
    assert (game.decision, game.observe()["forced"]) == (decision, True)
    assert game.winner == (None if decision else 0)
    assert ("Rookie" in numbers(seat(game, 1)["hand"])) is (decision is not None)


def partner_at_hand(*destiny: str) -> Game:
    """A Partner that has just been placed."""
    game = table("place", {"hand": ["Rookie"], "partner": "Rookie", "destiny": list(destiny)})
    game.apply({"action": "place", "card": "a1"})
    return game


def test_a_partner_may_evolve_at_once_and_then_not_again() -> None:
    game = partner_at_hand("Champion", "Mega")
    assert game.decision == "partner"
    assert why_not(game, "partner-evolve", card=held(game, "Mega", zone="destiny")) == ["no-such-champion"]
    game.apply({"action": "partner-evolve", "card": held(game, "Champion", zone="destiny")})
    assert numbers(seat(game, 0)["active"]["cards"]) == ["Champion", "Rookie"]
    assert (seat(game, 0)["active"]["hp"], game.observe()["evolutions"]) == (200, 1)
    assert why_not(game, "evolve", card="a9") == [
        "not-in-evolution",
        "partner-evolved",
        "evolved-enough",
        "not-evolved-from-hand",
    ]
    game.apply({"action": "done-racking"})
    assert (game.decision, game.decider) == ("support", 1)


def test_a_partner_need_not_evolve_and_is_not_asked_without_a_destiny_zone() -> None:
    game = partner_at_hand("Champion")
    game.apply({"action": "no-partner-evolution"})
    game.apply({"action": "done-racking"})
    assert game.decision == "evolve"
    assert partner_at_hand().decision == "rack"
