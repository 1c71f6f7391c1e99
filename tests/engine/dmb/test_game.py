"""Whole games: the same by seed, undone, replayed, saved anywhere, and nothing changed by what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from rulehound.engine.dmb import Game, IllegalAction, Reason
from rulehound.spec.dmb.protocol import Observation
from rulehound_testing.dmb.table import new_game, new_setup


def played(seed: int) -> Iterator[Game]:
    """A random game, decision by decision."""
    game, chance = new_game(seed), random.Random(seed)
    while not game.over:
        yield game
        game.apply(chance.choice(game.legal_actions()))
    yield game


@pytest.mark.parametrize("seed", range(5))
def test_a_random_game_ends_and_keeps_every_card(seed: int) -> None:
    for game in played(seed):
        msgspec.convert(game.observe(), Observation)
        assert bool(game.legal_actions()) is not game.over
        cards = sorted(
            card
            for player in game.state.players
            for pile in (
                player.hand,
                player.deck,
                player.trash,
                player.destiny,
                player.deleted,
                player.dp_cards,
                player.active.cards if player.active else (),
                player.active.attachments if player.active else (),
                (player.support.card,) if player.support else (),
            )
            for card in pile
        )
        assert cards == sorted(game.state.match.numbers)
    assert game.winner in (0, 1, "both")


def test_the_same_seed_and_history_make_the_same_game() -> None:
    *_, game = played(1)
    again = new_game(1)
    again.replay(game.history())
    assert again == game
    assert hash(again) == hash(game)


def test_undo_goes_back_step_by_step_and_clones_go_their_own_way() -> None:
    *_, game = played(2)
    clone, steps = game.clone(), len(game.history())
    for _ in range(steps):
        game.undo()
    assert game == new_game(2)
    assert clone.over
    with pytest.raises(IndexError, match="nothing to undo"):
        game.undo()


def test_a_game_is_saved_and_restored_anywhere() -> None:
    for game in played(3):
        token = msgspec.json.decode(msgspec.json.encode(game.save()))
        assert Game.restore(token) == game
        assert Game.restore(token).legal_actions() == game.legal_actions()


def test_what_is_refused_changes_nothing_and_names_every_reason() -> None:
    game = new_game()
    before = game.state
    with pytest.raises(IllegalAction) as illegal:
        game.apply({"action": "discard", "card": "b1"})
    assert illegal.value.flags == Reason.NOT_IN_END | Reason.NOT_DISCARDED_FROM_HAND
    assert [reason.rule for reason in illegal.value.reasons] == ["end.order", "end.hand-limit"]
    assert game.state is before
    with pytest.raises(IllegalAction, match="known: "):
        game.apply({"action": "attack"})


def test_every_offer_is_legal_and_its_kin_are_refused() -> None:
    for game in played(4):
        offered = game.legal_actions()
        assert all(game.reasons_against(action) is None for action in offered)
        assert len(set(offered)) == len(offered)


def test_a_game_tells_what_it_waits_for() -> None:
    game = new_game()
    assert repr(game) == "<game of undated, turn 0, both players decide: mulligan>"
    assert repr(game.state.match) == "<match of 86 cards, undated, seed 0>"
    for player in (0, 1):
        game.apply({"action": "mulligan", "player": player})
    assert repr(game) == f"<game of undated, turn 1, player {game.decider} decides: hand>"
    assert new_setup().seed == 0
