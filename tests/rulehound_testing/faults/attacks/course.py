"""Planted faults: the course of an attack: its timings, its target, its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import areas, flow
from rulehound.engine.dcg.attacks import battle, blocking, course
from rulehound.engine.dcg.attacks.course import attacker_of, is_on_player
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects import durations, pending, triggers
from rulehound.engine.dcg.effects.activating import activate
from rulehound.engine.dcg.state import THE_PLAYER, State, card_of
from rulehound.engine.dcg.tasks import About, Cause, Happened, Origin
from rulehound_testing.faults.patching import Fault, constant, function, process, together

sound_happened = triggers.happened
sound_switch_target = course.switch_target
sound_go_on = pending.go_on


def success_without_attacker(state: State) -> None:
    """An attack on the player reaches security even where the attacker has gone."""
    defender = state.opponent
    if attacker_of(state) is None and is_on_player(state) and defender.security:
        defender.trash += defender.security[:1]
        defender.security = defender.security[1:]
    else:
        battle.success(state)


def attack_to_the_end(state: State) -> bool:
    """An attack goes through its timings whoever has gone."""
    del state
    return False


def end_of_the_lost(state: State) -> None:
    """Of an attacker that was lost the effects of the end of its attack are activated from the trash."""
    course.end_of_attack(state)
    if course.attacker_of(state) is None:
        for card in state.me.trash[-1:]:
            for index, effect in enumerate(card_of(state, card).effects):
                if effect.timing == "end-of-attack":
                    activate(state, Origin(effect, card, state.turn, index))


def blocks_alone(state: State, target: str, cause: Any = "player", source: str = "", *whose: int) -> None:
    """Only a block switches the target."""
    if cause != "effect":
        sound_switch_target(state, target, cause, source, *whose)


def switched_to_itself(
    state: State, target: str, cause: Any = "player", source: str = "", *whose: int
) -> None:
    """A target is switched to what it is already."""
    attack = state.attack
    if attack is not None and attack.target == target:
        told = Happened("attack-target-changed", (attack.attacker,), cause, state.turn, source, to=target)
        sound_happened(state, told)
    else:
        sound_switch_target(state, target, cause, source, *whose)


def reactions_as_declared(state: State) -> None:
    """Only what was there at the declaration answers to an attack."""
    attack = state.attack
    if attack is None:
        return
    before = [
        (player, stack, tuple(one for one in stack.lasting if not one.gives.effects))
        for player in state.players
        for stack in player.battle
    ]
    kept = [player.battle for player in state.players]
    for player, stack, lasting in before:
        areas.replace(player, stack, msgspec.structs.replace(stack, lasting=lasting))
    course.reaction_timing(state)
    for player, as_it_was in zip(state.players, kept, strict=True):
        player.battle = as_it_was


def declared_on_the_blocker(
    state: State, target: str, cause: Cause = "player", source: str = "", *whose: int
) -> None:
    """An attack whose target is switched counts as declared on the new one."""
    sound_switch_target(state, target, cause, source, *whose)
    if state.attack is not None:
        state.attack = msgspec.structs.replace(state.attack, declared=state.attack.target)


def all_but_the_battles(state: State, moment: durations.Moment) -> None:
    """What lasts for a battle goes on."""
    if moment != "battle-end":
        durations.end_durations(state, moment)


def switched_from_the_player_alone(
    state: State, target: str, cause: Any = "player", source: str = "", *whose: int
) -> None:
    """No effect switches an attack on a Digimon."""
    attack = state.attack
    if cause != "effect" or attack is None or attack.target == THE_PLAYER:
        sound_switch_target(state, target, cause, source, *whose)


def switched_though_gone(
    state: State, target: str, cause: Cause = "player", source: str = "", *whose: int
) -> None:
    """The target is switched also where the attacker has gone."""
    sound_switch_target(state, target, cause, source, *whose)
    if state.attack is not None and attacker_of(state) is None:
        state.attack = msgspec.structs.replace(state.attack, target=target)


def beaten_by_one_gone(state: State) -> None:
    """The Digimon that is attacked is deleted though the attacker has gone."""
    target = course.target_of(state)
    if attacker_of(state) is None and target is not None:
        about(state, About("deleted", (target.id,), "battle"))
    else:
        battle.success(state)


def over_with_the_memory(state: State) -> None:
    """A turn whose memory is gone leaves out the effects of the end of the attack."""
    if state.memory >= 0:
        course.end_of_attack(state)


def over_before_what_is_derived(state: State) -> bool:
    """The attack is over before what the effects of its end set off."""
    group = pending.next_group(state)
    if state.pending[:1] == ("attack-over",) and any(
        one.origin.on is not None and one.origin.on.what == "drawn" for one in group
    ):
        state.attack = None
    return sound_go_on(state)


FAULTS: Mapping[str, Fault] = {
    "battle-outlasts-the-attack": Fault(
        "effects.duration",
        "what lasts for a battle does not end with an attack without one",
        function(course, "end_durations", all_but_the_battles),
    ),
    "declared-on-the-blocker": Fault(
        "attack.declared-on",
        "an attack that is blocked counts as one on the blocker",
        lambda: together(
            *(patch.object(module, "switch_target", declared_on_the_blocker) for module in (course, blocking))
        ),
    ),
    "target-switched-before-it-is-chosen": Fault(
        "attack.target-when",
        "an attack without a target can be switched to another",
        constant(course, "TO_BE_CHOSEN", None),
    ),
    "attack-of-nobody": Fault(
        "attack.attacker-gone",
        "an attack reaches security without its attacker",
        lambda: together(
            patch.object(course, "breaks_off", attack_to_the_end),
            patch.object(blocking, "breaks_off", attack_to_the_end),
            patch.dict(flow.PROCESSES, {"success": success_without_attacker}),
        ),
    ),
    "end-of-attack-of-the-lost": Fault(
        "effects.end-of-attack",
        "effects of the end of an attack work from the trash",
        process("end-of-attack", end_of_the_lost),
    ),
    "blocks-alone": Fault(
        "attack.switch", "only a block switches the target", function(course, "switch_target", blocks_alone)
    ),
    "switched-to-itself": Fault(
        "attack.switch",
        "a target is switched to what it is already",
        function(course, "switch_target", switched_to_itself),
    ),
    "reactions-as-declared": Fault(
        "attack.reaction-gained",
        "what was gained since the declaration does not answer to the attack",
        process("counter-timing", reactions_as_declared),
    ),
    "switched-from-the-player-alone": Fault(
        "attack.switch",
        "no effect switches an attack on a Digimon to another one",
        function(course, "switch_target", switched_from_the_player_alone),
    ),
    "switched-though-gone": Fault(
        "attack.attacker-gone",
        "the target of an attack is switched also where the attacker has gone",
        function(course, "switch_target", switched_though_gone),
    ),
    "beaten-by-one-gone": Fault(
        "attack.success",
        "the Digimon that is attacked is deleted though the attacker has gone",
        process("success", beaten_by_one_gone),
    ),
    "over-with-the-memory": Fault(
        "turn.end-after-processing",
        "a turn whose memory is gone leaves out the effects of the end of the attack",
        process("end-of-attack", over_with_the_memory),
    ),
    "over-before-what-is-derived": Fault(
        "attack.order",
        "an attack is over before what the effects of its end set off is done",
        function(pending, "go_on", over_before_what_is_derived),
    ),
}
"""Faults by name."""
