"""Planted faults: carrying out the steps of an effect."""

from __future__ import annotations

from collections.abc import Mapping
from unittest.mock import patch

from rulehound.engine.dcg import flow, rule_processing
from rulehound.engine.dcg.effects import activating, continuous, resolving
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Frame
from rulehound_testing.faults.patching import Fault, function, together

sound_carry_out = resolving.carry_out
sound_run = resolving.run


def rules_in_the_middle(state: State, frame: Frame) -> None:
    """Rules are processed after each part of an effect."""
    sound_carry_out(state, frame)
    rule_processing.process_rules(state)


def effects_in_the_middle(state: State, frame: Frame) -> None:
    """What a part of an effect sets off comes before the next part."""
    if not frame.steps or not state.fresh:
        sound_run(state, frame)
        return
    fresh, state.fresh = state.fresh, ()
    state.now = (frame, *state.now)
    for one in fresh:
        activating.activate(state, one.origin)


def only_while_it_is_there(state: State, frame: Frame) -> None:
    """An effect stops when what has it is gone."""
    stack = frame.origin.stack
    gone = stack and not any(one.id == stack for player in state.players for one in player.battle)
    if not gone or frame.origin.last is not None:
        sound_run(state, frame)


FAULTS: Mapping[str, Fault] = {
    "immune-to-nothing": Fault(
        "effects.immune",
        "nothing is unaffected by an effect",
        function(resolving, "immune", lambda *_arguments, **_named: False),
    ),
    "rules-in-the-middle": Fault(
        "rules.processing",
        "rules are processed in the middle of an effect",
        function(resolving, "carry_out", rules_in_the_middle),
    ),
    "gained-all-the-same": Fault(
        "effects.gained",
        "what is not affected gains things all the same",
        lambda: together(
            patch.object(resolving, "ON_WHAT_IS_CHOSEN", ()),
            patch.object(continuous, "stopped", lambda *_arguments: False),
        ),
    ),
    "gained-never-where-unaffected": Fault(
        "effects.gained",
        "what is not affected does not have what was given to it when it can be affected either",
        lambda: patch.object(resolving, "LASTING", ()),
    ),
    "effects-in-the-middle": Fault(
        "effects.whole",
        "what a part of an effect sets off comes before the next part",
        lambda: patch.dict(flow.TASKS, {Frame: effects_in_the_middle}),
    ),
    "only-while-it-is-there": Fault(
        "effects.whole",
        "an effect stops when what has it is gone",
        lambda: patch.dict(flow.TASKS, {Frame: only_while_it_is_there}),
    ),
    "cost-left-unpaid": Fault(
        "effects.by-cost",
        "what cannot be paid for is had for nothing",
        lambda: together(
            *(patch.object(module, "can_pay", lambda *_: True) for module in (activating, resolving)),
            patch.object(resolving, "needed", lambda *_: 0),
        ),
    ),
    "saved-is-paid": Fault(
        "effects.by-cost",
        "a part of a cost is paid though what should have gone has been saved",
        function(resolving, "takes_away", lambda _step: False),
    ),
}
"""Faults by name."""
