"""Planted faults: effects that keywords stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.effects import keywords, triggers
from rulehound.engine.dcg.effects.language import Delete, Effect, Event, Prevent, Put, TrashTop, Which
from rulehound.engine.dcg.effects.vocabulary import Color
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State
from rulehound_testing.faults.patching import Fault, function

sound_decoy = keywords.decoy
sound_decoys_of = keywords.decoys_of
sound_settled = leaving.settled
sound_keyword_effects = keywords.keyword_effects


RETALIATION_ON_ANYBODY = Effect(
    timing="when",
    event=Event("deleted", by="battle"),
    steps=(Delete(Which(of="opponent", kind=("digimon",))),),
)
"""Retaliation deletes some opposing Digimon, whether it has battled or not."""


def decoy_against_anything(colors: tuple[Color, ...]) -> Effect:
    """Decoy comes before deletions of any cause."""
    sound = sound_decoy(colors)
    assert sound.event is not None
    return msgspec.structs.replace(sound, event=msgspec.structs.replace(sound.event, by=""))


def decoy_of_any_colour(colors: tuple[Color, ...]) -> Effect:
    """Decoy protects Digimon of every colour."""
    event = Event("deleted", Which(role="other", kind=("digimon",)), by="opponents-effect")
    steps = (Prevent(Which(role="subject")),)
    return msgspec.structs.replace(sound_decoy(colors), event=event, steps=steps)


def decoy_saves_all(colors: tuple[Color, ...]) -> Effect:
    """One Decoy saves all that are about to be deleted."""
    saved = Prevent(Which(role="subject", colors=colors, count="all"))
    return msgspec.structs.replace(sound_decoy(colors), steps=(saved,))


def decoy_is_trashed(colors: tuple[Color, ...]) -> Effect:
    """The Digimon with Decoy goes to the trash without being deleted."""
    return msgspec.structs.replace(sound_decoy(colors), cost=(Put(Which(role="this"), "trash"),))


def decoy_afterwards(colors: tuple[Color, ...]) -> Effect:
    """Decoy answers to a deletion that has happened, and brings the Digimon back out of the trash."""
    sound = sound_decoy(colors)
    returned = Put(Which(area="trash", kind=("digimon",), colors=colors), "hand")
    happening = Event("deleted", Which(role="other", kind=("digimon",), colors=colors), by="opponents-effect")
    return msgspec.structs.replace(
        sound, timing="when", event=happening, cost=(Delete(Which(role="this")),), steps=(returned,)
    )


def without_what_all_have(state: State) -> State:
    """The state as it would be if nothing lasted on all that fit."""
    return msgspec.structs.replace(state, lasting=())


def not_given_to_all(state: State, stack: Stack) -> Iterator[tuple[int, Effect]]:
    """Keywords that wait for something and that all have been given do nothing."""
    return sound_keyword_effects(without_what_all_have(state), stack)


def without_decoys_of_all(state: State, stack: Stack) -> tuple[Color, ...]:
    """A Decoy that all have been given protects nothing."""
    return sound_decoys_of(without_what_all_have(state), stack)


PURGE_COMPULSORY = msgspec.structs.replace(
    keywords.ARMOR_PURGE, optional=False, cost=(), steps=(TrashTop(), *keywords.ARMOR_PURGE.steps)
)
"""Armor Purge that nobody is asked about."""

PURGE_FOR_OTHERS = msgspec.structs.replace(
    keywords.ARMOR_PURGE,
    event=Event("deleted", Which(role="", kind=("digimon",))),
    steps=(Prevent(Which(role="subject")),),
)
"""Armor Purge for whichever own Digimon is about to be deleted."""


def decoy_of_the_first(colors: tuple[Color, ...]) -> Effect:
    """A Decoy of several colours protects the first of them."""
    return sound_decoy(colors[:1])


FAULTS: Mapping[str, Fault] = {
    "keywords-of-all-do-nothing": Fault(
        "effects.all-or-chosen",
        "a keyword that waits for something does nothing where all have been given it for a while",
        function(triggers, "keyword_effects", not_given_to_all),
    ),
    "forgotten-by-what-leaves": Fault(
        "effects.all-or-chosen",
        "what has left the battle area had nothing of what all have been given for a while",
        function(leaving, "settled", lambda state, stack: sound_settled(without_what_all_have(state), stack)),
    ),
    "decoys-of-all-do-nothing": Fault(
        "effects.all-or-chosen",
        "Decoy protects nothing where all have been given it for a while",
        function(keywords, "decoys_of", without_decoys_of_all),
    ),
    "retaliation-on-anybody": Fault(
        "keyword.retaliation",
        "Retaliation deletes some opposing Digimon",
        lambda: patch.object(keywords, "RETALIATION", RETALIATION_ON_ANYBODY),
    ),
    "decoy-against-anything": Fault(
        "keyword.decoy",
        "Decoy comes before battles and rules too",
        function(keywords, "decoy", decoy_against_anything),
    ),
    "decoy-of-any-colour": Fault(
        "keyword.decoy",
        "Decoy protects Digimon of every colour",
        function(keywords, "decoy", decoy_of_any_colour),
    ),
    "decoy-saves-all": Fault(
        "keyword.decoy", "one Decoy saves all", function(keywords, "decoy", decoy_saves_all)
    ),
    "decoy-is-trashed": Fault(
        "keyword.decoy",
        "a Decoy goes to the trash undeleted",
        function(keywords, "decoy", decoy_is_trashed),
    ),
    "decoy-afterwards": Fault(
        "deletion.would",
        "Decoy comes after the deletion",
        function(keywords, "decoy", decoy_afterwards),
    ),
    "purge-compulsory": Fault(
        "keyword.armor-purge",
        "nobody leaves Armor Purge",
        lambda: patch.object(keywords, "ARMOR_PURGE", PURGE_COMPULSORY),
    ),
    "purge-for-others": Fault(
        "keyword.armor-purge",
        "Armor Purge saves other Digimon",
        lambda: patch.object(keywords, "ARMOR_PURGE", PURGE_FOR_OTHERS),
    ),
    "decoy-of-the-first": Fault(
        "keyword.decoy",
        "a Decoy of several colours protects the first of them",
        function(keywords, "decoy", decoy_of_the_first),
    ),
}
"""Faults by name."""
