"""Planted faults: continuous effects and what effects give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any
from unittest.mock import patch

from rulehound.engine.dcg.effects import activating, gifts, matching, triggers
from rulehound.engine.dcg.effects.conditions import holds
from rulehound.engine.dcg.effects.language import Effect
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Happened, Origin
from rulehound_testing.faults.patching import Fault, Installed, function, together

sound_from_elsewhere = gifts.from_elsewhere
sound_why_not_activate = activating.why_not_activate
sound_gifts_to = gifts.gifts_to


def nothing_for_all(state: State, *arguments: Any) -> Any:
    """What is done to all for a while is done to nobody."""
    bare = copy(state)
    bare.lasting = ()
    return sound_from_elsewhere(bare, *arguments)


def held_in_any_turn(state: State, at: Standpoint, effect: Effect, rounds: int = ROUNDS) -> bool:
    """A continuous effect holds whoever's turn it is."""
    return holds(state, at, effect.condition, rounds)


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
    in_turn = state.turn in matching.sides(at.player, effect.turn.replace("both", "me"))
    return in_turn and holds(state, at, effect.condition, rounds)


def triggered_in_the_own_turn(state: State, origin: Origin, event: Happened) -> bool:
    """An effect of all turns triggers in the own one."""
    in_turn = state.turn in matching.sides(origin.player, origin.effect.turn.replace("both", "me"))
    return in_turn and triggered_in_any_turn(state, origin, event)


def in_turns(held: Any, triggered: Any) -> Installed:
    """Effects of turns that hold and trigger otherwise, and can then be activated."""
    return together(
        patch.object(gifts, "is_on", held),
        patch.object(triggers, "waits_for", triggered),
        patch.object(activating, "why_not_activate", activated_in_any_turn),
    )


def one_gift(*arguments: Any) -> list[gifts.Gift]:
    """Of all that effects give only the last counts."""
    return sound_gifts_to(*arguments)[-1:]


FAULTS: Mapping[str, Fault] = {
    "conditions-are-never-met": Fault(
        "effects.continuous",
        "no effect with a condition holds",
        lambda: patch.object(gifts, "is_on", lambda *_arguments: False),
    ),
    "nothing-for-all": Fault(
        "effects.all-or-chosen",
        "what is done to all for a while is done to nobody",
        function(gifts, "from_elsewhere", nothing_for_all),
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
    "one-gift": Fault("effects.overlap", "only one effect counts", function(gifts, "gifts_to", one_gift)),
}
"""Faults by name."""
