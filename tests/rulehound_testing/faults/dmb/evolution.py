"""Faults in the Evolution Phase and the Strategy Phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.engine.dmb.actions import (
    ChooseAttack,
    DnaEvolve,
    Evolve,
    EvolveByBox,
    EvolveFromDestiny,
    EvolveFromDestinyByBox,
    PlayEvolveCard,
    Rack,
)
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import State
from rulehound.engine.dmb.turns import evolution, strategy
from rulehound.engine.dmb.zones import change, draw
from rulehound_testing.faults.dmb.patching import afterwards, conduct, forgiving, numbers, step
from rulehound_testing.faults.patching import Fault, function


def always_asks(state: State) -> None:
    """An abnormal Digimon is asked as well."""
    state.decision, state.decider = "evolve", state.turn


def keeps_hp(state: State, card: str) -> None:
    """The new Digimon has the HP of the one before."""
    hp = state.me.active.hp if state.me.active else 0
    SOUND_COVER(state, card)
    change(state.me, hp=hp)


SOUND_COVER = evolution.cover


def replaces(state: State, card: str) -> None:
    """The Digimon before is lost."""
    SOUND_COVER(state, card)
    change(state.me, cards=(card,))


def keeps_dp(state: State, action: Any) -> None:
    """Nothing is paid."""
    paid, trash = state.me.dp_cards, state.me.trash
    evolution.evolve(state, action)
    state.me.dp_cards, state.me.trash = paid, trash


def pays_one_card(state: State, action: Any) -> None:
    """Of several cards one is paid."""
    paid, trash = state.me.dp_cards, state.me.trash
    evolution.evolve(state, action)
    state.me.dp_cards, state.me.trash = paid[1:], (*trash, *paid[:1])


def keeps_the_other(state: State, action: DnaEvolve) -> None:
    """The other card of a DNA evolution comes back to the hand."""
    evolution.dna_evolve(state, action)
    state.me.trash = tuple(card for card in state.me.trash if card != action.other)
    state.me.hand += (action.other,)


def by_name_alone(state: State, action: DnaEvolve) -> Any:
    """The guard of a DNA evolution that knows no DATA."""
    if action.other in state.me.hand and state.match.facts[action.other].kind == "data":
        return iter([Reason.DNA_NOT_MET])
    return evolution.why_not_dna(state, action)


def once_more(state: State) -> None:
    """After an evolution there may be another one."""
    state.evolutions, state.stage = 0, "evolve"


def not_counted(state: State) -> None:
    """A DNA evolution counts for nothing."""
    state.evolve_cards = 0


def adds_nothing(state: State) -> None:
    """What was put there is worth nothing: it lies in the trash."""
    state.me.trash += state.me.dp_cards[-1:]
    state.me.dp_cards = state.me.dp_cards[:-1]


def opposed(state: State) -> None:
    """The phase is skipped without any bonus."""
    if state.opponent.active:
        strategy.begin_strategy(state)
    else:
        state.unopposed, state.stage = True, "support"


def own_bonus(state: State) -> None:
    """The player without a Digimon draws as well."""
    alone = state.opponent.active is None
    strategy.begin_strategy(state)
    if alone:
        draw(state.opponent, 1)


def shown_at_once(state: State) -> None:
    """A choice is shown as soon as it is made."""
    for player in state.players:
        player.choice_shown = player.choice is not None


FAULTS: Mapping[str, Fault] = {
    "rack-two": Fault("evolution.rack", "a card more goes to the DP Zone each turn", numbers(dp_per_turn=1)),
    "rack-for-nothing": Fault(
        "evolution.rack", "a card that is put into the DP Zone is lost", afterwards(Rack, adds_nothing)
    ),
    "abnormal-evolves": Fault(
        "evolution.abnormal", "an abnormal Digimon is asked to evolve", step("evolve", always_asks)
    ),
    "evolve-cards-two": Fault(
        "evolve-card.one", "an Evolve card more is played each turn", numbers(evolve_cards_per_turn=1)
    ),
    "evolve-card-any": Fault(
        "evolve-card.kind",
        "any card is played as an Evolve card",
        forgiving(PlayEvolveCard, Reason.NOT_AN_EVOLVE_CARD),
    ),
    "evolve-twice": Fault("evolution.once", "a Digimon evolves again", afterwards(Evolve, once_more)),
    "evolve-two-levels": Fault(
        "evolution.level", "levels are not looked at", forgiving(Evolve, Reason.WRONG_LEVEL)
    ),
    "evolve-any-type": Fault(
        "evolution.type", "types are not looked at", forgiving(Evolve, Reason.WRONG_TYPE)
    ),
    "mega-of-any-type": Fault(
        "evolution.type",
        "the type of a Mega is not looked at",
        forgiving(EvolveFromDestiny, Reason.WRONG_TYPE),
    ),
    "evolve-all-types": Fault(
        "evolution.type",
        "all types of the new card have to be there",
        function(evolution, "types_of", lambda _state, _digimon: frozenset()),
    ),
    "evolve-for-free": Fault(
        "evolution.cost", "nobody looks whether there is enough DP", forgiving(Evolve, Reason.DP_SHORT)
    ),
    "box-for-free": Fault(
        "evolution.cost", "by an evolution box nothing need be there", forgiving(EvolveByBox, Reason.DP_SHORT)
    ),
    "evolve-keeps-dp": Fault("evolution.discard-dp", "nothing is paid", conduct(Evolve, carry_out=keeps_dp)),
    "evolve-pays-one-card": Fault(
        "evolution.discard-dp", "one card is paid", conduct(Evolve, carry_out=pays_one_card)
    ),
    "evolve-without-a-cost": Fault(
        "evolution.no-cost", "a card without a cost is free", forgiving(Evolve, Reason.NO_COST)
    ),
    "evolve-into-options": Fault(
        "evolution.from-hand",
        "what is no Digimon is evolved into",
        forgiving(Evolve, Reason.NOT_A_DIGIMON, Reason.WRONG_LEVEL, Reason.WRONG_TYPE, Reason.NO_COST),
    ),
    "evolve-keeps-hp": Fault("evolution.hp", "HP stays as it was", function(evolution, "cover", keeps_hp)),
    "evolve-replaces": Fault(
        "evolution.stack", "the card before is gone", function(evolution, "cover", replaces)
    ),
    "box-of-anybody": Fault(
        "evolution.box",
        "any card is evolved into as by its box",
        forgiving(EvolveByBox, Reason.NOT_NAMED_BY_BOX),
    ),
    "box-needs-the-level": Fault(
        "evolution.box",
        "a Mega is not reached by its box",
        conduct(EvolveFromDestinyByBox, why_not=lambda _state, _action: iter([Reason.NOT_NAMED_BY_BOX])),
    ),
    "box-never": Fault(
        "evolution.box",
        "an evolution box does not help",
        conduct(EvolveByBox, why_not=lambda _state, _action: iter([Reason.NOT_NAMED_BY_BOX])),
    ),
    "dna-from-anywhere": Fault(
        "dna.evolve",
        "cards of the trash do for a DNA evolution",
        forgiving(DnaEvolve, Reason.DNA_NOT_IN_HAND),
    ),
    "dna-of-anybody": Fault(
        "dna.evolve", "any two Digimon do for a DNA evolution", forgiving(DnaEvolve, Reason.DNA_NOT_MET)
    ),
    "dna-without-data": Fault(
        "dna.evolve",
        "DATA does not stand in for a Digimon",
        conduct(DnaEvolve, why_not=by_name_alone),
    ),
    "dna-keeps-the-other": Fault(
        "dna.evolve",
        "the other Digimon comes back to the hand",
        conduct(DnaEvolve, carry_out=keeps_the_other),
    ),
    "dna-beside-evolve-cards": Fault(
        "dna.evolve-card",
        "a DNA evolution may follow an Evolve card",
        forgiving(DnaEvolve, Reason.DNA_COUNTS_AS_EVOLVE_CARD),
    ),
    "dna-not-counted": Fault(
        "dna.evolve-card", "a DNA evolution is not counted", afterwards(DnaEvolve, not_counted)
    ),
    "mega-onto-anything": Fault(
        "destiny.mega",
        "a Mega is laid on any level",
        forgiving(EvolveFromDestinyByBox, Reason.NOT_ONTO_ULTIMATE),
    ),
    "unopposed-without-bonus": Fault(
        "strategy.penalty", "there is no bonus where nobody stands opposite", step("strategy", opposed)
    ),
    "unopposed-both-draw": Fault(
        "strategy.penalty", "both draw where nobody stands opposite", step("strategy", own_bonus)
    ),
    "unopposed-trashes-more": Fault("strategy.penalty", "a card more is trashed", numbers(unopposed_trash=1)),
    "unopposed-draws-more": Fault("strategy.penalty", "a card more is drawn", numbers(unopposed_draw=1)),
    "attack-chosen-again": Fault(
        "strategy.choice", "a choice is changed", forgiving(ChooseAttack, Reason.ATTACK_CHOSEN)
    ),
    "attack-shown-at-once": Fault(
        "strategy.secret", "choices are shown as they are made", afterwards(ChooseAttack, shown_at_once)
    ),
}
