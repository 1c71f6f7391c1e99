"""Every reason for which this engine refuses an action, and the rule that each rests on."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag, auto

from rulehound.engine.illegal import IllegalMove


class Reason(Flag):
    """Why an action is illegal; an illegal action has one or several."""

    GAME_OVER = auto()
    UNKNOWN_ACTION = auto()
    # actions that are not being decided
    NOT_IN_SETUP = auto()
    NOT_IN_PREP = auto()
    NO_PARTNER_JUST_PLACED = auto()
    NOT_IN_EVOLUTION = auto()
    NOT_IN_STRATEGY = auto()
    NOT_IN_SUPPORT = auto()
    NOTHING_TO_JAM = auto()
    NO_CONFLICT = auto()
    NOT_IN_END = auto()
    # setup and Prep Phase
    NO_SUCH_PLAYER = auto()
    HAND_EXCHANGED = auto()
    NOT_OF_OPENING_HAND = auto()
    HAND_TOO_SMALL = auto()
    NOT_PLACED_FROM_HAND = auto()
    NOT_TO_BE_PLACED = auto()
    NO_SUCH_CHAMPION = auto()
    # Evolution Phase
    NOT_RACKED_FROM_HAND = auto()
    RACKED_ENOUGH = auto()
    ABNORMAL = auto()
    PARTNER_EVOLVED = auto()
    EVOLVED_ENOUGH = auto()
    NOT_PLAYED_FROM_HAND = auto()
    NOT_AN_EVOLVE_CARD = auto()
    EVOLVE_CARDS_PLAYED = auto()
    NOT_EVOLVED_FROM_HAND = auto()
    NOT_A_DIGIMON = auto()
    WRONG_LEVEL = auto()
    WRONG_TYPE = auto()
    NO_COST = auto()
    DP_SHORT = auto()
    NOT_NAMED_BY_BOX = auto()
    NO_SUCH_MEGA = auto()
    NOT_ONTO_ULTIMATE = auto()
    DNA_NOT_IN_HAND = auto()
    NO_DNA = auto()
    DNA_NOT_MET = auto()
    DNA_COUNTS_AS_EVOLVE_CARD = auto()
    # Strategy and Support Phase
    ATTACK_CHOSEN = auto()
    NOT_SUPPORTED_FROM_HAND = auto()
    NO_SUPPORT_ON_CARD = auto()
    DECK_EMPTY = auto()
    NO_PARTNER_OPTION = auto()
    NO_PARTNER_TO_DISCARD = auto()
    CROSS_NOT_CHOSEN = auto()
    NO_JAMMING = auto()
    # End Phase
    NOT_DISCARDED_FROM_HAND = auto()
    # effects of cards
    NO_EFFECT_NOW = auto()
    NO_SUCH_EFFECT = auto()
    NOT_ITS_TIME = auto()
    USED_THIS_TURN = auto()
    CARRIED_OUT = auto()
    ACTIVATED_BEFORE = auto()
    NOT_IN_YOUR_TURN = auto()
    COST_UNPAID = auto()
    OTHERS_DEMANDED = auto()
    NOTHING_OF_THE_OTHER = auto()
    EFFECT_DEMANDED = auto()
    NOTHING_TO_CHOOSE = auto()
    NOT_TO_BE_CHOSEN = auto()
    CARD_DEMANDED = auto()
    NOT_LOOKED_AT = auto()


EXPLAINED: dict[Reason, tuple[str, str]] = {
    Reason.GAME_OVER: ("ko.win", "the game is over"),
    Reason.UNKNOWN_ACTION: ("", "there is no action of this name with these arguments"),
    Reason.NOT_IN_SETUP: ("setup.order", "opening hands are not being exchanged"),
    Reason.NOT_IN_PREP: ("prep.order", "this is not what is being decided in the Prep Phase"),
    Reason.NO_PARTNER_JUST_PLACED: ("partner.evolve", "no Partner has just been placed"),
    Reason.NOT_IN_EVOLUTION: ("evolution.order", "this is not what is being decided in the Evolution Phase"),
    Reason.NOT_IN_STRATEGY: ("strategy.order", "attacks are not being chosen"),
    Reason.NOT_IN_SUPPORT: ("support.order", "no support is being declared"),
    Reason.NOTHING_TO_JAM: ("jamming.support", "nobody is asked for Jamming"),
    Reason.NO_CONFLICT: ("abilities.priority", "no abilities are in conflict"),
    Reason.NOT_IN_END: ("end.order", "no hand is being reduced to the limit"),
    Reason.NO_SUCH_PLAYER: ("players.two", "the players are 0 and 1"),
    Reason.HAND_EXCHANGED: ("setup.mulligan", "the player has decided on the opening hand"),
    Reason.NOT_OF_OPENING_HAND: ("setup.mulligan", "the cards are not, or not once each, in the hand"),
    Reason.HAND_TOO_SMALL: ("prep.mulligan", "the hand is too small to exchange"),
    Reason.NOT_PLACED_FROM_HAND: ("prep.place", "the card is not in the player's hand"),
    Reason.NOT_TO_BE_PLACED: ("prep.place", "only a Digimon of level R, C or U is placed"),
    Reason.NO_SUCH_CHAMPION: ("partner.evolve", "the Destiny Zone has no such Partner of level C"),
    Reason.NOT_RACKED_FROM_HAND: ("evolution.rack", "the card is not in the player's hand"),
    Reason.RACKED_ENOUGH: ("evolution.rack", "the DP Zone has had its cards of this turn"),
    Reason.ABNORMAL: ("evolution.abnormal", "an abnormal Digimon does not evolve"),
    Reason.PARTNER_EVOLVED: ("partner.evolve-skips", "the Partner evolved from the Destiny Zone this turn"),
    Reason.EVOLVED_ENOUGH: ("evolution.once", "the Digimon has evolved this turn"),
    Reason.NOT_PLAYED_FROM_HAND: ("evolve-card.one", "the card is not in the player's hand"),
    Reason.NOT_AN_EVOLVE_CARD: ("evolve-card.kind", "the card is no Evolve card"),
    Reason.EVOLVE_CARDS_PLAYED: ("evolve-card.one", "the Evolve card of this turn has been played"),
    Reason.NOT_EVOLVED_FROM_HAND: ("evolution.from-hand", "the card is not in the player's hand"),
    Reason.NOT_A_DIGIMON: ("evolution.from-hand", "the card is no Digimon"),
    Reason.WRONG_LEVEL: ("evolution.level", "the card is not of the next level"),
    Reason.WRONG_TYPE: ("evolution.type", "the card shares no type with the Digimon"),
    Reason.NO_COST: ("evolution.no-cost", "no cost is printed on the card"),
    Reason.DP_SHORT: ("evolution.cost", "the DP Zone does not come up to the cost"),
    Reason.NOT_NAMED_BY_BOX: ("evolution.box", "the evolution box of the card does not name the Digimon"),
    Reason.NO_SUCH_MEGA: ("destiny.mega", "the Destiny Zone has no such Mega"),
    Reason.NOT_ONTO_ULTIMATE: ("destiny.mega", "a Mega is placed on a Digimon of level U"),
    Reason.DNA_NOT_IN_HAND: ("dna.evolve", "the two cards are not in the player's hand"),
    Reason.NO_DNA: ("dna.evolve", "the card is no Digimon with a DNA requirement"),
    Reason.DNA_NOT_MET: ("dna.evolve", "the Digimon and the other card are not those that the DNA names"),
    Reason.DNA_COUNTS_AS_EVOLVE_CARD: ("dna.evolve-card", "the Evolve card of this turn has been played"),
    Reason.ATTACK_CHOSEN: ("strategy.choice", "the player has chosen an attack"),
    Reason.NOT_SUPPORTED_FROM_HAND: ("support.one", "the card is not in the player's hand"),
    Reason.NO_SUPPORT_ON_CARD: ("support.card", "the card has no support"),
    Reason.DECK_EMPTY: ("support.blind", "the deck is empty"),
    Reason.NO_PARTNER_OPTION: ("partner.option", "the Destiny Zone has no such card that supports"),
    Reason.NO_PARTNER_TO_DISCARD: ("partner.option", "the card to discard is no Partner of the hand"),
    Reason.CROSS_NOT_CHOSEN: ("jamming.support", "the player has not chosen Cross"),
    Reason.NO_JAMMING: ("jamming.support", "the player's Cross has no Jamming"),
    Reason.NOT_DISCARDED_FROM_HAND: ("end.hand-limit", "the card is not in the player's hand"),
    Reason.NO_EFFECT_NOW: ("effects.timing", "no effects come up now"),
    Reason.NO_SUCH_EFFECT: ("effects.timing", "no card of the player has this effect here"),
    Reason.NOT_ITS_TIME: ("effects.timing", "the effect comes up at another time"),
    Reason.USED_THIS_TURN: ("texts.once", "the effect has been used this turn"),
    Reason.CARRIED_OUT: ("effects.timing", "the effect has come up here already"),
    Reason.ACTIVATED_BEFORE: ("texts.activate", "the card has been activated in this game"),
    Reason.NOT_IN_YOUR_TURN: ("texts.activate", "it is activated in its player's own turn"),
    Reason.COST_UNPAID: ("texts.costs", "the cost of the effect cannot be paid in full"),
    Reason.OTHERS_DEMANDED: ("texts.simultaneous", "effects that are demanded come first"),
    Reason.NOTHING_OF_THE_OTHER: ("texts.simultaneous", "no effect of the other player comes up beside it"),
    Reason.EFFECT_DEMANDED: ("texts.simultaneous", "an effect without a cost is not left out"),
    Reason.NOTHING_TO_CHOOSE: ("effects.timing", "no card is being chosen"),
    Reason.NOT_TO_BE_CHOSEN: ("effects.timing", "the card is not among those to choose from"),
    Reason.CARD_DEMANDED: ("effects.timing", "a card has to be chosen"),
    Reason.NOT_LOOKED_AT: ("texts.recode", "the card is not being looked at"),
}
"""Reason to the rule that it rests on ('' where it rests on none) and a sentence for people."""


class IllegalAction(IllegalMove):
    """An action or effect of this game is refused; see `IllegalMove`."""

    explained = EXPLAINED


def nothing_against(_state: object, _action: object) -> Iterator[Reason]:
    """The guard of an action that is legal whenever it is being decided."""
    yield from ()
