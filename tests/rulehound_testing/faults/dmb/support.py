"""Faults in the Support Phase."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.actions import (
    Jam,
    SupportFromDeck,
    SupportFromDestiny,
    SupportFromHand,
)
from rulehound.engine.dmb.reasons import Reason, nothing_against
from rulehound.engine.dmb.state import State, Support
from rulehound.engine.dmb.turns import support
from rulehound_testing.faults.dmb.patching import afterwards, conduct, forgiving, step
from rulehound_testing.faults.patching import Fault, function, together


def turn_player_declares_first(state: State) -> None:
    """The order of the two is turned round."""
    support.ask(state, "support", state.turn)


def other_player_declares_last(state: State) -> None:
    """The order of the two is turned round."""
    support.ask(state, "support", 1 - state.turn)


def turned_over(state: State) -> None:
    """A card of the deck lies there openly."""
    for player in state.players:
        if player.support is not None:
            player.support = Support(player.support.card)


def stays_in_the_hand(state: State) -> None:
    """The card of the support is in the hand as well."""
    for player in state.players:
        if player.support is not None and player.support.card not in player.hand and state.decision is None:
            player.hand += (player.support.card,)


def from_the_deck_or_nothing(state: State, action: SupportFromDeck) -> None:
    """Of an empty deck nothing becomes a support."""
    if state.deciding().deck:
        support.support_from_deck(state, action)
    else:
        support.next_to_declare(state)


def nothing_misfires(state: State) -> None:
    """Whatever comes off the deck supports."""
    turned_over(state)
    state.stage = "jam-first"


def no_voids(state: State) -> None:
    """Nothing is made void."""
    state.stage = "resolve-first"


def other_voids_first(state: State) -> None:
    """The other player's Void comes first."""
    for player, other in ((state.opponent, state.me), (state.me, state.opponent)):
        if support.is_void(state, player.support):
            support.make_void(state, other)
    state.stage = "resolve-first"


def void_of_the_other_player(state: State, lies: Support | None) -> bool:
    """The turn player's support voids nothing."""
    return lies is state.opponent.support and SOUND(state, lies)


SOUND = support.is_void


def voids_itself(state: State) -> None:
    """Jamming makes the wrong support void as well."""
    for player in state.players:
        support.make_void(state, player)


def asked_about_options(state: State, player: int) -> None:
    """Options are jammed as well."""
    there = state.players[1 - player].support
    if there is not None and not there.void and state.players[player].choice:
        support.ask(state, "jam", player)
    else:
        support.after_jamming(state)


def partner_stays(state: State) -> None:
    """The Partner that is discarded is out of the game instead."""
    for player in state.players:
        partners = [card for card in player.trash if card in state.match.partners]
        player.trash = tuple(card for card in player.trash if card not in partners)
        player.deleted += tuple(partners)


FAULTS: Mapping[str, Fault] = {
    "support-turn-player-first": Fault(
        "support.order",
        "the turn player declares a support first",
        lambda: together(
            step("declare-second", turn_player_declares_first)(),
            step("declare-first", other_player_declares_last)(),
        ),
    ),
    "support-by-anything": Fault(
        "support.card", "any card supports", forgiving(SupportFromHand, Reason.NO_SUPPORT_ON_CARD)
    ),
    "support-keeps-the-card": Fault(
        "support.one", "the card stays in the hand", afterwards(SupportFromHand, stays_in_the_hand)
    ),
    "support-face-up": Fault(
        "support.blind", "a card of the deck lies face up", afterwards(SupportFromDeck, turned_over)
    ),
    "support-never-misfires": Fault(
        "support.misfire", "what cannot support does not misfire", step("turn-over", nothing_misfires)
    ),
    "void-does-nothing": Fault("void.nothing", "nothing is made void", step("voids", no_voids)),
    "void-other-player-first": Fault(
        "void.order", "the other player's Void comes first", step("voids", other_voids_first)
    ),
    "void-of-options-alone": Fault(
        "void.first",
        "the support of the turn player voids nothing",
        function(
            support, "is_void", lambda state, lies: lies is state.opponent.support and SOUND(state, lies)
        ),
    ),
    "jam-with-any-attack": Fault(
        "jamming.support",
        "Jamming is shown though another attack was chosen",
        forgiving(Jam, Reason.CROSS_NOT_CHOSEN),
    ),
    "jam-without-jamming": Fault(
        "jamming.support", "a Cross without Jamming jams", forgiving(Jam, Reason.NO_JAMMING)
    ),
    "jam-voids-both": Fault("jamming.support", "Jamming makes both void", afterwards(Jam, voids_itself)),
    "jam-options": Fault(
        "jamming.support", "Options are jammed as well", function(support, "ask_to_jam", asked_about_options)
    ),
    "partner-option-for-anybody": Fault(
        "partner.option",
        "any card of the hand is discarded for the Partner Option",
        forgiving(SupportFromDestiny, Reason.NO_PARTNER_TO_DISCARD),
    ),
    "partner-option-deletes-the-partner": Fault(
        "partner.option", "the Partner is out of the game", afterwards(SupportFromDestiny, partner_stays)
    ),
    "support-from-nothing": Fault(
        "support.blind",
        "an empty deck is no reason against a support from it",
        conduct(SupportFromDeck, why_not=nothing_against, carry_out=from_the_deck_or_nothing),
    ),
}
