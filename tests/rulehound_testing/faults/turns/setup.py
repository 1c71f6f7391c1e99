"""Planted faults: the setup of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.engine.dcg import game
from rulehound.engine.dcg.actions import Redraw
from rulehound.engine.dcg.areas import shuffled
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.turns import setup
from rulehound_testing.faults.patching import Fault, conduct, function, process, rewritten

sound_lay_security = setup.lay_security


def security_top_on_top(state: State) -> None:
    """The deck's top card ends at the top of the security stack."""
    sound_lay_security(state)
    for player in state.players:
        player.security = player.security[::-1]


def eggs_of_one(*arguments: Any, **named: Any) -> State:
    """The second player has no Digi-Eggs."""
    state = setup.new_state(*arguments, **named)
    state.players[1].egg_deck = ()
    return state


def redraw_unshuffled(state: State, _action: Redraw) -> None:
    """The old hand goes to the bottom of the deck, which nobody shuffles."""
    player = state.deciding()
    player.deck, player.hand = player.deck + player.hand, ()
    setup.draw_opening_hand(state, state.turn if player is state.me else 1 - state.turn)


def redraw_before_shuffling(state: State, _action: Redraw) -> None:
    """The new hand is drawn from the deck as it lies; the old one is shuffled in afterwards."""
    player = state.deciding()
    old, player.hand = player.hand, ()
    setup.draw_opening_hand(state, state.turn if player is state.me else 1 - state.turn)
    player.deck = shuffled(state, player.deck + old)


def other_order_for_the_second(state: State) -> None:
    """The deck's top card ends at the top of the second player's security stack."""
    sound_lay_security(state)
    second = state.players[1 - state.turn]
    second.security = second.security[::-1]


FAULTS: Mapping[str, Fault] = {
    "security-order-reversed": Fault(
        "setup.security-order",
        "the deck's top card tops security",
        process("lay-security", security_top_on_top),
    ),
    "redraw-unshuffled": Fault(
        "setup.redraw", "an exchange shuffles nothing", lambda: conduct(Redraw, carry_out=redraw_unshuffled)
    ),
    "redraw-before-shuffling": Fault(
        "setup.redraw",
        "an exchange shuffles after the new hand is drawn",
        lambda: conduct(Redraw, carry_out=redraw_before_shuffling),
    ),
    "no-security-without-eggs": Fault(
        "egg-deck.optional",
        "a player without a Digi-Egg deck has no security cards either",
        rewritten(setup.lay_security, "[:count][::-1]", "[: count * bool(player.egg_deck)][::-1]"),
    ),
    "eggs-of-one": Fault(
        "breeding.hatch", "the second player has no Digi-Eggs", function(game, "new_state", eggs_of_one)
    ),
    "other-order-for-the-second": Fault(
        "setup.security-order",
        "the deck's top card tops the second player's security",
        process("lay-security", other_order_for_the_second),
    ),
}
"""Faults by name."""
