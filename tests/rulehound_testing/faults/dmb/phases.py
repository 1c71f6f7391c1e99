"""Faults in what comes first in a phase, in how often effects are used, and in what is shown and changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulehound.engine.dmb import flow
from rulehound.engine.dmb.effects import choices, occasions
from rulehound.engine.dmb.turns import support
from rulehound_testing.faults.patching import Fault, Installed, at_once, constant, rewritten, together


def effects_at(**stages: str) -> Callable[[], Installed]:
    """Effects of a timing, named last, come up at another stage of the game than theirs."""
    changed: dict[Any, Any] = {stage.replace("_", "-"): timing for stage, timing in stages.items()}
    others = {
        stage: timing for stage, timing in occasions.OCCASIONS.items() if timing not in changed.values()
    }

    def install() -> Installed:
        moved = {**others, **changed}
        return together(constant(occasions, "OCCASIONS", moved)(), constant(flow, "OCCASIONS", moved)())

    return install


USED = "if key in state.used:"
ACTIVATED = "if one.card in state.activated:"
SHOWN = "player.choice_shown = True"


FAULTS: Mapping[str, Fault] = {
    "prep-effects-after-the-draw": Fault(
        "prep.order", "effects of the Prep Phase come after the draw", effects_at(hand="prep")
    ),
    "evolution-effects-after-racking": Fault(
        "evolution.order",
        "effects of the Evolution Phase come after a card for the DP Zone",
        effects_at(evolve="evolution"),
    ),
    "support-effects-after-declaring": Fault(
        "support.order",
        "effects of the Support Phase come after both have declared",
        effects_at(turn_over="support-phase"),
    ),
    "support-effects-between-declarations": Fault(
        "support.order",
        "effects of the Support Phase come after the other player has declared",
        effects_at(declare_first="support-phase"),
    ),
    "battle-effects-after-the-reveal": Fault(
        "battle.order", "effects of the Battle Phase come after the reveal", effects_at(first_strike="battle")
    ),
    "end-effects-after-discarding": Fault(
        "end.order", "effects of the End Phase come after the discard", effects_at(clean_up="end")
    ),
    "once-by-card": Fault(
        "texts.once",
        "of all effects of a card that are used once per turn one is used",
        rewritten(
            occasions.why_not_due,
            USED,
            "if one.effect.once and one.card in [card for card, _ in state.used]:",
        ),
    ),
    "once-by-number": Fault(
        "texts.once",
        "what one card has used is used for all cards of its number",
        rewritten(
            occasions.why_not_due,
            USED,
            "if (card_of(state, one.card), one.place) in"
            " [(card_of(state, card), place) for card, place in state.used]:",
        ),
    ),
    "once-by-player": Fault(
        "texts.once",
        "a player uses one effect per turn of all that are used once",
        rewritten(
            occasions.why_not_due,
            USED,
            "if one.effect.once and one.owner in [int(card[0] == 'b') for card, _ in state.used]:",
        ),
    ),
    "activate-by-effect": Fault(
        "texts.activate",
        "each effect of a card is activated once",
        at_once(
            rewritten(
                occasions.carry_out, "state.activated += (one.card,)", "state.activated += (one.card, key)"
            ),
            rewritten(occasions.why_not_due, ACTIVATED, "if key in state.activated:"),
        ),
    ),
    "activate-by-number": Fault(
        "texts.activate",
        "what one card has activated is activated for all cards of its number",
        rewritten(
            occasions.why_not_due,
            ACTIVATED,
            "if card_of(state, one.card) in [card_of(state, card) for card in state.activated]:",
        ),
    ),
    "activate-once-by-anybody": Fault(
        "texts.activate",
        "one card is activated in a game",
        rewritten(occasions.why_not_due, ACTIVATED, "if state.activated:"),
    ),
    "under-mends-alone": Fault(
        "abnormal.under",
        "a card that comes under a Digimon never makes it abnormal",
        rewritten(choices.placed_under, "abnormal = is_", "abnormal = player.active.abnormal and is_"),
    ),
    "under-breaks-alone": Fault(
        "abnormal.under",
        "a card that comes under a Digimon never makes it normal",
        rewritten(choices.placed_under, "abnormal = is_", "abnormal = player.active.abnormal or is_"),
    ),
    "under-judged-without-it": Fault(
        "abnormal.under",
        "the line is judged without the new card",
        rewritten(choices.placed_under, "is_abnormal(state, cards)", "is_abnormal(state, (top, *rest))"),
    ),
    "jamming-shows-both": Fault(
        "strategy.secret",
        "whoever jams shows both choices",
        rewritten(support.jam, SHOWN, "for player in state.players: player.choice_shown = True"),
    ),
    "jamming-shows-the-other": Fault(
        "jamming.support",
        "whoever jams shows the choice of the other player",
        rewritten(support.jam, SHOWN, "state.players[player is state.players[0]].choice_shown = True"),
    ),
    "no-jamming-shows-it": Fault(
        "strategy.secret",
        "whoever does not jam shows the choice",
        rewritten(
            support.no_jam,
            "after_jamming(state)",
            "state.deciding().choice_shown = True; after_jamming(state)",
        ),
    ),
    "supports-show-attacks": Fault(
        "strategy.secret",
        "the attacks are shown with the supports",
        rewritten(
            support.turn_over,
            'state.stage = "jam-first"',
            'state.stage = "jam-first"; state.me.choice_shown = state.opponent.choice_shown = True',
        ),
    ),
    "supports-are-fixed-by-jamming": Fault(
        "jamming.changed",
        "once a support was declared attacks are not changed any more",
        rewritten(
            support.ask_to_jam,
            "support = state.players[1 - player].support",
            "support = state.players[1 - player].support; state.players[player].choice_shown = True",
        ),
    ),
}
