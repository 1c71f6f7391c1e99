"""Judging what lies on each other: stacks that no play can have built."""

from __future__ import annotations

from collections.abc import Sequence

from rulehound.checker.judging.belief import Belief
from rulehound.checker.judging.coverage import BY_STEPS, STACKS, Assessment, Coverage, combined
from rulehound.checker.judging.judged_game import JudgedGame
from rulehound.checker.records import Finding
from rulehound.spec.formats import Observation
from rulehound.spec.reading import View

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


def nothing_stands(game: JudgedGame, observation: Observation) -> bool:
    """Whether it is seen that there are no stacks."""
    return game.game.stacks is not None and not game.game.stacks.seen(observation)


def stacks(game: JudgedGame, belief: Belief, view: View, unjudged: str) -> Assessment:
    """The stacks that no play can have built, each with the rule that forbids it.

    `unjudged` says why stacks are not judged in this game by what lies in them alone; "" where they are.
    Even then the steps that built them are judged, card by card, where the game was followed from a time at
    which there were none.
    """
    own = game.game.stacks
    stacks_shown = own.seen(view.observation) if own is not None else ()
    if unjudged and belief.from_start and belief.follows(view):
        count = len(stacks_shown)
        return Assessment((), Coverage(seen={STACKS: count, BY_STEPS: count}))
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
