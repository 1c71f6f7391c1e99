"""Setting up a game: hands, the partial mulligan of both, and who begins."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from rulehound.engine.dmb import Game, Refused
from rulehound_testing.dmb.table import new_game, new_setup, seat, why_not


def test_both_draw_five_and_may_decide() -> None:
    game = new_game()
    assert [len(seat(game, player)["hand"]) for player in (0, 1)] == [5, 5]
    assert [seat(game, player)["deck"] for player in (0, 1)] == [35, 35]
    assert (game.decision, game.decider) == ("mulligan", None)
    assert len(game.legal_actions()) == 2 * 2**5


def test_cards_go_under_the_deck_and_as_many_are_drawn_once() -> None:
    game = new_game()
    hand = [card["id"] for card in seat(game, 0)["hand"]]
    top = game.state.players[0].deck[:2]
    game.apply({"action": "mulligan", "player": 0, "cards": hand[:2]})
    now = [card["id"] for card in seat(game, 0)["hand"]]
    assert now == [*hand[2:], *top]
    assert set(hand[:2]) < set(game.state.players[0].deck)
    assert why_not(game, "mulligan", player=0, cards=[]) == ["hand-exchanged"]
    assert {action.player for action in game.legal_actions()} == {1}  # type: ignore[union-attr]


def test_only_cards_of_the_own_hand_are_exchanged() -> None:
    game = new_game()
    own, other = (seat(game, player)["hand"][0]["id"] for player in (0, 1))
    assert why_not(game, "mulligan", player=0, cards=[other]) == ["not-of-opening-hand"]
    assert why_not(game, "mulligan", player=0, cards=[own, own]) == ["not-of-opening-hand"]
    assert why_not(game, "mulligan", player=2, cards=[]) == ["no-such-player"]


def test_both_orders_of_mulligans_lead_to_one_game() -> None:
    ends = []
    for order in permutations((0, 1)):
        game = new_game(3)
        for player in order:
            cards = [card["id"] for card in seat(game, player)["hand"][: player + 1]]
            game.apply({"action": "mulligan", "player": player, "cards": cards})
        ends.append(game)
    assert ends[0] == ends[1]


def test_chance_decides_who_begins_after_the_mulligans() -> None:
    turns = set()
    for seed in range(8):
        game = new_game(seed)
        for player in (0, 1):
            game.apply({"action": "mulligan", "player": player, "cards": []})
        turns.add(game.state.turn)
    assert turns == {0, 1}


@pytest.mark.parametrize("first", [0, 1])
def test_who_begins_can_be_given(first: int) -> None:
    game = Game.new(msgspec.structs.replace(new_setup(), first=first))
    for player in (0, 1):
        game.apply({"action": "mulligan", "player": player, "cards": []})
    assert (game.decision, game.decider) == ("hand", first)


def test_decks_are_shuffled_unless_their_order_is_asked_for() -> None:
    setup = new_setup()
    given = [setup.decks[0].piles["main"][place] for place in range(5)]
    ordered = Game.new(msgspec.structs.replace(setup, ordered=True))
    assert [card["card"] for card in seat(ordered, 0)["hand"]] == given
    assert [card["card"] for card in seat(new_game(), 0)["hand"]] != given
    assert new_game(5) == new_game(5) != new_game(6)


def test_a_game_takes_two_decks_and_a_first_player_who_sits_there() -> None:
    setup = new_setup()
    with pytest.raises(Refused, match="two decks"):
        Game.new(msgspec.structs.replace(setup, decks=setup.decks[:1]))
    with pytest.raises(Refused, match="0 or 1"):
        Game.new(msgspec.structs.replace(setup, first=2))
