"""The End Phase: the hand limit, the end of lingering effects, and the turn of the next player."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dmb.actions import Action, Discard
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Player, State, ask, report, seat
from rulehound.engine.dmb.zones import change, discard, leave


def begin_end(state: State) -> None:
    """The phase begins."""
    state.stage = "discard"  # rule: end.order


def ask_for_discard(state: State) -> None:
    """Ask the turn player for a card while the hand is too large."""
    if len(state.me.hand) > state.match.rules.hand_limit:
        ask(state, "discard", state.turn)  # rule: end.hand-limit
    else:
        state.stage = "clean-up"  # rule: end.order


def discard_options(state: State) -> Iterator[Action]:
    """Each card of the hand."""
    return map(Discard, state.me.hand)


def why_not_discard(state: State, action: Discard) -> Iterator[Reason]:
    """Reasons against discarding a card."""
    if action.card not in state.me.hand:
        yield Reason.NOT_DISCARDED_FROM_HAND


def discard_one(state: State, action: Discard) -> None:
    """Discard a card."""
    discard(state.me, action.card)


def end_turn(state: State) -> None:
    """What lingers is over, supports are discarded, and the turn passes."""
    for player in state.players:
        end_lingering(player)
        put_away(state, player)
    state.ignored, state.discount, state.last_first_attack = (), 0, None  # rule: end.lingering
    state.racked = state.evolve_cards = state.evolutions = 0
    state.low_hand = state.forced = state.from_destiny = state.unopposed = False
    state.used = ()  # rule: texts.once
    state.turn = seat(1 - state.turn)  # rule: end.pass
    report(state, "turn", state.turn)
    state.stage = "prep"


def end_lingering(player: Player) -> None:
    """HP, types and passive effects stay; all else that effects have done to the Digimon is over."""
    # rule: end.lingering, end.hp-stays, end.types-stay, end.passives-stay
    change(player, boost=0, lost=0, revival=0)
    player.granted, player.abilities, player.power = (), (), 0
    player.first_attacks, player.no_first_attack = 0, False


def put_away(state: State, player: Player) -> None:
    """Discard the support, and take the choice back."""
    if player.support is not None:
        leave(state, (player.support.card,))  # rule: end.supports
    player.support = None
    player.choice, player.choice_shown = None, False  # rule: end.supports
