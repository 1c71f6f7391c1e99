"""Judging what lies on each other: stacks that no play can have built."""

from __future__ import annotations

from collections.abc import Sequence

from rulehound.checker.judging.coverage import STACKS, Assessment, Coverage, combined
from rulehound.checker.judging.judged_game import JudgedGame
from rulehound.checker.records import Finding
from rulehound.spec.formats import Observation

STACKING = "stacking:reachable"
"""Check that what lies on each other can have come to lie so by play."""


def unjudged_stacks(game: JudgedGame, first: Observation) -> str:
    """Why stacks are not judged in a game that begins like this; "" where they are."""
    if game.game.stacks is None:
        return ""
    standing = game.game.stacks.seen(first)
    if any("" in numbers for numbers in standing):
        return "not all of them were shown from the start"
    return "some stood there from the start" if standing else game.game.stacks.untold(game.cards)


def stacks(game: JudgedGame, observation: Observation, unjudged: str) -> Assessment:
    """The stacks that no play can have built, each with the rule that forbids it.

    `unjudged` says why stacks are not judged in this game; "" where they are.
    """
    own = game.game.stacks
    stacks_shown = own.seen(observation) if own is not None else ()
    return combined(_stack(game, numbers, unjudged) for numbers in stacks_shown)


def _stack(game: JudgedGame, numbers: Sequence[str], unjudged: str) -> Assessment:
    """Whether play can have built one stack; `numbers` are those of its cards, the top one first."""
    seen = Coverage(seen={STACKS: 1})
    brought = all(number in game.cards for number in numbers)
    why = unjudged or ("" if brought else "a card that nobody brought")
    answer = game.stack(tuple(numbers)) if not why else None
    if answer is None or answer.reachable is None:
        return Assessment((), seen + Coverage.without(f"stacks: {why or (answer.reason if answer else '')}"))
    exercised = {STACKING: 1} if len(numbers) > 1 else {}
    judged = seen + Coverage({STACKING: 1}, exercised)
    if answer.reachable:
        return Assessment((), judged)
    step, rule, demand = answer.history.broken[0]
    names = " on ".join(game.cards[number].name for number in numbers)
    observed = f"{names}: {step} breaks {rule}" + ("" if demand == rule else f" ({demand})")
    return Assessment([Finding([rule], STACKING, "a stack that play can build", observed)], judged)
