"""Faults made from changes to the engine that nothing caught, of a second draw for the fifth sample: what is
played, used or digivolved into, and what is shown."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.effects import watching
from rulehound.engine.dcg.main_phase import digivolving, dna, options, playing
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "breeding-looked-over-too-late": Fault(
        "breeding.no-triggers",
        "an effect of the breeding area begins only when something changes in a battle area",
        rewritten(watching.Watch.field, "if same and are_alike", "if are_alike"),
    ),
    "one-breeding-area-looked-over": Fault(
        "breeding.no-triggers",
        "where both players have an effect that works in the breeding area only one of them works",
        rewritten(watching.Watch._look_over, "in filter(None, bred)", "in tuple(filter(None, bred))[:1]"),
    ),
    "dna-not-answered-for-the-card": Fault(
        "showing.answers",
        "what answers to a card that is digivolved into does not answer to a DNA digivolution",
        rewritten(dna.go_on, "(shown.onto, shown.right, shown.card)", "(shown.onto, shown.right)"),
    ),
    "dna-without-the-left": Fault(
        "showing.failure",
        "a DNA digivolution goes on although its left Digimon has gone",
        rewritten(dna.go_on, "in (shown.onto, shown.right)", "in (shown.right,)"),
    ),
    "dna-of-the-first-card-alone": Fault(
        "dna.requirement",
        "DNA digivolutions are offered for the first card of the hand alone",
        rewritten(dna.options, "in player.hand", "in player.hand[:1]"),
    ),
    "affordable-as-its-digimon-costs-nothing-more": Fault(
        "memory.affordable",
        "what an effect adds to the digivolving of a Digimon does not count for whether that can be paid",
        rewritten(digivolving.why_not, "() if base is None else (base,)", "()"),
    ),
    "option-as-dear-as-to-the-opponent": Fault(
        "memory.affordable",
        "whether an Option can be paid for goes by what effects add for the opponent",
        rewritten(
            options.why_not,
            "cost_of_playing(state, state.decider",
            "cost_of_playing(state, 1 - state.decider",
        ),
    ),
    "digivolved-with-the-memory-of-the-opponent": Fault(
        "memory.affordable",
        "whether an effect can have a Digimon digivolve for a cost goes by the memory of the opponent",
        rewritten(
            digivolving.can_digivolve_by_effect,
            "memory.affordable(state, player",
            "memory.affordable(state, 1 - player",
        ),
    ),
    "digivolved-by-the-first-requirement": Fault(
        "memory.affordable",
        "whether an effect has a Digimon digivolve for a cost goes by the first requirement that it meets",
        rewritten(digivolving.can_digivolve_by_effect, "in costs.values()", "in tuple(costs.values())[:1]"),
    ),
    "played-as-dear-as-to-the-opponent": Fault(
        "memory.affordable",
        "whether an effect can play a card for its cost goes by what effects add for the opponent",
        rewritten(playing.can_play_by_effect, "lowest_cost(state, player", "lowest_cost(state, 1 - player"),
    ),
    "tamer-by-no-first-requirement": Fault(
        "digivolve.tamer",
        "an effect has no Tamer digivolve by the first requirement of a card",
        rewritten(
            digivolving.costs_by_effect,
            "(one.kind == kind and",
            "(one.kind == kind and (i or not kind) and",
        ),
    ),
    "tamer-by-the-first-requirement": Fault(
        "digivolve.tamer",
        "an effect has a Tamer digivolve by the first requirement of a card alone",
        rewritten(
            digivolving.costs_by_effect,
            "(one.kind == kind and",
            "(one.kind == kind and not (i and kind) and",
        ),
    ),
    "nothing-drawn-told": Fault(
        "digivolve.draw-empty",
        "digivolving with an empty deck counts as drawing what is in the hand",
        rewritten(digivolving.draw_bonus, "if drawn:", "if True:"),
    ),
    "no-draw-told": Fault(
        "digivolve.draw",
        "the draw for digivolving sets nothing off",
        rewritten(digivolving.draw_bonus, "if drawn:", "if False:"),
    ),
    "placed-under-without-the-card": Fault(
        "effects.triggers",
        "what waits for a card to be placed under a Digimon asks only what that Digimon is",
        rewritten(leaving.put_under, '"put-under", (card, base.id)', '"put-under", (base.id,)'),
    ),
    "placed-under-whatever-it-is": Fault(
        "effects.triggers",
        "what waits for a card of some kind to be placed under a Digimon triggers on any card there",
        rewritten(leaving.put_under, '"put-under", (card, base.id)', '"put-under", (*base.cards, card)'),
    ),
    "materials-for-what-has-gone": Fault(
        "showing.failure",
        "cards are placed for a card that an effect has taken elsewhere before it was played",
        rewritten(playing.go_on, "there and materials.is_asked", "materials.is_asked"),
    ),
    "a-point-is-nothing": Fault(
        "battle.zero-dp",
        "a Digimon stays in play at 0 DP where a single point was taken off",
        rewritten(watching.lowers, "< 0", "< -1"),
    ),
}
"""By name."""
