"""Faults in how far a rule reaches: protection, removal, void supports, Counter, what an evolution keeps."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dmb.battle import abilities, damage
from rulehound.engine.dmb.effects import in_play, resolving, words
from rulehound.engine.dmb.turns import evolution
from rulehound_testing.faults.dmb.lines import Line
from rulehound_testing.faults.patching import Fault

PROTECTION = (
    Line(
        "protected-from-all-effects", "texts.costs", "what protects from supports protects from all effects",
        words.lose_hp, 'task.part == "support" and', 'task.part != "cost" and',
    ),
    Line(
        "protected-from-the-other-alone", "effects.passive", "the own support lowers protected HP",
        words.lose_hp, 'task.part == "support" and', 'task.part == "support" and task.step.of != "me" and',
    ),
    Line(
        "protected-from-below", "effects.passive", "a card under the Digimon protects its HP",
        in_play.is_guarded, "cards_in_play(player)",
        "((*player.active.cards, *player.active.attachments) if player.active else ())",
    ),
    Line(
        "protected-by-the-top-alone", "effects.passive", "what is attached protects no HP",
        in_play.is_guarded, "cards_in_play(player)", "cards_in_play(player)[:1]",
    ),
)  # fmt: skip
"""From what HP is protected, and by what."""

REMOVAL = (
    Line(
        "abnormal-for-good", "abnormal.under", "an abnormal Digimon stays so, whatever is left of it",
        words.remove_top, "abnormal = is_abnormal(state, rest)",
        "abnormal = digimon.abnormal or is_abnormal(state, rest)",
    ),
    Line(
        "removed-to-the-trash", "delete.destiny", "whatever an effect removes from the top lies in the trash",
        words.remove_top, "leave(state, (top,))", "player.trash += (top,)",
    ),
    Line(
        "removed-though-activated", "texts.activate", "a removed card that was activated lies in the trash",
        words.remove_top, "leave(state, (top,))",
        "if top in state.match.destined:\n        leave(state, (top,))\n"
        "    else:\n        player.trash += (top,)",
    ),
    Line(
        "removed-is-what-was-destined", "delete.destiny", "the Mega of a line leaves, wherever it lies",
        words.remove_top, "leave(state, (top,))",
        "leave(state, (max(digimon.cards, key=lambda card: card in state.match.destined),))",
    ),
    Line(
        "removal-forgets-a-revival", "revival.points", "what a KO is worth is forgotten with the top card",
        words.remove_top, "cards=tuple(rest), abnormal=abnormal",
        "cards=tuple(rest), abnormal=abnormal, worth_one=False",
    ),
)  # fmt: skip
"""Where a card goes that an effect removes from the top, and what stays."""

SUPPORTS = (
    Line(
        "void-is-a-support", "void.nothing", "a void card counts as a support",
        resolving.holds, " and not player.support.void", "",
    ),
    Line(
        "misfired-is-a-support", "support.misfire", "a card that misfired counts as a support",
        resolving.holds, "not player.support.void",
        "(not player.support.void or not state.match.facts[player.support.card].support)",
    ),
    Line(
        "jammed-is-a-support", "void.nothing", "a Digimon that is void counts as a support",
        resolving.holds, "not player.support.void",
        "(not player.support.void or state.match.facts[player.support.card].is_digimon)",
    ),
)  # fmt: skip
"""What counts as a support."""

COUNTERS = (
    Line(
        "counter-after-the-barred", "counter.second", "whoever cannot gain 1st Attack comes after a Counter",
        damage.first_attacker, '"counter" in state.players[player].abilities',
        '"counter" in state.players[player].abilities and not state.players[1 - player].no_first_attack',
    ),
    Line(
        "counter-where-both-are-barred", "counter.second", "a Counter may be first where neither can gain it",
        damage.first_attacker, '"counter" in state.players[player].abilities',
        '"counter" in state.players[player].abilities and not all(p.no_first_attack for p in state.players)',
    ),
)  # fmt: skip
"""Whether a Counter comes second."""

EVOLUTION = (
    Line(
        "evolution-forgets-a-revival", "revival.points", "an evolution changes what a KO is worth",
        evolution.cover, "abnormal=False", "abnormal=False, worth_one=False",
    ),
    Line(
        "dna-forgets-a-revival", "revival.points", "a DNA evolution changes what a KO is worth",
        evolution.dna_evolve, "cover(state, action.card)",
        "cover(state, action.card)\n"
        "    state.me.active = msgspec.structs.replace(state.me.active, worth_one=False)",
    ),
    Line(
        "evolution-ends-a-revival", "revival.set", "an evolution ends the Set Revival of the turn",
        evolution.cover, "abnormal=False", "abnormal=False, revival=0",
    ),
    Line(
        "evolution-ends-a-boost", "effects.boost", "an evolution ends a boost of the turn",
        evolution.cover, "abnormal=False", "abnormal=False, boost=0",
    ),
    Line(
        "evolution-ends-a-bonus", "effects.passive", "an evolution ends what is passive",
        evolution.cover, "abnormal=False", "abnormal=False, bonus=0",
    ),
)  # fmt: skip
"""What an evolution keeps."""

WHOSE = (
    Line(
        "other-case-is-no-support", "texts.conditions",
        "the other case of a support is not done by a support",
        resolving.carry_out_next, "Task(task.owner, task.source, step, task.part)",
        "Task(task.owner, task.source, step)",
    ),
    Line(
        "abilities-of-the-turn-player-first", "abilities.at-once",
        "the turn player's attack is settled first",
        abilities.apply,
        "    me.abilities, opponent.abilities = "
        "applying(state, me, opponent), applying(state, opponent, me)\n"
        "    me.power, opponent.power = power_of(state, me, opponent), power_of(state, opponent, me)\n",
        "    me.abilities = applying(state, me, opponent)\n"
        "    me.power = power_of(state, me, opponent)\n"
        "    opponent.abilities = applying(state, opponent, me)\n"
        "    opponent.power = power_of(state, opponent, me)\n",
    ),
)  # fmt: skip
"""By whom or by what something is done."""

LINES = (*PROTECTION, *REMOVAL, *SUPPORTS, *COUNTERS, *EVOLUTION, *WHOSE)

FAULTS: Mapping[str, Fault] = {line.name: line.fault() for line in LINES}
"""Each line, and what stands there instead."""
