"""Faults in single lines of the Evolution Phase: what is asked, what it costs, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.turns import evolution
from rulehound_testing.faults.dmb.lines import Line
from rulehound_testing.faults.patching import Fault

LINES = (
    Line(
        "abnormal-by-level", "evolution.abnormal", "a Digimon with cards under it is never abnormal",
        evolution.why_not_evolve_at_all,
        "    if state.me.active is not None and state.me.active.abnormal:",
        "    if state.me.active is not None and state.me.active.abnormal and "
        "len(state.me.active.cards) == 1:",
    ),
    Line(
        "abnormal-evolve-card", "evolution.abnormal", "with an Evolve card an abnormal Digimon is asked",
        evolution.why_not_evolve_at_all,
        "    if state.me.active is not None and state.me.active.abnormal:",
        "    if state.me.active is not None and state.me.active.abnormal and not "
        "any(card_of(state, c).kind == 'evolution' for c in state.me.hand):",
    ),
    Line(
        "abnormal-mega", "evolution.abnormal", "an abnormal U evolves",
        evolution.why_not_evolve_at_all,
        "    if state.me.active is not None and state.me.active.abnormal:",
        "    if state.me.active is not None and state.me.active.abnormal and "
        "card_of(state, state.me.active.top).level != 'U':",
    ),
    Line(
        "abnormal-next-turn", "evolution.abnormal", "an abnormal Digimon evolves in a later turn",
        evolution.why_not_evolve_at_all,
        "    if state.me.active is not None and state.me.active.abnormal:",
        "    if state.me.active is not None and state.me.active.abnormal and "
        "state.turn_number < 2:",
    ),
    Line(
        "bonus-by-box-only", "evolution.bonus", "the box gives its bonus only where it was used",
        evolution.evolve,
        "    cover(state, action.card)\n"
        '    state.stage = "bonus"  # rule: evolution.bonus',
        "    cover(state, action.card)\n"
        '    state.stage = "bonus" if isinstance(action, (EvolveByBox, '
        'EvolveFromDestinyByBox)) else "strategy"',
    ),
    Line(
        "bonus-not-mega", "evolution.bonus", "the box of a Mega gives no bonus",
        evolution.evolve,
        "    cover(state, action.card)\n"
        '    state.stage = "bonus"  # rule: evolution.bonus',
        "    cover(state, action.card)\n"
        '    state.stage = "bonus" if isinstance(action, (EvolveByBox, Evolve)) else '
        '"strategy"',
    ),
    Line(
        "box-first-name", "evolution.box", "the first name of a box alone counts",
        evolution.why_unnamed,
        "top.name not in card.box:",
        "top.name not in card.box[:1]:",
    ),
    Line(
        "box-no-discount", "evolution.discount", "no discount by the box",
        evolution.why_not_evolve,
        "    yield from fits(state, card)\n"
        "    yield from why_unpaid(state, card)",
        "    yield from fits(state, card)\n"
        "    if isinstance(action, EvolveByBox) and dp_of(state, state.me) < (card.cost or "
        "0):\n"
        "        yield Reason.DP_SHORT\n"
        "    yield from why_unpaid(state, card)",
    ),
    Line(
        "box-no-ignore-cost", "evolution.ignore", "a lifted cost is asked by the box",
        evolution.why_not_evolve,
        "    yield from fits(state, card)\n"
        "    yield from why_unpaid(state, card)",
        "    yield from fits(state, card)\n"
        "    if isinstance(action, EvolveByBox) and dp_of(state, state.me) < "
        "cost_of(state, card):\n"
        "        yield Reason.DP_SHORT\n"
        "    yield from why_unpaid(state, card)",
    ),
    Line(
        "box-not-down", "evolution.box", "by the box not into the same or a lower level",
        evolution.why_unnamed,
        "    if top is None or top.name not in card.box:",
        "    if top is None or top.name not in card.box or card.height <= top.height:",
    ),
    Line(
        "box-partner", "evolution.box", "the Partner does not evolve by a box",
        evolution.why_unnamed,
        "    if top is None or top.name not in card.box:",
        "    if top is None or top.name not in card.box or state.me.active.top in "
        "state.match.partners:",
    ),
    Line(
        "champion-from-destiny", "destiny.mega", "a Champion of the Destiny Zone is evolved into later",
        evolution.why_not_mega,
        'card_of(state, card).level != "M":\n'
        "        yield Reason.NO_SUCH_MEGA\n"
        "    top = top_of(state, state.me)\n"
        '    if top is None or top.level != "U":',
        "False:\n"
        "        yield Reason.NO_SUCH_MEGA\n"
        "    top = top_of(state, state.me)\n"
        '    if top is None or top.level != {"M": "U", "C": "R"}.get(card_of(state, '
        "card).level):",
    ),
    Line(
        "discount-at-least", "evolution.discount", "ten have to be paid at least",
        evolution.cost_of,
        "return max(0, (card.cost or 0) - state.discount)",
        "return max(min(10, card.cost or 0), (card.cost or 0) - state.discount)",
    ),
    Line(
        "discount-negative", "evolution.discount", "a discount over the cost has to be paid",
        evolution.cost_of,
        "return max(0, (card.cost or 0) - state.discount)",
        "return abs((card.cost or 0) - state.discount)",
    ),
    Line(
        "discount-nocost", "evolution.no-cost", "a discount reaches what has no cost",
        evolution.why_unfit,
        "    if card.cost is None:",
        "    if card.cost is None and not state.discount:",
    ),
    Line(
        "discount-to-nothing-keeps", "evolution.discard-dp", "an evolution for nothing leaves the DP Zone",
        evolution.evolve,
        '    if "cost" not in state.ignored:\n'
        "        player.trash",
        '    if "cost" not in state.ignored and cost_of(state, card_of(state, action.card)):\n'
        "        player.trash",
    ),
    Line(
        "dna-box", "dna.evolve", "names in the box do for DNA",
        evolution.why_not_dna,
        "(top.name, other.taken_for) not in (halves, halves[::-1]):",
        "((top.name, other.taken_for) not in (halves, halves[::-1]) and not (top.name in "
        "card.box and other.taken_for in card.box)):",
    ),
    Line(
        "dna-cost", "dna.evolve", "a DNA evolution needs the DP",
        evolution.why_not_dna,
        "    halves = (card.fusion.left",
        "    yield from why_unpaid(state, card)\n"
        "    halves = (card.fusion.left",
    ),
    Line(
        "dna-data-any", "dna.evolve", "DATA of anybody does",
        evolution.why_not_dna,
        "(top.name, other.taken_for) not in (halves, halves[::-1]):",
        "((top.name, other.taken_for) not in (halves, halves[::-1]) and not (other.kind == "
        "'data' and top.name in halves)):",
    ),
    Line(
        "dna-data-right", "dna.evolve", "DATA stands in for the right one alone",
        evolution.why_not_dna,
        "not in (halves, halves[::-1]):",
        "not in ((halves,) if other.kind == 'data' else (halves, halves[::-1])):",
    ),
    Line(
        "dna-no-bonus", "evolution.bonus", "no box effects after a DNA evolution",
        evolution.dna_evolve,
        "    cover(state, action.card)\n"
        '    state.stage = "bonus"  # rule: evolution.bonus',
        "    cover(state, action.card)\n"
        '    state.stage = "strategy"',
    ),
    Line(
        "dna-partner", "dna.evolve", "the Partner is not discarded for DNA",
        evolution.why_not_dna,
        "    card, other = card_of(state, action.card), card_of(state, action.other)",
        "    if action.other in state.match.partners:\n"
        "        yield Reason.DNA_NOT_MET\n"
        "    card, other = card_of(state, action.card), card_of(state, action.other)",
    ),
    Line(
        "dna-pays", "dna.evolve", "a DNA evolution takes the DP Zone",
        evolution.dna_evolve,
        "    state.evolve_cards += 1  # rule: dna.evolve-card",
        "    state.evolve_cards += 1\n"
        "    state.me.trash += state.me.dp_cards\n"
        "    state.me.dp_cards = ()",
    ),
    Line(
        "dna-racked", "dna.evolve", "no DNA after a card was racked",
        evolution.why_not_dna,
        "        yield Reason.DNA_COUNTS_AS_EVOLVE_CARD\n"
        "    hand, top",
        "        yield Reason.DNA_COUNTS_AS_EVOLVE_CARD\n"
        "    if state.racked:\n"
        "        yield Reason.DNA_COUNTS_AS_EVOLVE_CARD\n"
        "    hand, top",
    ),
    Line(
        "evolve-after-rack-dp", "evolution.cost", "a card of this turn does not count yet",
        evolution.why_unpaid,
        "dp_of(state, state.me) < cost_of(state, card):",
        "sum(card_of(state, c).dp for c in state.me.dp_cards[:len(state.me.dp_cards) - "
        "state.racked]) < cost_of(state, card):",
    ),
    Line(
        "evolve-card-all-effects", "evolve-card.one", "every effect of an Evolve card is carried out",
        evolution.carry_out_written,
        '        if effect.timing == "evolve":',
        "        if True:",
    ),
    Line(
        "evolve-under", "evolution.stack", "cards under are turned round",
        evolution.cover,
        "cards = (card, *digimon.cards)",
        "cards = (card, digimon.cards[0], *digimon.cards[:0:-1])",
    ),
    Line(
        "level-from-card-number", "evolution.level", "the level is counted by the cards",
        evolution.why_unfit,
        "top is None or card.height != top.height + 1",
        "top is None or card.height != len(digimon.cards)",
    ),
    Line(
        "level-ignored-up-only", "evolution.ignore", "a lifted level is still a higher one",
        evolution.why_unfit,
        '    if "level" not in state.ignored and (\n'
        "        top is None or card.height != top.height + 1\n"
        "    ):",
        "    if top is None or card.height <= top.height or (\n"
        '        "level" not in state.ignored and card.height != top.height + 1\n'
        "    ):",
    ),
    Line(
        "level-under", "evolution.level", "the level after a card under the Digimon does",
        evolution.why_unfit,
        "top is None or card.height != top.height + 1",
        "top is None or card.height not in [card_of(state, c).height + 1 for c in "
        "digimon.cards]",
    ),
    Line(
        "mega-after-evolve-card", "destiny.mega", "no Mega after an Evolve card",
        evolution.why_not_mega,
        "    top = top_of(state, state.me)\n"
        '    if top is None or top.level != "U":',
        "    top = top_of(state, state.me)\n"
        '    if state.evolve_cards or top is None or top.level != "U":',
    ),
    Line(
        "mega-box-free", "evolution.box", "a Mega by its box costs nothing",
        evolution.why_not_evolve,
        "    yield from fits(state, card)\n"
        "    yield from why_unpaid(state, card)",
        "    yield from fits(state, card)\n"
        "    if not isinstance(action, EvolveFromDestinyByBox):\n"
        "        yield from why_unpaid(state, card)",
    ),
    Line(
        "mega-by-partner-only", "destiny.mega", "with something attached no Mega",
        evolution.why_not_mega,
        '    if top is None or top.level != "U":',
        '    if top is None or top.level != "U" or len(state.me.active.cards) < 1 or '
        "state.me.active.attachments:",
    ),
    Line(
        "mega-destiny-gone", "destiny.mega", "a Mega takes the whole Destiny Zone with it",
        evolution.evolve,
        "player.destiny = without(player.destiny, action.card)  # rule: destiny.mega",
        "player.destiny = () if action.card in player.destiny else player.destiny",
    ),
    Line(
        "mega-free", "evolution.cost", "a Mega costs nothing",
        evolution.why_not_evolve,
        "    yield from fits(state, card)\n"
        "    yield from why_unpaid(state, card)",
        "    yield from fits(state, card)\n"
        "    if card.level != 'M':\n"
        "        yield from why_unpaid(state, card)",
    ),
    Line(
        "mega-no-discount", "evolution.discount", "no discount for a Mega",
        evolution.cost_of,
        "return max(0, (card.cost or 0) - state.discount)",
        "return max(0, (card.cost or 0) - (0 if card.level == 'M' else state.discount))",
    ),
    Line(
        "mega-nocost", "evolution.no-cost", "a Mega without a cost is reached by type",
        evolution.why_unfit,
        "    if card.cost is None:",
        "    if card.cost is None and card.level != 'M':",
    ),
    Line(
        "mega-of-any-level", "destiny.mega", "a Champion of the Destiny Zone is laid on a Digimon of level U",
        evolution.why_not_mega,
        ' or card_of(state, card).level != "M"',
        "",
    ),
    Line(
        "mega-second", "destiny.mega", "a Mega that lies second does not come",
        evolution.why_not_mega,
        "card not in state.me.destiny or card_of(state, card).level",
        "card not in state.me.destiny[:1] or card_of(state, card).level",
    ),
    Line(
        "partner-evolve-card", "partner.evolve-skips", "with an Evolve card the Partner evolves again",
        evolution.why_not_evolve_at_all,
        "    if state.from_destiny:\n"
        "        yield Reason.PARTNER_EVOLVED",
        "    if state.from_destiny and not any(card_of(state, c).kind == 'evolution' for c "
        "in state.me.hand):\n"
        "        yield Reason.PARTNER_EVOLVED",
    ),
    Line(
        "rack-mega", "evolution.rack", "a Mega has no card racked",
        evolution.why_not_rack,
        "    if state.racked >=",
        "    if card_of(state, state.me.active.top).level == 'M' or state.racked >=",
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
        "    if action.card in state.me.hand and card_of(state, action.card).kind == "
        "'option':\n"
        "        yield Reason.RACKED_ENOUGH\n"
        "    if state.racked >=",
    ),
    Line(
        "rack-none-evolved", "evolution.rack", "a Digimon of level U has no card racked",
        evolution.why_not_rack,
        "    if state.racked >=",
        "    if len(state.me.active.cards) > 2 or state.racked >=",
    ),
    Line(
        "rack-partner", "evolution.rack", "the Partner is not racked",
        evolution.why_not_rack,
        "    if state.racked >=",
        "    if action.card in state.match.partners:\n"
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
    Line(
        "stack-of-three", "evolution.stack", "the stack holds three",
        evolution.cover,
        "cards = (card, *digimon.cards)",
        "cards = (card, *digimon.cards[:2])",
    ),
    Line(
        "type-first-new", "evolution.type", "the first type of the new card alone counts",
        evolution.why_unfit,
        "isdisjoint(card.types)",
        "isdisjoint(card.types[:1])",
    ),
    Line(
        "type-first-old", "evolution.type", "the first type of the Digimon alone counts",
        evolution.why_unfit,
        "not types_of(state, digimon).isdisjoint(card.types)",
        "not set(top.types[:1]).isdisjoint(card.types)",
    ),
    Line(
        "type-lifted-level", "evolution.ignore", "a lifted type lifts the level",
        evolution.why_unfit,
        '    if "level" not in state.ignored and (',
        '    if "level" not in state.ignored and "type" not in state.ignored and (',
    ),
    Line(
        "type-under", "evolution.type", "the type of a card under the Digimon does",
        evolution.why_unfit,
        "not types_of(state, digimon).isdisjoint(card.types)",
        "any(not types_of(state, digimon).isdisjoint(card.types) or not set(card_of(state, "
        "c).types).isdisjoint(card.types) for c in digimon.cards)",
    ),
    Line(
        "typeless", "evolution.type", "a card without a type fits any",
        evolution.why_unfit,
        "same_type = digimon is not None and",
        "same_type = digimon is not None and not card.types or digimon is not None and",
    ),
)  # fmt: skip

FAULTS: Mapping[str, Fault] = {
    **{line.name: line.fault() for line in LINES},
}
"""By name."""
