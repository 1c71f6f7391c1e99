"""Faults in the neighbourhood of a rule: of the other player, at a bound, twice, or beside something else."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.battle import abilities, damage, knockout
from rulehound.engine.dmb.effects import choices, in_play, occasions, resolving, words
from rulehound.engine.dmb.turns import ending
from rulehound.engine.dmb.turns import lines as lines_of_cards
from rulehound_testing.faults.dmb.lines import Line
from rulehound_testing.faults.patching import Fault

ABILITIES = (
    Line(
        "given-to-the-turn-player-alone", "abilities.granted",
        "an effect gives abilities to the turn player alone",
        abilities.has_ability,
        "or ability in player.granted",
        "or (ability in player.granted and player is state.me)",
    ),
    Line(
        "given-to-the-special-attack", "abilities.granted",
        "a given ability comes with one of the three attacks alone",
        abilities.has_ability,
        "or ability in player.granted",
        "or (ability in player.granted and top is not None and top.special == player.choice)",
    ),
    Line(
        "jamming-with-cross-alone", "jamming.cross",
        "Jamming that was given does nothing beside another attack than Cross",
        abilities.applying,
        '    if player.choice == "cross" and has_ability(state, other, "jamming"):',
        '    if player.choice == "cross" and other.choice == "cross" and has_ability(state, other, '
        '"jamming"):',
    ),
    Line(
        "jamming-leaves-what-was-given", "jamming.cross",
        "Jamming leaves abilities that an effect has given",
        abilities.applying,
        '        return tuple(ability for ability in own if ability == "jamming")',
        '        return tuple(ability for ability in own if ability == "jamming" or ability in '
        "player.granted)",
    ),
    Line(
        "jammed-but-tripled", "jamming.cross",
        "a triple Power is tripled in spite of Jamming",
        abilities.power_of,
        'factor = 3 if "triple" in player.abilities and',
        'factor = 3 if has_ability(state, player, "triple") and',
    ),
    Line(
        "jammed-counter-is-second", "jamming.cross",
        "a Counter that is void loses 1st Attack all the same",
        abilities.apply,
        '        if player.no_first_attack or "counter" in player.abilities:',
        '        if player.no_first_attack or has_ability(state, player, "counter"):',
    ),
    Line(
        "jamming-keeps-its-own-gifts", "jamming.cross",
        "what a Cross with Jamming gives is not void",
        occasions.attack_of,
        '    if player.choice == "cross" and has_ability(state, other, "jamming"):',
        '    if player.choice == "cross" and has_ability(state, other, "jamming") and not '
        'has_ability(state, player, "jamming"):',
    ),
    Line(
        "jammed-counter-takes-gifts", "jamming.cross",
        "a Counter that is void takes what the other attack gives",
        occasions.attack_of,
        '"counter" in applying(state, other, player) and names_attack',
        'has_ability(state, other, "counter") and names_attack',
    ),
)  # fmt: skip
"""What goes with an attack, and what Jamming leaves of it."""

POWER = (
    Line(
        "printed-power-tripled", "power.tripled",
        "the printed Power alone is tripled",
        abilities.power_of,
        "    return max(0, raised) * factor",
        "    return max(0, raised + (factor - 1) * top.power_of(player.choice))",
    ),
    Line(
        "passive-power-not-tripled", "power.tripled",
        "what is passive is not tripled",
        abilities.power_of,
        "    return max(0, raised) * factor",
        "    return max(0, (raised - digimon.bonus) * factor + digimon.bonus)",
    ),
    Line(
        "prey-by-printed-types", "power.tripled",
        "Power is tripled against printed types alone",
        abilities.has_prey,
        "not types_of(state, other.active).isdisjoint(prey)",
        "not set(top_of(state, other).types).isdisjoint(prey)",
    ),
    Line(
        "prey-by-the-first-type", "power.tripled",
        "Power is tripled against the first type alone",
        abilities.has_prey,
        "not types_of(state, other.active).isdisjoint(prey)",
        "top_of(state, other).types[0] in prey",
    ),
    Line(
        "first-prey-alone", "power.tripled",
        "Power is tripled against the first type that is named alone",
        abilities.has_prey,
        "not types_of(state, other.active).isdisjoint(prey)",
        "prey[:1] and prey[0] in types_of(state, other.active)",
    ),
    Line(
        "to-zero-leaves-the-passive", "power.current",
        "what is passive is left of an attack that is set to nothing",
        abilities.power_of,
        "names_attack(state, other, player):\n        return 0",
        "names_attack(state, other, player):\n        return max(0, digimon.bonus)",
    ),
    Line(
        "boost-by-an-attack-comes-too-late", "power.current",
        "a boost does not count in the battle",
        abilities.power_of,
        "digimon.boost + digimon.bonus",
        "digimon.bonus",
    ),
)  # fmt: skip
"""Of what Power comes."""

DAMAGE = (
    Line(
        "crash-needs-power", "crash.damage",
        "Crash without Power deals nothing",
        damage.strike,
        "strength = hp_of(attack) if has_crash else attack.power",
        "strength = (hp_of(attack) if attack.power else 0) if has_crash else attack.power",
    ),
    Line(
        "crash-that-knocks-out-costs-nothing", "crash.hp",
        "Crash costs nothing where it KOs",
        damage.strike,
        "    if has_crash:\n        change(user",
        "    if has_crash and hp_of(target):\n        change(user",
    ),
    Line(
        "shatter-of-a-triple-power", "shatter.power",
        "Shatter takes three times its amount from a Power that was tripled",
        damage.strike,
        "target.power = max(0, target.power - top.shatter)",
        "target.power = max(0, target.power - top.shatter * (3 if 'triple' in target.abilities else 1))",
    ),
    Line(
        "turned-shatter-of-its-own-player", "counter.turned",
        "a Shatter that Counter turns has its own player choose",
        damage.strike,
        "Task(number_of(state, user), attack",
        "Task(number_of(state, attack), attack",
    ),
    Line(
        "crash-without-power-shatters-nothing", "shatter.power",
        "Shatter of a Crash without Power does nothing",
        damage.strike,
        '    if dealt and attack.active and top and target.active and "shatter"',
        '    if dealt and attack.power and attack.active and top and target.active and "shatter"',
    ),
    Line(
        "counter-attacks-as-well", "counter.turned",
        "whoever counters attacks as well",
        damage.second_strike,
        "            strike(state, other, attacker, other)",
        "            strike(state, other, attacker, other)\n            strike(state, attacker, "
        "attacker, other)",
    ),
    Line(
        "own-attached-cards-alone", "shatter.attached",
        "an own card alone is discarded by Shatter",
        choices.to_detach,
        "(state.players[player].active for player in PLAYERS)\n    return tuple(card for one",
        "(state.players[player].active for player in PLAYERS if player == _task.owner)\n    return "
        "tuple(card for one",
    ),
)  # fmt: skip
"""What an attack deals, and what follows from it."""

KNOCK_OUT = (
    Line(
        "revived-without-a-boost", "revival.set",
        "a revived Digimon loses its boost",
        knockout.revive,
        "hp=digimon.revival, revival=0, worth_one=True",
        "hp=digimon.revival, revival=0, worth_one=True, boost=0",
    ),
    Line(
        "revived-without-the-passive", "revival.set",
        "a revived Digimon loses what is passive",
        knockout.revive,
        "hp=digimon.revival, revival=0, worth_one=True",
        "hp=digimon.revival, revival=0, worth_one=True, bonus=0, passives=()",
    ),
    Line(
        "revived-without-gained-types", "revival.set",
        "a revived Digimon loses the types that it has gained",
        knockout.revive,
        "hp=digimon.revival, revival=0, worth_one=True",
        "hp=digimon.revival, revival=0, worth_one=True, gained_types=()",
    ),
    Line(
        "revived-without-attachments", "revival.set",
        "a revived Digimon loses what is attached",
        knockout.revive,
        "hp=digimon.revival, revival=0, worth_one=True",
        "hp=digimon.revival, revival=0, worth_one=True, attachments=()",
    ),
    Line(
        "revived-as-normal", "revival.set",
        "a revived Digimon is normal",
        knockout.revive,
        "hp=digimon.revival, revival=0, worth_one=True",
        "hp=digimon.revival, revival=0, worth_one=True, abnormal=False",
    ),
    Line(
        "revived-up-to-the-printed", "revival.set",
        "a Digimon is revived with no more HP than are printed",
        knockout.revive,
        "hp=digimon.revival, revival=0, worth_one=True",
        "hp=min(digimon.revival, top_of(state, state.players[owner]).hp), revival=0, worth_one=True",
    ),
    Line(
        "revived-once-alone", "revival.set",
        "a Digimon is revived once in its life",
        knockout.knock_out,
        "            if digimon.revival:\n",
        "            if digimon.revival and not digimon.worth_one:\n",
    ),
    Line(
        "own-digimon-not-revived", "revival.set",
        "the turn player's Digimon is not revived",
        knockout.knock_out,
        "            if digimon.revival:\n",
        "            if digimon.revival and owner != state.turn:\n",
    ),
    Line(
        "activated-attachment-at-a-ko", "texts.activate",
        "an attached card that was activated goes to the trash at a KO",
        knockout.clear,
        "    leave(state, digimon.attachments)",
        "    state.players[owner].trash += digimon.attachments",
    ),
    Line(
        "won-in-the-own-turn", "ko.win",
        "the turn player alone wins by points",
        knockout.judge_points,
        "for player in PLAYERS if",
        "for player in (state.turn,) if",
    ),
    Line(
        "least-revival-is-none", "revival.set",
        "Set Revival with a single HP is with the usual amount",
        words.revive,
        "task.step.amount > 0",
        "task.step.amount > 1",
    ),
    Line(
        "revival-for-the-own-side", "revival.set",
        "Set Revival is set for whoever has the card",
        words.revive,
        "change(player, revival=amount)",
        "change(state.players[task.owner], revival=amount)",
    ),
)  # fmt: skip
"""What a KO and Set Revival leave."""

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
        lines_of_cards.is_abnormal,
        "not set(above.types).isdisjoint(below.types)",
        "above.types[:1] == below.types[:1]",
    ),
    Line(
        "box-in-a-line-keeps-levels", "abnormal.under",
        "a box lifts the type alone in a line",
        lines_of_cards.is_abnormal,
        "        below.name in above.box\n",
        "        (below.name in above.box and above.height == below.height + 1)\n",
    ),
    Line(
        "top-two-of-a-line", "abnormal.under",
        "the two top cards alone are a line",
        lines_of_cards.is_abnormal,
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
        "found-nothing-and-shuffled", "effects.unknown-cards",
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
        "instances-stay", "end.lingering",
        "instances of 1st Attack last longer than the turn",
        ending.end_lingering,
        "player.first_attacks, player.no_first_attack = 0, False",
        "player.no_first_attack = False",
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

LINES = (*ABILITIES, *POWER, *DAMAGE, *KNOCK_OUT, *IN_PLAY, *EFFECTS, *END)

FAULTS: Mapping[str, Fault] = {line.name: line.fault() for line in LINES}
"""Each line, and what stands there instead."""
