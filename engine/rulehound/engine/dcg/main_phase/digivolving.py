"""Digivolving Digimon of the battle and the breeding area."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.actions import Action, Digivolve
from rulehound.engine.dcg.areas import draw, replace, take_from_hand
from rulehound.engine.dcg.cards import CardFacts, Requirement
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, facts_of, in_battle, in_breeding, stack_of


def options(state: State) -> Iterator[Action]:
    """Every card of the hand onto every Digimon whose colour and level it asks for."""
    player = state.deciding()
    facts = state.match.facts
    bases = [(stack.id, facts[stack.cards[0]]) for stack in player.battle]
    if player.breeding is not None:
        bases.append((player.breeding.id, facts[player.breeding.cards[0]]))  # rule: digivolve.breeding
    for card in player.hand:
        for index, requirement in enumerate(facts[card].digivolve):
            for stack, base in bases:
                if fits(requirement, base):
                    yield Digivolve(card, stack, index)


def fits(requirement: Requirement, base: CardFacts) -> bool:
    """Whether a Digimon has the colour and level that a requirement asks for."""
    return requirement.level == base.level and requirement.color in base.colors  # rule: digivolve.requirement


def own_digimon(state: State, player: Player, stack: str) -> Stack | None:
    """The player's Digimon of this id, in the battle or the breeding area."""
    found = in_battle(player, stack) or in_breeding(player, stack)
    if found is not None and facts_of(state, found).is_digimon:
        return found
    return None


def why_not(state: State, action: Digivolve) -> Iterator[Reason]:
    """Reasons against this digivolution."""
    player = state.deciding()
    base = own_digimon(state, player, action.onto)
    if base is None:
        yield Reason.NOT_ONTO_OWN_DIGIMON
    if action.card not in player.hand:
        yield Reason.NOT_DIGIVOLVED_FROM_HAND
        return
    card = state.match.facts[action.card]
    if card.kind != "digimon":
        yield Reason.NOT_A_DIGIMON_CARD
    if not 0 <= action.requirement < len(card.digivolve):
        yield Reason.NO_SUCH_REQUIREMENT
        return
    requirement = card.digivolve[action.requirement]
    if base is not None and not fits(requirement, facts_of(state, base)):
        yield Reason.REQUIREMENT_NOT_MET
    if not memory.affordable(state, requirement.cost):
        yield Reason.MEMORY_SHORT


def digivolve(state: State, action: Digivolve) -> None:
    """Pay the requirement's cost, put the card on top, and draw for it."""
    player = state.deciding()
    requirement = state.match.facts[action.card].digivolve[action.requirement]
    memory.pay(state, requirement.cost)  # rule: digivolve.cost
    take_from_hand(player, action.card)  # rule: digivolve.from-hand, cards.one-place
    base = stack_of(player, action.onto)
    replace(player, base, with_card_on_top(base, action.card))
    draw(player, state.match.rules.digivolve_draw)  # rule: digivolve.draw, digivolve.draw-empty


def with_card_on_top(base: Stack, card: str) -> Stack:
    """The same Digimon with another card on top: orientation and turn played stay."""
    cards = (card, *base.cards)  # rule: digivolve.stack, stack.order
    return msgspec.structs.replace(base, cards=cards)  # rule: digivolve.orientation, digivolve.played-turn
