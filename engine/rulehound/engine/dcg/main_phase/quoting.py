"""What actions cost, said before they are taken."""

from __future__ import annotations

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.actions import Digivolve, Move, Play
from rulehound.engine.dcg.state import State
from rulehound.spec.formats import Quote, Reason, Refused


def quote(state: State, action: Move) -> Quote:
    """The cost of an action, and whether the counter could move so far.

    Raises Refused for an action that nothing is paid for, and for cards that the player does not hold.
    """
    cost = printed_cost(state, action)
    if cost is None:
        raise Refused([Reason("no-cost", text="there is nothing to pay for that action")])
    return Quote(cost, memory.affordable(state, cost))


def printed_cost(state: State, action: Move) -> int | None:
    """The cost printed for an action with a card of the hand; None where there is none."""
    if not isinstance(action, Play | Digivolve) or state.decider is None:
        return None
    if action.card not in state.deciding().hand:
        return None
    card = state.match.facts[action.card]
    if isinstance(action, Play):
        return card.play_cost  # rule: play.cost
    if 0 <= action.requirement < len(card.digivolve):
        return card.digivolve[action.requirement].cost  # rule: digivolve.cost
    return None
