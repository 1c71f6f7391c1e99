"""Planted faults of effects: when they trigger, what they ask, whom they reach, how long they last."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import Any
from unittest.mock import patch

import msgspec

from faulty_engines import Fault, function, together
from rulehound.engine.dcg import attributes, deletion, rule_processing
from rulehound.engine.dcg.effects import (
    activating,
    conditions,
    gifts,
    pending,
    resolving,
    selecting,
    triggers,
)
from rulehound.engine.dcg.effects.language import Which
from rulehound.engine.dcg.effects.paying import has_enough
from rulehound.engine.dcg.effects.standpoint import standpoint
from rulehound.engine.dcg.effects.steps import piles
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Asking, Frame, Happened, Origin, Trigger

sound_sized = selecting.sized
sound_can_activate = activating.can_activate
sound_begin = activating.begin
sound_carry_out = resolving.carry_out
sound_is_timely = triggers.is_timely
sound_trigger = triggers.trigger
sound_effects_of = triggers.effects_of
sound_counts_as_having = attributes.counts_as_having
sound_go_on = pending.go_on
sound_draw = piles.draw
sound_from_elsewhere = gifts.from_elsewhere


def as_few_as_liked(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Any:
    """An effect on so many takes as few as its player likes, one at least."""
    choice = sound_sized(frame, which, found, ordered=ordered)
    return choice._replace(must=min(1, choice.must))


def none_if_liked(frame: Frame, which: Which, found: list[str], *, ordered: bool = False) -> Any:
    """An effect on up to so many may take none."""
    choice = sound_sized(frame, which, found, ordered=ordered)
    return choice._replace(must=0) if which.up_to else choice


def only_to_some_end(state: State, origin: Origin) -> bool:
    """An effect can be activated only where its steps find what they speak of."""
    at = standpoint(origin)
    return sound_can_activate(state, origin) and all(
        has_enough(state, at, step) for step in origin.effect.steps
    )


def first_step_alone(state: State, wanted: Asking) -> None:
    """Of the parts of an effect only the first is carried out."""
    steps = wanted.steps[:1]
    sound_begin(state, Asking(wanted.origin, wanted.cost, steps, wanted.bound, wanted.whole))


def rules_in_the_middle(state: State, frame: Frame) -> None:
    """Rules are processed after each part of an effect."""
    sound_carry_out(state, frame)
    rule_processing.process_rules(state)


def own_affairs_alone(state: State, origin: Origin, event: Happened) -> bool:
    """No effect triggers on what happens to something else."""
    return sound_is_timely(state, origin, event) and (
        origin.effect.event is None or origin.effect.event.which.role == "this"
    )


def attacking_anew(state: State, event: Happened, players: Collection[int]) -> None:
    """An attacker that digivolves attacks once more, as far as effects go."""
    sound_trigger(state, event, players)
    attack = state.attack
    if event.what == "digivolved" and attack is not None and attack.attacker in event.subjects:
        sound_trigger(state, msgspec.structs.replace(event, what="attacks"), players)


def top_card_alone(state: State, stack: Stack) -> Any:
    """Inherited effects are not had."""
    return (one for one in sound_effects_of(state, stack) if not one[2].inherited)


def in_play_alone(state: State, thing: Any, keyword: Any, *rounds: int) -> bool:
    """Cards that are not in play have no keywords."""
    return isinstance(thing, Stack) and sound_counts_as_having(state, thing, keyword, *rounds)


def nothing_for_all(state: State, *arguments: Any) -> Any:
    """What is done to all for a while is done to nobody."""
    bare = copy(state)
    bare.lasting = ()
    return sound_from_elsewhere(bare, *arguments)


def all_or_none(state: State, frame: Frame, step: Any, chosen: Any) -> None:
    """An effect draws all that it says or nothing."""
    if step.count <= len(state.players[frame.origin.player].deck):
        sound_draw(state, frame, step, chosen)


def steps_done_by(**changed: Any) -> Any:
    """Other ways to do steps, by the names of the steps."""
    wrong = {step: changed[step.__name__] for step in resolving.STEPS if step.__name__ in changed}
    return lambda: patch.dict(resolving.STEPS, wrong)


def other_player_first(state: State, group: tuple[Trigger, ...]) -> list[Trigger]:
    """The other player's effects come before those of the turn player."""
    return [one for one in group if one.origin.player != state.turn] or list(group)


def waiting_first(state: State) -> bool:
    """What has waited longest comes first."""
    state.triggered, state.fresh = (*state.triggered, state.fresh), ()
    return sound_go_on(state)


EFFECT_FAULTS: dict[str, Fault] = {
    "as-few-as-liked": Fault(
        "effects.count", "an effect on so many takes fewer", function(selecting, "sized", as_few_as_liked)
    ),
    "none-if-liked": Fault(
        "effects.count",
        "an effect on up to so many takes none",
        function(selecting, "sized", none_if_liked),
    ),
    "draw-all-or-none": Fault(
        "effects.draw", "an effect draws all that it says or nothing", steps_done_by(Draw=all_or_none)
    ),
    "only-to-some-end": Fault(
        "effects.by-cost",
        "a cost is paid only where what follows does something",
        function(activating, "can_activate", only_to_some_end),
    ),
    "costs-are-not-asked-for": Fault(
        "effects.by-cost",
        "an effect can be activated whether its cost can be paid or not",
        lambda: together(
            *(patch.object(module, "can_pay", lambda *_: True) for module in (activating, resolving))
        ),
    ),
    "first-step-alone": Fault(
        "effects.then",
        "only the first part of an effect is carried out",
        lambda: together(
            *(patch.object(module, "begin", first_step_alone) for module in (activating, resolving))
        ),
    ),
    "rules-in-the-middle": Fault(
        "rules.processing",
        "rules are processed in the middle of an effect",
        function(resolving, "carry_out", rules_in_the_middle),
    ),
    "other-player-first": Fault(
        "effects.turn-player-first",
        "the other player's effects come first",
        function(pending, "first_in_turn", other_player_first),
    ),
    "waiting-first": Fault(
        "effects.derived-first",
        "derived effects wait until all else is done",
        function(pending, "go_on", waiting_first),
    ),
    "own-affairs-alone": Fault(
        "effects.timing",
        "no effect triggers on what happens to others",
        function(triggers, "is_timely", own_affairs_alone),
    ),
    "attacking-anew": Fault(
        "effects.when-attacking",
        "effects of attacking trigger for a card that is digivolved into in the attack",
        function(triggers, "trigger", attacking_anew),
    ),
    "nothing-comes-before": Fault(
        "effects.would",
        "no effect comes before what would happen",
        function(deletion, "before", lambda *_arguments: []),
    ),
    "no-inherited-effects": Fault(
        "effects.inherited", "nothing is inherited", function(triggers, "effects_of", top_card_alone)
    ),
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
    "conditions-are-never-met": Fault(
        "effects.continuous",
        "no effect with a condition holds",
        lambda: patch.object(gifts, "is_on", lambda *_arguments: False),
    ),
    "lost-effects-stay": Fault(
        "effects.source-left",
        "a pending effect stays when what has it is gone",
        function(pending, "still_has", lambda *_arguments: True),
    ),
    "keywords-in-play-alone": Fault(
        "effects.keyword-had",
        "a card that is not in play has no keyword",
        function(attributes, "counts_as_having", in_play_alone),
    ),
    "nothing-for-all": Fault(
        "effects.all-or-chosen",
        "what is done to all for a while is done to nobody",
        function(gifts, "from_elsewhere", nothing_for_all),
    ),
}
"""Name to fault."""
