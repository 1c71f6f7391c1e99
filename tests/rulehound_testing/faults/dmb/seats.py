"""Faults that make a difference between the two players, where the rules make none."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.effects import occasions
from rulehound.engine.dmb.turns import ending, evolution, prep, strategy, support
from rulehound_testing.faults.dmb.lines import Line
from rulehound_testing.faults.patching import Fault

LINES = (
    Line(
        "seat-bonus", "evolution.bonus", "the first player alone has box effects",
        occasions.sources,
        "if state.me.active is not None and named_by_box(state, state.me):\n"
        "            yield state.turn, state.me.active.top",
        "if state.me.active is not None and named_by_box(state, state.me) and state.turn "
        "== 0:\n"
        "            yield state.turn, state.me.active.top",
    ),
    Line(
        "seat-decides", "texts.simultaneous", "the first player orders effects",
        occasions.decides,
        "return 1 - state.turn if state.other_first else state.turn",
        "return 1 if state.other_first else 0",
    ),
    Line(
        "seat-effects-order", "texts.simultaneous", "the first player's optional effects come first",
        occasions.in_turn,
        "return state.turn, 1 - state.turn",
        "return 0, 1",
    ),
    Line(
        "seat-resolve-order", "support.resolve-order", "the first player's support comes first",
        occasions.sources,
        'owner = state.turn if state.stage == "resolve-first" else 1 - state.turn',
        'owner = 0 if state.stage == "resolve-first" else 1',
    ),
    Line(
        "seat-discount-reset", "end.lingering", "a discount of the second player stays",
        ending.end_turn,
        "state.ignored, state.discount, state.last_first_attack = (), 0, None",
        "state.ignored, state.last_first_attack = (), None\n"
        "    state.discount = 0 if state.turn == 0 else state.discount",
    ),
    Line(
        "seat-evolutions-reset", "end.pass", "Evolve cards of the second player are counted on",
        ending.end_turn,
        "state.racked = state.evolve_cards = state.evolutions = 0",
        "state.racked = state.evolutions = 0\n"
        "    state.evolve_cards = 0 if state.turn == 0 else state.evolve_cards",
    ),
    Line(
        "seat-abnormal", "evolution.abnormal",
        "the Digimon of the first player is asked whether it is abnormal",
        evolution.why_not_evolve_at_all,
        "    if state.me.active is not None and state.me.active.abnormal:",
        "    if state.players[0].active is not None and state.players[0].active.abnormal:",
    ),
    Line(
        "seat-abnormal-evolve", "partner.evolve-skips", "the Partner of the second player evolves twice",
        evolution.why_not_evolve_at_all,
        "    if state.from_destiny:",
        "    if state.from_destiny and not state.turn:",
    ),
    Line(
        "seat-box", "evolution.box", "the Digimon of the first player is asked by the box",
        evolution.why_unnamed,
        "    top = top_of(state, state.me)\n"
        "    if top is None or top.name not in card.box:",
        "    top = top_of(state, state.players[0])\n"
        "    if top is None or top.name not in card.box:",
    ),
    Line(
        "seat-discount", "evolution.discount", "the first player alone evolves for less",
        evolution.cost_of,
        "return max(0, (card.cost or 0) - state.discount)",
        "return max(0, (card.cost or 0) - (0 if state.turn else state.discount))",
    ),
    Line(
        "seat-dna-hand", "dna.evolve", "the other card of the second player is lost",
        evolution.dna_evolve,
        "    discard(state.me, action.other)  # rule: dna.evolve",
        "    discard(state.players[0] if not state.turn else state.me, action.other)\n"
        "    if state.turn:\n"
        "        state.me.trash = state.me.trash[:-1]",
    ),
    Line(
        "seat-dp-data", "dna.evolve", "DATA stands in for the first player alone",
        evolution.why_not_dna,
        "(top.name, other.taken_for) not in",
        "(top.name, other.taken_for if not state.turn else other.name) not in",
    ),
    Line(
        "seat-evolve-card", "evolve-card.one", "an Evolve card is carried out for the first player",
        evolution.carry_out_written,
        "tuple(Task(state.turn, card, step) for step in effect.steps)",
        "tuple(Task(0, card, step) for step in effect.steps)",
    ),
    Line(
        "seat-lift", "evolution.ignore", "the cost is lifted for the first player alone",
        evolution.why_unpaid,
        '"cost" not in state.ignored and dp_of',
        '("cost" not in state.ignored or state.turn) and dp_of',
    ),
    Line(
        "seat-mega-from", "destiny.mega", "a Mega of the second player stays in the Destiny Zone, too",
        evolution.evolve,
        "player.destiny = without(player.destiny, action.card)  # rule: destiny.mega",
        "state.players[0].destiny = without(state.players[0].destiny, action.card)",
    ),
    Line(
        "seat-pay", "evolution.discard-dp", "the second player does not pay",
        evolution.evolve,
        "        player.trash += player.dp_cards  # rule: evolution.discard-dp\n"
        "        player.dp_cards = ()",
        "        player.trash += player.dp_cards if not state.turn else ()\n"
        "        player.dp_cards = () if not state.turn else player.dp_cards",
    ),
    Line(
        "seat-rack", "evolution.rack", "the first player's DP Zone",
        evolution.rack,
        "    state.me.dp_cards += (action.card,)",
        "    state.players[0].dp_cards += (action.card,)",
    ),
    Line(
        "seat-exchange", "prep.mulligan", "the first player exchanges",
        prep.exchange,
        "    exchange_hand(state.me)  # rule: prep.mulligan",
        "    exchange_hand(state.players[0])",
    ),
    Line(
        "seat-forced", "prep.forced-mulligan", "the second player alone has forced mulligans",
        prep.ask_for_digimon,
        "while state.low_hand and player.deck",
        "while state.low_hand and state.turn and player.deck",
    ),
    Line(
        "seat-mulligan-hand", "prep.mulligan",
        "the hand of the first player is large enough for a mulligan or not",
        prep.why_not_exchange,
        "    if len(state.me.hand) < state.match.rules.mulligan_hand:",
        "    if len(state.players[0].hand) < state.match.rules.mulligan_hand:",
    ),
    Line(
        "seat-partner", "partner.evolve", "the Partner of the first player alone evolves at once",
        prep.place,
        "may_evolve = action.card in state.match.partners and player.destiny",
        "may_evolve = action.card in state.match.partners and player.destiny and not "
        "state.turn",
    ),
    Line(
        "seat-penalty", "strategy.penalty", "the first player draws",
        strategy.begin_strategy,
        "draw(state.me, rules.unopposed_draw)",
        "draw(state.players[0], rules.unopposed_draw)",
    ),
    Line(
        "seat-penalty-trash", "strategy.penalty", "the second player trashes",
        strategy.begin_strategy,
        "trash_from_deck(state.opponent, rules.unopposed_trash)",
        "trash_from_deck(state.players[1], rules.unopposed_trash)",
    ),
    Line(
        "seat-unopposed", "strategy.unopposed", "the second player alone is asked for a Digimon",
        strategy.begin_strategy,
        "    if state.opponent.active:",
        "    if state.players[1].active:",
    ),
    Line(
        "seat-jam-cross", "jamming.support", "the second player jams with any attack",
        support.why_not_jam,
        '    if player.choice != "cross":',
        '    if player.choice != "cross" and player is state.players[0]:',
    ),
    Line(
        "seat-jam-shown", "jamming.support", "the first player's choice is shown",
        support.jam,
        "    player.choice_shown = True  # rule: jamming.support",
        "    state.players[0].choice_shown = True",
    ),
    Line(
        "seat-option", "partner.option", "the first player alone uses a Partner Option",
        support.why_not_from_destiny,
        "    if action.partner not in player.hand or",
        "    if state.players[1] is player or action.partner not in player.hand or",
    ),
    Line(
        "seat-void-order", "void.order", "the first player's Void comes first",
        support.check_voids,
        "for player, other in ((state.me, state.opponent), (state.opponent, state.me)):",
        "for player, other in (state.players, state.players[::-1]):",
    ),
)  # fmt: skip

FAULTS: Mapping[str, Fault] = {
    **{line.name: line.fault() for line in LINES},
}
"""By name."""
