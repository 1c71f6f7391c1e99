"""Planted faults: what single steps of effects do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from rulehound.engine.dcg import deletion
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.attacks import course
from rulehound.engine.dcg.effects import continuous, resolving, triggers
from rulehound.engine.dcg.effects.language import (
    ActivateEffect,
    AttackWith,
    ChangeTarget,
    Choose,
    DigivolveInto,
    EndAttack,
    Give,
    If,
    Memory,
    PlayByEffect,
    PlayToken,
    Prevent,
    TrashTop,
)
from rulehound.engine.dcg.effects.standpoint import of_frame
from rulehound.engine.dcg.effects.steps import attacking, branching, entering, gauge, placing
from rulehound.engine.dcg.state import State, card_of, holder_of, stack_of
from rulehound.engine.dcg.tasks import About, Frame, Happened, Shown
from rulehound_testing.faults.patching import Choices, Fault, Installed, function, instead

sound_switch_target = course.switch_target
sound_happened = triggers.happened
sound_prevent = deletion.prevent
sound_choose = branching.choose


def nothing(_state: State, _frame: Frame, _step: Any, _chosen: Choices) -> None:
    """The step does nothing."""


def others_afterwards(state: State, frame: Frame, step: ActivateEffect, chosen: Choices) -> None:
    """What an effect activates comes when the rest of it is done."""
    branching.activate_other(state, frame, step, chosen)
    together_now, rest, *others = state.now
    state.now = (rest, together_now, *others)


def always_then(state: State, frame: Frame, step: If, _chosen: Choices) -> None:
    """What stands behind a condition is always done."""
    state.now = (msgspec.structs.replace(frame, steps=(*step.then, *frame.steps)), *state.now[1:])


def then_and_else(state: State, frame: Frame, step: If, _chosen: Choices) -> None:
    """What is done instead is done besides."""
    both = (*step.otherwise, *step.then) if holds_for(state, frame, step) else step.otherwise
    state.now = (msgspec.structs.replace(frame, steps=(*both, *frame.steps)), *state.now[1:])


def holds_for(state: State, frame: Frame, step: If) -> bool:
    """Whether the condition of a step is met."""
    return continuous.holds(state, of_frame(frame), step.condition)


def switched_if_affected(state: State, frame: Frame, step: ChangeTarget, chosen: Choices) -> None:
    """Protection from effects holds the attack where it is."""
    attack = state.attack
    both = (*chosen[0], attack.attacker) if attack is not None else chosen[0]
    if chosen[0] and all(resolving.is_affected(state, frame, one) for one in both):
        sound_switch_target(state, chosen[0][0], "effect", frame.origin.card)


def two_into_one(state: State, frame: Frame, step: Any, chosen: Choices) -> None:
    """An effect that has a Digimon digivolve into a DNA card takes another one along."""
    mine = state.players[frame.origin.player]
    if chosen[1] and card_of(state, chosen[1][0]).dna:
        base = next(one for one in mine.battle if one.id == chosen[0][0])
        others = [one for one in mine.battle if one is not base]
        below = tuple(card for one in others for card in one.cards)
        mine.battle = (msgspec.structs.replace(base, cards=(*base.cards, *below)),)
    entering.digivolve(state, frame, step, chosen)


def saved_without_its_cards(state: State, subjects: Collection[str]) -> None:
    """What is saved loses its digivolution cards."""
    sound_prevent(state, subjects)
    for subject in subjects:
        player = holder_of(state, subject)
        if player is not None:
            stack = stack_of(state.players[player], subject)
            bare = msgspec.structs.replace(stack, cards=stack.cards[:1])
            replace(state.players[player], stack, bare)


def saved_but_deleted(state: State, subjects: Collection[str]) -> None:
    """What is saved counts as deleted."""
    sound_prevent(state, subjects)
    sound_happened(state, Happened("deleted", tuple(subjects), "effect", 1 - state.turn))


def chosen_after(task: type) -> Callable[[], Installed]:
    """What an effect has its player choose before something is done after that."""

    def choose(state: State, frame: Frame, step: Choose, chosen: Choices) -> None:
        sound_choose(state, frame, step, chosen)
        first, *rest = state.now
        if any(isinstance(one, task) for one in rest):
            state.now = (*rest, first)

    return instead(Choose, choose)


def to_the_first(step: type) -> Callable[[], Installed]:
    """What is done to several chosen things is done to the first alone."""
    sound = resolving.STEPS[step]

    def carry_out(state: State, frame: Frame, wanted: Any, chosen: Choices) -> None:
        sound(state, frame, wanted, (chosen[0][:1], *chosen[1:]) if chosen else chosen)

    return instead(step, carry_out)


def one_token(state: State, frame: Frame, step: PlayToken, chosen: Choices) -> None:
    """However many tokens are to be played, one comes."""
    entering.play_token(state, frame, msgspec.structs.replace(step, count=1), chosen)


def attacks_as_played(state: State, frame: Frame, step: AttackWith, chosen: Choices) -> None:
    """An effect that lets a Digimon attack lets it do so in the turn of its play."""
    attacking.attack(state, frame, msgspec.structs.replace(step, same_turn=True), chosen)


def never_attacks(_state: State, _frame: Frame, _step: AttackWith, _chosen: Choices) -> None:
    """No effect lets a Digimon attack."""


def activated_in_its_colours(state: State, frame: Frame, step: ActivateEffect, chosen: Choices) -> None:
    """The effect of an Option is activated only where its player has something of its colours."""
    field = state.players[frame.origin.player].battle
    there = {color for stack in field for color in card_of(state, stack.cards[0]).colors}
    card = card_of(state, frame.origin.card)
    if card.kind != "option" or there.issuperset(card.colors):
        branching.activate_other(state, frame, step, chosen)


def of_one_sort(state: State, frame: Frame, step: PlayToken, chosen: Choices) -> None:
    """A token comes where no other one is."""
    if not any(stack.token for stack in state.me.battle):
        entering.play_token(state, frame, step, chosen)


FAULTS: Mapping[str, Fault] = {
    "options-never-stay": Fault(
        "option.stays",
        "no Option is placed",
        function(placing, "place_in_battle", lambda *_arguments: None),
    ),
    "saved-without-its-cards": Fault(
        "keyword.decoy",
        "what is saved loses its digivolution cards",
        function(branching, "take_out", saved_without_its_cards),
    ),
    "saved-but-deleted": Fault(
        "keyword.decoy",
        "what is saved counts as deleted",
        function(branching, "take_out", saved_but_deleted),
    ),
    "always-then": Fault(
        "effects.condition", "what stands behind a condition is always done", instead(If, always_then)
    ),
    "then-and-else": Fault(
        "effects.instead", "what is done instead is done besides", instead(If, then_and_else)
    ),
    "never-then": Fault(
        "effects.condition", "what stands behind a condition is never done", instead(If, nothing)
    ),
    "nothing-is-gained": Fault("effects.gained", "nothing is gained", instead(Give, nothing)),
    "others-afterwards": Fault(
        "effects.activates-another",
        "what an effect activates comes after the rest of it",
        instead(ActivateEffect, others_afterwards),
    ),
    "attacks-are-not-ended": Fault(
        "effects.end-attack", "no effect ends an attack", instead(EndAttack, nothing)
    ),
    "switched-if-affected": Fault(
        "attack.switch",
        "protection from effects holds the attack where it is",
        instead(ChangeTarget, switched_if_affected),
    ),
    "two-into-one": Fault(
        "dna.not-by-digivolving",
        "an effect takes a second Digimon along into a DNA card",
        instead(DigivolveInto, two_into_one),
    ),
    "chosen-after-all": Fault(
        "effects.would",
        "what is chosen before something happens is chosen after it",
        chosen_after(About),
    ),
    "chosen-after-showing": Fault(
        "showing.answers",
        "what is chosen before a card is played is chosen after it",
        chosen_after(Shown),
    ),
    **{
        f"{step.__name__.lower()}-to-the-first": Fault(
            rule, "what is done to several chosen things is done to the first alone", to_the_first(step)
        )
        for step, rule in (
            (Give, "effects.count"),
            (Choose, "effects.count"),
            (TrashTop, "effects.count"),
            (PlayByEffect, "effects.play"),
            (Prevent, "effects.would"),
        )
    },
    "one-token": Fault("token.played", "of several tokens one is played", instead(PlayToken, one_token)),
    "own-memory-whatever": Fault(
        "effects.whom",
        "memory that the opponent gains is gained by the own player",
        instead(
            Memory,
            lambda state, frame, step, chosen: gauge.change(
                state, frame, msgspec.structs.replace(step, of="me"), chosen
            ),
        ),
    ),
    "attacks-as-played": Fault(
        "attack.not-same-turn",
        "an effect that lets a Digimon attack lets it do so in the turn of its play",
        instead(AttackWith, attacks_as_played),
    ),
    "attacks-allowed-come-to-nothing": Fault(
        "attack.not-same-turn",
        "no effect lets a Digimon attack, one that was there before neither",
        instead(AttackWith, never_attacks),
    ),
    "activated-in-its-colours": Fault(
        "option.colours",
        "the effect of an Option is activated only by a player who has something of its colours",
        instead(ActivateEffect, activated_in_its_colours),
    ),
    "tokens-of-one-sort": Fault(
        "token.played",
        "of tokens of several sorts those of the first are played alone",
        instead(PlayToken, of_one_sort),
    ),
}
"""Faults by name."""
