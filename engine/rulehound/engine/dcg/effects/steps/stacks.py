"""Steps that change what is in play where it stands: lasting effects, suspending, cards off a stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from rulehound.engine.dcg.areas import into_trash, replace
from rulehound.engine.dcg.effects.continuous import bounded, cannot, counted
from rulehound.engine.dcg.effects.durations import next_since
from rulehound.engine.dcg.effects.language import (
    DeDigivolve,
    DigiBurst,
    Give,
    Suspend,
    TrashTop,
    Unsuspend,
    Which,
)
from rulehound.engine.dcg.effects.selecting import is_overall
from rulehound.engine.dcg.effects.standpoint import of_frame, stack_in_play
from rulehound.engine.dcg.effects.steps.telling import tell
from rulehound.engine.dcg.in_play import Everywhere, Lasting, Stack
from rulehound.engine.dcg.main_phase import showing
from rulehound.engine.dcg.state import State, card_of, holder_of, owner_of
from rulehound.engine.dcg.tasks import Frame, Named

Choices = tuple[tuple[str, ...], ...]


def changed(state: State, stacks: Iterable[str], change: Callable[[Stack], Stack | None]) -> list[str]:
    """Change stacks in play, all at once; the ids of those that there was something to change about."""
    there = [(stack, holder_of(state, one)) for one in stacks if (stack := stack_in_play(state, one))]
    found = [(stack, change(stack), player) for stack, player in there]  # rule: effects.all-or-chosen
    ids = []
    for stack, new, player in found:
        if new is not None and player is not None:
            replace(state.players[player], stack, new)
            ids.append(stack.id)
    return ids


def give(state: State, frame: Frame, step: Give, chosen: Choices) -> None:
    """Something lasts on what was chosen, whatever that becomes, or on all that fits while it lasts.

    What is being played, used or digivolved into costs so much more at once.
    """
    origin, inherited = frame.origin, frame.origin.effect.inherited
    gives = counted(state, of_frame(frame), step.gives)
    added = gives.play_cost or gives.digivolution_cost
    if added and step.target.role == "subject":
        assert isinstance(added, int)
        showing.change_cost(state, added)  # rule: showing.answers
        return
    since = next_since(state)
    if is_overall(step):
        target = bounded(state, of_frame(frame), step.target)
        whose = origin.player, origin.card, origin.stack
        one = Everywhere(target, gives, step.until, *whose, inherited, since)
        state.lasting = (*state.lasting, one)  # rule: effects.all-or-chosen, effects.duration
        return
    if state.attack is not None and state.attack.checked in chosen[0]:
        on_checked = Which(area="security", role="this")
        owner = owner_of(state.attack.checked)
        one = Everywhere(on_checked, gives, step.until, owner, state.attack.checked, since=since)
        state.lasting = (*state.lasting, one)  # rule: security.digimon-named
    lasting = Lasting(gives, step.until, origin.player, origin.card, inherited, since)
    changed(state, chosen[0], lambda stack: with_lasting(stack, lasting))  # rule: effects.all-or-chosen


def with_lasting(stack: Stack, lasting: Lasting) -> Stack:
    """The stack, with one thing more that lasts on it."""
    return msgspec.structs.replace(stack, lasting=(*stack.lasting, lasting))


def suspend(state: State, frame: Frame, _step: Suspend, chosen: Choices) -> None:
    """Suspend what is unsuspended and can be."""
    turned(state, frame, chosen, suspended=True)


def unsuspend(state: State, frame: Frame, _step: Unsuspend, chosen: Choices) -> None:
    """Unsuspend what is suspended and can be."""
    turned(state, frame, chosen, suspended=False)


def turned(state: State, frame: Frame, chosen: Choices, *, suspended: bool) -> None:
    """Turn stacks; what is in that state already stays as it is, and has not become so."""

    def turn(stack: Stack) -> Stack | None:
        if stack.suspended == suspended or cannot(state, stack, "suspend" if suspended else "unsuspend"):
            return None
        return msgspec.structs.replace(stack, suspended=suspended)  # rule: effects.suspend

    found = changed(state, chosen[0], turn)
    if found:
        tell(state, frame, "suspended" if suspended else "unsuspended", found)


def de_digivolve(state: State, frame: Frame, step: DeDigivolve, chosen: Choices) -> None:
    """Trash so many cards from the top of a Digimon; several Digimon come one after the other."""
    targets, tops = chosen
    if len(targets) > 1:
        names = tuple(Named(f"target {one}", (one,), "") for one in targets)
        steps = tuple(DeDigivolve(Which(role=name.name), step.count) for name in names)
        state.now = (Frame(frame.origin, steps, (*frame.bound, *names)), *state.now)
    elif targets and tops:
        trashed = trash_tops(state, targets[0], len(tops))  # rule: keyword.de-digivolve
        if trashed:
            tell(state, frame, "de-digivolved", targets, amount=trashed)


def trash_top(state: State, frame: Frame, _step: TrashTop, chosen: Choices) -> None:
    """Trash the top card of each; the last card stays."""
    stacks = [one for one in chosen[0] if trash_tops(state, one, 1)]
    if stacks:
        tell(state, frame, "top-trashed", stacks, amount=1)


def trash_tops(state: State, one: str, count: int) -> int:
    """Trash cards from the top of a stack, but not its last; how many. Orientation and what lasts stay."""
    stack, player = stack_in_play(state, one), holder_of(state, one)
    if stack is None or player is None:
        return 0
    count = min(count, len(stack.cards) - 1)
    while count and owner_of(stack.cards[count]) != player:
        count -= 1  # what a player has is never topped by a card of the other one
    left = stack.cards[count:]
    top, in_breeding = card_of(state, left[0]), state.players[player].breeding is stack
    uncovered = top.kind == "option" or (in_breeding and not top.is_digimon)
    # rule: stack.orientation
    replace(state.players[player], stack, msgspec.structs.replace(stack, cards=left, uncovered=uncovered))
    into_trash(state, stack.cards[:count])
    return count


def digi_burst(state: State, frame: Frame, _step: DigiBurst, chosen: Choices) -> None:
    """Trash the chosen cards under the Digimon itself."""
    trash_under(state, frame, chosen[0])  # rule: digi-burst.cards


def trash_under(state: State, frame: Frame, cards: tuple[str, ...]) -> None:
    """Trash digivolution cards, wherever they lie, in the order in which they were chosen."""
    bereft = []
    for player in state.players:
        bred = () if player.breeding is None else (player.breeding,)
        for stack in (*player.battle, *bred):
            gone = [card for card in cards if card in stack.cards[1:]]
            if gone:
                left = tuple(card for card in stack.cards if card not in gone)
                replace(player, stack, msgspec.structs.replace(stack, cards=left))
                bereft.append((stack.id, *gone))
    into_trash(state, cards)  # rule: effects.order-chosen
    for subjects in bereft:
        tell(state, frame, "under-card-trashed", subjects, amount=len(subjects) - 1)
