"""Faults in single lines of decks, of setup, of the Prep and the Strategy Phase, and of effects there."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb import deck, state, zones
from rulehound.engine.dmb.battle import abilities
from rulehound.engine.dmb.effects import in_play, occasions, words
from rulehound.engine.dmb.turns import ending, lines, prep, strategy
from rulehound_testing.faults.dmb.lines import Line
from rulehound_testing.faults.patching import Fault, constant

LINES = (
    Line(
        "ability-under", "abilities.at-once", "abilities of a card under the Digimon apply",
        abilities.has_ability,
        "printed = top is not None and top.special == player.choice and ability in "
        "top.abilities",
        "printed = any(state.match.facts[c].special == player.choice and ability in "
        "state.match.facts[c].abilities for c in player.active.cards) if player.active "
        "else False",
    ),
    Line(
        "champion-first-box", "deck.partner-champions", "the first name of the box alone names the Partner",
        deck.wrong_destiny,
        "if names.isdisjoint(pool[number].box):",
        "if names.isdisjoint(pool[number].box[:1]):",
    ),
    Line(
        "data-partner", "deck.data-legal", "the first name of a box alone makes DATA legal",
        deck.illegal_data,
        "names = {name for number in destiny for name in (pool[number].name, "
        "*pool[number].box)}",
        "names = {name for number in destiny for name in (pool[number].name, "
        "*pool[number].box[:1])}",
    ),
    Line(
        "deck-champion-by-level", "deck.partner-champions",
        "a U that names the Partner lies in the Destiny Zone",
        deck.wrong_destiny,
        'champions = [number for number in destiny if pool[number].level == "C"]',
        'champions = [number for number in destiny if pool[number].level in ("C", "U")]',
    ),
    Line(
        "deck-champion-copies", "deck.partner-champions", "two copies of a Champion count as one",
        deck.wrong_destiny,
        "champions = [number for number in destiny if",
        "champions = [number for number in dict.fromkeys(destiny) if",
    ),
    Line(
        "deck-data-deck", "deck.data-legal", "a card of the deck makes DATA legal",
        deck.illegal_data,
        "names = {name for number in destiny for name",
        "names = {name for number in (*destiny, *main) if pool[number].is_digimon for name",
    ),
    Line(
        "deck-data-marked", "deck.data-legal", "marked DATA is always legal",
        deck.illegal_data,
        '        if card.kind == "data" and card.stands_for not in names:',
        '        if card.kind == "data" and not card.marked and card.stands_for not in names:',
    ),
    Line(
        "deck-firewall-digimon", "deck.firewalls", "an Evolve card is no Ace or Firewall",
        deck.too_many_of_a_class,
        "    classes = Counter(pool[number].class_ for number in main)",
        "    classes = Counter(pool[number].class_ for number in main if pool[number].kind "
        "in ('option', 'digimon'))",
    ),
    Line(
        "deck-mega-copies", "deck.megas", "two copies of a Mega count as one",
        deck.wrong_destiny,
        "megas = [number for number in destiny if",
        "megas = [number for number in dict.fromkeys(destiny) if",
    ),
    Line(
        "deck-option-copies", "deck.partner-options", "two copies of an Option count as one",
        deck.wrong_destiny,
        "options = [number for number in destiny if",
        "options = [number for number in dict.fromkeys(destiny) if",
    ),
    Line(
        "destiny-evolution", "deck.partner-options", "an Evolve card lies in the Destiny Zone",
        deck.wrong_destiny,
        "        if number not in (*megas, *champions, *options):",
        "        if number not in (*megas, *champions, *options) and pool[number].kind != "
        "'evolution':",
    ),
    Line(
        "destiny-ultimate", "deck.megas", "a U lies in the Destiny Zone",
        deck.wrong_destiny,
        "        if number not in (*megas, *champions, *options):",
        "        if number not in (*megas, *champions, *options) and pool[number].level != "
        "'U':",
    ),
    Line(
        "evolutions-total", "deck.evolution-copies", "two Evolve cards in all",
        deck.too_many_copies,
        "    for number, copies in Counter(main).items():",
        "    if sum(pool[n].kind == 'evolution' for n in main) > "
        "rules.deck_evolution_copies:\n"
        "        yield Reason('too-many-copies', 'deck.evolution-copies', 'x')\n"
        "    for number, copies in Counter(main).items():",
    ),
    Line(
        "partner-not-in-deck", "deck.partners", "the Partner need not be in the deck",
        deck.wrong_partners,
        'if number not in main or pool[number].level != "R":',
        'if pool[number].level != "R":',
    ),
    Line(
        "unmarked-data", "deck.partner-options", "DATA needs no mark",
        deck.wrong_destiny,
        "        if not pool[number].marked:",
        "        if not pool[number].marked and pool[number].kind == 'option':",
    ),
    Line(
        "effects-of-dp", "effects.timing", "effects of cards in the DP Zone come up",
        in_play.cards_in_play,
        "return (digimon.top, *digimon.attachments)",
        "return (digimon.top, *digimon.attachments, *player.dp_cards)",
    ),
    Line(
        "attached-battle", "effects.timing", "effects of attached cards do not come at battle",
        occasions.sources,
        "yield from ((owner, card) for owner in in_turn(state) for card in "
        "cards_in_play(state.players[owner]))",
        "yield from ((owner, card) for owner in in_turn(state) for card in "
        "(cards_in_play(state.players[owner])[:1] if timing == 'battle' else "
        "cards_in_play(state.players[owner])))",
    ),
    Line(
        "attached-end", "effects.timing", "effects of attached cards do not come at end",
        occasions.sources,
        "yield from ((owner, card) for owner in in_turn(state) for card in "
        "cards_in_play(state.players[owner]))",
        "yield from ((owner, card) for owner in in_turn(state) for card in "
        "(cards_in_play(state.players[owner])[:1] if timing == 'end' else "
        "cards_in_play(state.players[owner])))",
    ),
    Line(
        "attached-evolution", "effects.timing", "effects of attached cards do not come at evolution",
        occasions.sources,
        "yield from ((owner, card) for owner in in_turn(state) for card in "
        "cards_in_play(state.players[owner]))",
        "yield from ((owner, card) for owner in in_turn(state) for card in "
        "(cards_in_play(state.players[owner])[:1] if timing == 'evolution' else "
        "cards_in_play(state.players[owner])))",
    ),
    Line(
        "attached-prep", "effects.timing", "effects of attached cards do not come at prep",
        occasions.sources,
        "yield from ((owner, card) for owner in in_turn(state) for card in "
        "cards_in_play(state.players[owner]))",
        "yield from ((owner, card) for owner in in_turn(state) for card in "
        "(cards_in_play(state.players[owner])[:1] if timing == 'prep' else "
        "cards_in_play(state.players[owner])))",
    ),
    Line(
        "box-bonus-first-name", "evolution.bonus", "the first name of a box alone gives its bonus",
        occasions.named_by_box,
        "card_of(state, cards[1]).name in card_of(state, cards[0]).box",
        "card_of(state, cards[1]).name in card_of(state, cards[0]).box[:1]",
    ),
    Line(
        "evolved-phase-effect", "effects.timing",
        "effects of the Evolution Phase come for what was evolved into",
        occasions.due,
        "        if effect.timing == timing or",
        "        if effect.timing == timing or (timing == 'box' and effect.timing == "
        "'evolution') or",
    ),
    Line(
        "no-any-phase-evolution", "effects.timing", "nothing of any phase at evolution",
        occasions.due,
        "if effect.timing == timing or (timing in PHASES and effect.timing in ANY_PHASE)",
        "if effect.timing == timing or (timing in PHASES and effect.timing in ANY_PHASE "
        "and timing != 'evolution')",
    ),
    Line(
        "own-effects-evolution", "effects.timing", "effects at evolution come for the turn player alone",
        occasions.sources,
        "yield from ((owner, card) for owner in in_turn(state) for card in "
        "cards_in_play(state.players[owner]))",
        "yield from ((owner, card) for owner in (in_turn(state)[:1] if timing == "
        "'evolution' else in_turn(state)) for card in cards_in_play(state.players[owner]))",
    ),
    Line(
        "unopposed-effects", "support.order", "no effects of the Support Phase where nobody stands opposite",
        occasions.come_up,
        "    if not state.match.has_effects:",
        "    if not state.match.has_effects or (state.unopposed and state.stage == "
        "'support'):",
    ),
    Line(
        "unopposed-supports-idle", "support.resolve-order",
        "no support is carried out where nobody stands opposite",
        occasions.come_up,
        "    if not state.match.has_effects:",
        "    if not state.match.has_effects or (state.unopposed and "
        "state.stage.startswith('resolve')):",
    ),
    Line(
        "discount-last", "evolution.discount", "the last discount alone counts",
        words.discount,
        "state.discount += task.step.amount",
        "state.discount = task.step.amount",
    ),
    Line(
        "rack-effect-counts", "evolution.rack",
        "a card that an effect puts into the DP Zone counts as that of the turn",
        words.rack,
        "        player.dp_cards += (found,)",
        "        player.dp_cards += (found,)\n"
        "        state.racked += 1",
    ),
    Line(
        "type-gained-alone", "effects.type", "a gained type replaces the printed ones",
        state.types_of,
        "return frozenset((*state.match.facts[digimon.top].types, *digimon.gained_types))",
        "return frozenset(digimon.gained_types or state.match.facts[digimon.top].types)",
    ),
    Line(
        "ignore-stays-for-own", "end.lingering", "what player 1 has lifted stays lifted",
        ending.end_turn,
        "state.ignored, state.discount, state.last_first_attack = (), 0, None",
        "state.ignored, state.discount, state.last_first_attack = state.ignored if "
        "state.turn else (), 0, None",
    ),
    Line(
        "option-void-trash", "delete.destiny", "a void Partner Option goes to the trash",
        ending.put_away,
        "        leave(state, (player.support.card,))  # rule: end.supports",
        "        if player.support.void:\n"
        "            player.trash += (player.support.card,)\n"
        "        else:\n"
        "            leave(state, (player.support.card,))",
    ),
    Line(
        "unopposed-hand-limit", "end.hand-limit", "no discards where nobody stood opposite",
        ending.ask_for_discard,
        "    if len(state.me.hand) > state.match.rules.hand_limit:",
        "    if not state.unopposed and len(state.me.hand) > state.match.rules.hand_limit:",
    ),
    Line(
        "unopposed-stays", "strategy.unopposed", "once unopposed, no battle any more",
        ending.end_turn,
        "state.low_hand = state.forced = state.from_destiny = state.unopposed = False",
        "state.low_hand = state.forced = state.from_destiny = False",
    ),
    Line(
        "line-begins-on-top", "abnormal.under", "a line begins with the top card",
        lines.is_abnormal,
        'begins = printed[-1].level == "R"',
        'begins = printed[0].level == "R"',
    ),
    Line(
        "line-first-two", "abnormal.under", "of a line the first two cards alone are looked at",
        lines.is_abnormal,
        "for above, below in pairwise(printed)",
        "for above, below in list(pairwise(printed))[:1]",
    ),
    Line(
        "line-without-box", "abnormal.under", "in a line no evolution box counts",
        lines.is_abnormal,
        "below.name in above.box\n"
        "        or (",
        "(",
    ),
    Line(
        "champion-second", "partner.evolve", "only the first card of the Destiny Zone",
        prep.why_not_partner,
        'card_of(state, action.card).level != "C":',
        'card_of(state, action.card).level != "C" or state.me.destiny.index(action.card) > 0:',
    ),
    Line(
        "destiny-only-with-champion", "partner.evolve",
        "with several cards in the Destiny Zone the Partner does not evolve",
        prep.place,
        "may_evolve = action.card in state.match.partners and player.destiny",
        "may_evolve = action.card in state.match.partners and len(player.destiny) == 1",
    ),
    Line(
        "draw-all-or-none", "prep.draw", "with one card in the deck a low hand draws none",
        prep.draw_for_turn,
        "draw(player, rules.draw_low_count if state.low_hand else rules.draw_count)",
        "draw(player, rules.draw_low_count if state.low_hand and len(player.deck) >= 2 "
        "else rules.draw_count if not state.low_hand else 0)",
    ),
    Line(
        "draw-deck-out", "prep.draw", "who cannot draw has lost",
        prep.draw_for_turn,
        "    rules, player = state.match.rules, state.me",
        "    rules, player = state.match.rules, state.me\n"
        "    if not player.deck:\n"
        "        end_game(state, seat(1 - state.turn))\n"
        "        return",
    ),
    Line(
        "draw-empty-hand", "prep.draw", "an empty hand is not low",
        prep.draw_for_turn,
        "len(player.hand) <= rules.draw_low_hand",
        "0 < len(player.hand) <= rules.draw_low_hand",
    ),
    Line(
        "forced-always", "prep.forced-mulligan", "the hand is always shown",
        prep.ask_for_digimon,
        "        state.forced = True",
        "        state.forced = True\n"
        "    state.forced = True",
    ),
    Line(
        "forced-only-small", "prep.forced-mulligan", "a hand of four is not exchanged by force",
        prep.ask_for_digimon,
        "while state.low_hand and player.deck",
        "while state.low_hand and len(player.hand) < 4 and player.deck",
    ),
    Line(
        "forced-unshown", "prep.forced-mulligan", "the hand is not shown",
        prep.ask_for_digimon,
        "        state.forced = True",
        "        pass",
    ),
    Line(
        "loss-winner-both", "prep.loss", "where neither has a Digimon both win",
        prep.ask_for_digimon,
        "        end_game(state, seat(1 - state.turn))  # rule: prep.loss",
        '        end_game(state, seat(1 - state.turn) if state.opponent.active else "both")',
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
        "    if len(state.me.hand) < state.match.rules.mulligan_hand or "
        "len(state.me.trash) >= 9:",
    ),
    Line(
        "mull-with-active-only", "prep.mulligan", "no full mulligan without a Digimon",
        prep.why_not_exchange,
        "    if len(state.me.hand) < state.match.rules.mulligan_hand:",
        "    if len(state.me.hand) < state.match.rules.mulligan_hand or not state.me.active:",
    ),
    Line(
        "partner-champ-box", "partner.evolve", "the first name of the box has to be the Partner's",
        prep.why_not_partner,
        'card_of(state, action.card).level != "C":',
        'card_of(state, action.card).level != "C" or card_of(state, '
        "state.me.active.top).name not in card_of(state, action.card).box[:1]:",
    ),
    Line(
        "partner-destiny-gone", "partner.evolve",
        "a Partner that evolves takes the whole Destiny Zone with it",
        prep.partner_evolve,
        "state.me.destiny = without(state.me.destiny, action.card)  # rule: partner.evolve",
        "state.me.destiny = ()",
    ),
    Line(
        "partner-evolves-into-an-option", "partner.evolve",
        "the Partner evolves into the Option of the Destiny Zone",
        prep.why_not_partner,
        'card_of(state, action.card).level != "C":',
        'card_of(state, action.card).level == "M":',
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
    Line(
        "place-after-ko-same-turn", "partner.evolve", "the Partner evolves at once only with an empty trash",
        prep.place,
        '    state.stage = "partner" if may_evolve else "evolution"',
        '    state.stage = "partner" if may_evolve and len(player.trash) == 0 else '
        '"evolution"',
    ),
    Line(
        "placed-abnormal-partner", "prep.abnormal", "a Partner is abnormal without a Destiny Zone",
        prep.place,
        'abnormal = card.level != "R"',
        'abnormal = card.level != "R" or (action.card in state.match.partners and not '
        "player.destiny)",
    ),
    Line(
        "placed-box-normal", "prep.abnormal", "a Champion with an evolution box is not abnormal",
        prep.place,
        'abnormal = card.level != "R"',
        'abnormal = card.level != "R" and not card.box',
    ),
    Line(
        "placed-hp-level", "prep.place", "an abnormal Digimon has half its HP",
        prep.place,
        "card.hp, abnormal)",
        "card.hp if card.level == 'R' else card.hp // 2, abnormal)",
    ),
    Line(
        "placed-not-evolve", "prep.place", "what was placed does not evolve in this turn",
        prep.place,
        "    may_evolve = action.card",
        "    state.evolutions = 0 if action.card in state.match.partners else 1\n"
        "    may_evolve = action.card",
    ),
    Line(
        "placed-prep-effect", "effects.timing", "effects of the Prep Phase come for what is placed",
        prep.place,
        "    may_evolve = action.card in",
        "    from rulehound.engine.dmb.effects.tasks import Task\n"
        "    state.tasks += tuple(Task(state.turn, action.card, step) for effect in "
        "card.effects if effect.timing == 'prep' for step in effect.steps)\n"
        "    may_evolve = action.card in",
    ),
    Line(
        "placed-resets-trash", "prep.place", "the DP Zone is discarded for a new Digimon",
        prep.place,
        "    player.hand = without(player.hand, action.card)\n"
        "    abnormal",
        "    player.hand = without(player.hand, action.card)\n"
        "    player.trash += player.dp_cards\n"
        "    player.dp_cards = ()\n"
        "    abnormal",
    ),
    Line(
        "choose-abnormal", "strategy.choice", "an abnormal Digimon does not attack",
        strategy.why_not_choose,
        "    elif state.players[action.player].choice:",
        "    elif state.players[action.player].choice or "
        "state.players[action.player].active.abnormal:",
    ),
    Line(
        "unopposed-all-or-none", "strategy.penalty", "of one card none is trashed",
        strategy.begin_strategy,
        "trash_from_deck(state.opponent, rules.unopposed_trash)",
        "trash_from_deck(state.opponent, rules.unopposed_trash if len(state.opponent.deck) "
        ">= 2 else 0)",
    ),
    Line(
        "unopposed-draw-needs-a-deck", "strategy.penalty", "no draw where the other deck is empty",
        strategy.begin_strategy,
        "draw(state.me, rules.unopposed_draw)",
        "draw(state.me, rules.unopposed_draw if state.opponent.deck else 0)",
    ),
    Line(
        "exchange-five", "prep.mulligan", "draws five at most",
        zones.exchange_hand,
        "    count = len(player.hand)",
        "    count = min(5, len(player.hand))",
    ),
    Line(
        "rack-value-once", "evolution.cost", "the last four cards count",
        zones.dp_of,
        "return sum(state.match.facts[card].dp for card in player.dp_cards)",
        "return sum(state.match.facts[card].dp for card in player.dp_cards[-4:])",
    ),
    Line(
        "trash-order", "strategy.penalty", "cards are trashed in the wrong order",
        zones.trash_from_deck,
        "player.trash += player.deck[:count]  # rule: effects.trash",
        "player.trash += player.deck[:count][::-1]",
    ),
)  # fmt: skip

FAULTS: Mapping[str, Fault] = {
    **{line.name: line.fault() for line in LINES},
    "place-mega": Fault(
        "prep.place", "a Mega is placed", constant(prep, "PLACED_LEVELS", ("R", "C", "U", "M"))
    ),
}
"""By name."""
