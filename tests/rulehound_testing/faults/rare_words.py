"""Planted faults in words of the effect language that no probe card has: scenarios alone use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.attacks import declaration
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects import (
    activating,
    continuous,
    keywords,
    resolving,
    selecting,
    standpoint,
    triggers,
)
from rulehound.engine.dcg.effects.candidates import Thing
from rulehound.engine.dcg.effects.steps import piles
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Asking, Origin
from rulehound_testing.faults.patching import Fault, constant, function, rewritten, together

sound_is_condition_met = activating.is_condition_met
sound_begin = activating.begin


def attacked_now(state: State, origin: Origin) -> bool:
    """What waits for an attack on something goes by what is attacked when it is activated."""
    waited = origin.effect.event
    if waited is None or waited.target is None:
        return sound_is_condition_met(state, origin)
    attack = state.attack
    target = None if attack is None else standpoint.battling(state, attack.target)
    return target is not None and continuous.fits(state, waited.target, target)


def bounds_as_triggered(state: State, wanted: Asking) -> None:
    """The bounds of what an effect chooses are counted before its first step is carried out."""
    at = standpoint.standpoint(wanted.origin, wanted.bound)

    def counted(step: Any) -> Any:
        which = getattr(step, "target", None)
        if which is None:
            return step
        return msgspec.structs.replace(step, target=continuous.bounded(state, at, which))

    sound_begin(state, msgspec.structs.replace(wanted, steps=tuple(map(counted, wanted.steps))))


def sum_of_security_attack(state: State, thing: Thing, facts: CardFacts, wanted: int, _rounds: int) -> bool:
    """What a Digimon has of Security Attack is one number."""
    if not isinstance(thing, Stack):
        return facts.security_attack == wanted
    given = continuous.gifts_to(state, thing, "security_attack")
    counts = [continuous.amount(state, gift.at, gift.gives.security_attack) for gift in given]
    return facts.security_attack + sum(counts) == wanted


FAULTS: Mapping[str, Fault] = {
    "effects-player-chooses-first": Fault(
        "effects.each-chooses",
        "where each player chooses, the player of the effect chooses first",
        rewritten(
            selecting.chooser,
            "1 - state.turn if frame.choices else state.turn",
            "1 - frame.origin.player if frame.choices else frame.origin.player",
        ),
    ),
    "turn-player-chooses-last": Fault(
        "effects.each-chooses",
        "where each player chooses, the turn player chooses last",
        rewritten(
            selecting.chooser,
            "1 - state.turn if frame.choices else state.turn",
            "state.turn if frame.choices else 1 - state.turn",
        ),
    ),
    "bounds-as-triggered": Fault(
        "effects.each",
        "a number that bounds what is chosen is counted when the effect is activated",
        lambda: together(
            patch.object(activating, "begin", bounds_as_triggered),
            patch.object(resolving, "begin", bounds_as_triggered),
        ),
    ),
    "security-attack-summed": Fault(
        "security.count",
        "two times Security A. +1 is Security A. +2",
        constant(continuous, "TESTS", {**continuous.TESTS, "security_attack": sum_of_security_attack}),
    ),
    "attacked-as-activated": Fault(
        "attack.declared-on",
        "what waits for an attack on something goes by what is attacked when it is activated",
        lambda: together(
            patch.object(triggers, "is_aimed_at", lambda *_: True),
            patch.object(activating, "is_condition_met", attacked_now),
        ),
    ),
    "allowed-though-forbidden": Fault(
        "effects.forbidden",
        "what may attack unsuspended Digimon attacks one that cannot be attacked",
        rewritten(
            declaration.why_not_target,
            'if cannot(state, attacked, "be-attacked"):',
            'if not allowed and cannot(state, attacked, "be-attacked"):',
        ),
    ),
    "suspended-and-attacked": Fault(
        "effects.forbidden",
        "a Digimon that cannot be attacked is attacked while it is suspended",
        rewritten(
            declaration.why_not_target,
            'if cannot(state, attacked, "be-attacked"):',
            'if not attacked.suspended and cannot(state, attacked, "be-attacked"):',
        ),
    ),
    "never-against-the-unsuspended": Fault(
        "effects.over-rules",
        "no effect lets a Digimon attack unsuspended ones",
        function(declaration, "attacks_unsuspended", lambda *_: False),
    ),
    "keyword-whatever-it-costs": Fault(
        "effects.keyword-had",
        "a keyword after something that has to be done first is had whether or not that can be done",
        function(continuous, "can_be_done", lambda *_: True),
    ),
    "keyword-behind-no-cost": Fault(
        "effects.keyword-had",
        "a keyword after something that has to be done first is never had",
        function(continuous, "can_be_done", lambda *_: False),
    ),
    "no-decoy-for-a-trait": Fault(
        "keyword.decoy",
        "a Decoy names colours alone",
        rewritten(keywords.keyword_effects, "facts_of(state, stack).decoy_traits", "()"),
    ),
    "decoy-for-any-trait": Fault(
        "keyword.decoy",
        "a Decoy that names a trait saves Digimon without it, too",
        rewritten(keywords.keyword_effects, "decoy(trait=trait)", "decoy()"),
    ),
    "recovery-from-the-deck-alone": Fault(
        "keyword.recovery",
        "Recovery takes from the deck whatever area it names",
        rewritten(piles.recover, "if step.target is not None:", "if False:"),
    ),
}
"""Faults by name."""
