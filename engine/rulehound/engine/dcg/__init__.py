"""The reference engine of the Digimon Card Game, for cards without effect text.

A game is a `Game`: start one, list its `legal_actions`, `apply` one, `clone` or `undo`, `save` and `restore`.

    state.py, cards.py, editions.py     what a game is made of
    setup.py, position.py, deck.py      how one begins
    flow.py, turn.py                    how it goes on: pending processing, phases, the end of a turn
    decisions.py                        the one decision point: who decides, what can be chosen, why not
    breeding.py, playing.py, digivolving.py, attack.py, security.py, effects.py    what can be done
    rule_processing.py, areas.py, memory.py    what those have in common
"""

from rulehound.engine.dcg.game import Game
from rulehound.engine.dcg.reasons import IllegalAction, Reason

__all__ = ["Game", "IllegalAction", "Reason"]
