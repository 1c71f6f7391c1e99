"""Faults in single lines of decks, of setup, of the phases before a battle, and of their effects."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb import deck, state
from rulehound.engine.dmb.battle import abilities
from rulehound.engine.dmb.effects import in_play, occasions, words
from rulehound.engine.dmb.turns import ending, lines, prep, strategy, support
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
        "partner-destiny-gone", "partner.evolve",
        "a Partner that evolves takes the whole Destiny Zone with it",
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
        "unopposed-both-draw", "strategy.penalty", "no draw where the other deck is empty",
        strategy.begin_strategy,
        "draw(state.me, rules.unopposed_draw)",
        "draw(state.me, rules.unopposed_draw if state.opponent.deck else 0)",
    ),
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
        "unopposed-no-voids", "void.first", "nothing voids where nobody stands opposite",
        support.check_voids,
        "    for player, other in ((state.me, state.opponent), (state.opponent, state.me)):",
        "    for player, other in () if state.unopposed else ((state.me, state.opponent), "
        "(state.opponent, state.me)):",
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
)  # fmt: skip

FAULTS: Mapping[str, Fault] = {
    **{line.name: line.fault() for line in LINES},
    "place-mega": Fault(
        "prep.place", "a Mega is placed", constant(prep, "PLACED_LEVELS", ("R", "C", "U", "M"))
    ),
}
"""By name."""
