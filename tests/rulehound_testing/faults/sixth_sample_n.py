"""Faults made from changes to the engine that nothing caught, of the sixth sample: two of a kind at once, and
what ends or begins with something else than what is looked at."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import attributes, deletion, position, rule_processing
from rulehound.engine.dcg.effects import triggers, watching
from rulehound.engine.dcg.main_phase import digivolving, main_effects
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "one-addition-to-a-digivolution-cost": Fault(
        "effects.overlap",
        "of several effects on one digivolution cost the first alone counts",
        rewritten(attributes.added_to_digivolution_cost, "for gift in given]", "for gift in given[:1]]"),
    ),
    "one-digimon-adds-to-a-cost": Fault(
        "effects.overlap",
        "of what effects add for the two Digimon of a DNA digivolution that for the first alone counts",
        rewritten(attributes.added_to_digivolution_cost, "in bases:", "in bases[:1]:"),
    ),
    "trashed-beside-what-is-saved-vanishes": Fault(
        "battle.no-dp",
        "where what rule processing deletes is saved, the first of what it trashes comes nowhere",
        rewritten(
            deletion.delete,
            "for one in taken if one[1].id in event.trashed",
            "for one in taken[1:] if one[1].id in event.trashed",
        ),
    ),
    "one-effect-in-the-breeding-area": Fault(
        "effects.triggers",
        "of several effects in a breeding area that wait for the same the first alone triggers",
        rewritten(
            triggers.listening,
            "watch.of_bred(bred).listeners.get(awaited, ()) if",
            "watch.of_bred(bred).listeners.get(awaited, ())[:1] if",
        ),
    ),
    "at-rest-once-all-has-changed": Fault(
        "battle.zero-dp",
        "a Digimon at 0 DP stays where everything has changed since rule processing last looked",
        rewritten(watching.Watch.is_at_rest, "one is other", "one is not other"),
    ),
    "too-dear-before-it-is-lowered": Fault(
        "memory.affordable",
        "an effect that has a Digimon digivolve for less does so only where as much more could be paid",
        rewritten(digivolving.can_digivolve_by_effect, "cost - reduced", "cost + reduced"),
    ),
    "anything-leaves-with-a-delay": Fault(
        "effects.triggers",
        "the Option that its Delay trashes leaves as though anything of its player had left",
        rewritten(main_effects.activate_main, '"left-battle-area", (stack.id,)', '"left-battle-area", ()'),
    ),
    "set-up-for-the-opponents-turn": Fault(
        "turn.effects-end",
        "what a position gives for the turn ends with the opponent's turn",
        rewritten(position.Dealer.stack, '"turn-end"', '"opponents-turn-end"'),
    ),
    "set-up-for-the-own-turn": Fault(
        "turn.effects-end",
        "what a position gives for the turn ends with the turn of the player who has it",
        rewritten(position.Dealer.stack, '"turn-end"', '"my-turn-end"'),
    ),
    "no-digimon-beside-what-else-lasts": Fault(
        "battle.zero-dp",
        "a Tamer that becomes a Digimon at 0 DP stays where something else lasts, too",
        rewritten(
            rule_processing.may_become_digimon,
            'any("as_digimon" in one.gives.words for one in state.lasting)',
            'all("as_digimon" in one.gives.words for one in state.lasting)',
        ),
    ),
    "no-digimon-after-protection": Fault(
        "battle.zero-dp",
        "a Tamer that becomes a Digimon at 0 DP as its protection ends stays",
        rewritten(rule_processing.may_become_digimon, "for one in stack.lasting)", "for one in ())"),
    ),
}
