"""Planted faults: which conditions of effects hold, and in whose turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.effects import activating, candidates, continuous, triggers
from rulehound.engine.dcg.effects.language import Effect
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import THE_PLAYER, State
from rulehound.engine.dcg.tasks import Happened, Origin
from rulehound_testing.faults.patching import Fault, Installed, function, together

sound_holds = continuous.holds
sound_why_not_activate = activating.why_not_activate
sound_in_bounds = continuous.in_bounds


def as_it_is(state: State, at: Any, condition: Any, *rounds: int) -> bool:
    """What has left is looked at as the card that it is now."""
    if at.last is not None:
        alone = msgspec.structs.replace(at.last, cards=at.last.cards[:1])
        at = msgspec.structs.replace(at, last=alone, on=None)
    return sound_holds(state, at, condition, *rounds)


def by_its_target(state: State) -> str:
    """What an attack is on is what it is aimed at now."""
    attack = state.attack
    if attack is None:
        return ""
    return "player" if attack.target == THE_PLAYER else "digimon"


def above_the_least(value: int, least: int | None, most: int | None) -> bool:
    """Bounds are left out of what they bound."""
    return (least is None or value > least) and (most is None or value < most)


def not_below(value: int, least: int | None, most: int | None) -> bool:
    """So much or less is any number."""
    del most
    return least is None or value >= least


def held_in_any_turn(state: State, at: Standpoint, effect: Effect, rounds: int = ROUNDS) -> bool:
    """A continuous effect holds whoever's turn it is."""
    return continuous.holds(state, at, effect.condition, rounds)


def triggered_in_any_turn(state: State, origin: Origin, event: Happened) -> bool:
    """An effect triggers whoever's turn it is."""
    return triggers.is_timely(state, origin, event) and triggers.is_within_limit(state, origin)


def activated_in_any_turn(state: State, origin: Origin) -> Iterator[Reason]:
    """An effect can be activated whoever's turn it is."""
    return (
        reason for reason in sound_why_not_activate(state, origin) if reason != Reason.EFFECT_OF_ANOTHER_TURN
    )


def held_in_the_own_turn(state: State, at: Standpoint, effect: Effect, rounds: int = ROUNDS) -> bool:
    """A continuous effect of all turns holds in the own one."""
    in_turn = state.turn in candidates.sides(at.player, effect.turn.replace("both", "me"))
    return in_turn and continuous.holds(state, at, effect.condition, rounds)


def triggered_in_the_own_turn(state: State, origin: Origin, event: Happened) -> bool:
    """An effect of all turns triggers in the own one."""
    in_turn = state.turn in candidates.sides(origin.player, origin.effect.turn.replace("both", "me"))
    return in_turn and triggered_in_any_turn(state, origin, event)


def in_turns(held: Any, triggered: Any) -> Installed:
    """Effects of turns that hold and trigger otherwise, and can then be activated."""
    return together(
        patch.object(continuous, "is_on", held),
        patch.object(triggers, "waits_for", triggered),
        patch.object(activating, "why_not_activate", activated_in_any_turn),
    )


def both_of_either(state: State, at: Any, condition: Any, *rounds: int) -> bool:
    """Where one of two things is asked for both have to be."""
    return sound_holds(state, at, condition, *rounds) and all(
        sound_holds(state, at, one, *rounds) for one in condition.any_of
    )


def not_all_of_neither(state: State, at: Any, condition: Any, *rounds: int) -> bool:
    """Where neither of two things may be one may."""
    rest = msgspec.structs.replace(condition, none_of=())
    barred = condition.none_of and all(sound_holds(state, at, one, *rounds) for one in condition.none_of)
    return sound_holds(state, at, rest, *rounds) and not barred


def either_of_neither(state: State, at: Any, condition: Any, *rounds: int) -> bool:
    """What may not be is what has to be."""
    turned = msgspec.structs.replace(condition, none_of=(), any_of=(*condition.any_of, *condition.none_of))
    return sound_holds(state, at, turned, *rounds)


def held_by(other: Callable[..., bool]) -> Callable[[], Installed]:
    """Another test of whether a condition holds."""
    return lambda: together(*(patch.object(module, "holds", other) for module in (continuous, activating)))


def just_the_others_memory(value: int, least: int | None, most: int | None) -> bool:
    """So much memory of the other player, or more, or less, is just so much."""
    bounds = [bound for bound in (least, most) if bound is not None and bound < 0]
    return value in bounds if bounds else sound_in_bounds(value, least, most)


FAULTS: Mapping[str, Fault] = {
    "conditions-are-not-asked": Fault(
        "effects.continuous",
        "effects hold whatever their condition",
        lambda: together(
            *(
                patch.object(module, "holds", lambda *_arguments, **_named: True)
                for module in (continuous, activating)
            )
        ),
    ),
    "as-it-is": Fault(
        "effects.as-it-was",
        "a deleted Digimon is looked at as the card that it is now",
        lambda: together(*(patch.object(module, "holds", as_it_is) for module in (continuous, activating))),
    ),
    "nothing-has-left": Fault(
        "effects.as-it-was",
        "what has left is not looked at as it was",
        function(continuous, "as_they_left", lambda _at: {}),
    ),
    "attack-by-its-target": Fault(
        "attack.declared-on",
        "effects of attacking go by what an attack is aimed at now",
        function(continuous, "attack_is_on", by_its_target),
    ),
    "attack-on-anything": Fault(
        "attack.declared-on",
        "effects of attacking the player come with every attack",
        function(continuous, "attack_is_on", lambda _state: "player"),
    ),
    "memory-as-it-stands": Fault(
        "effects.memory-bounds",
        "the counter counts as the turn player sees it",
        function(continuous, "memory_of", lambda state, _player: state.memory),
    ),
    "bounds-left-out": Fault(
        "effects.memory-bounds", "so much or less is less", function(continuous, "in_bounds", above_the_least)
    ),
    "so-much-or-less-is-any": Fault(
        "effects.memory-bounds", "so much or less is anything", function(continuous, "in_bounds", not_below)
    ),
    "conditions-are-never-met": Fault(
        "effects.continuous",
        "no effect with a condition holds",
        lambda: patch.object(continuous, "is_on", lambda *_arguments: False),
    ),
    "any-turn-will-do": Fault(
        "effects.turn",
        "effects of a turn work in any turn",
        lambda: in_turns(held_in_any_turn, triggered_in_any_turn),
    ),
    "all-turns-are-the-own": Fault(
        "effects.turn",
        "effects of all turns work in the own turn",
        lambda: in_turns(held_in_the_own_turn, triggered_in_the_own_turn),
    ),
    "either-is-both": Fault(
        "effects.condition", "where one of two things is asked for both have to be", held_by(both_of_either)
    ),
    "neither-is-not-both": Fault(
        "effects.condition", "where neither of two things may be one may", held_by(not_all_of_neither)
    ),
    "neither-is-either": Fault(
        "effects.condition", "what may not be is what has to be", held_by(either_of_neither)
    ),
    "just-the-others-memory": Fault(
        "effects.memory-bounds",
        "so much memory of the other player, or more, or less, is just so much",
        function(continuous, "in_bounds", just_the_others_memory),
    ),
}
"""Faults by name."""
