"""Faults in single lines of the Support Phase: who supports with what, Voids and Jamming."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.turns import support
from rulehound_testing.faults.dmb.lines import Line
from rulehound_testing.faults.patching import Fault

LINES = (
    Line(
        "blind-after-jam", "jamming.support", "a Digimon of the deck is not jammed",
        support.turn_over,
        "            player.support = Support(player.support.card, void=misfires)  # rule: "
        "support.blind\n"
        '    state.stage = "jam-first"',
        "            player.support = Support(player.support.card, void=misfires)\n"
        '            state.stage = "voids"\n'
        '    if state.stage != "voids":\n'
        '        state.stage = "jam-first"',
    ),
    Line(
        "blind-marked", "support.misfire", "a marked Option of the deck misfires",
        support.turn_over,
        "misfires = not card_of(state, player.support.card).support",
        "misfires = not card_of(state, player.support.card).support or card_of(state, "
        "player.support.card).marked",
    ),
    Line(
        "hand-marked", "support.card", "a marked Option of the hand does not support",
        support.why_not_from_hand,
        "    elif not card_of(state, action.card).support:",
        "    elif not card_of(state, action.card).support or card_of(state, "
        "action.card).marked:",
    ),
    Line(
        "hand-partner", "support.card", "the Partner does not support",
        support.why_not_from_hand,
        "    elif not card_of(state, action.card).support:",
        "    elif not card_of(state, action.card).support or action.card in "
        "state.match.partners:",
    ),
    Line(
        "jam-abnormal", "jamming.support", "an abnormal Digimon does not jam",
        support.why_not_jam,
        "    if not has_jamming(state, player):",
        "    if not has_jamming(state, player) or player.active.abnormal:",
    ),
    Line(
        "jam-after-void-own", "jamming.support", "whoever supports with a Void does not jam",
        support.ask_to_jam,
        "    can_be_jammed = support is not None",
        "    can_be_jammed = (state.players[player].support is None or not card_of(state, "
        "state.players[player].support.card).voids) and support is not None",
    ),
    Line(
        "jam-data", "jamming.support", "a DATA card is jammed",
        support.ask_to_jam,
        "not support.void and card_of(state, support.card).is_digimon",
        "not support.void and card_of(state, support.card).kind in ('digimon', 'data')",
    ),
    Line(
        "jam-deciding", "jamming.support", "the other player jams with any choice",
        support.why_not_jam,
        '    if player.choice != "cross":',
        '    if player.choice != "cross" and player is state.me:',
    ),
    Line(
        "jam-effectless", "jamming.support", "a Void by a Digimon is not jammed",
        support.ask_to_jam,
        "not support.void and card_of(state, support.card).is_digimon",
        "not support.void and card_of(state, support.card).is_digimon and not "
        "card_of(state, support.card).voids",
    ),
    Line(
        "jam-level", "jamming.support", "a support by level U is not jammed",
        support.ask_to_jam,
        "not support.void and card_of(state, support.card).is_digimon",
        "not support.void and card_of(state, support.card).level in ('R', 'C')",
    ),
    Line(
        "jam-one-only", "jamming.support", "after the first Jamming nobody else jams",
        support.jam,
        "    make_void(state, state.players[1] if player is state.players[0] else "
        "state.players[0])\n"
        "    after_jamming(state)",
        "    make_void(state, state.players[1] if player is state.players[0] else "
        "state.players[0])\n"
        "    state.stage = 'voids'",
    ),
    Line(
        "jam-special-any", "jamming.support", "Jamming of Triangle is shown with Cross",
        support.has_jamming,
        'printed = top is not None and top.special == "cross" and "jamming" in top.abilities',
        'printed = top is not None and "jamming" in top.abilities',
    ),
    Line(
        "jam-under", "jamming.support", "Jamming of a card under the Digimon is shown",
        support.has_jamming,
        'printed = top is not None and top.special == "cross" and "jamming" in top.abilities',
        'printed = any(card_of(state, c).special == "cross" and "jamming" in '
        "card_of(state, c).abilities for c in player.active.cards)",
    ),
    Line(
        "misfire-back-to-deck", "support.misfire", "a card that misfires goes under the deck",
        support.turn_over,
        "            player.support = Support(player.support.card, void=misfires)  # rule: "
        "support.blind",
        "            player.support = Support(player.support.card, void=misfires)\n"
        "            if misfires:\n"
        "                player.deck += (player.support.card,)\n"
        "                player.support = None",
    ),
    Line(
        "misfire-one", "support.misfire", "the turn player's card of the deck always supports",
        support.turn_over,
        "misfires = not card_of(state, player.support.card).support",
        "misfires = not card_of(state, player.support.card).support and player is "
        "state.opponent",
    ),
    Line(
        "option-data", "partner.option", "DATA is no Partner Option",
        support.is_partner_option,
        "return printed.support and not printed.is_digimon",
        "return printed.support and printed.kind == 'option'",
    ),
    Line(
        "option-destiny-gone", "partner.option", "a Partner Option takes the whole Destiny Zone with it",
        support.support_from_destiny,
        "    player.destiny = without(player.destiny, action.card)",
        "    player.destiny = ()",
    ),
    Line(
        "option-partner-active", "partner.option", "the active Partner is discarded for it",
        support.why_not_from_destiny,
        "if action.partner not in player.hand or",
        "if action.partner not in (*player.hand, *(player.active.cards if player.active "
        "else ())) or",
    ),
    Line(
        "option-partner-dp", "partner.option", "the Partner in the DP Zone is discarded for it",
        support.why_not_from_destiny,
        "if action.partner not in player.hand or",
        "if action.partner not in (*player.hand, *player.dp_cards) or",
    ),
    Line(
        "support-deck-kinds", "support.card", "only Digimon and Options support from the deck",
        support.turn_over,
        "misfires = not card_of(state, player.support.card).support",
        "misfires = not card_of(state, player.support.card).support or card_of(state, "
        "player.support.card).kind in ('evolution', 'data')",
    ),
    Line(
        "support-empty-hand", "support.blind", "without a hand nobody supports",
        support.ask_turn_player,
        '    ask(state, "support", state.turn)',
        "    if not state.me.hand and not state.me.destiny:\n"
        "        next_to_declare(state)\n"
        "        return\n"
        '    ask(state, "support", state.turn)',
    ),
    Line(
        "support-kinds", "support.card", "only Digimon and Options support",
        support.why_not_from_hand,
        "elif not card_of(state, action.card).support:",
        "elif not card_of(state, action.card).support or card_of(state, action.card).kind "
        "in ('evolution', 'data'):",
    ),
    Line(
        "support-same-level", "support.card", "no U supports",
        support.why_not_from_hand,
        "elif not card_of(state, action.card).support:",
        "elif not card_of(state, action.card).support or card_of(state, action.card).level "
        "== 'U':",
    ),
    Line(
        "support-twice", "support.blind", "face up where nobody stands opposite",
        support.support_from_deck,
        "    player.support = Support(player.deck[0], face_down=True)  # rule: support.blind",
        "    player.support = Support(player.deck[0], face_down=not state.unopposed)",
    ),
    Line(
        "unopposed-no-voids", "void.first", "nothing voids where nobody stands opposite",
        support.check_voids,
        "    for player, other in ((state.me, state.opponent), (state.opponent, state.me)):",
        "    for player, other in () if state.unopposed else ((state.me, state.opponent), "
        "(state.opponent, state.me)):",
    ),
    Line(
        "void-blind", "void.nothing", "a Void of the deck misfires",
        support.turn_over,
        "player.support = Support(player.support.card, void=misfires)",
        "player.support = Support(player.support.card, void=misfires or card_of(state, "
        "player.support.card).voids)",
    ),
    Line(
        "void-first-only", "void.order", "of two Voids the first alone counts",
        support.check_voids,
        "            make_void(state, other)\n"
        "    state.stage",
        "            make_void(state, other)\n"
        "            break\n"
        "    state.stage",
    ),
    Line(
        "void-not-digimon", "void.nothing", "a Digimon that supports never voids",
        support.is_void,
        "card_of(state, support.card).voids",
        "card_of(state, support.card).voids and not card_of(state, support.card).is_digimon",
    ),
    Line(
        "void-option-steady", "void.nothing", "a Partner Option is never void",
        support.make_void,
        "not card_of(state, support.card).steady:",
        "not card_of(state, support.card).steady and support.card not in "
        "state.match.destined:",
    ),
    Line(
        "voids-digimon-only", "void.nothing", "a Void voids no Digimon",
        support.check_voids,
        "        if is_void(state, player.support):",
        "        if is_void(state, player.support) and other.support and not "
        "card_of(state, other.support.card).is_digimon:",
    ),
)  # fmt: skip

FAULTS: Mapping[str, Fault] = {
    **{line.name: line.fault() for line in LINES},
}
"""By name."""
