"""The reference engine of Digimon Battles.

A game is a `Game`: start one, list its `legal_actions`, `apply` one, `clone` or `undo`, `save` and `restore`.

    state, cards, editions, zones                  what a game is made of
    game, adapter, observation, view, position, save    what others see of it, and how it is set up and kept
    decisions, actions, reasons                    the one decision point: who decides, what, and why not
    flow, turns/                                   how it goes on; setup, and a turn phase by phase
    battle/                                        abilities of attacks, who is first, damage, KO
    deck                                           what players may bring
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
