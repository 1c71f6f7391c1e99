"""Whatever cards say: games with effects made up at random stay sound."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.cards import read_cards
from rulehound.engine.dcg.state import State
from rulehound.spec.formats import Card, Refused
from rulehound_testing.dcg.effect_games import made, place, tamer
from rulehound_testing.dcg.probe_cards import stack
from rulehound_testing.dcg.random_effects import random_effect

GAMES = 100
ACTIONS = 40
EDITIONS = ("manual-2.3", "comprehensive-4.0", "chapter-7", "detailed-1.0", "fan-2020")


def strange_cards(chance: random.Random) -> list[Card]:
    """Digimon of each level, a Tamer and an Option, each with some effects."""
    while True:
        cards = drawn_cards(chance)
        try:
            read_cards(cards)
        except Refused:  # two effects that play different tokens of one name, or the like
            continue
        return cards


def drawn_cards(chance: random.Random) -> list[Card]:
    """The same, which may contradict each other."""

    def effects() -> list[dict[str, Any]]:
        return [random_effect(chance) for _ in range(chance.choice([1, 1, 2]))]

    digimon = [made(f"made-{level}", *effects(), level=level, traits=["Giant"]) for level in (3, 4, 5, 6)]
    return [*digimon, tamer("made-tamer", *effects()), tamer("made-option", *effects(), kind="option")]


def strange_game(seed: int) -> Game:
    """A game in the middle, with such cards in every area."""
    chance = random.Random(seed)
    cards = strange_cards(chance)
    digimon = [f"made-{level}" for level in (3, 4, 5, 6)]
    every = [*digimon, "made-tamer", "made-option", "red-3", "red-egg"]

    def player() -> dict[str, Any]:
        stacks = [
            stack(chance.choice(digimon), *chance.sample(every, 2), suspended=chance.random() < 0.3)
            for _ in range(2)
        ]
        return {
            "battle": [*stacks, stack("made-tamer")],
            "breeding": stack("made-3", "red-egg"),
            **{pile: chance.choices(every[:-1], k=3) for pile in ("hand", "trash", "security")},
            "deck": chance.choices(every[:-1], k=8),
            "egg_deck": ["red-egg"] * 3,
        }

    return place(
        cards,
        player(),
        player(),
        edition=EDITIONS[seed % len(EDITIONS)],
        memory=chance.randint(0, 9),
    )


def cards_of(state: State) -> Iterator[str]:
    """Every card, wherever it lies; tokens are no cards."""
    for player in state.players:
        for pile in (
            player.hand,
            player.deck,
            player.security,
            player.egg_deck,
            player.trash,
            player.revealed,
        ):
            yield from pile
        for one in (*player.battle, *((player.breeding,) if player.breeding else ())):
            if not one.token:
                yield from one.cards


def sound(game: Game, cards: Counter[str]) -> None:
    """No card is lost or doubled, memory keeps to the gauge, somebody decides or the game is over."""
    state = game.state
    assert Counter(cards_of(state)) == cards
    assert -10 <= state.memory <= 10
    assert bool(game.legal_actions()) != game.over
    assert all(one.cards for player in state.players for one in player.battle)
    ids = [one.id for player in state.players for one in player.battle]
    assert len(set(ids)) == len(ids)
    if state.decision in ("main", "breeding"):
        assert (state.now, state.fresh, state.triggered) == ((), (), ())
        assert not any(player.revealed for player in state.players)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_with_cards_of_any_text_stays_sound(seed: int) -> None:
    game = strange_game(seed)
    chance = random.Random(seed)
    cards = Counter(cards_of(game.state))
    sound(game, cards)
    for _ in range(ACTIONS):
        legal = game.legal_actions()
        if not legal:
            break
        before = game.state
        game.apply(chance.choice(legal))
        sound(game, cards)
        if chance.random() < 0.1:
            again = Game.restore(json.loads(json.dumps(game.save())))
            assert (again, hash(again), again.legal_actions()) == (game, hash(game), game.legal_actions())
            # also where the one has found out before, and the other anew, what effects give
            assert again.observe()["players"] == game.observe()["players"]
            other = game.clone()
            other.undo()
            assert other.state is before
