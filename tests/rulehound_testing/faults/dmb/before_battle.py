"""Faults in single lines of decks and of the phases before a battle, which no check had noticed before."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.turns import evolution, prep
from rulehound_testing.faults.dmb.lines import Line
from rulehound_testing.faults.patching import Fault, constant

EVOLUTION = (
    Line(
        "abnormal-evolve-card", "evolution.abnormal", "with an Evolve card an abnormal Digimon is asked",
        evolution.why_not_evolve_at_all,
        "    if state.me.active is not None and state.me.active.abnormal:",
        "    if state.me.active is not None and state.me.active.abnormal and not "
        "any(card_of(state, c).kind == 'evolution' for c in state.me.hand):",
    ),
    Line(
        "dna-cost", "dna.evolve", "a DNA evolution needs the DP",
        evolution.why_not_dna,
        "    halves = (card.fusion.left",
        "    yield from why_unpaid(state, card)\n"
        "    halves = (card.fusion.left",
    ),
    Line(
        "evolve-card-all-effects", "evolve-card.one", "every effect of an Evolve card is carried out",
        evolution.carry_out_written,
        '        if effect.timing == "evolve":\n',
        "        if True:\n",
    ),
    Line(
        "partner-evolve-card", "partner.evolve-skips", "with an Evolve card the Partner evolves again",
        evolution.why_not_evolve_at_all,
        "    if state.from_destiny:\n"
        "        yield Reason.PARTNER_EVOLVED",
        "    if state.from_destiny and not any(card_of(state, c).kind == 'evolution' for c in "
        "state.me.hand):\n"
        "        yield Reason.PARTNER_EVOLVED",
    ),
    Line(
        "rack-no-data", "evolution.rack", "no DATA is racked",
        evolution.why_not_rack,
        "    if state.racked >=",
        "    if action.card in state.me.hand and card_of(state, action.card).kind == 'data':\n"
        "        yield Reason.RACKED_ENOUGH\n"
        "    if state.racked >=",
    ),
    Line(
        "rack-no-evolve-card", "evolution.rack", "no Evolve card is racked",
        evolution.why_not_rack,
        "    if state.racked >=",
        "    if action.card in state.me.hand and card_of(state, action.card).kind == "
        "'evolution':\n"
        "        yield Reason.RACKED_ENOUGH\n"
        "    if state.racked >=",
    ),
    Line(
        "rack-no-option", "evolution.rack", "no Option is racked",
        evolution.why_not_rack,
        "    if state.racked >=",
        "    if action.card in state.me.hand and card_of(state, action.card).kind == 'option':\n"
        "        yield Reason.RACKED_ENOUGH\n"
        "    if state.racked >=",
    ),
    Line(
        "rack-zone-full", "evolution.rack", "the DP Zone holds four cards",
        evolution.why_not_rack,
        "    if state.racked >=",
        "    if len(state.me.dp_cards) >= 4:\n"
        "        yield Reason.RACKED_ENOUGH\n"
        "    if state.racked >=",
    ),
)  # fmt: skip
"""In `turns.evolution`."""

PREP = (
    Line(
        "draw-all-or-none", "prep.draw", "with one card in the deck a low hand draws none",
        prep.draw_for_turn,
        "draw(player, rules.draw_low_count if state.low_hand else rules.draw_count)",
        "draw(player, rules.draw_low_count if state.low_hand and len(player.deck) >= 2 else "
        "rules.draw_count if not state.low_hand else 0)",
    ),
    Line(
        "forced-only-small", "prep.forced-mulligan", "a hand of four is not exchanged by force",
        prep.ask_for_digimon,
        "while state.low_hand and player.deck",
        "while state.low_hand and len(player.hand) < 4 and player.deck",
    ),
    Line(
        "low-hand-lost-by-mulligan", "prep.forced-mulligan", "a hand that was exchanged freely was not low",
        prep.exchange,
        "    exchange_hand(state.me)  # rule: prep.mulligan",
        "    exchange_hand(state.me)\n"
        "    state.low_hand = False",
    ),
    Line(
        "mull-not-low", "prep.mulligan", "no full mulligan after a low hand",
        prep.why_not_exchange,
        "    if len(state.me.hand) < state.match.rules.mulligan_hand:",
        "    if len(state.me.hand) < state.match.rules.mulligan_hand or state.low_hand:",
    ),
    Line(
        "mull-three-times", "prep.mulligan", "three times at most",
        prep.why_not_exchange,
        "    if len(state.me.hand) < state.match.rules.mulligan_hand:",
        "    if len(state.me.hand) < state.match.rules.mulligan_hand or len(state.me.trash) >= 9:",
    ),
    Line(
        "partner-destiny-gone", "partner.evolve", "the rest of the Destiny Zone is gone",
        prep.partner_evolve,
        "state.me.destiny = without(state.me.destiny, action.card)  # rule: partner.evolve",
        "state.me.destiny = ()",
    ),
    Line(
        "partner-first-turn", "partner.evolve", "only in the first turns",
        prep.place,
        "may_evolve = action.card in state.match.partners and player.destiny",
        "may_evolve = action.card in state.match.partners and player.destiny and "
        "state.turn_number < 3",
    ),
    Line(
        "partner-once", "partner.evolve", "the Partner evolves at once only one time in a game",
        prep.place,
        "may_evolve = action.card in state.match.partners and player.destiny",
        "may_evolve = action.card in state.match.partners and player.destiny and not "
        "player.deleted",
    ),
    Line(
        "partner-pays", "partner.evolve", "the DP Zone is paid for it",
        prep.partner_evolve,
        "    state.from_destiny = True",
        "    state.me.trash += state.me.dp_cards\n"
        "    state.me.dp_cards = ()\n"
        "    state.from_destiny = True",
    ),
    Line(
        "partner-type", "partner.evolve", "the Champion needs the type of the Partner",
        prep.why_not_partner,
        'card_of(state, action.card).level != "C":',
        'card_of(state, action.card).level != "C" or set(card_of(state, '
        "action.card).types).isdisjoint(card_of(state, state.me.active.top).types):",
    ),
)  # fmt: skip
"""In `turns.prep`."""

FAULTS: Mapping[str, Fault] = {
    **{line.name: line.fault() for line in (*EVOLUTION, *PREP)},
}
"""Each line, and the constants."""
