"""A new game: decks, shuffling, hands, security, first player, redraw."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.editions import EDITIONS
from rulehound.spec.formats import Card, Deck, Refused
from rulehound_testing.dcg import probe_cards
from rulehound_testing.dcg.probe_cards import CARDS, refusal, setup

DNA_OF_A_TAMER = {"left": {"color": "red", "level": 4}, "right": {"kind": "tamer"}}


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_player_starts_with_five_cards_in_hand_and_five_in_security(edition: str) -> None:
    game = Game.new(setup(edition=edition))
    while game.state.decision == "redraw":
        game.apply({"action": "keep"})
    for player in game.state.players:
        assert (len(player.hand), len(player.security), len(player.deck), len(player.egg_deck)) == (
            5,
            5,
            40,
            5,
        )
    assert game.state.memory == 0
    assert (game.state.turn_number, game.state.phase, game.state.decision) == (1, "breeding", "breeding")


def test_in_order_the_top_cards_are_security_with_the_first_at_the_bottom_then_the_hand() -> None:
    game = Game.new(setup(ordered=True, first=0))
    player = game.state.players[0]
    assert player.security == ("a5", "a4", "a3", "a2", "a1")
    assert player.hand == ("a6", "a7", "a8", "a9", "a10")
    assert player.deck[:2] == ("a11", "a12")
    assert player.egg_deck == ("a51", "a52", "a53", "a54", "a55")


def test_in_comprehensive_rules_the_hand_comes_first_and_security_after_the_redraws() -> None:
    game = Game.new(setup(ordered=True, first=1, edition="comprehensive-4.0"))
    assert (game.state.phase, game.state.decider) == ("setup", 1)
    assert game.state.players[0].hand == ("a1", "a2", "a3", "a4", "a5")
    assert not game.state.players[0].security
    game.apply({"action": "keep"})
    assert game.state.decider == 0
    game.apply({"action": "keep"})
    assert game.state.players[0].security == ("a10", "a9", "a8", "a7", "a6")
    assert (game.state.turn, game.state.decider, game.state.decision) == (1, 1, "breeding")


def test_a_redraw_returns_the_whole_hand_shuffles_and_draws_as_many() -> None:
    game = Game.new(setup(first=0, edition="comprehensive-4.0"))
    before = game.state.players[0]
    game.apply({"action": "redraw"})
    after = game.state.players[0]
    assert (len(after.hand), len(after.deck)) == (5, 45)
    assert set(after.hand) | set(after.deck) == set(before.hand) | set(before.deck)
    assert after.hand != before.hand
    assert game.state.decider == 1, "one redraw each"


def test_elsewhere_there_is_no_redraw() -> None:
    game = Game.new(setup())
    assert refusal(game, {"action": "redraw"}) == {"turn.decider", "setup.redraw"}


def test_the_seed_decides_the_shuffle_and_who_goes_first() -> None:
    assert Game.new(setup(seed=7)) == Game.new(setup(seed=7))
    games = [Game.new(setup(seed=seed)) for seed in range(40)]
    assert len({game.state.players[0].deck for game in games}) == 40
    assert len({game.state.players[0].egg_deck for game in games}) > 2
    firsts = Counter(game.state.turn for game in games)
    assert min(firsts[0], firsts[1]) >= 10


def test_the_shuffle_is_a_pinned_one() -> None:
    """A change here breaks every recorded game."""
    state = Game.new(setup(seed=1)).state
    assert state.turn == 1
    assert state.players[0].hand == ("a25", "a5", "a11", "a49", "a21")


def test_named_players_go_first() -> None:
    for first in (0, 1):
        assert Game.new(setup(first=first)).state.turn == first


def test_an_illegal_deck_starts_no_game_and_every_reason_of_both_decks_is_given() -> None:
    wrong = [Deck({"main": ["red-3"] * 5}), Deck({"main": ["red-egg"] * 50})]
    with pytest.raises(Refused) as refused:
        Game.new(setup(decks=wrong))
    found = Counter(reason.rule for reason in refused.value.reasons)
    assert found == Counter({"deck.size": 1, "deck.copies": 2, "deck.kinds": 1})


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"edition": "house-rules"}, "unknown-edition"),
        ({"decks": [probe_cards.deck()]}, "wrong-number-of-decks"),
        ({"first": 2}, "no-such-player"),
        ({"cards": [*CARDS, CARDS[0]]}, "duplicate-card"),
        ({"cards": [*CARDS, Card("x", "X", {"kind": "dragon"})]}, "bad-card"),
        ({"cards": [*CARDS, Card("x", "X", {"kind": "tamer", "dp": -1})]}, "bad-card"),
        ({"cards": [*CARDS, Card("x", "X", {"kind": "tamer", "effect": "draws"})]}, "bad-card"),
        ({"cards": [*CARDS, Card("x", "X")]}, "bad-card"),
        ({"cards": [*CARDS, Card("x", "X", {"kind": "digimon", "dna": [DNA_OF_A_TAMER]})]}, "bad-card"),
    ],
)
def test_a_setup_that_is_not_in_order_is_refused(changed: dict[str, object], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        Game.new(msgspec.structs.replace(setup(), **changed))
    assert [found.reason for found in refused.value.reasons] == [reason]
