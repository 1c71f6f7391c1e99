"""The Evolution Phase: a card for the DP Zone, an Evolve card, and one evolution."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import msgspec

from rulehound.engine.dmb.actions import (
    Action,
    DnaEvolve,
    DoneRacking,
    Evolve,
    EvolveByBox,
    EvolveFromDestiny,
    EvolveFromDestinyByBox,
    NoEvolution,
    PlayEvolveCard,
    Rack,
)
from rulehound.engine.dmb.cards import CardFacts
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import State, ask, card_of, top_of, types_of
from rulehound.engine.dmb.zones import discard, dp_of, without


def begin_evolution(state: State) -> None:
    """The phase begins."""
    state.stage = "rack"  # rule: evolution.order


def ask_for_dp(state: State) -> None:
    """Ask for cards for the DP Zone."""
    ask(state, "rack", state.turn)  # rule: evolution.rack


def rack_options(state: State) -> Iterator[Action]:
    """Each card of the hand, and none."""
    yield from map(Rack, state.me.hand)
    yield DoneRacking()


def why_not_rack(state: State, action: Rack) -> Iterator[Reason]:
    """Reasons against putting a card into the DP Zone."""
    if action.card not in state.me.hand:
        yield Reason.NOT_RACKED_FROM_HAND
    if state.racked >= state.match.rules.dp_per_turn:
        yield Reason.RACKED_ENOUGH


def rack(state: State, action: Rack) -> None:
    """Put a card of the hand into the DP Zone."""
    state.me.hand = without(state.me.hand, action.card)
    state.me.dp_cards += (action.card,)  # rule: evolution.rack
    state.racked += 1


def done_racking(state: State, _action: DoneRacking) -> None:
    """No more cards go into the DP Zone."""
    state.stage = "evolve"  # rule: evolution.order


def ask_for_evolution(state: State) -> None:
    """Ask for an evolution, unless the Digimon does not evolve this turn."""
    if next(why_not_evolve_at_all(state), None) is None:
        ask(state, "evolve", state.turn)  # rule: evolution.order
    else:
        state.stage = "strategy"  # rule: evolution.abnormal, partner.evolve-skips


def evolve_options(state: State) -> Iterator[Action]:
    """Each Evolve card and each evolution of the phase, legal or not, and none."""
    hand, destiny = state.me.hand, state.me.destiny
    for played in (PlayEvolveCard, Evolve, EvolveByBox):
        yield from map(played, hand)
    for from_destiny in (EvolveFromDestiny, EvolveFromDestinyByBox):
        yield from map(from_destiny, destiny)
    yield from (DnaEvolve(card, other) for card, other in permutations(hand, 2))
    yield NoEvolution()


def why_not_evolve_at_all(state: State) -> Iterator[Reason]:
    """Reasons for which the turn player's Digimon does not evolve this turn."""
    if state.me.active is not None and state.me.active.abnormal:
        yield Reason.ABNORMAL
    if state.from_destiny:
        yield Reason.PARTNER_EVOLVED


def why_not_evolve_now(state: State) -> Iterator[Reason]:
    """Reasons against any evolution, and any Evolve card, now."""
    yield from why_not_evolve_at_all(state)
    if state.evolutions >= state.match.rules.evolution_per_turn:
        yield Reason.EVOLVED_ENOUGH


def why_not_play(state: State, action: PlayEvolveCard) -> Iterator[Reason]:
    """Reasons against playing an Evolve card."""
    yield from why_not_evolve_now(state)
    if action.card not in state.me.hand:
        yield Reason.NOT_PLAYED_FROM_HAND
    elif card_of(state, action.card).kind != "evolution":
        yield Reason.NOT_AN_EVOLVE_CARD
    if state.evolve_cards >= state.match.rules.evolve_cards_per_turn:
        yield Reason.EVOLVE_CARDS_PLAYED


def play(state: State, action: PlayEvolveCard) -> None:
    """Play an Evolve card; an evolution may follow."""
    discard(state.me, action.card)
    state.evolve_cards += 1  # rule: evolve-card.one
    carry_out_written(state, action.card)


def carry_out_written(state: State, card: str) -> None:
    """What is written on an Evolve card is carried out next."""
    for effect in card_of(state, card).effects:
        if effect.timing == "evolve":
            state.tasks += tuple(Task(state.turn, card, step) for step in effect.steps)


def why_not_from_hand(state: State, card: str) -> Iterator[Reason]:
    """Reasons for which a card is no Digimon of the hand."""
    if card not in state.me.hand:
        yield Reason.NOT_EVOLVED_FROM_HAND
    elif not card_of(state, card).is_digimon:
        yield Reason.NOT_A_DIGIMON


def why_not_mega(state: State, card: str) -> Iterator[Reason]:
    """Reasons for which a card is no Mega of the Destiny Zone that can be placed."""
    if card not in state.me.destiny or card_of(state, card).level != "M":
        yield Reason.NO_SUCH_MEGA
    top = top_of(state, state.me)
    if top is None or top.level != "U":
        yield Reason.NOT_ONTO_ULTIMATE


