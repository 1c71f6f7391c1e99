"""Planted faults: where an effect looks for what it is on, and what its roles stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.effects import candidates, continuous, standpoint
from rulehound.engine.dcg.effects.candidates import Thing
from rulehound.engine.dcg.effects.language import Which
from rulehound.engine.dcg.effects.standpoint import Standpoint, stack_in_play
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, card_of
from rulehound_testing.faults.patching import Fault, function

sound_with_role = candidates.with_role
sound_named = standpoint.named
sound_sides = candidates.sides
sound_area_of = candidates.area_of
sound_under = candidates.under
sound_lying = candidates.lying


def both_are_me(me: int, of: str) -> tuple[int, ...]:
    """Both players are the one who has the effect."""
    return sound_sides(me, "me" if of == "both" else of)


def top_card_is_meant(state: State, at: Any, role: str) -> tuple[str, ...]:
    """An inherited effect that speaks of its card means the card on top."""
    if role == "this" and at.last is not None:
        return (at.stack, at.last.cards[0])
    return sound_named(state, at, role)


def with_cards_under(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """The cards under a Digimon are in the battle area like any other."""
    found = sound_area_of(state, player, which)
    return (*found, *(card for one in found if isinstance(one, Stack) for card in one.cards[1:]))


def with_the_breeding_area(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """What is in the breeding area counts with what is in the battle area."""
    found = sound_area_of(state, player, which)
    breeding_too = state.players[player].breeding
    return (*found, breeding_too) if which.area == "battle" and breeding_too is not None else found


def under_and_top(state: State, at: Standpoint, role: str, left: Mapping[str, Stack]) -> Iterator[str]:
    """The top card is a digivolution card too."""
    for one in sound_named(state, at, role):
        stack = stack_in_play(state, one) or left.get(one)
        if stack is not None:
            yield from stack.cards


def under_what_is_there(state: State, at: Standpoint, role: str, left: Mapping[str, Stack]) -> Iterator[str]:
    """What has left had no digivolution cards."""
    del left
    return sound_under(state, at, role)


def top_is_bottom(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """The top cards of a pile are its lowest."""
    whole = sound_area_of(state, player, msgspec.structs.replace(which, top=0))
    return whole[-which.top :] if which.top else whole


def all_with_the_breeding_area(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """All Digimon are those of the breeding area too."""
    return (
        with_the_breeding_area(state, player, which)
        if which.count == "all"
        else sound_area_of(state, player, which)
    )


def others_with_itself(
    state: State, at: Standpoint, which: Which, left: Mapping[str, Stack] = candidates.NOTHING
) -> Iterator[Thing]:
    """What is done to others is done to what has the effect as well."""
    anything = msgspec.structs.replace(which, role="") if which.role == "other" else which
    return sound_lying(state, at, anything, left)


def breeding_named_in_vain(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """Effects that name the breeding area find nothing there."""
    return () if which.area == "breeding" else sound_area_of(state, player, which)


def its_card_is_out_of_reach(state: State, at: Standpoint, which: Which) -> Iterator[Thing]:
    """An inherited effect that speaks of its card means the Digimon, which does not lie under itself."""
    return iter(()) if which.area == "under" else sound_with_role(state, at, which)


def top_of_the_kind(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """So many cards from the top are so many of the kind that is asked for."""
    if not (which.top and which.kind):
        return sound_area_of(state, player, which)
    pile = sound_area_of(state, player, msgspec.structs.replace(which, top=0))
    return tuple(one for one in pile if isinstance(one, str) and card_of(state, one).kind in which.kind)[
        : which.top
    ]


def reached_in_breeding(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """Effects on Digimon of both players find those of the breeding areas."""
    found, own = sound_area_of(state, player, which), state.players[player].breeding
    is_meant = (which.area, which.of) == ("battle", "both") and own is not None
    return (*found, own) if is_meant else found


FAULTS: Mapping[str, Fault] = {
    "top-of-the-kind": Fault(
        "effects.fits",
        "among so many cards from the top of a kind, those of other kinds do not count",
        function(candidates, "area_of", top_of_the_kind),
    ),
    "both-are-me": Fault(
        "effects.whom", "both players are the one", function(candidates, "sides", both_are_me)
    ),
    "inherited-is-the-top-card": Fault(
        "effects.inherited-card",
        "an inherited effect means the top card",
        function(candidates, "named", top_card_is_meant),
    ),
    "cards-under-are-there-too": Fault(
        "stack.one",
        "cards under a Digimon count as Digimon",
        function(candidates, "area_of", with_cards_under),
    ),
    "nothing-was-under": Fault(
        "effects.as-it-was",
        "what lay under a Digimon that has left is not counted",
        function(candidates, "under", under_what_is_there),
    ),
    "top-is-under": Fault(
        "stack.digivolution-cards",
        "the top card is a digivolution card",
        function(candidates, "under", under_and_top),
    ),
    "breeding-counts": Fault(
        "breeding.not-counted",
        "effects count what is in the breeding area",
        function(candidates, "area_of", with_the_breeding_area),
    ),
    "top-is-bottom": Fault(
        "effects.fits",
        "the top cards of a pile are its lowest",
        function(candidates, "area_of", top_is_bottom),
    ),
    "all-with-the-breeding-area": Fault(
        "breeding.no-effects",
        "what is done to all Digimon is done in the breeding area too",
        function(candidates, "area_of", all_with_the_breeding_area),
    ),
    "others-with-itself": Fault(
        "effects.fits",
        "what is done to other Digimon is done to the one that has the effect as well",
        lambda: patch.multiple(continuous, lying=others_with_itself),
    ),
    "breeding-named-in-vain": Fault(
        "breeding.not-counted",
        "effects that name the breeding area find nothing there",
        function(candidates, "area_of", breeding_named_in_vain),
    ),
    "its-card-is-out-of-reach": Fault(
        "effects.inherited-card",
        "an inherited effect that speaks of its card finds no card under the Digimon",
        function(continuous, "with_role", its_card_is_out_of_reach),
    ),
    "reached-in-breeding": Fault(
        "breeding.not-counted",
        "effects on Digimon of both players find those of the breeding areas",
        function(candidates, "area_of", reached_in_breeding),
    ),
}
"""Faults by name."""
