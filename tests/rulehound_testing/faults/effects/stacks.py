"""Planted faults: what effects do to what is in play where it stands, and what they tell of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import areas
from rulehound.engine.dcg.areas import change_stacks, replace, trash_stacks
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects import resolving, triggers
from rulehound.engine.dcg.effects.language import (
    DeDigivolve,
    Delete,
    Put,
    Suspend,
    Unsuspend,
    Which,
)
from rulehound.engine.dcg.effects.standpoint import stack_in_play
from rulehound.engine.dcg.effects.steps import (
    placing,
    stacks,
    telling,
)
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.state import State, card_of, holder_of
from rulehound.engine.dcg.tasks import About, Frame, Happened, Named
from rulehound_testing.faults.patching import Choices, Fault, Installed, function, instead, table, together

sound_tell = telling.tell
sound_turned = stacks.turned
sound_de_digivolve = stacks.de_digivolve
sound_trash_tops = stacks.trash_tops
sound_trash_under = stacks.trash_under
sound_happened = triggers.happened


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


def put_under_the_top(state: State, frame: Frame, step: Put, chosen: Choices) -> None:
    """A card that is placed under a Digimon lies directly below its top card."""
    placing.put(
        state, frame, msgspec.structs.replace(step, to="under-top") if step.to == "under" else step, chosen
    )


def uncovers_nothing(now: State, one: str, count: int) -> int:
    """What comes to lie on top is there as though it had been placed."""
    trashed = sound_trash_tops(now, one, count)
    stack, player = stack_in_play(now, one), holder_of(now, one)
    if stack is not None and player is not None:
        replace(now.players[player], stack, msgspec.structs.replace(stack, uncovered=False))
    return trashed


def purged_of_all(state: State, one: str, count: int) -> int:
    """With its top card a Digimon loses all that lasts on it."""
    trashed = sound_trash_tops(state, one, count)
    for player in state.players:
        for stack in player.battle:
            if stack.id == one:
                replace(player, stack, msgspec.structs.replace(stack, lasting=()))
    return trashed


def de_digivolve_and_turn(state: State, frame: Frame, step: DeDigivolve, chosen: Choices) -> None:
    """A card that is uncovered lies the other way."""
    stacks.de_digivolve(state, frame, step, chosen)
    for one in chosen[0]:
        stack, player = stack_in_play(state, one), holder_of(state, one)
        if stack is not None and player is not None:
            other = msgspec.structs.replace(stack, suspended=not stack.suspended)
            areas.replace(state.players[player], stack, other)


def tops_take_their_effects_along(state: State, one: str, count: int) -> int:
    """What a trashed card did for the turn ends with it."""
    stack = stack_in_play(state, one)
    trashed = sound_trash_tops(state, one, count)
    gone = stack.cards[:trashed] if stack is not None else ()
    for player in state.players:
        for there in player.battle:
            kept = tuple(one for one in there.lasting if one.card not in gone)
            replace(player, there, msgspec.structs.replace(there, lasting=kept))
    return trashed


def trash_all_tops(state: State, one: str, count: int) -> int:
    """De-Digivolve takes the last card too."""
    stack, player = stack_in_play(state, one), holder_of(state, one)
    if stack is None or player is None or count < len(stack.cards) - 1:
        return sound_trash_tops(state, one, count)
    trash_stacks(state.players[player], [stack])
    return len(stack.cards)


def uncovered_is_played(state: State, frame: Frame, step: Any, chosen: Choices) -> None:
    """What De-Digivolve uncovers counts as played."""
    sound_de_digivolve(state, frame, step, chosen)
    sound_happened(state, Happened("played", chosen[0], "effect", frame.origin.player, frame.origin.card))


def trash_bottoms(state: State, one: str, count: int) -> int:
    """De-Digivolve takes cards from the bottom."""
    stack, player = stack_in_play(state, one), holder_of(state, one)
    if stack is None or player is None:
        return 0
    kept = len(stack.cards) - count
    replace(state.players[player], stack, msgspec.structs.replace(stack, cards=stack.cards[:kept]))
    state.players[player].trash += stack.cards[kept:]
    return count


def in_breeding_too(step: type, change: Callable[[Player, Stack], None]) -> Callable[[], Installed]:
    """What is done to all Digimon is done to those of the breeding areas too."""
    sound = resolving.STEPS[step]

    def carry_out(state: State, frame: Frame, wanted: Any, chosen: Choices) -> None:
        sound(state, frame, wanted, chosen)
        if wanted.target.count == "all":
            for player in state.players:
                if player.breeding is not None:
                    change(player, player.breeding)

    return instead(step, carry_out)


def trashed_from_breeding(player: Player, stack: Stack) -> None:
    """A Digimon of the breeding area goes to the trash."""
    player.breeding, player.trash = None, player.trash + stack.cards


def returned_from_breeding(player: Player, stack: Stack) -> None:
    """The top card of the breeding area goes to the hand."""
    trashed_from_breeding(player, msgspec.structs.replace(stack, cards=stack.cards[1:]))
    player.hand += stack.cards[:1]


def uncovered_in_breeding(player: Player, stack: Stack) -> None:
    """The top card of the breeding area goes to the trash."""
    player.breeding = msgspec.structs.replace(stack, cards=stack.cards[1:])
    player.trash += stack.cards[:1]


def to_digimon_alone(step: type) -> Callable[[], Installed]:
    """What is done to a Tamer comes to nothing."""
    sound = resolving.STEPS[step]

    def carry_out(state: State, frame: Frame, wanted: Any, chosen: Choices) -> None:
        there = [(one, stack_in_play(state, one)) for one in chosen[0]]
        left = tuple(
            one for one, stack in there if stack is None or card_of(state, stack.cards[0]).is_digimon
        )
        sound(state, frame, wanted, (left, *chosen[1:]))

    return instead(step, carry_out)


def one_goes_under(state: State, event: About) -> None:
    """Of what leaves for under a Digimon the first alone leaves."""
    about(state, msgspec.structs.replace(event, subjects=event.subjects[: 1 if event.onto else None]))


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
    "effects-leave-with-the-card": Fault(
        "effects.duration",
        "what a trashed top card did for the turn ends",
        function(stacks, "trash_tops", tops_take_their_effects_along),
    ),
    "de-digivolve-takes-the-last-card": Fault(
        "keyword.de-digivolve",
        "De-Digivolve leaves nothing of a stack",
        function(stacks, "trash_tops", trash_all_tops),
    ),
    "uncovered-is-played": Fault(
        "effects.on-play",
        "what De-Digivolve uncovers is played",
        table(resolving.STEPS, DeDigivolve=uncovered_is_played),
    ),
    "de-digivolve-from-below": Fault(
        "keyword.de-digivolve",
        "De-Digivolve trashes from the bottom",
        function(stacks, "trash_tops", trash_bottoms),
    ),
    "placed-under-the-top": Fault(
        "effects.stack", "cards are placed directly below the top card", instead(Put, put_under_the_top)
    ),
    "uncovered-option-stays": Fault(
        "option.stays",
        "an Option that comes to lie on top stays in the battle area",
        function(stacks, "trash_tops", uncovers_nothing),
    ),
    "purged-of-all": Fault(
        "keyword.armor-purge",
        "Armor Purge ends what effects do to its Digimon",
        function(stacks, "trash_tops", purged_of_all),
    ),
    "uncovered-and-turned": Fault(
        "stack.orientation", "De-Digivolve turns its Digimon", instead(DeDigivolve, de_digivolve_and_turn)
    ),
    "all-deleted-in-breeding": Fault(
        "breeding.no-effects",
        "an effect that deletes all Digimon deletes those of the breeding areas too",
        in_breeding_too(Delete, trashed_from_breeding),
    ),
    "all-returned-from-breeding": Fault(
        "breeding.no-effects",
        "an effect that returns all Digimon returns those of the breeding areas too",
        in_breeding_too(Put, returned_from_breeding),
    ),
    "all-uncovered-in-breeding": Fault(
        "breeding.no-effects",
        "De-Digivolve of all Digimon is of those of the breeding areas too",
        in_breeding_too(DeDigivolve, uncovered_in_breeding),
    ),
    **{
        f"{step.__name__.lower()}-digimon-alone": Fault(
            rule, "what is done to a Tamer comes to nothing", to_digimon_alone(step)
        )
        for step, rule in ((Delete, "effects.fits"), (Put, "effects.fits"), (Unsuspend, "effects.suspend"))
    },
    "one-goes-under": Fault(
        "effects.stack",
        "of several Digimon that are to lie under another one the first alone goes there",
        function(placing, "about", one_goes_under),
    ),
}
"""Faults by name."""