def why_unfit(state: State, card: CardFacts) -> Iterator[Reason]:
    """Reasons for which the level, the type or the cost of a card does not do; effects lift requirements."""
    top, digimon = top_of(state, state.me), state.me.active
    if "level" not in state.ignored and (
        top is None or card.height != top.height + 1
    ):  # rule: evolution.ignore
        yield Reason.WRONG_LEVEL
    same_type = digimon is not None and not types_of(state, digimon).isdisjoint(card.types)
    if "type" not in state.ignored and not same_type:  # rule: evolution.ignore
        yield Reason.WRONG_TYPE
    if card.cost is None:
        yield Reason.NO_COST


def why_unnamed(state: State, card: CardFacts) -> Iterator[Reason]:
    """Reasons for which a card is not reached by its evolution box, for which level and type do not count."""
    top = top_of(state, state.me)
    if top is None or top.name not in card.box:
        yield Reason.NOT_NAMED_BY_BOX


def why_unpaid(state: State, card: CardFacts) -> Iterator[Reason]:
    """Reasons for which the cost of a card cannot be paid."""
    if "cost" not in state.ignored and dp_of(state, state.me) < cost_of(state, card):
        yield Reason.DP_SHORT


def cost_of(state: State, card: CardFacts) -> int:
    """What it costs now to evolve into a card."""
    return max(0, (card.cost or 0) - state.discount)  # rule: evolution.discount


FITS = {
    Evolve: (why_not_from_hand, why_unfit),
    EvolveByBox: (why_not_from_hand, why_unnamed),
    EvolveFromDestiny: (why_not_mega, why_unfit),
    EvolveFromDestinyByBox: (why_not_mega, why_unnamed),
}
"""Each way to evolve for DP: where the card is from, and what makes it fit."""


def why_not_evolve(state: State, action: Any) -> Iterator[Reason]:
    """Reasons against an evolution for DP, in any way."""
    yield from why_not_evolve_now(state)
    is_there, fits = FITS[type(action)]
    absent = list(is_there(state, action.card))
    yield from absent
    if Reason.NOT_EVOLVED_FROM_HAND in absent or Reason.NO_SUCH_MEGA in absent:
        return
    card = card_of(state, action.card)
    yield from fits(state, card)
    yield from why_unpaid(state, card)


def evolve(state: State, action: Any) -> None:
    """Pay, and lay the card on the Digimon."""
    player = state.me
    if "cost" not in state.ignored:
        player.trash += player.dp_cards  # rule: evolution.discard-dp
        player.dp_cards = ()
    player.hand = without(player.hand, action.card)
    player.destiny = without(player.destiny, action.card)  # rule: destiny.mega
    cover(state, action.card)
    state.stage = "bonus"  # rule: evolution.bonus


def cover(state: State, card: str) -> None:
    """Lay a card on the turn player's Digimon, which has evolved once more this turn."""
    digimon = state.me.active
    if digimon is None:
        raise AssertionError("what evolves is active")
    cards = (card, *digimon.cards)  # rule: evolution.stack
    hp = card_of(state, card).hp  # rule: evolution.hp
    state.me.active = msgspec.structs.replace(digimon, cards=cards, hp=hp, abnormal=False)
    state.evolutions += 1  # rule: evolution.once


def why_not_dna(state: State, action: DnaEvolve) -> Iterator[Reason]:
    """Reasons against a DNA evolution."""
    yield from why_not_evolve_now(state)
    if state.evolve_cards >= state.match.rules.evolve_cards_per_turn:
        yield Reason.DNA_COUNTS_AS_EVOLVE_CARD
    hand, top = state.me.hand, top_of(state, state.me)
    if action.card not in hand or action.other not in hand or action.card == action.other:
        yield Reason.DNA_NOT_IN_HAND
        return
    card, other = card_of(state, action.card), card_of(state, action.other)
    if not card.is_digimon or card.fusion is None:
        yield Reason.NO_DNA
        return
    halves = (card.fusion.left, card.fusion.right)
    if top is None or (top.name, other.taken_for) not in (halves, halves[::-1]):
        yield Reason.DNA_NOT_MET


def dna_evolve(state: State, action: DnaEvolve) -> None:
    """Discard the other card, and lay the new one on the Digimon."""
    discard(state.me, action.other)  # rule: dna.evolve
    state.me.hand = without(state.me.hand, action.card)
    state.evolve_cards += 1  # rule: dna.evolve-card
    cover(state, action.card)
    state.stage = "bonus"  # rule: evolution.bonus


def no_evolution(state: State, _action: NoEvolution) -> None:
    """The Digimon stays as it is."""
    state.stage = "strategy"  # rule: evolution.order, strategy.order


def bonuses_done(state: State) -> None:
    """What the evolution box gives has been given."""
    state.stage = "strategy"  # rule: evolution.bonus, strategy.order
