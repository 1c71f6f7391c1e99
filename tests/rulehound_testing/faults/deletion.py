"""Planted faults: what is about to be deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import deletion, flow, rule_processing
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects import triggers
from rulehound.engine.dcg.effects.continuous import has
from rulehound.engine.dcg.effects.standpoint import battling
from rulehound.engine.dcg.effects.steps import placing
from rulehound.engine.dcg.effects.vocabulary import Keyword
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, owner_of
from rulehound.engine.dcg.tasks import About, Origin, Trigger
from rulehound_testing.faults.patching import Fault, Installed, function, together, untold

sound_triggers_before = triggers.before
sound_protected_by = deletion.protected_by
sound_before = deletion.before
sound_delete = deletion.delete
sound_use = deletion.use
sound_run = deletion.run


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


def kept_from_rules_too(state: State, event: About, subject: str) -> tuple[int | None, str]:
    """What cannot be deleted by effects is not deleted by the rules either."""
    by_effect = msgspec.structs.replace(event, cause="effect") if event.cause == "rules" else event
    return sound_protected_by(state, by_effect, subject)


def kept_altogether(state: State, event: About, subject: str) -> tuple[int | None, str]:
    """What cannot leave in one way leaves in none."""
    ways = (("deleted", ""), ("left-battle-area", "hand"), ("left-battle-area", "deck-top"))
    others = (msgspec.structs.replace(event, what=what, to=to) for what, to in ways)
    kept_by = (sound_protected_by(state, other, subject) for other in others)
    return next((one for one in kept_by if one[1]), (None, ""))


def before_any_leaving(state: State, event: About, *players: Any) -> list[Origin]:
    """What comes before a return to the hand comes before a deletion too."""
    found = sound_triggers_before(state, event, *players)
    if event.what == "deleted":
        found += sound_triggers_before(
            state, msgspec.structs.replace(event, what="returned-to-hand"), *players
        )
    return found


def returned_like_all(state: State, event: About) -> None:
    """Nothing comes before a return to the hand but what comes before any leaving."""
    what = "left-battle-area" if event.what == "returned-to-hand" else event.what
    about(state, msgspec.structs.replace(event, what=what))


def saves_the_saved(_event: About, trigger: Trigger) -> Trigger:
    """What has been saved already can be saved again."""
    return trigger


def asked_again_outside(state: State, event: About) -> None:
    """What has come before a deletion within another one comes again before the outer one."""
    outer = deletion.under_way(state)
    sound_run(state, event)
    now = deletion.under_way(state)
    if outer is not None and now is not None and now.subjects == outer.subjects and now.used != outer.used:
        place = state.now.index(now)
        forgotten = msgspec.structs.replace(now, used=outer.used)
        state.now = (*state.now[:place], forgotten, *state.now[place + 1 :])


def jamming_against_effects(state: State, event: About, subject: str) -> str:
    """Jamming saves from effects too."""
    stack = battling(state, subject)
    jams = event.cause == "effect" and stack is not None and has(state, stack, "jamming")
    return stack.cards[0] if stack is not None and jams else sound_protected_by(state, event, subject)


def tokens_of(cause: str) -> Callable[[], Installed]:
    """A token that is deleted so lies in the trash."""

    def delete(state: State, event: About) -> None:
        """Delete, and put tokens into the trash too."""
        there = [stack for player in state.players for stack in player.battle if stack.id in event.subjects]
        sound_delete(state, event)
        for stack in there:
            if stack.token and event.cause == cause:
                state.players[owner_of(stack.cards[0])].trash += stack.cards

    return lambda: patch.dict(deletion.CARRY_OUT, {"deleted": delete})


def leaving_no_area(state: State, event: About) -> None:
    """What is deleted does not count as having left the battle area."""
    with untold(triggers, "left-battle-area")():
        deletion.delete(state, event)


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
    "nothing-is-kept": Fault(
        "effects.forbidden",
        "nothing keeps a Digimon from being deleted or returned",
        function(deletion, "protected_by", lambda *_arguments: (None, "")),
    ),
    "kept-from-rules-too": Fault(
        "effects.forbidden",
        "what cannot be deleted by effects is not deleted by the rules either",
        function(deletion, "protected_by", kept_from_rules_too),
    ),
    "kept-altogether": Fault(
        "effects.forbidden",
        "what cannot leave in one way leaves in none",
        function(deletion, "protected_by", kept_altogether),
    ),
    "before-any-leaving": Fault(
        "effects.would",
        "what comes before a return to the hand comes before a deletion too",
        function(triggers, "before", before_any_leaving),
    ),
    "returned-like-all": Fault(
        "effects.would",
        "nothing comes before a return to the hand but what comes before any leaving",
        function(placing, "about", returned_like_all),
    ),
    "saves-the-saved": Fault(
        "keyword.decoy",
        "what one Decoy has saved another can save again",
        function(deletion, "narrowed", saves_the_saved),
    ),
    "asked-again-outside": Fault(
        "effects.would-once",
        "what has come before a deletion within another one comes again before the outer one",
        lambda: patch.dict(flow.TASKS, {About: asked_again_outside}),
    ),
    "jamming-against-effects": Fault(
        "keyword.jamming",
        "Jamming saves from effects too",
        function(deletion, "protected_by", jamming_against_effects),
    ),
    "tokens-of-battles": Fault(
        "token.gone", "a token that is deleted in battle lies in the trash", tokens_of("battle")
    ),
    "tokens-of-rules": Fault(
        "token.gone", "a token that the rules delete lies in the trash", tokens_of("rules")
    ),
    "deletion-leaves-no-area": Fault(
        "deletion.trash",
        "what waits for a Digimon to leave the battle area does not trigger when it is deleted",
        lambda: patch.dict(deletion.CARRY_OUT, {"deleted": leaving_no_area}),
    ),
}
"""Faults by name."""
