"""Planted faults: what is about to be deleted."""

from __future__ import annotations

from collections.abc import Mapping
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import deletion, rule_processing
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.language import Keyword
from rulehound.engine.dcg.effects.standpoint import battling
from rulehound.engine.dcg.effects.steps import placing
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import About, Trigger
from rulehound_testing.faults.patching import Fault, function, together

sound_before = deletion.before
sound_use = deletion.use


def would_once_for_all(state: State, event: About, player: int) -> tuple[Trigger, ...]:
    """Effects that cannot be activated when something is about to happen are not asked for again."""
    return () if event.used else sound_before(state, event, player)


def one_at_a_time(state: State, event: About) -> None:
    """Of several that are about to be deleted each is deleted on its own, the first one first."""
    ones = (
        ((subject,) for subject in reversed(event.subjects)) if event.what == "deleted" else (event.subjects,)
    )
    for one in ones:
        about(state, msgspec.structs.replace(event, subjects=one))


def doomed_cannot_help(state: State, event: About, player: int) -> tuple[Trigger, ...]:
    """What is about to be deleted itself uses nothing."""
    waiting = sound_before(state, event, player)
    return tuple(one for one in waiting if one.origin.stack not in event.subjects)


def one_effect_a_deletion(state: State, event: About, player: int) -> tuple[Trigger, ...]:
    """One effect comes before each deletion, and no second one."""
    return () if event.used else sound_before(state, event, player)


def none_for_what_is_saved(state: State, event: About, player: int) -> tuple[Trigger, ...]:
    """Once nothing is left that could happen, nothing more comes before it."""
    return sound_before(state, event, player) if event.subjects else ()


def marked(state: State, trigger: Trigger) -> None:
    """What is used before something happens is marked as used in this turn."""
    sound_use(state, trigger)
    stack = battling(state, trigger.origin.stack)
    if stack is not None:
        used = (*stack.used, deletion.use_of(trigger.origin))
        replace(state.players[trigger.origin.player], stack, msgspec.structs.replace(stack, used=used))


def unmarked_against_rules(state: State, event: About, player: int) -> tuple[Trigger, ...]:
    """Against rule processing comes only what has not been used in this turn."""
    waiting = sound_before(state, event, player)
    if event.cause != "rules":
        return waiting
    used = {use for each in state.players for stack in each.battle for use in stack.used}
    return tuple(one for one in waiting if deletion.use_of(one.origin) not in used)


def had_when_it_battled(state: State, _stack: Stack, _keyword: Keyword) -> bool:
    """Whether the attacker had Piercing before its battle."""
    return state.attack is not None and state.attack.had_piercing


FAULTS: Mapping[str, Fault] = {
    "doomed-cannot-help": Fault(
        "keyword.decoy",
        "what is about to be deleted uses no Decoy",
        function(deletion, "before", doomed_cannot_help),
    ),
    "one-effect-a-deletion": Fault(
        "deletion.would",
        "one effect comes before a deletion at the most",
        function(deletion, "before", one_effect_a_deletion),
    ),
    "nothing-comes-before": Fault(
        "effects.would",
        "no effect comes before what would happen",
        function(deletion, "before", lambda *_arguments: ()),
    ),
    "asked-once": Fault(
        "effects.would",
        "only one effect comes before what would happen",
        function(deletion, "before", would_once_for_all),
    ),
    "saved-and-done": Fault(
        "effects.would",
        "once one effect has saved something, those that triggered with it do not come any more",
        function(deletion, "before", none_for_what_is_saved),
    ),
    "decoy-for-nothing": Fault(
        "keyword.decoy",
        "Decoy and Armor Purge are offered when nothing is left to save",
        function(deletion, "has_use", lambda _event, _origin: True),
    ),
    "piercing-as-it-battled": Fault(
        "keyword.piercing",
        "Piercing that the deletion of the battle brings about does not trigger",
        function(deletion, "has", had_when_it_battled),
    ),
    "once-against-rules": Fault(
        "effects.would-again",
        "what has saved something from one rule check does not save it from the next",
        lambda: together(
            patch.object(deletion, "use", marked), patch.object(deletion, "before", unmarked_against_rules)
        ),
    ),
    "deleted-one-by-one": Fault(
        "deletion.would",
        "what an effect deletes at once goes one by one",
        function(placing, "about", one_at_a_time),
    ),
    "zero-dp-one-by-one": Fault(
        "rules.processing",
        "of several Digimon without DP left one goes after the other",
        function(rule_processing, "about", one_at_a_time),
    ),
}
"""Faults by name."""
