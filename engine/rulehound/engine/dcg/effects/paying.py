"""Costs of effects ("by X, Y"): whether X can be done in full, and what it can be done with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.effects.candidates import removable_tops
from rulehound.engine.dcg.effects.continuous import amount, cannot, things
from rulehound.engine.dcg.effects.language import (
    AnyStep,
    DeDigivolve,
    Delete,
    DigiBurst,
    Memory,
    PlayByEffect,
    Put,
    Recovery,
    Suspend,
    TrashTop,
    Unsuspend,
    Which,
)
from rulehound.engine.dcg.effects.standpoint import Standpoint, battling, stack_in_play
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.pairing import most_paired
from rulehound.engine.dcg.state import State, facts_of, owner_of

GIVEN_BY_THE_RULES = ("", "this", "other", "subject", "battled", "attacker", "target", "checked")
"""Roles that no step of an effect gives."""

Claim: TypeAlias = tuple[str, str]
"""A thing, and what is done with it, which is done once; once a part may have used it up, nothing else is."""


def can_pay(state: State, at: Standpoint, cost: tuple[AnyStep, ...]) -> bool:
    """Whether all parts of a cost could be done in full as things stand; a part of it is not enough."""
    if len(cost) < 2:
        # rule: effects.by-cost
        return all(PAYABLE.get(type(step), has_enough)(state, at, step) for step in cost)
    # one part may bring what another one takes
    return has_memory_for_all(state, at, cost) and can_pay_together(state, at, cost)


def can_pay_together(
    state: State, at: Standpoint, cost: Sequence[AnyStep], begun: Sequence[str] = ()
) -> bool:
    """Whether the parts of a cost can be paid each with things of its own.

    `begun` is what has been chosen for the first part already; the rest of that part is still to come.
    """
    demands: list[list[Claim]] = []
    gone = False
    for number, step in enumerate(cost):
        gone = gone or uses_up(step)
        count, candidates = asked_for(state, at, step)
        claims = [(one, "gone" if gone else type(step).__name__) for one in candidates]
        chosen = begun if number == 0 else ()
        demands += [[claim for claim in claims if claim[0] == one] for one in chosen]
        demands += [claims] * (count - len(chosen))
    return most_paired(demands) == len(demands)


def asked_for(state: State, at: Standpoint, step: AnyStep) -> tuple[int, list[str]]:
    """How many things a part of a cost takes at least, and those that it could be paid with."""
    which: Which | None = getattr(step, "target", None)
    if isinstance(step, DigiBurst):
        which = Which(area="under", count=step.count)
    if which is None:
        return 0, []
    count = 1 if which.up_to or which.count == "all" else which.count
    candidates = [one for one in things(state, at, which) if may_pay(state, step, one)]
    if isinstance(step, Put) and step.onto is not None and is_known(at, step.onto.role):
        under_each = [
            [one for one in candidates if can_go_under(state, step, one, host)]
            for host in things(state, at, step.onto)
        ]
        enough = [each for each in under_each if len(each) >= count]  # they all go under one
        candidates = [one for one in candidates if any(one in each for each in enough)]
    return count, candidates


def is_known(at: Standpoint, role: str) -> bool:
    """Whether a role stands for something already, and is not a name that the cost itself gives."""
    return role in (*GIVEN_BY_THE_RULES, *(one.name for one in at.bound))


def can_have_cards_under(state: State, host: str) -> bool:
    """Whether cards can lie under this: it is in play, and neither a token nor an Option."""
    stack = stack_in_play(state, host)
    return stack is not None and not stack.token and facts_of(state, stack).kind != "option"


def can_go_under(state: State, step: Put, thing: str, host: str) -> bool:
    """Whether a step can put this under that: not under itself, and what a player owns under a card of the
    other one only where the effect speaks of the other one's."""
    base, moved = stack_in_play(state, host), stack_in_play(state, thing)
    if base is None or thing == host or not can_have_cards_under(state, host):
        return False  # rule: token.no-stack
    if owner_of(thing if moved is None else moved.cards[0]) == owner_of(base.cards[0]):
        return True
    return step.onto is not None and step.onto.of == "opponent" and moved is None


def uses_up(step: AnyStep) -> bool:
    """Whether what a step is done with is not where it was any more, so that nothing else is done with it."""
    return isinstance(step, Delete | DigiBurst | PlayByEffect | Put | Recovery)


def has_enough(state: State, at: Standpoint, step: Any) -> bool:
    """Whether there is as much as a step chooses; one thing at least of "up to" a number, or of "all"."""
    count, candidates = asked_for(state, at, step)
    return len(candidates) >= count


def may_pay(state: State, step: AnyStep, thing: str) -> bool:
    """Whether a cost can be paid with this: what is suspended cannot be suspended, and so on."""
    test = USABLE.get(type(step))
    stack = stack_in_play(state, thing)
    if stack is not None and isinstance(step, Put) and step.to != "battle":
        return battling(state, thing) is not None  # nothing is put away from a breeding area
    return test is None or (stack is not None and test(state, stack))


def has_memory(state: State, at: Standpoint, step: Memory) -> bool:
    """A player pays no more memory than the gauge has spaces for."""
    player = at.player if step.of == "me" else 1 - at.player
    return memory.affordable(state, player, -amount(state, at, step.amount))


def has_memory_for_all(state: State, at: Standpoint, cost: Sequence[AnyStep]) -> bool:
    """Whether the gauge has spaces for what the parts of a cost take from it one after the other."""
    moved = 0
    for step in cost:
        if isinstance(step, Memory):
            mine, change = step.of == "me", amount(state, at, step.amount)
            moved += change if mine else -change
            player, own = (at.player, moved) if mine else (1 - at.player, -moved)
            if change < 0 and not memory.affordable(state, player, -own):
                return False
    return True


def has_cards_under(state: State, at: Standpoint, step: DigiBurst) -> bool:
    """Digi-Burst takes cards under the Digimon itself."""
    return len(things(state, at, Which(area="under"))) >= step.count  # rule: digi-burst.cards


USABLE: Mapping[type, Callable[[State, Stack], bool]] = {
    Suspend: lambda state, stack: not stack.suspended and not cannot(state, stack, "suspend"),
    Unsuspend: lambda state, stack: stack.suspended and not cannot(state, stack, "unsuspend"),
    Delete: lambda state, stack: (
        battling(state, stack.id) is not None and not cannot(state, stack, "deletion-by-effect")
    ),
    DeDigivolve: lambda state, stack: any(removable_tops(state, stack)),
    TrashTop: lambda _state, stack: len(stack.cards) > 1,
}
"""Step to what a stack must be like so that the step can be paid with it."""

PAYABLE: Mapping[type, Callable[[State, Standpoint, Any], bool]] = {
    Memory: has_memory,
    DigiBurst: has_cards_under,
}
"""Step to whether it can be paid, where that is not a question of what it chooses."""
