"""What is looked for in a match: worked out once and kept, and always what it would be if worked out anew."""

from __future__ import annotations

import random

import msgspec
import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.effects.language import Effect, Grant
from rulehound.engine.dcg.effects.watching import Watch
from rulehound.engine.dcg.in_play import Lasting, Stack
from rulehound.engine.dcg.state import State
from rulehound_testing.dcg.probe_games import NEW_EDITIONS, setup


def is_as_if_new(state: State) -> bool:
    """Whether what is known of the battle areas is what somebody would find who looks for the first time."""
    watch, new = state.match.watch, Watch(state.match.facts)
    return watch.field(state.players) == new.field(state.players) and all(
        watch.of_stack(stack) == new.of_stack(stack) for player in state.players for stack in player.battle
    )


@pytest.mark.parametrize("edition", NEW_EDITIONS)
def test_what_is_kept_is_what_would_be_found_anew(edition: str) -> None:
    """In games that share a match and come to differ, played in turns, with steps that are taken back."""
    chance = random.Random(edition)
    first = Game.new(setup(1, edition))
    for _ in range(40):
        first.apply(chance.choice(first.legal_actions()))
    games = [first, first.clone(), first.clone()]
    for _ in range(200):
        game = chance.choice(games)
        legal = game.legal_actions()
        if not legal or chance.random() < 1 / 5:
            game.undo()
        else:
            game.apply(chance.choice(legal))
        assert all(is_as_if_new(one.state) for one in games)
    assert any(one.state.match.watch.field(one.state.players).giving for one in games)


def test_a_card_that_comes_back_into_play_is_another_stack() -> None:
    """Its effects are those of the stack that it is now, also where the pile of cards is the very same."""
    state = Game.new(setup(0)).state
    card = next(card for card, facts in state.match.facts.items() if any(one.gives for one in facts.effects))
    cards = (card,)
    for name in ("p1", "p2", "p1"):
        state.me.battle = (Stack(name, cards),)
        assert {one.stack for one in state.match.watch.field(state.players).giving[""]} == {name}


def test_effects_that_a_stack_gains_go_on_from_then() -> None:
    state = Game.new(setup(0)).state
    watch, bare = state.match.watch, Stack("p1", (state.me.hand[0],))
    gained = Grant(effects=(Effect(timing="continuous", gives=Grant(play_cost=1)),))
    for lasting in ((), (Lasting(gained, "turn-end", 0),), ()):
        state.me.battle = (msgspec.structs.replace(bare, lasting=lasting),)
        field = watch.field(state.players)
        assert (field.gaining, "play_cost" in field.giving) == (bool(lasting), bool(lasting))
