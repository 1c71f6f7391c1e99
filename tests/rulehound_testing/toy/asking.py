"""How people ask about the heap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulehound.spec.asking import Asking, FieldChange, Phrase, PositionWords, Setting
from rulehound.spec.formats import Action, Card, Observation
from rulehound_testing.toy.game import game

Cards = Mapping[str, Card]
NUMBERS = ("one", "two", "three")
PLAYERS = ("me", "you")


def observation(position: Mapping[str, Any], cards: Cards) -> Observation:
    """The observation of a position."""
    turn = PLAYERS.index(position.get("turn", "me"))
    return {"count": position.get("count", 0), "turn": turn, "decider": turn}


def thinkable(observation: Observation, cards: Cards) -> Sequence[Action]:
    """Adding one to three."""
    return game.reader.candidates(observation, cards)


def condition(change: FieldChange, turn: int, cards: Cards) -> str:
    """How many would have to lie on the heap."""
    return f"the heap held {change.after}{' or less' * change.beyond}" if change.path == "count" else ""


def happenings(before: Mapping[str, Any], after: Mapping[str, Any], turn: int, cards: Cards) -> Sequence[str]:
    """How the heap has grown."""
    return [f"the heap grows from {before['count']} to {after['count']}"]


asking = Asking(
    position=PositionWords(
        sides=PLAYERS,
        settings={"heap": Setting("count"), "turn": Setting("turn", choices=PLAYERS)},
        counters={},
        seen_from="turn",
        areas={},
        numbers={"none": "#"},
        choices={},
        lists={},
        flags={},
        entries={},
        marks={},
        amounts={},
        under="on",
    ),
    observation=observation,
    phrases=(
        *(
            Phrase(f"add {word}", "add", means={"amount": n})
            for n, word in enumerate(("one", "two", "three"), 1)
        ),
        Phrase("add something", "add"),
    ),
    values={},
    owners={},
    things=lambda observation, cards: (),
    thinkable=thinkable,
    deciders=lambda observation: (observation["decider"],),
    turn=lambda observation: int(observation["turn"]),
    in_turn_of=lambda observation, player: {**observation, "turn": player, "decider": player},
    out_of_turn="add.turns",
    names_of_facts={},
    turned_over=lambda observation, action, earlier, cards: None,
    condition=condition,
    happenings=happenings,
    in_effect=lambda state: False,
    waiting=lambda state, turn: ("you add", "the other player adds")[turn],
)
toy_with_words = replace(game, asking=asking)
"""The toy game with words for questions."""
