"""How many steps each action of the model has in random games: what a changed guard is seen by.

PYTHONPATH=tests python -m rulehound_testing.dcg.random_steps  writes the numbers anew
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rulehound.checker.mutation import RandomGames
from rulehound.checker.mutation.random_games import STATES
from rulehound.checker.rulebook.reading import Rulebook, open_game, read_rulebook

PINNED = Path(__file__).with_name("random_steps.json")
SHORT = 3_000
"""States in the short form."""


@cache
def book() -> Rulebook:
    return read_rulebook(open_game("dcg"))


def editions() -> list[str]:
    return list(book().game.rulesets)


def steps(edition: str, states: int) -> Mapping[str, int]:
    """Action to its steps from so many states of random games by an edition."""
    game = book().game
    values = {**book().values, **game.rulesets[edition]}
    played = RandomGames(game.model(), values, game.random_games(values), edition, states)
    return played.steps()


def pinned(edition: str, states: int) -> Mapping[str, int]:
    numbers: Mapping[str, int] = json.loads(PINNED.read_text("utf-8"))[str(states)][edition]
    return numbers


def write() -> None:
    numbers = {str(n): {edition: dict(steps(edition, n)) for edition in editions()} for n in (SHORT, STATES)}
    PINNED.write_text(json.dumps(numbers, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    write()
