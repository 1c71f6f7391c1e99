"""The Support Phase: each player may support, the turn player last; what was played last comes first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rulehound.engine.dmb.actions import (
    Action,
    Jam,
    NoJam,
    NoSupport,
    SupportFromDeck,
    SupportFromDestiny,
    SupportFromHand,
)
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Player, State, Support, ask, card_of, top_of
from rulehound.engine.dmb.zones import discard, without


def begin_support(state: State) -> None:
    """The phase begins."""
    state.stage = "declare-second"  # rule: support.order


def ask_other_player(state: State) -> None:
    """Ask the player who does not have the turn for a support."""
    ask(state, "support", 1 - state.turn)  # rule: support.order


def ask_turn_player(state: State) -> None:
    """Ask the turn player, who knows the other one's support."""
    ask(state, "support", state.turn)  # rule: support.order


def support_options(state: State) -> Iterator[Action]:
    """Each card of the hand, the deck, and the Destiny Zone with each Partner of the hand; and none."""
    player = state.deciding()
    yield from map(SupportFromHand, player.hand)
    yield SupportFromDeck()
    yield from (SupportFromDestiny(card, partner) for card in player.destiny for partner in player.hand)
    yield NoSupport()


def why_not_from_hand(state: State, action: SupportFromHand) -> Iterator[Reason]:
    """Reasons against supporting with a card of the hand."""
    if action.card not in state.deciding().hand:
        yield Reason.NOT_SUPPORTED_FROM_HAND
    elif not card_of(state, action.card).support:
        yield Reason.NO_SUPPORT_ON_CARD


def why_not_from_deck(state: State, _action: SupportFromDeck) -> Iterator[Reason]:
    """Reasons against supporting with the top card of the deck."""
    if not state.deciding().deck:
        yield Reason.DECK_EMPTY


def why_not_from_destiny(state: State, action: SupportFromDestiny) -> Iterator[Reason]:
    """Reasons against supporting with the Partner Option."""
    player = state.deciding()
    if action.card not in player.destiny or not is_partner_option(state, action.card):
        yield Reason.NO_PARTNER_OPTION
    if action.partner not in player.hand or action.partner not in state.match.partners:
        yield Reason.NO_PARTNER_TO_DISCARD


def is_partner_option(state: State, card: str) -> bool:
    """Whether a card of a Destiny Zone can support."""
    printed = card_of(state, card)
    return printed.support and not printed.is_digimon


def next_to_declare(state: State) -> None:
    """The other player declares next; after the turn player all is declared."""
    declared_second = state.stage == "declare-second"
    state.stage = "declare-first" if declared_second else "turn-over"  # rule: support.order


def support_from_hand(state: State, action: SupportFromHand) -> None:
    """Lay a card of the hand as support."""
    player = state.deciding()
    player.hand = without(player.hand, action.card)
    player.support = Support(action.card)  # rule: support.one
    next_to_declare(state)


def support_from_deck(state: State, _action: SupportFromDeck) -> None:
    """Lay the top card of the deck as support, face down."""
    player = state.deciding()
    player.support = Support(player.deck[0], face_down=True)  # rule: support.blind
    player.deck = player.deck[1:]
    next_to_declare(state)


def support_from_destiny(state: State, action: SupportFromDestiny) -> None:
    """Discard a Partner, and lay the card of the Destiny Zone as support."""
    player = state.deciding()
    discard(player, action.partner)  # rule: partner.option
    player.destiny = without(player.destiny, action.card)
    player.support = Support(action.card)  # rule: partner.option
    next_to_declare(state)


def no_support(state: State, _action: NoSupport) -> None:
    """Declare no support."""
    next_to_declare(state)


def turn_over(state: State) -> None:
    """Turn over the supports that came from decks; what cannot support misfires."""
    for player in state.in_turn:
        if player.support and player.support.face_down:
            misfires = not card_of(state, player.support.card).support  # rule: support.misfire
            player.support = Support(player.support.card, void=misfires)  # rule: support.blind
    state.stage = "jam-first"


def ask_turn_player_to_jam(state: State) -> None:
    """Ask the turn player for Jamming, where there is a support that it could make void."""
    ask_to_jam(state, state.turn)


def ask_other_player_to_jam(state: State) -> None:
    """Ask the player who does not have the turn."""
    ask_to_jam(state, 1 - state.turn)


def ask_to_jam(state: State, player: int) -> None:
    """Ask a player for Jamming, whatever was chosen: the question tells nothing."""
    support = state.players[1 - player].support
    can_be_jammed = support is not None and not support.void and card_of(state, support.card).is_digimon
    if can_be_jammed and state.players[player].choice:
        ask(state, "jam", player)  # rule: jamming.support
    else:
        after_jamming(state)


def after_jamming(state: State) -> None:
    """The other player is asked next, then supports are carried out."""
    asked_first = state.stage == "jam-first"
    state.stage = "jam-second" if asked_first else "voids"  # rule: support.order


def jam_options(_state: State) -> Iterator[Action]:
    """Whether to reveal."""
    yield Jam()
    yield NoJam()


def has_jamming(state: State, player: Player) -> bool:
    """Whether the Cross of a player has Jamming, printed or granted."""
    top = top_of(state, player)
    printed = top is not None and top.special == "cross" and "jamming" in top.abilities
    return printed or "jamming" in player.granted


def why_not_jam(state: State, _action: Jam) -> Iterator[Reason]:
    """Reasons against revealing Jamming."""
    player = state.deciding()
    if player.choice != "cross":
        yield Reason.CROSS_NOT_CHOSEN
    if not has_jamming(state, player):
        yield Reason.NO_JAMMING


def jam(state: State, _action: Jam) -> None:
    """Show the choice, and make the other player's support void."""
    player = state.deciding()
    player.choice_shown = True  # rule: jamming.support
    make_void(state, state.players[1] if player is state.players[0] else state.players[0])
    after_jamming(state)


def no_jam(state: State, _action: NoJam) -> None:
    """Reveal nothing."""
    after_jamming(state)


def make_void(state: State, player: Player) -> None:
    """The support of a player does nothing, unless its card says in parentheses that it cannot be void."""
    support = player.support
    if support is not None and not card_of(state, support.card).steady:  # rule: texts.parentheses
        player.support = msgspec.structs.replace(support, void=True)  # rule: void.nothing


def check_voids(state: State) -> None:
    """Voids come before all else, that of the turn player first; a void Void does nothing."""
    for player, other in ((state.me, state.opponent), (state.opponent, state.me)):
        if is_void(state, player.support):  # rule: void.first, void.order
            make_void(state, other)
    state.stage = "resolve-first"  # rule: support.resolve-order


def is_void(state: State, support: Any) -> bool:
    """Whether a support is a Void that is carried out."""
    return support is not None and not support.void and card_of(state, support.card).voids


def resolve_turn_players(state: State) -> None:
    """The support of the turn player, who declared last, is carried out first."""
    state.stage = "resolve-second"  # rule: support.resolve-order


def resolve_other_players(state: State) -> None:
    """Then the other one is."""
    state.stage = "battle"  # rule: support.resolve-order
