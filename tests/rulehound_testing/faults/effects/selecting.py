"""Planted faults: what is chosen for effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from unittest.mock import patch

from rulehound.engine.dcg.effects import candidates, resolving, selecting
from rulehound.engine.dcg.effects.language import Suspend, Which
from rulehound.engine.dcg.effects.standpoint import stack_in_play
from rulehound.engine.dcg.effects.steps import stacks
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, card_of
from rulehound.engine.dcg.tasks import Choice, Frame
from rulehound_testing.faults.patching import Fault, function, table, together

sound_is_overall = selecting.is_overall
sound_sized = selecting.sized
sound_burst = selecting.burst
sound_removable_tops = candidates.removable_tops
sound_top_cards = selecting.top_cards


def as_few_as_liked(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Any:
    """An effect on so many takes as few as its player likes, one at least."""
    choice = sound_sized(frame, which, found, ordered=ordered)
    return choice._replace(must=min(1, choice.must))


def none_if_liked(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Any:
    """An effect on up to so many may take none."""
    choice = sound_sized(frame, which, found, ordered=ordered)
    return choice._replace(must=0) if which.up_to else choice


def as_many_as_there_may_be(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Choice:
    """An effect on up to so many is on so many."""
    choice = sound_sized(frame, which, found, ordered=ordered)
    return choice._replace(must=choice.may)


def the_same_again(frame: Frame, which: Any, found: list[str], *, ordered: bool = False) -> Any:
    """What has been chosen can be chosen again."""
    return sound_sized(frame, which, found, ordered=ordered)._replace(candidates=tuple(found))


def in_the_order_found(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Choice:
    """Where cards come to lie nobody chooses."""
    del ordered
    return sound_sized(frame, which, found)


def tops_that_are_digimon(state: State, stack: Stack) -> Iterator[str]:
    """De-Digivolve stops at a Tamer card."""
    for card in sound_removable_tops(state, stack):
        if card_of(state, card).kind == "tamer":
            return
        yield card


def burst_from_the_top(state: State, frame: Frame) -> Choice:
    """Digi-Burst takes the highest cards, and lets nobody choose."""
    choice = sound_burst(state, frame)
    return choice._replace(candidates=choice.candidates[: choice.must - len(frame.picked)])


def is_upright(state: State, _frame: Frame, one: str) -> bool:
    """Whether something in play is unsuspended."""
    stack = stack_in_play(state, one)
    return stack is not None and not stack.suspended


def all_or_none_of_the_deck(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Choice:
    """An effect on more cards of the deck than there are is on none."""
    too_few = which.area == "deck" and isinstance(which.count, int) and len(found) < which.count
    return sound_sized(frame, which, [] if too_few else found, ordered=ordered)


def tops_by_the_first(state: State, stack: Stack) -> Iterator[str]:
    """De-Digivolve looks at the level of the first card alone."""
    sound = tuple(sound_removable_tops(state, stack))
    yield from stack.cards[:-1] if sound else ()


def tops_in_full(state: State, frame: Frame) -> Choice | None:
    """De-Digivolve takes as many cards as it says."""
    choice = sound_top_cards(state, frame)
    return None if choice is None else choice._replace(must=choice.may)


def up_to_any_number(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Choice:
    """An effect on up to so many takes as many as its player likes."""
    choice = sound_sized(frame, which, found, ordered=ordered)
    return choice._replace(may=len(found)) if which.up_to else choice


def ends_at_level_3_alone(state: State, stack: Stack) -> Iterator[str]:
    """De-Digivolve stops at level 3 and takes what has a lower level."""
    for card in stack.cards[:-1]:
        if card_of(state, card).level == candidates.DE_DIGIVOLVE_ENDS:
            return
        yield card


def no_others(step: Any) -> bool:
    """What is given to all others goes to those that are chosen then, which are all."""
    return sound_is_overall(step) and step.target.role != "other"


FAULTS: Mapping[str, Fault] = {
    "de-digivolve-stops-at-tamers": Fault(
        "keyword.de-digivolve",
        "De-Digivolve takes no Tamer card",
        function(selecting, "removable_tops", tops_that_are_digimon),
    ),
    "burst-from-the-top": Fault(
        "digi-burst.cards",
        "Digi-Burst takes the highest cards",
        table(selecting.CHOICES, DigiBurst=(burst_from_the_top,)),
    ),
    "as-few-as-liked": Fault(
        "effects.count", "an effect on so many takes fewer", function(selecting, "sized", as_few_as_liked)
    ),
    "none-if-liked": Fault(
        "effects.count",
        "an effect on up to so many takes none",
        function(selecting, "sized", none_if_liked),
    ),
    "up-to-is-so-many": Fault(
        "effects.count",
        "an effect on up to two takes two",
        function(selecting, "sized", as_many_as_there_may_be),
    ),
    "the-same-again": Fault(
        "effects.fits",
        "what has been chosen can be chosen again",
        function(selecting, "sized", the_same_again),
    ),
    "order-of-the-table": Fault(
        "effects.order-chosen",
        "nobody chooses in which order cards come to lie",
        function(selecting, "sized", in_the_order_found),
    ),
    "suspended-are-not-chosen": Fault(
        "effects.suspend",
        "a suspended Digimon is not chosen for an effect that suspends",
        lambda: patch.dict(selecting.ELIGIBLE, {(Suspend, "target"): is_upright}),
    ),
    "all-or-none-of-the-deck": Fault(
        "effects.count",
        "an effect on more cards of the deck than there are is on none",
        function(selecting, "sized", all_or_none_of_the_deck),
    ),
    "tops-by-the-first": Fault(
        "keyword.de-digivolve",
        "De-Digivolve takes cards of level 3 below one of a higher level",
        function(selecting, "removable_tops", tops_by_the_first),
    ),
    "tops-in-full": Fault(
        "keyword.de-digivolve",
        "nobody declares how many cards De-Digivolve takes",
        table(selecting.CHOICES, DeDigivolve=(selecting.among("target"), tops_in_full)),
    ),
    "up-to-any-number": Fault(
        "effects.count",
        "an effect on up to two takes as many as its player likes",
        function(selecting, "sized", up_to_any_number),
    ),
    "de-digivolve-below-level-3": Fault(
        "keyword.de-digivolve",
        "De-Digivolve stops at level 3 alone",
        function(selecting, "removable_tops", ends_at_level_3_alone),
    ),
    "all-others-of-now": Fault(
        "effects.all-or-chosen",
        "what is given to all others is on those alone that are there then",
        lambda: together(
            *(patch.object(module, "is_overall", no_others) for module in (selecting, resolving, stacks))
        ),
    ),
}
"""Faults by name."""
