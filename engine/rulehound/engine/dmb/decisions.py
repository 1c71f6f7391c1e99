"""The one decision point: a player decides something, and every answer is an explicit action.

An action is legal exactly where nothing speaks against it: `legal_actions` and `apply` ask the same guards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rulehound.engine.dmb.actions import (
    Action,
    Choose,
    ChooseAttack,
    ChooseNone,
    Discard,
    DnaEvolve,
    DoneRacking,
    Evolve,
    EvolveByBox,
    EvolveFromDestiny,
    EvolveFromDestinyByBox,
    FullMulligan,
    Jam,
    KeepHand,
    Mulligan,
    NoEffect,
    NoEvolution,
    NoJam,
    NoPartnerEvolution,
    NoSupport,
    OtherFirst,
    PartnerEvolve,
    Place,
    PlayEvolveCard,
    PutOnTop,
    PutUnder,
    Rack,
    ResolveFirst,
    ResolveSecond,
    SupportFromDeck,
    SupportFromDestiny,
    SupportFromHand,
    UseEffect,
)
from rulehound.engine.dmb.battle import abilities
from rulehound.engine.dmb.effects import occasions, resolving
from rulehound.engine.dmb.reasons import Reason, nothing_against
from rulehound.engine.dmb.state import Decision, State
from rulehound.engine.dmb.turns import ending, evolution, prep, setup, strategy, support


class Conduct(NamedTuple):
    """How actions of one type are judged and carried out."""

    why_not: Callable[[State, Any], Iterator[Reason]]
    """The reasons against an action, other than that something else is being decided."""
    carry_out: Callable[[State, Any], None]
    """Carries out an action that nothing speaks against."""


CONDUCT: Mapping[type, Conduct] = {
    Mulligan: Conduct(setup.why_not_mulligan, setup.mulligan),
    FullMulligan: Conduct(prep.why_not_exchange, prep.exchange),
    KeepHand: Conduct(nothing_against, prep.keep),
    Place: Conduct(prep.why_not_place, prep.place),
    PartnerEvolve: Conduct(prep.why_not_partner, prep.partner_evolve),
    NoPartnerEvolution: Conduct(nothing_against, prep.no_partner_evolution),
    Rack: Conduct(evolution.why_not_rack, evolution.rack),
    DoneRacking: Conduct(nothing_against, evolution.done_racking),
    PlayEvolveCard: Conduct(evolution.why_not_play, evolution.play),
    Evolve: Conduct(evolution.why_not_evolve, evolution.evolve),
    EvolveByBox: Conduct(evolution.why_not_evolve, evolution.evolve),
    EvolveFromDestiny: Conduct(evolution.why_not_evolve, evolution.evolve),
    EvolveFromDestinyByBox: Conduct(evolution.why_not_evolve, evolution.evolve),
    DnaEvolve: Conduct(evolution.why_not_dna, evolution.dna_evolve),
    NoEvolution: Conduct(nothing_against, evolution.no_evolution),
    ChooseAttack: Conduct(strategy.why_not_choose, strategy.choose),
    NoSupport: Conduct(nothing_against, support.no_support),
    SupportFromHand: Conduct(support.why_not_from_hand, support.support_from_hand),
    SupportFromDeck: Conduct(support.why_not_from_deck, support.support_from_deck),
    SupportFromDestiny: Conduct(support.why_not_from_destiny, support.support_from_destiny),
    Jam: Conduct(support.why_not_jam, support.jam),
    NoJam: Conduct(nothing_against, support.no_jam),
    ResolveFirst: Conduct(nothing_against, abilities.resolve_first),
    ResolveSecond: Conduct(nothing_against, abilities.resolve_second),
    Discard: Conduct(ending.why_not_discard, ending.discard_one),
    UseEffect: Conduct(occasions.why_not_use, occasions.use),
    OtherFirst: Conduct(occasions.why_not_other_first, occasions.let_other_first),
    NoEffect: Conduct(occasions.why_not_none, occasions.use_none),
    Choose: Conduct(resolving.why_not_choose, resolving.choose),
    ChooseNone: Conduct(resolving.why_not_none, resolving.choose_none),
    PutOnTop: Conduct(resolving.why_not_put, resolving.put_on_top),
    PutUnder: Conduct(resolving.why_not_put, resolving.put_under),
}


class Question(NamedTuple):
    """What a decision may be answered with."""

    options: Callable[[State], Iterator[Action]]
    """The actions among which all legal answers are."""
    untimely: Reason
    """The reason against its answers while something else is being decided."""


QUESTIONS: Mapping[Decision, Question] = {
    "mulligan": Question(setup.mulligan_options, Reason.NOT_IN_SETUP),
    "hand": Question(prep.hand_options, Reason.NOT_IN_PREP),
    "place": Question(prep.place_options, Reason.NOT_IN_PREP),
    "partner": Question(prep.partner_options, Reason.NO_PARTNER_JUST_PLACED),
    "rack": Question(evolution.rack_options, Reason.NOT_IN_EVOLUTION),
    "evolve": Question(evolution.evolve_options, Reason.NOT_IN_EVOLUTION),
    "attack": Question(strategy.attack_options, Reason.NOT_IN_STRATEGY),
    "support": Question(support.support_options, Reason.NOT_IN_SUPPORT),
    "jam": Question(support.jam_options, Reason.NOTHING_TO_JAM),
    "priority": Question(abilities.priority_options, Reason.NO_CONFLICT),
    "discard": Question(ending.discard_options, Reason.NOT_IN_END),
    "effect": Question(occasions.effect_options, Reason.NO_EFFECT_NOW),
    "choose": Question(resolving.choose_options, Reason.NOTHING_TO_CHOOSE),
}


def legal_actions(state: State) -> list[Action]:
    """Everything that whoever decides may do; empty when the game is over."""
    if state.decision is None:
        return []
    return [
        action
        for action in QUESTIONS[state.decision].options(state)
        if next(CONDUCT[type(action)].why_not(state, action), None) is None
    ]


def reasons_against(state: State, action: Action) -> list[Reason]:
    """Every reason for which this action may not be taken now; empty where it is legal."""
    if state.decision is None:
        return [Reason.GAME_OVER]
    timely = action.answers == state.decision
    untimely = [] if timely else [QUESTIONS[action.answers].untimely]
    return [*untimely, *CONDUCT[type(action)].why_not(state, action)]
