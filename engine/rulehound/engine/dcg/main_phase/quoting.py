"""Quotes: the costs of actions before they are taken."""

from __future__ import annotations

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.actions import Digivolve, DnaDigivolve, Move, Play, UseOption
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase.digivolving import full_cost
from rulehound.engine.dcg.main_phase.playing import cost_of_playing, lowest_cost
from rulehound.engine.dcg.state import State, in_battle, in_breeding
from rulehound.spec.formats import Quote, Reason, Refused


def quote(state: State, action: Move) -> Quote:
    """The cost of an action as things stand, and whether the counter could move so far.

    Of a card that lists cards for a DigiXros or an Assembly the cost is said as though none were placed; it
    can be paid where it could be with all that can be placed. Raises Refused for an action that nothing is
    paid for, and for cards that the player does not hold.
    """
    cost = cost_now(state, action)
    if cost is None or state.decider is None:
        raise Refused([Reason("no-cost", text="there is nothing to pay for that action")])
    lowest = cost
    if isinstance(action, Play):
        printed = state.match.facts[action.card].play_cost or 0
        lowest = lowest_cost(state, state.decider, action.card, printed)
    return Quote(cost, memory.affordable(state, state.decider, lowest))


def cost_now(state: State, action: Move) -> int | None:
    """What an action with a card of the hand costs; None where there is nothing to pay."""
    if not isinstance(action, Play | UseOption | Digivolve | DnaDigivolve) or state.decider is None:
        return None
    if action.card not in state.deciding().hand:
        return None
    card = state.match.facts[action.card]
    match action:
        case Play() if card.play_cost is not None and card.kind != "option":
            return cost_of_playing(state, state.decider, action.card, card.play_cost)  # rule: play.cost
        case UseOption() if card.play_cost is not None and card.kind == "option":
            return cost_of_playing(state, state.decider, action.card, card.play_cost)  # rule: option.cost
        case Digivolve() if 0 <= action.requirement < len(card.digivolve):
            cost = card.digivolve[action.requirement].cost  # rule: digivolve.cost
            return full_cost(state, state.decider, action.card, stacks(state, action.onto), cost)
        case DnaDigivolve() if 0 <= action.requirement < len(card.dna):
            cost = card.dna[action.requirement].cost  # rule: dna.cost
            bases = stacks(state, action.left, action.right)
            return full_cost(state, state.decider, action.card, bases, cost)
    return None


def stacks(state: State, *ids: str) -> tuple[Stack, ...]:
    """Those of the deciding player's stacks that are there."""
    player = state.deciding()
    own = (in_battle(player, one) or in_breeding(player, one) for one in ids)
    return tuple(stack for stack in own if stack is not None)
