"""How often the turn still has to pass to the other player before a position can have come about.

A stack that is suspended in the other player's turn has attacked in a turn of its owner, and has not been
through an unsuspend phase since; one that is unsuspended has. The search for a path goes astray where this is
not counted: everything else is there, and the one attack that is missing lies a whole round back.
"""

from __future__ import annotations

from typing import Any

from rulehound.spec.dcg.leading.wanted_position import STACK, WantedStack

ROUND = 2


def passes(wanted: WantedStack, stack: tuple[Any, ...] | None, owner: int, now: int, turn: int) -> int:
    """How often the turn passes until a wanted stack can be there as the position has it.

    `stack` is the stack nearest to it now, None where there is none; `owner` is its player, `now` the turn
    player, and `turn` the turn player of the position.
    """
    first = 0 if owner == now else 1
    fresh = stack is None or (owner == now and bool(stack[STACK["played_this_turn"]]))
    if wanted.suspended:
        there = stack is not None and bool(stack[STACK["suspended"]])
        count = 0 if there else first + (ROUND if fresh else 0)
    elif stack is not None and stack[STACK["suspended"]]:
        count = first or ROUND
    elif stack is None or not is_whole(wanted, stack):
        count = first
    else:
        count = 0
    if fresh and not wanted.played_this_turn and owner == turn and not wanted.suspended:
        count = max(count, first + ROUND)
    return ended(count, now, turn)


def ended(count: int, now: int, turn: int) -> int:
    """`count` passes of the turn, and one more where they do not end in the turn of player `turn`."""
    return count + ((now + count) % 2 != turn)


def is_whole(wanted: WantedStack, stack: tuple[Any, ...]) -> bool:
    """Whether a stack, which is a beginning of the wanted one, lacks no card of it."""
    return len(stack[STACK["under"]]) + 1 == len(wanted.chain)
