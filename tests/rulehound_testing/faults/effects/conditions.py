"""Planted faults: conditions of effects, bounds and amounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.effects import activating, conditions
from rulehound.engine.dcg.state import THE_PLAYER, State
from rulehound_testing.faults.patching import Fault, function, together

sound_holds = conditions.holds


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


FAULTS: Mapping[str, Fault] = {
    "conditions-are-not-asked": Fault(
        "effects.continuous",
        "effects hold whatever their condition",
        lambda: together(
            *(
                patch.object(module, "holds", lambda *_arguments, **_named: True)
                for module in (conditions, activating)
            )
        ),
    ),
    "as-it-is": Fault(
        "effects.as-it-was",
        "a deleted Digimon is looked at as the card that it is now",
        lambda: together(*(patch.object(module, "holds", as_it_is) for module in (conditions, activating))),
    ),
    "attack-by-its-target": Fault(
        "attack.declared-on",
        "effects of attacking go by what an attack is aimed at now",
        function(conditions, "attack_is_on", by_its_target),
    ),
    "memory-as-it-stands": Fault(
        "effects.memory-bounds",
        "the counter counts as the turn player sees it",
        function(conditions, "memory_of", lambda state, _player: state.memory),
    ),
    "bounds-left-out": Fault(
        "effects.memory-bounds", "so much or less is less", function(conditions, "in_bounds", above_the_least)
    ),
    "so-much-or-less-is-any": Fault(
        "effects.memory-bounds", "so much or less is anything", function(conditions, "in_bounds", not_below)
    ),
}
"""Faults by name."""
