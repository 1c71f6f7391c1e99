"""Faults in the neighbourhood of rules of battles: of the other player, at a bound, or beside something."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.battle import abilities, damage, knockout
from rulehound.engine.dmb.effects import choices, occasions, words
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
        "passive-never-lowers", "effects.passive",
        "what is passive lowers no Power",
        abilities.power_of,
        "digimon.boost + digimon.bonus - digimon.lost",
        "digimon.boost + max(0, digimon.bonus) - digimon.lost",
    ),
    Line(
        "priority-by-seat", "abilities.priority",
        "who resolves first goes by seats",
        abilities.apply,
        "order = (1 - state.turn, state.turn) if turn_player_last else (state.turn, 1 - state.turn)",
        "order = (1, 0) if turn_player_last else (0, 1)",
    ),
    Line(
        "priority-of-the-first-seat", "abilities.priority",
        "player 0 says who resolves first, whoever has the turn",
        abilities.ask_or_apply,
        '        ask(state, "priority", state.turn)',
        '        ask(state, "priority", 0)',
    ),
    Line(
        "other-player-keeps-instances", "first-attack.none",
        "the other player keeps 1st Attack where none can be gained",
        abilities.apply,
        'player.no_first_attack or "counter"',
        '(player.no_first_attack and player is state.me) or "counter"',
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
        "countered-crash-of-its-user", "counter.turned",
        "a countered Crash deals the HP of the Digimon with Counter",
        damage.strike,
        "hp_of(attack) if has_crash",
        "hp_of(user) if has_crash",
    ),
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
        "crash-takes-the-last-hp", "crash.hp",
        "Crash takes HP also where there are no more than it leaves",
        damage.strike,
        "min(hp_of(user), state",
        "min(hp_of(user) - 1, state",
    ),
    Line(
        "crash-spares-a-little", "crash.hp",
        "Crash of a single HP more than it leaves takes none",
        damage.strike,
        "    if has_crash:\n",
        "    if has_crash and hp_of(user) != state.match.rules.crash_hp + 1:\n",
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
        "abnormal-mega-is-worth-less", "ko.mega",
        "an abnormal Digimon is worth as little as a revived one",
        knockout.worth,
        "digimon.worth_one or digimon.revival:",
        "digimon.worth_one or digimon.revival or digimon.abnormal:",
    ),
    Line(
        "activated-on-top-alone", "texts.activate",
        "a card that was activated is deleted at a KO only where it lies on top",
        knockout.clear,
        "    leave(state, others)",
        "    others = tuple(others)\n    leave(state, others[:1])\n    player.trash += others[1:]",
    ),
    Line(
        "no-win-by-the-revived", "ko.win",
        "nobody wins by a Digimon that is revived",
        knockout.judge_points,
        "    winners = [player for player in PLAYERS if",
        "    winners = [player for player in PLAYERS if not (state.players[1 - player].active and "
        "state.players[1 - player].active.worth_one) and",
    ),
    Line(
        "single-hp-is-none", "ko.discard",
        "a Digimon with a single HP is KO'd",
        knockout.knock_out,
        "if digimon is not None and digimon.hp == 0:",
        "if digimon is not None and digimon.hp <= 1:",
    ),
    Line(
        "won-a-point-early", "ko.win",
        "a point too few wins",
        knockout.judge_points,
        ">= state.match.rules.ko_win",
        "> state.match.rules.ko_win - 2",
    ),
    Line(
        "goes-on-after-the-last-point", "ko.win",
        "whoever has a point more than is needed wins alone",
        knockout.judge_points,
        ">= state.match.rules.ko_win",
        "> state.match.rules.ko_win",
    ),
    Line(
        "mega-by-itself-is-worth-one", "ko.mega",
        "a Mega is worth more only with cards under it",
        knockout.worth,
        'top.level == "M"',
        'top.level == "M" and len(digimon.cards) > 1',
    ),
    Line(
        "high-level-is-worth-more", "ko.points",
        "a Digimon of level U is worth as much as a Mega",
        knockout.worth,
        'top.level == "M"',
        'top.level in ("U", "M")',
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

LINES = (*ABILITIES, *POWER, *DAMAGE, *KNOCK_OUT)

FAULTS: Mapping[str, Fault] = {line.name: line.fault() for line in LINES}
"""Each line, and what stands there instead."""
