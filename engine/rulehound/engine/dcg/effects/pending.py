"""Effects that have triggered: which is activated next, and who says so.

Effects that triggered while another one was carried out come before all that waited already; of those that
triggered together the turn player's come first, and each player orders their own, one at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulehound.engine.dcg.actions import Action, Resolve
from rulehound.engine.dcg.effects.activating import activate
from rulehound.engine.dcg.effects.triggers import still_has
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, ask
from rulehound.engine.dcg.tasks import Together, Trigger


def go_on(state: State) -> bool:
    """Activate the effect that comes next, or ask whose choice it is; False where none is pending."""
    group = next_group(state)
    if not group:
        return False
    own = first_in_turn(state, group)
    if len(own) == 1:
        start(state, own[0])
    else:
        ask(state, "order", own[0].origin.player)
    return True


def next_group(state: State) -> tuple[Trigger, ...]:
    """The effects that come before all others that wait: those that triggered together last.

    An effect is pending as long as what it belongs to is there and has it.
    """
    if state.fresh:
        state.triggered = (*by_rank(state.fresh), *state.triggered)  # rule: effects.together
        state.fresh = ()
    if not state.triggered:
        return ()
    groups = (tuple(one for one in group if still_has(state, one)) for group in state.triggered)
    state.triggered = tuple(group for group in groups if group)  # rule: effects.source-left
    return state.triggered[0] if state.triggered else ()


def by_rank(group: tuple[Trigger, ...]) -> tuple[tuple[Trigger, ...], ...]:
    """Effects that triggered together: [Security] effects come ahead of all else."""
    checked = tuple(one for one in group if one.origin.effect.timing == "security")
    if not checked:
        return (group,)
    return checked, tuple(one for one in group if one not in checked)  # rule: effects.when-checked


def first_in_turn(state: State, group: tuple[Trigger, ...]) -> list[Trigger]:
    """The turn player's effects of a group; the other player's where there are none of those."""
    return [one for one in group if one.origin.player == state.turn] or list(group)


def options(state: State) -> Iterator[Action]:
    """Every effect that may come next."""
    return (Resolve(one.id) for one in choosable(state))


def choosable(state: State) -> Sequence[Trigger]:
    """The effects among which a player chooses the next one."""
    inner = state.now[0] if state.now else None
    if isinstance(inner, Together):
        return inner.waiting
    return first_in_turn(state, state.triggered[0]) if state.triggered else ()


def why_not(state: State, action: Resolve) -> Iterator[Reason]:
    """Reasons against taking this effect next."""
    if action.effect not in (one.id for one in choosable(state)):
        yield Reason.EFFECT_NOT_PENDING


def resolve(state: State, action: Resolve) -> None:
    """Activate the chosen effect."""
    start(state, next(one for one in state.triggered[0] if one.id == action.effect))


def run_together(state: State, task: Together) -> None:
    """Go on with the effects that another one activates: the only one just comes, else one is chosen."""
    if len(task.waiting) == 1:
        activate(state, task.waiting[0].origin)
    elif task.waiting:
        state.now = (task, *state.now)
        ask(state, "order", task.waiting[0].origin.player)  # rule: effects.order


def resolve_inner(state: State, action: Resolve) -> None:
    """Activate the chosen one of the effects that another one activates; the others wait, or do not come."""
    task, *rest = state.now
    assert isinstance(task, Together)
    chosen = next(one for one in task.waiting if one.id == action.effect)
    # rule: effects.activates-another
    left = () if task.one else tuple(one for one in task.waiting if one is not chosen)
    state.now = (Together(left), *rest)
    activate(state, chosen.origin)


def start(state: State, trigger: Trigger) -> None:
    """Take an effect from those that are pending and activate it."""
    rest = tuple(one for one in state.triggered[0] if one is not trigger)
    state.triggered = (rest, *state.triggered[1:])
    activate(state, trigger.origin)
