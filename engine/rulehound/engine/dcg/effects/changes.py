"""Changes that effects make in Digimon and Tamers, reported as events."""

from __future__ import annotations

from typing import TypeAlias

from rulehound.engine.dcg.attributes import SHOWN, checks_of
from rulehound.engine.dcg.effects.continuous import dp_of, has
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, facts_of, note
from rulehound.engine.dcg.tasks import Amounts, Happened

Seen: TypeAlias = dict[str, Amounts]
"""Stack id to what the stack amounted to when it was last looked at."""


def look(state: State) -> Seen:
    """The present DP, checks and keywords of everything in the battle areas."""
    to_all = frozenset(state.match.watch.field(state.players).giving).union(
        *(one.gives.words for one in state.lasting)
    )
    return {stack.id: amounts(state, stack, to_all) for player in state.players for stack in player.battle}


def amounts(state: State, stack: Stack, to_all: frozenset[str]) -> Amounts:
    """The present DP, checks and keywords of a stack; `to_all` are the words of what is given to any."""
    had = facts_of(state, stack).keywords
    given = to_all.union(*(one.gives.words for one in stack.lasting))
    # few keywords are given to anything, so that has() is asked of few
    keywords = tuple(one for one in SHOWN if one in had or (one in given and has(state, stack, one)))
    return Amounts(dp_of(state, stack), checks_of(state, stack), keywords)


def printed(state: State, one: str) -> Amounts:
    """The DP, checks and keywords of a stack by its top card alone."""
    stack = next(stack for player in state.players for stack in player.battle if stack.id == one)
    card = facts_of(state, stack)
    return Amounts(
        card.dp,
        max(state.match.rules.attack_checks + card.security_attack, 0),
        tuple(keyword for keyword in SHOWN if keyword in card.keywords),
    )


def report(state: State, before: Seen) -> Seen:
    """Report what has changed since it was last looked at; of what has come since, what is not printed."""
    now = look(state)
    for stack, amounts in now.items():
        if amounts != (before[stack] if stack in before else printed(state, stack)):
            change = Happened("changed", (stack,), "effect", amounts=amounts)
            note(state, change)
    return now
