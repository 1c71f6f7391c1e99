"""Planted faults: carrying out the steps of an effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from unittest.mock import patch

from rulehound.engine.dcg import attributes, flow, rule_processing
from rulehound.engine.dcg.effects import activating, continuous, resolving, selecting, standpoint
from rulehound.engine.dcg.effects.language import Put
from rulehound.engine.dcg.state import State, owner_of
from rulehound.engine.dcg.tasks import Frame
from rulehound_testing.faults.patching import Fault, Installed, function, together

sound_carry_out = resolving.carry_out
sound_run = resolving.run
sound_is_affected = resolving.is_affected
sound_source_kind = standpoint.source_kind


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


def kinds_of(kind: Callable[[State, str, str], str]) -> Callable[[], Installed]:
    """Effects are of another kind, by their card and the kind that they are rightly of."""

    def source_kind(state: State, card: str, *, inherited: bool) -> str:
        """Of what kind an effect is."""
        return kind(state, card, sound_source_kind(state, card, inherited=inherited))

    return lambda: together(
        *(patch.object(module, "source_kind", source_kind) for module in (attributes, continuous))
    )


def of_no_kind_elsewhere(state: State, card: str, kind: str) -> str:
    """What a card does that lies in neither battle area is of no kind."""
    there = any(card in stack.cards for player in state.players for stack in player.battle)
    return kind if there else ""


def of_an_option_if_checked(state: State, card: str, kind: str) -> str:
    """What a Tamer card does that lies in neither battle area is the effect of an Option."""
    return "option" if kind == "tamer" and not of_no_kind_elsewhere(state, card, kind) else kind


def owner_puts_back(_state: State, frame: Frame) -> int:
    """The player whose deck was looked at puts the cards back."""
    step = frame.steps[0]
    back = isinstance(step, Put) and step.to.startswith("deck") and bool(step.target.role)
    theirs = back and all(owner_of(one) != frame.origin.player for one in frame.bound[-1].ids)
    return 1 - frame.origin.player if theirs else selecting.chooser(frame)


def sent_whatever_protects(state: State, frame: Frame, one: str) -> bool:
    """What effects do not affect is put into decks, security stacks and the trash by them."""
    step = frame.steps[0]
    return (isinstance(step, Put) and step.to != "hand") or sound_is_affected(state, frame, one)


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
    "of-no-kind-elsewhere": Fault(
        "effects.kind",
        "the effect of a card that lies in neither battle area is of no kind",
        kinds_of(of_no_kind_elsewhere),
    ),
    "of-an-option-if-checked": Fault(
        "effects.kind",
        "the security effect of a Tamer card is one of an Option",
        kinds_of(of_an_option_if_checked),
    ),
    "owner-puts-back": Fault(
        "effects.reveal",
        "the player whose deck was revealed orders the cards that go back",
        function(resolving, "chooser", owner_puts_back),
    ),
    "sent-whatever-protects": Fault(
        "effects.immune",
        "what effects do not affect is put into decks, security stacks and the trash by them",
        function(resolving, "is_affected", sent_whatever_protects),
    ),
}
"""Faults by name."""
