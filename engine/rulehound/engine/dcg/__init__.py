"""The reference engine of the Digimon Card Game.

A game is a `Game`: start one, list its `legal_actions`, `apply` one, `clone` or `undo`, `save` and `restore`.
`docs/engine.md` shows all of it.

    state, in_play, tasks, cards, editions         what a game is made of
    game, adapter, observation, view, position, save    what others see of it, and how it is set up and kept
    decisions, actions, reasons                    the one decision point: who decides, what, and why not
    flow, turns/, endless                          how it goes on; setup, phases, the breeding area
    main_phase/, attacks/, deletion, leaving       what happens in a game, procedure by procedure
    effects/, attributes                           the effects of cards, and what they make of things in play
    rule_processing, areas, drawing, memory, tokens, deck, pairing    what these have in common
"""

from rulehound.engine.dcg.editions import DEFAULT_EDITION, EDITIONS
from rulehound.engine.dcg.game import Game, validate_deck
from rulehound.engine.dcg.reasons import IllegalAction, Reason
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
