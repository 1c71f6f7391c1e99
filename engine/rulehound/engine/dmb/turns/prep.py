"""The Prep Phase: the draw, mulligans of the whole hand, and a new Digimon on an empty active zone."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dmb.actions import (
    Action,
    FullMulligan,
    KeepHand,
    NoPartnerEvolution,
    PartnerEvolve,
    Place,
)
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Active, State, ask, card_of, end_game, seat
from rulehound.engine.dmb.turns.evolution import cover
from rulehound.engine.dmb.zones import draw, exchange_hand, without

PLACED_LEVELS = ("R", "C", "U")


def begin_turn(state: State) -> None:
    """The next turn begins."""
    state.turn_number += 1
    state.stage = "draw"  # rule: prep.order


def draw_for_turn(state: State) -> None:
    """The turn player draws, more where the hand is low."""
    rules, player = state.match.rules, state.me
    state.low_hand = len(player.hand) <= rules.draw_low_hand
    draw(player, rules.draw_low_count if state.low_hand else rules.draw_count)  # rule: prep.draw
    state.stage = "hand"  # rule: prep.order


def ask_for_hand(state: State) -> None:
    """Ask whether to exchange the hand."""
    ask(state, "hand", state.turn)  # rule: prep.mulligan


def hand_options(_state: State) -> Iterator[Action]:
    """The actions that the turn player has for the hand."""
    yield FullMulligan()
    yield KeepHand()


def why_not_exchange(state: State, _action: FullMulligan) -> Iterator[Reason]:
    """Reasons against exchanging the hand."""
    if len(state.me.hand) < state.match.rules.mulligan_hand:
        yield Reason.HAND_TOO_SMALL


def exchange(state: State, _action: FullMulligan) -> None:
    """Discard the whole hand, and draw as many."""
    exchange_hand(state.me)  # rule: prep.mulligan


def keep(state: State, _action: KeepHand) -> None:
    """The hand stays; a Digimon is placed where there is none."""
    state.stage = "evolution" if state.me.active else "place"  # rule: prep.order, prep.place


def to_place(state: State) -> tuple[str, ...]:
    """The cards of the turn player's hand that can be placed."""
    return tuple(card for card in state.me.hand if is_placed(state, card))


def is_placed(state: State, card: str) -> bool:
    """Whether it is a Digimon that can be placed from the hand."""
    return card_of(state, card).level in PLACED_LEVELS  # rule: prep.place


def ask_for_digimon(state: State) -> None:
    """Ask for the Digimon to place, for which a low hand is exchanged. Without one the game is lost."""
    player = state.me
    while state.low_hand and player.deck and player.hand and not to_place(state):
        exchange_hand(player)  # rule: prep.forced-mulligan
        state.forced = True
    if to_place(state):
        ask(state, "place", state.turn)  # rule: prep.place
    else:
        end_game(state, seat(1 - state.turn))  # rule: prep.loss


def place_options(state: State) -> Iterator[Action]:
    """Each card of the hand, placed."""
    return map(Place, state.me.hand)


def why_not_place(state: State, action: Place) -> Iterator[Reason]:
    """Reasons against placing a card."""
    if action.card not in state.me.hand:
        yield Reason.NOT_PLACED_FROM_HAND
    elif not is_placed(state, action.card):
        yield Reason.NOT_TO_BE_PLACED


def place(state: State, action: Place) -> None:
    """Play a Digimon from the hand onto the active zone."""
    player, card = state.me, card_of(state, action.card)
    player.hand = without(player.hand, action.card)
    abnormal = card.level != "R"  # rule: prep.abnormal
    player.active = Active((action.card,), card.hp, abnormal)  # rule: prep.place
    may_evolve = action.card in state.match.partners and player.destiny
    state.stage = "partner" if may_evolve else "evolution"  # rule: partner.evolve, prep.order


def ask_for_partner(state: State) -> None:
    """Ask whether the Partner evolves at once."""
    ask(state, "partner", state.turn)  # rule: partner.evolve


def partner_options(state: State) -> Iterator[Action]:
    """Each card of the Destiny Zone, and none."""
    yield from map(PartnerEvolve, state.me.destiny)
    yield NoPartnerEvolution()


def why_not_partner(state: State, action: PartnerEvolve) -> Iterator[Reason]:
    """Reasons against evolving the Partner into a card."""
    if action.card not in state.me.destiny or card_of(state, action.card).level != "C":
        yield Reason.NO_SUCH_CHAMPION


def partner_evolve(state: State, action: PartnerEvolve) -> None:
    """The Partner of level C is laid on the Partner; it does not evolve again this turn."""
    state.me.destiny = without(state.me.destiny, action.card)  # rule: partner.evolve
    cover(state, action.card)
    state.from_destiny = True  # rule: partner.evolve-skips
    state.stage = "evolution"  # rule: prep.order


def no_partner_evolution(state: State, _action: NoPartnerEvolution) -> None:
    """The Partner stays as it is."""
    state.stage = "evolution"  # rule: prep.order
