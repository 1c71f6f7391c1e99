"""Whole games of cards with effects: every event comes up, nothing is lost, and all can be taken back."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.engine.dmb import Game, IllegalAction
from rulehound.engine.dmb.view import seen_by
from rulehound.spec.dmb.decks import effects_setup
from rulehound.spec.dmb.protocol import EVENTS
from rulehound_testing.dmb.table import active, digimon, seat, table
from rulehound_testing.dmb.values import VALUES

TOLD = {kind.__struct_config__.tag for kind in EVENTS}
"""The events that the protocol has."""


@cache
def played(seed: int) -> tuple[Game, Counter[str]]:
    """A random game to its end, and how often each event was told of."""
    game, chance, told = Game.new(effects_setup(seed, VALUES)), random.Random(seed), Counter[str]()
    while not game.over:
        game.apply(chance.choice(game.legal_actions()))
        told.update(event["event"] for event in game.observe()["events"])
    return game, told


def test_every_event_comes_up() -> None:
    told = sum((played(seed)[1] for seed in range(90)), Counter[str]())
    assert told.keys() == TOLD


@given(st.integers(0, 10_000), st.integers(0, 200))
@settings(max_examples=40, deadline=None)
def test_a_game_in_the_middle_of_effects_is_saved_and_taken_back(seed: int, steps: int) -> None:
    game, chance = Game.new(effects_setup(seed, VALUES)), random.Random(seed)
    for _ in range(steps):
        if game.over:
            break
        game.apply(chance.choice(game.legal_actions()))
    before, history = game.clone(), game.history()
    restored = Game.restore(game.save())
    assert restored == game
    assert restored.observe() == game.observe()
    again = Game.new(effects_setup(seed, VALUES))
    again.replay(history)
    assert again == game
    for action in game.legal_actions()[:5]:
        game.apply(action)
        game.undo()
        assert game == before


@given(st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_cards_are_in_one_place_each(seed: int) -> None:
    game, chance = Game.new(effects_setup(seed, VALUES)), random.Random(seed)
    while not game.over:
        game.apply(chance.choice(game.legal_actions()))
        there: list[str] = []
        for player in game.state.players:
            piles = (player.hand, player.deck, player.trash, player.destiny, player.deleted, player.dp_cards)
            on_zone = (player.active.cards, player.active.attachments) if player.active else ()
            there += [card for pile in (*piles, *on_zone) for card in pile]
            there += [player.support.card] if player.support else []
        assert sorted(there) == sorted(game.state.match.numbers)


def looking() -> Game:
    """The turn player looks at two cards of the deck."""
    seer = digimon("Seer", effects=[{"timing": "support-phase", "steps": [{"do": "look", "amount": 2}]}])
    game = table("evolve", {"active": active("Seer"), "deck": ["Rookie", "Option", "Void"]}, more=[seer])
    game.apply({"action": "no-evolution"})
    return game


def test_cards_that_are_looked_at_are_seen_by_whoever_looks() -> None:
    whole = looking().observe()
    assert [card["card"] for card in seen_by(whole, 0)["choices"]] == ["Option", "Void"]
    assert seen_by(whole, 1)["choices"] == 2


def test_cards_are_put_back_one_after_the_other() -> None:
    game = looking()
    first, second = (card["id"] for card in game.observe()["choices"])
    with pytest.raises(IllegalAction, match="not being looked at"):
        game.apply({"action": "put-on-top", "card": "a999"})
    with pytest.raises(IllegalAction, match="a card has to be chosen"):
        game.apply({"action": "choose-none"})
    game.apply({"action": "put-under", "card": first})
    game.apply({"action": "put-on-top", "card": second})
    assert game.state.me.deck[0] == second
    assert game.state.me.deck[-1] == first
    assert game.decision == "support"


def test_steps_of_one_effect_come_one_after_the_other() -> None:
    steps = [{"do": "trash", "amount": 2}, {"do": "recycle"}, {"do": "draw", "amount": 9}]
    digger = digimon("Digger", effects=[{"timing": "support-phase", "steps": steps}])
    game = table("evolve", {"active": active("Digger"), "deck": ["Rookie", "Option", "Void"]}, more=[digger])
    game.apply({"action": "no-evolution"})
    assert [card["card"] for card in seat(game, 0)["hand"]] == ["Rookie", "Void"]
