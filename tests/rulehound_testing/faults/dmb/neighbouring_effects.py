"""Faults in the neighbourhood of rules of effects: of the other player, twice, or where nothing is there."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb import zones
from rulehound.engine.dmb.battle import damage, knockout
from rulehound.engine.dmb.effects import choices, in_play, occasions, resolving, words
from rulehound.engine.dmb.turns import ending, evolution, lines, strategy, support
from rulehound_testing.faults.dmb.lines import Line
from rulehound_testing.faults.patching import Fault

IN_PLAY = (
    Line(
        "hp-of-the-card-under-it", "texts.leaving",
        "without its top card a Digimon has the HP of the one under it",
        words.remove_top,
        "change(player, cards=tuple(rest), abnormal=abnormal)",
        "change(player, cards=tuple(rest), abnormal=abnormal, hp=card_of(state, rest[0]).hp)",
    ),
    Line(
        "hp-cut-without-the-top", "end.hp-stays",
        "without its top card a Digimon has no more HP than the one under it",
        words.remove_top,
        "change(player, cards=tuple(rest), abnormal=abnormal)",
        "change(player, cards=tuple(rest), abnormal=abnormal, hp=min(player.active.hp, card_of(state, "
        "rest[0]).hp))",
    ),
    Line(
        "types-end-without-the-top", "end.types-stay",
        "without its top card a Digimon loses gained types",
        words.remove_top,
        "change(player, cards=tuple(rest), abnormal=abnormal)",
        "change(player, cards=tuple(rest), abnormal=abnormal, gained_types=())",
    ),
    Line(
        "boost-ends-without-the-top", "texts.leaving",
        "without its top card a Digimon loses its boost",
        words.remove_top,
        "change(player, cards=tuple(rest), abnormal=abnormal)",
        "change(player, cards=tuple(rest), abnormal=abnormal, boost=0)",
    ),
    Line(
        "activated-and-replaced", "texts.activate",
        "an activated card that is replaced goes to the trash",
        in_play.attach,
        "    leave(state, replaced)",
        "    player.trash += replaced",
    ),
    Line(
        "activated-and-detached", "texts.activate",
        "an activated card that is detached goes to the trash",
        in_play.detach,
        "    leave(state, (card,))\n",
        "    player.trash += (card,)\n",
    ),
    Line(
        "first-types-in-a-line", "abnormal.under",
        "cards of a line share their first type",
        lines.is_abnormal,
        "not set(above.types).isdisjoint(below.types)",
        "above.types[:1] == below.types[:1]",
    ),
    Line(
        "box-in-a-line-keeps-levels", "abnormal.under",
        "a box lifts the type alone in a line",
        lines.is_abnormal,
        "        below.name in above.box\n",
        "        (below.name in above.box and above.height == below.height + 1)\n",
    ),
    Line(
        "top-two-of-a-line", "abnormal.under",
        "the two top cards alone are a line",
        lines.is_abnormal,
        "for above, below in pairwise(printed)",
        "for above, below in list(pairwise(printed))[:1]",
    ),
)  # fmt: skip
"""What becomes of cards in play and of what they gave."""

EFFECTS = (
    Line(
        "recycling-in-full-alone", "effects.recycle",
        "with too few cards nothing is recycled",
        words.recycle,
        "    moved = player.trash[-task.step.amount :]\n",
        "    moved = player.trash[-task.step.amount :] if task.step.amount <= len(player.trash) else ()\n",
    ),
    Line(
        "one-recycled-card-without-a-shuffle", "abilities.recycle",
        "an attack that recycles one card does not shuffle",
        words.recycle,
        'if task.part == "attack":',
        'if task.part == "attack" and task.step.amount > 1:',
    ),
    Line(
        "searched-in-vain-without-a-shuffle", "effects.unknown-cards",
        "without success a search does not shuffle",
        words.rack,
        "if looked[:1] != (found,) and len(looked) > 1:",
        "if found is not None and looked[:1] != (found,):",
    ),
    Line(
        "second-card-counts-as-the-first", "effects.unknown-cards",
        "a deck is shuffled where its top card was the one",
        words.rack,
        "looked[:1] != (found,)",
        "looked[:2] != (found,)",
    ),
    Line(
        "second-gift-replaces-the-first", "abilities.granted",
        "an ability that is given replaces the one before",
        words.grant,
        "    player.granted += new",
        "    player.granted = new",
    ),
    Line(
        "gained-before-and-kept", "first-attack.none",
        "who has gained 1st Attack before keeps it",
        words.no_first_attack,
        "    player.no_first_attack = True",
        "    player.no_first_attack = not player.first_attacks",
    ),
    Line(
        "any-card-without-a-shuffle", "effects.picked-shown",
        "picking any card does not shuffle",
        choices.taken,
        "    shuffle(state, about(task))",
        "    if task.step.kind:\n        shuffle(state, about(task))",
    ),
    Line(
        "attached-in-vain-without-a-shuffle", "effects.unknown-cards",
        "a search for what is attached does not shuffle without success",
        choices.nothing_found,
        "    if searched:\n",
        "    if searched and task.step.do == 'take':\n",
    ),
    Line(
        "deleting-told-as-a-data-break", "effects.delete",
        "a card that is deleted is told as a Data Break",
        choices.deleted,
        '"delete"',
        '"data-break"',
    ),
    Line(
        "nothing-recycled-is-told", "effects.recycle",
        "recycling is told where there is nothing to recycle",
        words.recycle,
        "    if not moved:\n        return\n",
        "",
    ),
    Line(
        "activated-for-a-cost-again", "texts.activate",
        "what is activated for a cost is not counted",
        occasions.carry_out,
        "        state.activated += (one.card,)",
        "        state.activated += (one.card,) if not one.effect.cost else ()",
    ),
    Line(
        "once-with-a-cost-alone", "texts.once",
        "what is used once is counted only where it has a cost",
        occasions.carry_out,
        "    if one.effect.once:\n        state.used",
        "    if one.effect.once and one.effect.cost:\n        state.used",
    ),
    Line(
        "optional-where-once", "texts.once",
        "what is used once is asked for though it costs nothing",
        occasions.come_up,
        "demanded = [one for one in found if not one.effect.is_optional]",
        "demanded = [one for one in found if not (one.effect.is_optional or one.effect.once)]",
    ),
    Line(
        "effects-by-seat", "texts.simultaneous",
        "effects that may be left out come up by seats",
        occasions.in_turn,
        '    """Both players, the turn player first."""\n    return state.turn, 1 - state.turn',
        '    """Both players, the turn player first."""\n    return 0, 1',
    ),
    Line(
        "order-by-the-first-seat", "texts.simultaneous",
        "player 0 says which effects come first, whoever has the turn",
        occasions.decides,
        "    return 1 - state.turn if state.other_first else state.turn",
        "    return 1 if state.other_first else 0",
    ),
    Line(
        "void-of-options-alone", "void.nothing",
        "an effect makes Options void alone",
        words.void,
        "        make_void(state, player)",
        '        make_void(state, player) if card_of(state, player.support.card).kind == "option" else '
        "None",
    ),
    Line(
        "bonus-for-the-first-seat", "strategy.penalty",
        "without a battle player 0 draws, whoever has the turn",
        strategy.begin_strategy,
        "draw(state.me, rules",
        "draw(state.players[0], rules",
    ),
    Line(
        "voids-by-seat", "void.order",
        "of two Voids that of player 0 comes first, whoever has the turn",
        support.check_voids,
        "    for player, other in ((state.me, state.opponent), (state.opponent, state.me)):",
        "    for player, other in ((state.players[0], state.players[1]), (state.players[1], "
        "state.players[0])):",
    ),
    Line(
        "activated-or-not", "texts.activate",
        "a card that may be activated is deleted though it was not",
        zones.leave,
        "elif card in state.activated:",
        "elif any(one.timing == 'activate' for one in state.match.facts[card].effects):",
    ),
    Line(
        "demanded-for-a-cost", "texts.once",
        "what is used once is demanded though it costs something",
        occasions.come_up,
        "demanded = [one for one in found if not one.effect.is_optional]",
        "demanded = [one for one in found if one.effect.once or not one.effect.is_optional]",
    ),
    Line(
        "declared-by-seat", "support.order",
        "player 0 declares a support last, whoever has the turn",
        support.ask_turn_player,
        'ask(state, "support", state.turn)',
        'ask(state, "support", 0)',
    ),
    Line(
        "void-of-digimon-alone", "void.nothing",
        "an effect makes Digimon void alone",
        words.void,
        "make_void(state, player)",
        "make_void(state, player) if card_of(state, player.support.card).is_digimon else None",
    ),
    Line(
        "costs-the-other-way-round", "texts.costs",
        "costs are paid from the last to the first",
        occasions.carry_out,
        "for step in one.effect.cost)",
        "for step in one.effect.cost[::-1])",
    ),
    Line(
        "effects-of-the-turn-player-alone", "effects.timing",
        "at the beginning of a phase the turn player's cards alone have effects",
        occasions.sources,
        "yield from ((owner, card) for owner in in_turn(state) for card in cards_in_play",
        "yield from ((owner, card) for owner in in_turn(state)[:1] for card in cards_in_play",
    ),
    Line(
        "conditions-by-printed-types", "texts.conditions",
        "a condition looks at printed types",
        resolving.holds,
        "condition.type in types_of(state, digimon)",
        "condition.type in top.types",
    ),
    Line(
        "conditions-by-the-first-type", "texts.conditions",
        "a condition looks at the first printed type",
        resolving.holds,
        "condition.type in types_of(state, digimon)",
        "condition.type in (*top.types[:1], *digimon.gained_types)",
    ),
    Line(
        "nothing-found-ends-the-effect", "texts.conditions",
        "where no card is found the effect ends",
        resolving.choose_for,
        "        nothing_found(state, task)\n        state.tasks = rest",
        "        nothing_found(state, task)\n        state.tasks = ()",
    ),
    Line(
        "attached-and-always-shuffled", "effects.picked-shown",
        "a deck is shuffled wherever a card is attached from",
        choices.attached,
        'if zone == "deck":\n        shuffle',
        "if zone:\n        shuffle",
    ),
    Line(
        "found-nothing-and-shuffled", "effects.recycle-any",
        "a deck is shuffled wherever no card is found",
        choices.nothing_found,
        "if searched:",
        "if True:",
    ),
    Line(
        "demanded-may-be-left-out", "texts.simultaneous",
        "what is demanded may be left out beside what is not",
        occasions.why_not_none,
        "if any(",
        "if all(",
    ),
    Line(
        "optional-before-the-demanded", "texts.simultaneous",
        "what may be left out is used before what is demanded",
        occasions.why_not_use,
        "for one in due(state))",
        "for one in due(state)[:1])",
    ),
    Line(
        "any-phase-effect-with-an-attack", "effects.timing",
        "what is used at the beginning of any phase is used with an attack",
        occasions.why_not_use,
        "(timing in PHASES and effect.timing in ANY_PHASE)",
        "effect.timing in ANY_PHASE",
    ),
    Line(
        "any-card-onto-the-deck", "texts.recode",
        "any card is put onto the deck in place of one that is looked at",
        resolving.why_not_put,
        "action.card not in state.looked",
        "not state.looked",
    ),
    Line(
        "attack-of-nobody-changed", "jamming.changed",
        "an attack is changed that nobody has chosen",
        words.change_attack,
        "if player.choice and not",
        "if not",
    ),
    Line(
        "revival-of-nobody-told", "revival.set",
        "Set Revival is told of where no Digimon is",
        words.revive,
        "if player.active is not None:",
        "if True:",
    ),
    Line(
        "steady-but-void-by-a-word", "texts.parentheses",
        "an effect makes a support void that cannot be made so",
        words.void,
        "make_void(state, player)",
        "player.support = type(player.support)(player.support.card, void=True)",
    ),
    Line(
        "counter-of-every-attack-takes", "counter.turned",
        "a Counter takes what every attack does",
        occasions.attack_of,
        '"counter" in applying(state, other, player) and names_attack(state, other, player)',
        '"counter" in applying(state, other, player)',
    ),
    Line(
        "attack-of-the-turn-player-alone", "abilities.at-once",
        "the turn player's attack alone has effects",
        occasions.sources,
        "for owner in in_turn(state) for user, card in attack_of(state, owner))",
        "for owner in in_turn(state)[:1] for user, card in attack_of(state, owner))",
    ),
    Line(
        "any-kind-of-the-trash", "effects.recycle-any",
        "cards of any kind of the trash are among those to choose from",
        choices.of_trash,
        "    return of_kind(state, task, state.players[about(task)].trash)",
        "    return state.players[about(task)].trash",
    ),
    Line(
        "any-kind-attached", "abilities.attach",
        "cards of any kind are among those to attach",
        choices.to_attach,
        "for card in of_kind(state, task, zone) if attaches",
        "for card in zone if attaches",
    ),
    Line(
        "one-gift-of-two-ends", "texts.leaving",
        "of two things that a card gave one alone ends with it",
        in_play.drop_bonus,
        "    amount = sum(given for card, given in digimon.passives if card == source)",
        "    amount = next((given for card, given in digimon.passives if card == source), 0)",
    ),
    Line(
        "discarded-under-the-trash", "effects.recycle",
        "a discarded card goes under the trash",
        zones.discard,
        "    player.hand = without(player.hand, card)  # rule: effects.discard\n    player.trash += "
        "(card,)",
        "    player.hand = without(player.hand, card)  # rule: effects.discard\n    player.trash = "
        "(card, *player.trash)",
    ),
    Line(
        "trashed-the-other-way-round", "effects.trash",
        "of cards from the deck the first lies on top of the trash",
        zones.trash_from_deck,
        "    player.trash += player.deck[:count]",
        "    player.trash += player.deck[:count][::-1]",
    ),
    Line(
        "giver-has-gained-last", "first-attack.latest",
        "whoever has the card counts as having gained 1st Attack last",
        words.first_attack,
        "        state.last_first_attack = seat(about(task))",
        "        state.last_first_attack = seat(task.owner)",
    ),
    Line(
        "second-card-chosen-later", "effects.discard",
        "the second card is chosen after what comes next",
        resolving.choose,
        "    task, *rest = state.tasks\n    state.tasks = (*once_less(task), *rest)",
        "    task, *rest = state.tasks\n    state.tasks = (*rest, *once_less(task))",
    ),
    Line(
        "data-break-without-a-mega", "effects.data-break",
        "a Data Break is activated without a Mega",
        occasions.can_pay,
        "return any(card_of(state, card).level",
        "return not player.destiny or any(card_of(state, card).level",
    ),
    Line(
        "turned-gifts-stay", "counter.turned",
        "what an attack gives stays with its own player where Counter turns it",
        occasions.attack_of,
        "1 - owner if counters and not both else owner",
        "owner",
    ),
    Line(
        "one-type-of-two", "effects.type",
        "of several types one alone is gained",
        words.gain_types,
        "        new = tuple(name for name in task.step.types if",
        "        new = tuple(name for name in task.step.types[:1] if",
    ),
    Line(
        "recycled-onto-the-own-deck", "effects.recycle-any",
        "any card of the trash goes onto the deck of whoever has the effect",
        choices.recycled,
        "    player.deck = (card, *player.deck)",
        "    state.players[task.owner].deck = (card, *state.players[task.owner].deck)",
    ),
    Line(
        "attached-by-a-support-alone", "effects.passive",
        "what was attached from another zone than the support adds nothing",
        in_play.attach,
        '    for effect in card_of(state, card).effects:\n        if effect.timing == "passive":',
        '    for effect in card_of(state, card).effects:\n        if effect.timing == "passive" and '
        'source == "support":',
    ),
    Line(
        "attached-to-nobody", "attachments.attach",
        "a card is attached where no Digimon is, and is gone",
        choices.to_attach,
        "    player = state.players[task.owner]\n    if player.active is None:\n        return ()\n    "
        "if task.step.zone",
        "    player = state.players[task.owner]\n    if task.step.zone",
    ),
    Line(
        "any-card-recycled-and-shuffled", "effects.recycle-any",
        "recycling any card shuffles",
        choices.recycled,
        "player.deck = (card, *player.deck)",
        "player.deck = (card, *player.deck)\n    shuffle(state, about(task))",
    ),
)  # fmt: skip
"""What effects do, and when."""

END = (
    Line(
        "lowered-power-stays", "end.lingering",
        "what lowers Power lasts longer than the turn",
        ending.end_lingering,
        "change(player, boost=0, lost=0, revival=0)",
        "change(player, boost=min(0, player.active.boost if player.active else 0), lost=0, revival=0)",
    ),
    Line(
        "void-support-is-gone", "end.supports",
        "a support that is void is not discarded",
        ending.put_away,
        "    if player.support is not None:\n        leave",
        "    if player.support is not None and not player.support.void:\n        leave",
    ),
    Line(
        "support-gone-with-the-digimon", "end.supports",
        "the support of a player whose Digimon is KO'd is not discarded",
        knockout.clear,
        "    player.active = None\n",
        "    player.active = None\n    player.support = None\n",
    ),
    Line(
        "evolution-ends-gained-types", "end.types-stay",
        "an evolution ends types that were gained",
        evolution.cover,
        "abnormal=False",
        "abnormal=False, gained_types=()",
    ),
    Line(
        "second-attack-on-nobody", "battle.no-second",
        "the second attacker attacks whoever has no HP",
        damage.second_strike,
        "    if both_stand(state):",
        "    if hp_of(attacker):",
    ),
    Line(
        "instances-stay", "end.lingering",
        "instances of 1st Attack last longer than the turn",
        ending.end_lingering,
        "player.first_attacks, player.no_first_attack = 0, False",
        "player.no_first_attack = False",
    ),
    Line(
        "no-limit-without-a-battle", "end.hand-limit",
        "without a battle there is no hand limit",
        ending.ask_for_discard,
        "    if len(state.me.hand) > state.match.rules.hand_limit:",
        "    if len(state.me.hand) > state.match.rules.hand_limit and not state.unopposed:",
    ),
    Line(
        "support-counts-as-hand", "end.hand-limit",
        "a support counts for the hand limit",
        ending.ask_for_discard,
        "    if len(state.me.hand) > state.match.rules.hand_limit:",
        "    if len(state.me.hand) + (state.me.support is not None) > state.match.rules.hand_limit:",
    ),
)  # fmt: skip
"""What is over at the end of a turn."""

LINES = (*IN_PLAY, *EFFECTS, *END)

FAULTS: Mapping[str, Fault] = {line.name: line.fault() for line in LINES}
"""Each line, and what stands there instead."""
