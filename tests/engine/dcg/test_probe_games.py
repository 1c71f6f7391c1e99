"""Games of probe cards, which have every mechanic: what holds in them, and that they reach them all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.editions import EDITIONS
from rulehound.spec.dcg.cards import load
from rulehound_testing.dcg.probe_games import (
    MECHANICS,
    agreed,
    counting,
    games,
    image,
    reached,
    refusal,
    setup,
    sound,
    steps,
    thinkable,
    undone,
)
from rulehound_testing.folders import TESTS

FOUND: Counter[str] = Counter()
"""What the games of this module have reached."""

NUMBERS = [card.number for card in load("probe")]


class ProbeGames(RuleBasedStateMachine):
    """A player who does anything that is allowed, tries what is not, takes back, saves and restores."""

    game: Game

    @initialize(
        seed=st.integers(0, 2**32),
        edition=st.sampled_from(sorted(EDITIONS)),
        wanted=st.sets(st.sampled_from(NUMBERS), min_size=8),
    )
    def begin(self, seed: int, edition: str, wanted: set[str]) -> None:
        """A game of some of the cards, under some edition."""
        self.game = Game.new(setup(seed, edition, sorted(wanted)))
        self.undoable: list[Any] = []
        self.found: Counter[str] = Counter()

    @precondition(lambda self: not self.game.over)
    @rule(choices=st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
    def act(self, choices: list[int]) -> None:
        """Some legal actions, one after the other."""
        with counting(self.found):
            for choice in choices:
                legal = self.game.legal_actions()
                if not legal:
                    break
                action, before = legal[choice % len(legal)], self.game.state
                self.undoable.append((before, hash(self.game)))
                self.game.apply(action)
                self.found.update(reached(before, action, self.game.state))
                sound(self.game.state)

    @precondition(lambda self: not self.game.over)
    @rule(choice=st.integers(0, 10**6))
    def attempt(self, choice: int) -> None:
        """Something that may be illegal: then nothing changes."""
        tried = list(thinkable(self.game))
        action, trial, held = tried[choice % len(tried)], self.game.clone(), image(self.game.state)
        legal = action in map(msgspec.to_builtins, trial.legal_actions())
        assert (refusal(trial, action) is None) == legal
        assert image(self.game.state) == held

    @rule(most=st.integers(1, 20))
    def undo(self, most: int) -> None:
        """Back by some actions, to the very states that there were."""
        for _ in range(min(most, len(self.undoable))):
            state, hashed = self.undoable.pop()
            self.game.undo()
            assert self.game.state is state
            assert hash(self.game) == hashed

    @rule()
    def restore(self) -> None:
        """Go on with what was saved; what it was before cannot be undone."""
        restored = Game.restore(json.loads(json.dumps(self.game.save())))
        assert (restored, hash(restored)) == (self.game, hash(self.game))
        assert restored.observe() == self.game.observe()
        assert restored.legal_actions() == self.game.legal_actions()
        self.game, self.undoable = restored, []

    @invariant()
    def holds(self) -> None:
        """What holds always."""
        sound(self.game.state)

    def teardown(self) -> None:
        """The statistics of a run, shown with --hypothesis-show-statistics."""
        for mechanic in sorted(getattr(self, "found", ())):
            event(mechanic)
        FOUND.update(getattr(self, "found", ()))


ProbeGames.TestCase.settings = settings(
    max_examples=20, stateful_step_count=12, deadline=None, derandomize=True
)
TestProbeGames = ProbeGames.TestCase

GAMES_AT_MOST = 200
"""About half of them are enough; the rest is room for changes of the cards or the engine."""


def test_every_mechanic_is_reached() -> None:
    """Games go on until they have reached them all; a failure shows which are missing."""
    found: Counter[str] = Counter()
    with counting(found):
        for game, chance in games(range(GAMES_AT_MOST)):
            for _ in steps(game, chance, found):
                pass
            sound(game.state)
            if set(found) >= MECHANICS:
                break
    assert sorted(MECHANICS - set(found)) == []


@pytest.mark.parametrize("first", range(5))
def test_every_step_leaves_a_sound_state_and_can_be_taken_back(first: int) -> None:
    """A short form of `python -m probe_games`, which does this for 100,000 steps."""
    found: Counter[str] = Counter()
    for game, chance in games([500 + first]):
        for action in steps(game, chance, found):
            sound(game.state)
            undone(game, action)
        sound(game.state)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_legal_is_what_apply_accepts_at_every_kind_of_decision(edition: str) -> None:
    looked_at: Counter[str | None] = Counter()
    for game, chance in islice(games(range(list(EDITIONS).index(edition), 10**6, len(EDITIONS))), 6):
        assert game.state.match.edition == edition
        for _ in steps(game, chance, Counter()):
            if looked_at[game.state.decision] < 3:
                looked_at[game.state.decision] += 1
                agreed(game)
        agreed(game)
    assert {"main", "breeding", "target", "block", "activate", "order"} <= set(looked_at)


def test_a_game_saved_at_any_kind_of_decision_goes_on_the_same() -> None:
    saved: Counter[str | None] = Counter()
    for game, chance in islice(games(range(800, 10**6)), 12):
        for action in steps(game, chance, Counter()):
            if saved[game.state.decision] < 4:
                saved[game.state.decision] += 1
                restored = Game.restore(json.loads(json.dumps(game.save())))
                assert (restored, hash(restored)) == (game, hash(game))
                assert restored.observe() == game.observe()
                other = game.clone()
                for each in (restored, other):
                    each.apply(action)
                assert image(restored.state) == image(other.state)
    assert {"target", "activate", "order", "would", "block", "attack", "materials"} <= set(saved)


def test_the_same_seed_is_the_same_game() -> None:
    def images(seed: int) -> list[bytes]:
        found: Counter[str] = Counter()
        return [
            image(game.state)
            for game, chance in games([seed])
            for _ in islice(steps(game, chance, found), 80)
        ]

    assert images(3) == images(3)
    assert images(3) != images(8)


def test_no_game_depends_on_the_order_of_hashes() -> None:
    """The same games in two interpreters that hash words differently."""
    played = [
        subprocess.run(
            [sys.executable, "-c", PLAYED],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(TESTS)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(played[0]) > 10_000
    assert played[0] == played[1]


PLAYED = """
from collections import Counter
from itertools import islice

from rulehound_testing.dcg.probe_games import games, steps

for game, chance in games([40, 41]):
    for action in islice(steps(game, chance, Counter()), 150):
        print(action, game.observe(), game.legal_actions())
"""
