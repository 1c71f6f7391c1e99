"""KO: what is left, what it is worth, Set Revival, and the end of the game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulehound.engine.dmb import Game
from rulehound.engine.dmb.battle.knockout import judge_points, worth
from rulehound_testing.dmb.table import active, digimon, numbers, seat, table

STRONG = digimon("Strong", hp=500, power=999)


def knocked_out(*cards: str, zones: dict[str, Any] | None = None, points: int = 0, **condition: Any) -> Game:
    """A Digimon of player 1 of these cards is KO'd."""
    theirs = {"active": active(*cards, **condition), "choice": "circle", **(zones or {})}
    mine = {"active": active("Strong"), "choice": "circle", "ko_points": points}
    game = table("support", mine, theirs, more=[STRONG])
    for _ in range(2):
        game.apply({"action": "no-support"})
    return game


def test_the_stack_and_its_attachments_go_to_the_trash_and_the_dp_zone_stays() -> None:
    game = knocked_out("Champion", "Rookie", attachments=["Option"], zones={"dp": ["Rookie"]})
    theirs = seat(game, 1)
    assert (theirs["active"], sorted(numbers(theirs["trash"]))) == (None, ["Champion", "Option", "Rookie"])
    assert (theirs["dp"], seat(game, 0)["ko_points"]) == (20, 1)


def test_a_mega_is_deleted_and_worth_two() -> None:
    game = knocked_out("Mega", "Ultimate")
    assert (seat(game, 0)["ko_points"], seat(game, 1)["destiny_deleted"]) == (2, 1)
    assert numbers(seat(game, 1)["trash"]) == ["Ultimate"]


def test_the_partner_goes_back_to_the_deck() -> None:
    game = knocked_out("Champion", "Rookie", zones={"partner": "Rookie", "hand": ["Option"] * 3})
    theirs = game.state.players[1]
    assert numbers(seat(game, 1)["trash"]) == ["Champion"]
    # it was the only card of the deck, and the turn has begun with a draw
    assert [game.state.match.numbers[card] for card in theirs.hand] == ["Option"] * 3 + ["Rookie"]


def test_set_revival_leaves_everything_and_fixes_what_a_ko_is_worth() -> None:
    game = knocked_out("Mega", "Ultimate", revival=30, attachments=["Option"])
    left = seat(game, 1)["active"]
    assert (numbers(left["cards"]), left["hp"], left["revival"], left["worth_one"]) == (
        ["Mega", "Ultimate"],
        30,
        0,
        True,
    )
    assert (seat(game, 0)["ko_points"], len(left["attachments"])) == (1, 1)


@pytest.mark.parametrize(("points", "winner"), [(2, None), (3, 0)])
def test_four_points_win(points: int, winner: int | None) -> None:
    game = knocked_out("Rookie", points=points)
    assert (game.winner, game.over) == (winner, winner is not None)


def test_both_win_where_both_have_the_points() -> None:
    state = table("rack", {"active": active("Rookie")}).state
    for player in state.players:
        player.ko_points = 4
    judge_points(state)
    assert (state.winner, state.stage) == ("both", "over")


def test_a_mega_that_was_revived_is_worth_one_ever_after() -> None:
    game = table("rack", {"active": active("Mega", "Ultimate")})
    mega = game.state.players[0].active
    assert mega is not None
    assert worth(game.state, 0, mega) == 2
    assert worth(game.state, 0, msgspec.structs.replace(mega, worth_one=True)) == 1
