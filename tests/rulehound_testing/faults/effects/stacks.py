"""Planted faults: what effects do to what is in play where it stands, and what they tell of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.areas import change_stacks
from rulehound.engine.dcg.effects.language import DeDigivolve, Suspend, Unsuspend, Which
from rulehound.engine.dcg.effects.standpoint import stack_in_play
from rulehound.engine.dcg.effects.steps import placing, stacks, telling
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Frame, Named
from rulehound_testing.faults.patching import Choices, Fault, Installed, function, instead, together

sound_tell = telling.tell
sound_turned = stacks.turned
sound_de_digivolve = stacks.de_digivolve
sound_trash_tops = stacks.trash_tops
sound_trash_under = stacks.trash_under


def turned_anew(state: State, frame: Frame, chosen: Choices, *, suspended: bool) -> None:
    """What is suspended already becomes suspended."""
    there = (stack_in_play(state, one) for one in chosen[0])
    already = [one.id for one in there if one is not None and one.suspended == suspended]
    sound_turned(state, frame, chosen, suspended=suspended)
    if already:
        sound_tell(state, frame, "suspended" if suspended else "unsuspended", already)


def in_silence(unsaid: str) -> Callable[[], Installed]:
    """Nothing answers to something."""

    def tell(state: State, frame: Frame, what: str, subjects: Sequence[str] = (), **more: Any) -> None:
        if what != unsaid:
            sound_tell(state, frame, what, subjects, **more)

    return function(stacks, "tell", tell)


def under_any(state: State, frame: Frame, what: str, subjects: Sequence[str] = (), **more: Any) -> None:
    """A card that is trashed from under one Digimon was under all."""
    if what == "under-card-trashed":
        subjects = [stack.id for player in state.players for stack in player.battle]
    sound_tell(state, frame, what, subjects, **more)


def de_digivolved_to_no_end(state: State, frame: Frame, step: DeDigivolve, chosen: Choices) -> None:
    """What has nothing to lose has been de-digivolved."""
    sound_de_digivolve(state, frame, step, chosen)
    if len(chosen[0]) == 1 and not chosen[1]:
        sound_tell(state, frame, "de-digivolved", chosen[0])


def nothing_turns(_state: State, _frame: Frame, _step: Any, _chosen: Choices) -> None:
    """Effects turn nothing."""


def de_digivolve_the_first(state: State, frame: Frame, step: DeDigivolve, chosen: Choices) -> None:
    """Of several Digimon one alone is de-digivolved."""
    if len(chosen[0]) == 1:
        sound_de_digivolve(state, frame, step, chosen)
        return
    named = tuple(Named(f"first {one}", (one,), "") for one in chosen[0][:1])
    steps = tuple(DeDigivolve(Which(role=each.name), step.count) for each in named)
    state.now = (Frame(frame.origin, steps, (*frame.bound, *named)), *state.now)


def uncovered_with(**changed: Any) -> Callable[[], Installed]:
    """What De-Digivolve leaves is not what it was."""

    def trash_tops(state: State, one: str, count: int) -> int:
        number = sound_trash_tops(state, one, count)
        for player in state.players:
            change_stacks(
                player, lambda stack: msgspec.structs.replace(stack, **changed) if stack.id == one else stack
            )
        return number

    return function(stacks, "trash_tops", trash_tops)


def from_under_the_first(state: State, frame: Frame, cards: tuple[str, ...]) -> None:
    """Of cards that are trashed from under several Digimon only those under the first are noticed."""
    noticed: list[str] = []

    def tell(state: State, frame: Frame, what: str, subjects: Sequence[str] = (), **more: Any) -> None:
        if not noticed:
            sound_tell(state, frame, what, subjects, **more)
        noticed.extend(subjects)

    with patch.object(stacks, "tell", tell):
        sound_trash_under(state, frame, cards)


def under_the_first_alone(state: State, frame: Frame, cards: tuple[str, ...]) -> None:
    """Of cards under several Digimon the first one alone is trashed."""
    sound_trash_under(state, frame, cards[:1])


def de_digivolved_by_the_card(state: State, frame: Frame, step: DeDigivolve, chosen: Choices) -> None:
    """What answers to De-Digivolve does so for each card."""
    sound_de_digivolve(state, frame, step, chosen)
    if len(chosen[0]) == 1:
        for _ in chosen[1][1:]:
            sound_tell(state, frame, "de-digivolved", chosen[0])


FAULTS: Mapping[str, Fault] = {
    "turned-anew": Fault(
        "effects.suspend",
        "what is suspended already becomes suspended",
        function(stacks, "turned", turned_anew),
    ),
    "turned-whatever-forbids-it": Fault(
        "effects.forbidden",
        "effects suspend and unsuspend what cannot be",
        lambda: patch.object(stacks, "cannot", lambda *_: False),
    ),
    "nothing-turns": Fault(
        "effects.suspend",
        "no effect suspends or unsuspends",
        lambda: together(instead(Suspend, nothing_turns)(), instead(Unsuspend, nothing_turns)()),
    ),
    "under-cards-in-silence": Fault(
        "effects.triggers",
        "nothing answers to the trashing of a card under a Digimon",
        in_silence("under-card-trashed"),
    ),
    "under-any": Fault(
        "effects.triggers",
        "a card that is trashed from under one Digimon was under all",
        function(stacks, "tell", under_any),
    ),
    "de-digivolved-in-silence": Fault(
        "effects.triggers", "nothing answers to De-Digivolve", in_silence("de-digivolved")
    ),
    "de-digivolved-to-no-end": Fault(
        "effects.triggers",
        "what has nothing to lose has been de-digivolved",
        instead(DeDigivolve, de_digivolved_to_no_end),
    ),
    "counted-ever-anew": Fault(
        "effects.each",
        "what was given for each of something changes with the number of those",
        function(stacks, "counted", lambda _state, _at, gives: gives),
    ),
    "de-digivolve-the-first": Fault(
        "keyword.de-digivolve",
        "of several Digimon one alone is de-digivolved",
        instead(DeDigivolve, de_digivolve_the_first),
    ),
    "uncovered-free": Fault(
        "effects.all-or-chosen",
        "what was done to a Digimon ends with De-Digivolve",
        uncovered_with(lasting=()),
    ),
    "uncovered-may-attack": Fault(
        "attack.not-same-turn",
        "after De-Digivolve a Digimon counts as one that was there before",
        uncovered_with(played_this_turn=False),
    ),
    "uncovered-may-not-attack": Fault(
        "attack.not-same-turn",
        "after De-Digivolve a Digimon counts as one that was played this turn",
        uncovered_with(played_this_turn=True),
    ),
    "uncovered-unused": Fault(
        "effects.limit",
        "after De-Digivolve no effect of a Digimon has been used this turn",
        uncovered_with(used=()),
    ),
    "from-under-the-first": Fault(
        "effects.triggers",
        "of cards trashed from under several Digimon only those under the first are noticed",
        function(placing, "trash_under", from_under_the_first),
    ),
    "under-the-first-alone": Fault(
        "effects.stack",
        "of several cards under Digimon the first alone is trashed",
        function(placing, "trash_under", under_the_first_alone),
    ),
    "de-digivolved-by-the-card": Fault(
        "keyword.de-digivolve",
        "what answers to De-Digivolve does so for each card",
        instead(DeDigivolve, de_digivolved_by_the_card),
    ),
}
"""Faults by name."""
