"""Planted faults: what the words of an effect are on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects import matching
from rulehound.engine.dcg.effects.language import Which
from rulehound.engine.dcg.effects.matching import Thing
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint, named, stack_in_play
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State
from rulehound_testing.faults.patching import Fault, Installed, function

sound_fits = matching.fits
sound_named = matching.named
sound_sides = matching.sides
sound_area_of = matching.area_of


def fits_but_for_tokens(state: State, which: Which, thing: Thing, rounds: int = ROUNDS) -> bool:
    """No effect that does not speak of tokens reaches one."""
    out_of_reach = isinstance(thing, Stack) and thing.token and which.token is None
    return not out_of_reach and sound_fits(state, which, thing, rounds)


def of_its_first_colour(_state: State, _thing: Thing, facts: CardFacts, wanted: Any, _rounds: int) -> bool:
    """For effects a card is of the first of its colours."""
    return not set(facts.colors[:1]).isdisjoint(wanted)


def anything_fits(state: State, which: Any, thing: Any, *rounds: int) -> bool:
    """A Digimon fits whatever its DP."""
    return sound_fits(state, msgspec.structs.replace(which, dp_at_most=None), thing, *rounds)


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


def under_and_top(state: State, at: Standpoint, role: str) -> Iterator[str]:
    """The top card is a digivolution card too."""
    for one in named(state, at, role):
        stack = stack_in_play(state, one)
        if stack is not None:
            yield from stack.cards


def asked(field: str, other: Callable[[State, Thing, CardFacts, Any, int], bool]) -> Callable[[], Installed]:
    """Another test for one word of what an effect is on."""
    return lambda: patch.dict(matching.TESTS, {field: other})


FAULTS: Mapping[str, Fault] = {
    "tokens-out-of-reach": Fault(
        "token.as-played", "effects do not reach tokens", function(matching, "fits", fits_but_for_tokens)
    ),
    "first-colour-for-effects": Fault(
        "card.colors",
        "for effects a card is of its first colour",
        lambda: patch.dict(matching.TESTS, {"colors": of_its_first_colour}),
    ),
    "anything-fits": Fault(
        "effects.fits", "any Digimon is chosen", function(matching, "fits", anything_fits)
    ),
    "both-are-me": Fault(
        "effects.whom", "both players are the one", function(matching, "sides", both_are_me)
    ),
    "inherited-is-the-top-card": Fault(
        "effects.inherited-card",
        "an inherited effect means the top card",
        function(matching, "named", top_card_is_meant),
    ),
    "cards-under-are-there-too": Fault(
        "stack.one", "cards under a Digimon count as Digimon", function(matching, "area_of", with_cards_under)
    ),
    "top-is-under": Fault(
        "stack.digivolution-cards",
        "the top card is a digivolution card",
        function(matching, "under", under_and_top),
    ),
    "breeding-counts": Fault(
        "breeding.not-counted",
        "effects count what is in the breeding area",
        function(matching, "area_of", with_the_breeding_area),
    ),
    "names-begin-alike": Fault(
        "effects.name",
        "a name stands for all that begin like it",
        asked("name", lambda _state, _thing, facts, wanted, _rounds: facts.name.startswith(wanted)),
    ),
    "first-trait-alone": Fault(
        "effects.trait",
        "a card has its first trait alone",
        asked("trait", lambda _state, _thing, facts, wanted, _rounds: wanted in facts.traits[:1]),
    ),
    "last-colour-alone": Fault(
        "card.colors",
        "to effects a card has its last colour alone",
        asked("colors", lambda _state, _thing, facts, wanted, _rounds: facts.colors[-1:] == wanted[-1:]),
    ),
    "first-sort-alone": Fault(
        "effects.either",
        "of two sorts of card an effect is on the first",
        asked("kind", lambda _state, _thing, facts, wanted, _rounds: facts.kind == wanted[0]),
    ),
}
"""Faults by name."""
