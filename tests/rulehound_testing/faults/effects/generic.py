"""Planted faults: effects that are reported without a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import areas
from rulehound.engine.dcg.effects import generic
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State
from rulehound_testing.faults.patching import Fault, function, rewritten

sound_why_not_effect = generic.why_not


def effects_everywhere(state: State, effect: Any) -> Iterator[Reason]:
    """Effects reach the breeding area."""
    return (
        reason
        for reason in sound_why_not_effect(state, effect)
        if reason is not Reason.EFFECT_ON_BREEDING_AREA
    )


def replace_dp_change(state: State, effect: generic.DpEffect) -> None:
    """A change of DP takes the place of the one before."""
    player, stack = generic.target_of(state, effect.target)
    areas.replace(player, stack, msgspec.structs.replace(stack, lasting=()))
    generic.resolve_dp(state, effect)


FAULTS: Mapping[str, Fault] = {
    "effects-on-breeding": Fault(
        "breeding.no-effects",
        "effects reach the breeding area",
        function(generic, "why_not", effects_everywhere),
    ),
    "dp-of-the-breeding-area": Fault(
        "breeding.no-effects",
        "an effect changes the DP of a Digimon in the breeding area; none deletes it",
        rewritten(
            generic.why_not,
            "player.breeding is stack:",
            "player.breeding is stack and isinstance(effect, DeleteEffect):",
        ),
    ),
    "memory-alone-waits": Fault(
        "turn.main-phase",
        "effects change DP and delete at any time; what changes memory waits for the main phase",
        rewritten(
            generic.why_not,
            'state.decision != "main":',
            'state.decision != "main" and isinstance(effect, MemoryEffect):',
        ),
    ),
    "last-change-counts": Fault(
        "dp.modify",
        "changes of DP are not added up",
        lambda: patch.dict(generic.RESOLVE, {generic.DpEffect: replace_dp_change}),
    ),
}
"""Faults by name."""
