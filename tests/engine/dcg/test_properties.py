"""What holds in every position that play can reach, and in many that it cannot."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.engine.dcg import Game, IllegalAction
from rulehound.engine.dcg.editions import EDITIONS
from rulehound.engine.dcg.effects.continuous import dp_of
from rulehound.engine.dcg.state import State, facts_of
from rulehound.spec.formats import Refused
from rulehound_testing.dcg.probe_cards import CARDS, at, setup

STEPS_A_GAME = 40
CHECKED = settings(max_examples=150, deadline=None, derandomize=True)

numbers = st.sampled_from([card.number for card in CARDS])
piles = st.lists(numbers, max_size=3)
stacks = st.fixed_dictionaries(
    {"cards": st.lists(numbers, min_size=1, max_size=3)},
    optional={
        "suspended": st.booleans(),
        "played_this_turn": st.booleans(),
        "dp_change": st.sampled_from([-3000, -1000, 1000]),
    },
)
players = st.fixed_dictionaries(
    {
        "hand": st.lists(numbers, max_size=5),
        "deck": st.integers(0, 5),
        "security": piles,
        "egg_deck": st.integers(0, 2),
        "trash": piles,
        "breeding": st.none() | stacks,
        "battle": st.lists(stacks, max_size=4),
    }
)
positions = st.fixed_dictionaries(
    {
        "turn": st.sampled_from([0, 1]),
        "phase": st.sampled_from(["main", "breeding"]),
        "memory": st.integers(0, 10),
        "players": st.tuples(players, players),
    }
)
editions = st.sampled_from(list(EDITIONS))


def everything(state: State) -> Iterator[dict[str, Any]]:
    """Every action that names cards in hand or stacks in play, and some that name what is not there."""
    hands = [card for player in state.players for card in player.hand] + ["a1", "b99"]
    there = [stack.id for player in state.players for stack in player.battle]
    there += [player.breeding.id for player in state.players if player.breeding] + ["p99"]
    for name in ("redraw", "keep", "hatch", "move", "skip", "pass", "no-block", "accept", "decline", "done"):
        yield {"action": name}
    for card in dict.fromkeys(hands):
        yield {"action": "play", "card": card}
        yield {"action": "use", "card": card}
        yield {"action": "activate", "card": card, "effect": 0}
        for stack in there:
            for requirement in (-1, 0, 1, 2):
                yield {"action": "digivolve", "card": card, "onto": stack, "requirement": requirement}
    for stack in there:
        yield {"action": "block", "blocker": stack}
        for target in ["player", *there]:
            yield {"action": "attack", "attacker": stack, "target": target}


def steps(game: Game, seed: int, most: int) -> Iterator[Game]:
    """The game at each of up to so many decisions; between them it takes actions drawn by the seed."""
    chance = random.Random(seed)
    for _ in range(most):
        yield game
        actions = game.legal_actions()
        if not actions:
            return
        game.apply(chance.choice(actions))
    yield game


def accepted(game: Game, action: dict[str, Any]) -> bool:
    """Whether the game takes an action; a refusal has its reasons."""
    try:
        game.apply(action)
    except IllegalAction as illegal:
        return not illegal.flags
    return True


def cards(state: State) -> Counter[str]:
    """How often each instance is anywhere."""
    found: Counter[str] = Counter()
    for player in state.players:
        piles = (player.hand, player.deck, player.security, player.egg_deck, player.trash, player.revealed)
        stacks = (*player.battle, *([player.breeding] if player.breeding else []))
        for pile in (*piles, *(stack.cards for stack in stacks)):
            found.update(pile)
    return found


def sound(state: State) -> None:
    """The invariants of every state in which somebody decides, or nobody does any more."""
    assert cards(state) == Counter(state.match.numbers.keys())
    for player, prefix in zip(state.players, "ab", strict=True):
        there = (*player.battle, *([player.breeding] if player.breeding else []))
        owned = [*player.hand, *player.deck, *player.security, *player.egg_deck, *player.trash]
        assert all(
            card.startswith(prefix) for card in owned + [card for stack in there for card in stack.cards]
        )
    assert -10 <= state.memory <= 10
    assert state.pending == () or state.decision in ("block", "redraw")
    if state.decision in ("breeding", "main"):
        assert state.memory >= 0
        assert state.decider == state.turn
    assert (state.decision is None) == (state.phase == "over") == (state.winner is not None)
    if state.phase != "setup":
        by_level = state.match.rules.battle_level_2 == "level"
        for player in state.players:
            for stack in player.battle:
                card, dp = facts_of(state, stack), dp_of(state, stack)
                if card.is_digimon:
                    assert dp != 0
                    assert dp is not None or by_level
                    assert not by_level or card.level is None or card.level > 2


@CHECKED
@given(position=positions, edition=editions, seed=st.integers(0, 2**32))
def test_what_is_legal_is_what_apply_accepts_and_a_refusal_changes_nothing(
    position: dict[str, Any], edition: str, seed: int
) -> None:
    for game in steps(Game.at(CARDS, position, edition), seed, 6):
        legal = [msgspec.to_builtins(action) for action in game.legal_actions()]
        assert len({str(action) for action in legal}) == len(legal)
        before, hashed = game.state, hash(game)
        for action in everything(before):
            trial = game.clone()
            if accepted(trial, action):
                legal.remove(action)
            else:
                assert action not in legal
                assert trial.state is before
        assert legal == []
        assert (game.state, hash(game)) == (before, hashed)


@CHECKED
@given(position=positions, edition=editions, seed=st.integers(0, 2**32))
def test_every_position_and_all_that_follow_are_sound(
    position: dict[str, Any], edition: str, seed: int
) -> None:
    for game in steps(Game.at(CARDS, position, edition), seed, STEPS_A_GAME):
        sound(game.state)


@CHECKED
@given(
    position=positions,
    seed=st.integers(0, 2**32),
    amounts=st.lists(st.integers(-12000, 12000), min_size=1, max_size=8),
)
def test_effects_leave_every_position_sound(position: dict[str, Any], seed: int, amounts: list[int]) -> None:
    chance = random.Random(seed)
    game = Game.at(CARDS, position)
    for amount in amounts:
        there = [stack.id for player in game.state.players for stack in player.battle] or ["p0"]
        effects: list[dict[str, Any]] = [
            {"effect": "memory", "player": chance.randrange(2), "amount": amount // 1000},
            {"effect": "dp", "target": chance.choice(there), "amount": amount},
            {"effect": "delete", "target": chance.choice(there)},
        ]
        before = game.state
        try:
            game.effect(chance.choice(effects))
        except Refused:
            assert game.state is before
        sound(game.state)
        if game.legal_actions():
            game.apply(chance.choice(game.legal_actions()))


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_end_soundly(edition: str) -> None:
    endings: Counter[str | None] = Counter()
    for seed in range(12):
        game = Game.new(setup(seed, edition))
        for now in steps(game, seed, 5000):
            sound(now.state)
        assert game.over
        endings[game.state.ended_by] += 1
    assert sum(endings.values()) == 12


def test_undo_returns_to_the_identical_states_and_hashes() -> None:
    game = Game.new(setup(3, "comprehensive-4.0"))
    seen = [(now.state, hash(now), now.save()) for now in steps(game, 3, 5000)]
    assert len(seen) > 50
    for state, hashed, token in reversed(seen):
        assert game.state == state
        assert hash(game) == hashed
        assert game.save() == token, "not even what a state shares with others has changed"
        if game.state is not seen[0][0]:
            game.undo()
    with pytest.raises(IndexError):
        game.undo()


def test_undo_takes_back_effects_too() -> None:
    game = at(memory=3)
    before = game.state
    game.effect({"effect": "memory", "player": 0, "amount": 2})
    assert game.state != before
    game.undo()
    assert game.state is before


def test_clones_go_their_own_ways() -> None:
    game = Game.new(setup(4))
    for _ in steps(game, 4, 30):
        pass
    clone = game.clone()
    assert (clone, hash(clone)) == (game, hash(game))
    before = game.save()
    clone.apply(clone.legal_actions()[-1])
    assert clone != game
    assert game.save() == before
    clone.undo()
    assert clone == game


def test_equal_games_by_different_ways_hash_equal() -> None:
    """Two Tamers' worth of memory gained in one step or in two."""
    once, twice = at(), at()
    once.effect({"effect": "memory", "player": 0, "amount": 4})
    for _ in range(2):
        twice.effect({"effect": "memory", "player": 0, "amount": 2})
    assert once == twice
    assert hash(once) == hash(twice)


