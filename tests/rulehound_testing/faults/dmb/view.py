"""Faults in what a player sees of what the other one has chosen in secret."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb import view
from rulehound.engine.dmb.turns import strategy, support
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "choice-seen-by-the-other": Fault(
        "strategy.secret",
        "a player sees what the other one has chosen",
        rewritten(view.of_other, '"choice": seat["shown"]', '"choice": seat["choice"]'),
    ),
    "cross-seen-by-the-other": Fault(
        "strategy.secret",
        "a player sees that the other one has chosen Cross, and no other attack",
        rewritten(
            view.of_other,
            'seat["shown"]',
            'seat["shown"] or ("cross" if seat["choice"] == "cross" else None)',
        ),
    ),
    "choice-in-the-order-of-supports": Fault(
        "strategy.secret",
        "what is offered as support comes in another order where the other player has chosen Circle",
        rewritten(
            support.support_options,
            "yield from map(SupportFromHand, player.hand)",
            "turned = state.players[player is state.players[0]].choice == 'circle'\n"
            "    yield from map(SupportFromHand, player.hand[::-1] if turned else player.hand)",
        ),
    ),
    "choice-in-the-order-of-attacks": Fault(
        "strategy.secret",
        "the attack that the other player has chosen is offered first",
        rewritten(
            strategy.attack_options,
            "for player in PLAYERS for attack in ATTACKS",
            "for player in PLAYERS\n"
            "            for attack in sorted(ATTACKS, key=lambda a: a != _state.players[1 - player].choice)",
        ),
    ),
}
