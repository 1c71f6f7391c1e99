"""Planted faults: the course of an attack: its timings, its target, its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import areas, flow
from rulehound.engine.dcg.attacks import battle, blocking, course
from rulehound.engine.dcg.attacks.course import attacker_of, is_on_player
from rulehound.engine.dcg.effects import durations, triggers
from rulehound.engine.dcg.effects.activating import activate
from rulehound.engine.dcg.state import THE_PLAYER, State, card_of
from rulehound.engine.dcg.tasks import Cause, Happened, Origin
from rulehound_testing.faults.patching import Fault, constant, function, process, together

sound_happened = triggers.happened
sound_switch_target = course.switch_target


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


def blocks_alone(state: State, target: str, cause: Any = "player", source: str = "") -> None:
    """Only a block switches the target."""
    if cause != "effect":
        sound_switch_target(state, target, cause, source)


def switched_to_itself(state: State, target: str, cause: Any = "player", source: str = "") -> None:
    """A target is switched to what it is already."""
    attack = state.attack
    if attack is not None and attack.target == target:
        told = Happened("attack-target-changed", (attack.attacker,), cause, state.turn, source, to=target)
        sound_happened(state, told)
    else:
        sound_switch_target(state, target, cause, source)


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


def declared_on_the_blocker(state: State, target: str, cause: Cause = "player", source: str = "") -> None:
    """An attack whose target is switched counts as declared on the new one."""
    sound_switch_target(state, target, cause, source)
    if state.attack is not None:
        state.attack = msgspec.structs.replace(state.attack, declared=state.attack.target)


def all_but_the_battles(state: State, moment: durations.Moment) -> None:
    """What lasts for a battle goes on."""
    if moment != "battle-end":
        durations.end_durations(state, moment)


def switched_from_the_player_alone(
    state: State, target: str, cause: Any = "player", source: str = ""
) -> None:
    """No effect switches an attack on a Digimon."""
    attack = state.attack
    if cause != "effect" or attack is None or attack.target == THE_PLAYER:
        sound_switch_target(state, target, cause, source)


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
}
"""Faults by name."""