def test_the_same_seed_is_the_same_game() -> None:
    def tokens(seed: int) -> list[Any]:
        return [game.save() for game in steps(Game.new(setup(seed)), 9, 60)]

    assert tokens(5) == tokens(5)
    assert tokens(5) != tokens(6)


def perft(game: Game, depth: int) -> int:
    """How many sequences of so many actions there are, those that end the game earlier included."""
    if depth == 0 or game.over:
        return 1
    total = 0
    for action in game.legal_actions():
        game.apply(action)
        total += perft(game, depth - 1)
        game.undo()
    return total


def test_the_number_of_games_from_a_small_position() -> None:
    """Counted by hand for three actions, pinned beyond.

    First hatch or skip. Then pass, play or attack, and where there is a Digi-Egg, digivolve it. Then, after
    hatching: 1 (the opponent can only skip) after passing and after playing, 3 each after digivolving (pass,
    play what was drawn, attack) and after attacking (pass, play, digivolve); after skipping 1, 1 and 2.
    """
    battle = [{"cards": ["red-4"]}]
    game = at({"egg_deck": 1, "hand": ["red-3"], "battle": battle}, {"hand": ["blue-3"]}, phase="breeding")
    assert [perft(game, depth) for depth in range(6)] == PERFT


PERFT = [1, 2, 7, 12, 22, 44]
