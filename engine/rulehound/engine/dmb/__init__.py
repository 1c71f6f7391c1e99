"""The reference engine of Digimon Battles.

A game is a `Game`: start one, list its `legal_actions`, `apply` one, `clone` or `undo`, `save` and `restore`.

    state, cards, editions, zones      a position and the cards in it; the numbers of the rules; cards moved
    game, adapter                      a game to play, and the engine behind the protocol
    observation, view, position, save  a game shown, to one player too; set up by a position; kept
    decisions, actions, reasons        the one decision point: who decides, what they may do, and why not
    flow                               stage after stage between two decisions
    turns/                             setup, prep, evolution, strategy, support, ending; lines of evolution
    battle/                            abilities of attacks and their Power, damage, knockout
    effects/                           effects of cards: their language, when they come up, step by step
    deck                               what players may bring
"""

from rulehound.engine.dmb.editions import DEFAULT_EDITION, EDITIONS
from rulehound.engine.dmb.game import Game, validate_deck
from rulehound.engine.dmb.reasons import IllegalAction, Reason
from rulehound.spec.formats import Card, Deck, Refused, Setup

__all__ = [
    "DEFAULT_EDITION",
    "EDITIONS",
    "Card",
    "Deck",
    "Game",
    "IllegalAction",
    "Reason",
    "Refused",
    "Setup",
    "validate_deck",
]
