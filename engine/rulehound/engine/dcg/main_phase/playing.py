"""Playing Digimon and Tamers from the hand."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.actions import Action, Play
from rulehound.engine.dcg.areas import new_stack, take_from_hand
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State

PLAYED = ("digimon", "tamer")


def options(state: State) -> Iterator[Action]:
    """A play for every card of the hand, legal or not."""
    return map(Play, state.deciding().hand)


def why_not(state: State, action: Play) -> Iterator[Reason]:
    """Reasons against playing this card."""
    if action.card not in state.deciding().hand:
        yield Reason.NOT_PLAYED_FROM_HAND
        return
    card = state.match.facts[action.card]
    if card.kind not in PLAYED:
        yield Reason.KIND_NOT_PLAYED
    if card.play_cost is None:
        yield Reason.NO_PLAY_COST
    elif not memory.affordable(state, card.play_cost):
        yield Reason.MEMORY_SHORT


def play(state: State, action: Play) -> None:
    """Pay the play cost and put the card into the battle area, unsuspended."""
    player = state.deciding()
    memory.pay(state, state.match.facts[action.card].play_cost or 0)  # rule: play.cost
    take_from_hand(player, action.card)  # rule: play.from-hand, cards.one-place
    played = new_stack(state, (action.card,), played=True)
    player.battle += (played,)  # rule: play.battle-area, battle.unlimited
