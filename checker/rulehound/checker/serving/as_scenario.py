"""The steps of an open game as those of a scenario: with places in the place of ids, for any engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulehound.checker.judging.traces import is_effect
from rulehound.checker.serving.open_game import GameBoard, OpenGame
from rulehound.checker.suite.scenarios.given import NONE, Vocabulary
from rulehound.checker.suite.scenarios.places import in_places
from rulehound.spec.formats import Expectation, Observation, Step


class NumberedStep(NamedTuple):
    """A step of a scenario that was made of a game."""

    number: int
    """The number of the step of the game, from 1."""
    step: Step


def steps_of(game: OpenGame, words: Vocabulary) -> Iterator[NumberedStep]:
    """The steps, each with whether it is legal alone. Answers that the scenario runner gives by itself, where
    there is only one, are left out."""
    for number, step in enumerate(game.steps, 1):
        if step.offered and is_forced(game.boards[number - 1], words):
            continue
        action = in_places(step.action, step.before, words)
        if step.refused:
            yield NumberedStep(number, Step(attempt=action, expect=Expectation(legal=False)))
        else:
            yield NumberedStep(number, Step(effect=action) if is_effect(action) else Step(do=action))


def is_forced(board: GameBoard, words: Vocabulary) -> bool:
    """Whether a decision has one answer alone, which the scenario runner gives by itself."""
    return len(board.offers) == 1 and board.observation.get(words.asked) in words.forced


def seen(observation: Observation, words: Vocabulary) -> dict[str, Any]:
    """What is being decided, the numbers that belong to a side, and how many cards lie in the piles: by their
    places, as a scenario expects them."""
    state = {words.asked: observation.get(words.asked) or NONE} if words.asked in observation else {}
    state |= {name: observation[name] for name in words.sided if observation.get(name) is not None}
    for side, seat in zip(words.sides, observation[words.players], strict=False):
        for pile, there in seat.items():
            if pile in words.piles and isinstance(there, list | int):
                state[f"{side}.{pile}.count"] = there if isinstance(there, int) else len(there)
    return state
