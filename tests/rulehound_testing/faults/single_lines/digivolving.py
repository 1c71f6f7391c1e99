"""Faults in digivolution: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.main_phase import digivolving, dna
from rulehound_testing.faults.patching import Fault, rewritten

FAULTS: Mapping[str, Fault] = {
    "tamers-heed-requirements": Fault(
        "effects.over-rules",
        "a Tamer digivolves into what names Tamers alone, also by an effect that ignores requirements",
        rewritten(
            digivolving.costs_by_effect,
            "if ignore_requirements or (",
            "if (ignore_requirements and kind is None) or (",
        ),
    ),
    "tamers-digivolve-into-anything": Fault(
        "digivolve.tamer",
        "an effect has a Tamer digivolve whatever the card asks for",
        rewritten(
            digivolving.costs_by_effect,
            "one.kind == kind and fits(one, facts)",
            'kind == "tamer" or fits(one, facts)',
        ),
    ),
    "ignoring-is-for-digimon": Fault(
        "dna.not-by-digivolving",
        "a Tamer does not digivolve into a card without a requirement",
        rewritten(
            digivolving.costs_by_effect,
            "if ignore_requirements else {}",
            "if ignore_requirements and kind is None else {}",
        ),
    ),
    "digivolves-into-what-is-no-card": Fault(
        "digivolve.from-hand",
        "what is no card of the hand may be digivolved into",
        rewritten(digivolving.why_not, "if action.card not in player.hand:", "if False:"),
    ),
    "digivolved-by-an-effect-unsaid": Fault(
        "effects.triggers",
        "what an effect has digivolve does not count as digivolved by it",
        rewritten(digivolving.digivolve_by_effect, "by_effect=True,", ""),
    ),
    "payable-whatever-digivolves": Fault(
        "memory.affordable",
        "whether a digivolution can be paid for is asked without what it costs for that Digimon",
        rewritten(digivolving.why_not, "() if base is None else (base,)", "()"),
    ),
    "dearer-for-each-digimon-twice": Fault(
        "digivolve.cost",
        "what digivolving one Digimon costs more counts twice in whether it can be paid for",
        rewritten(digivolving.why_not, "else (base,)", "else (base, base)"),
    ),
    "payable-whatever-digivolves-by-effect": Fault(
        "memory.affordable",
        "whether an effect can have a Digimon digivolve for its cost is asked without what it costs for that",
        rewritten(digivolving.can_digivolve_by_effect, "card, (base,), cost", "card, (), cost"),
    ),
    "free-and-payable": Fault(
        "effects.digivolve",
        "what an effect has digivolve without paying has to be payable all the same",
        rewritten(digivolving.can_digivolve_by_effect, "free or memory", "memory"),
    ),
    "cheaper-without-requirements": Fault(
        "digivolve.cost",
        "a card without digivolution requirements costs less than nothing",
        rewritten(digivolving.costs_by_effect, "{0: 0}", "{0: -1}"),
    ),
    "digivolves-what-is-not-there": Fault(
        "digivolve.digimon-only",
        "a player may name anything as what is to digivolve",
        rewritten(digivolving.why_not, "yield Reason.NOT_ONTO_OWN_DIGIMON", "pass"),
    ),
    "digisorption-of-what-is-gone": Fault(
        "digisorption.when",
        "for a card that an effect has taken elsewhere a Digimon may be suspended",
        rewritten(digivolving.go_on, "if there and digisorption", "if digisorption"),
    ),
    "breeding-answered-by-the-card": Fault(
        "breeding.no-triggers",
        "what a card says of being digivolved into is done in the breeding area, too",
        rewritten(
            digivolving.go_on,
            "shown.stage == showing.SHOWN and in_battle(state.players[shown.player], shown.onto) is not None",
            "shown.stage == showing.SHOWN",
        ),
    ),
    "becomes-nothing-in-particular": Fault(
        "effects.would",
        "what a card says of being digivolved into is not done",
        rewritten(digivolving.go_on, "subjects = (shown.onto, shown.card)", "subjects = (shown.onto,)"),
    ),
    "required-to-lack-form-or-attribute": Fault(
        "digivolve.requirement",
        "nothing digivolves from a Digimon that has both a form and an attribute",
        rewritten(digivolving.fits, "not asked.trait or base", "base"),
    ),
    "affordable-as-its-digimon-costs-nothing-more": Fault(
        "memory.affordable",
        "what an effect adds to the digivolving of a Digimon does not count for whether that can be paid",
        rewritten(digivolving.why_not, "() if base is None else (base,)", "()"),
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
    "requirement-asked-again": Fault(
        "effects.whole",
        "the requirement to digivolve by an effect is asked twice, and the rest of that effect is left out",
        rewritten(digivolving.choose_requirement, "state.now[1:]", "state.now[:-1]"),
    ),
    "drawn-by-whose-turn-it-is": Fault(
        "digivolve.draw",
        "for a digivolution in the other player's turn, the player whose turn it is draws",
        rewritten(digivolving.draw_bonus, "state.players[shown.player]", "state.me"),
    ),
    "tamer-digivolves-by-any-requirement": Fault(
        "digivolve.tamer",
        "by an effect a Tamer digivolves by a requirement that names no Tamer",
        rewritten(digivolving.costs_by_effect, "one.kind == kind and ", ""),
    ),
    "digivolves-into-any-card": Fault(
        "effects.digivolve",
        "where requirements are ignored a Digimon digivolves into a card of any kind",
        rewritten(digivolving.can_digivolve_by_effect, ' or card_of(state, card).kind != "digimon"', ""),
    ),
    "asked-which-cost-is-not-paid": Fault(
        "effects.digivolve",
        "where an effect digivolves for free, the player is asked by which requirement",
        rewritten(digivolving.digivolve_by_effect, "() if free or len(", "() if len("),
    ),
    "too-dear-before-it-is-lowered": Fault(
        "memory.affordable",
        "an effect that has a Digimon digivolve for less does so only where as much more could be paid",
        rewritten(digivolving.can_digivolve_by_effect, "cost - reduced", "cost + reduced"),
    ),
    "dna-by-an-effect-as-by-the-player": Fault(
        "effects.triggers",
        "a DNA digivolution that an effect brings about is told as one of the player",
        rewritten(dna.digivolve_by_effect, "by_effect=True", "by_effect=False"),
    ),
    "dna-by-the-player-as-by-an-effect": Fault(
        "effects.triggers",
        "a DNA digivolution of the player is told as one that an effect brings about",
        rewritten(dna.digivolve, "right=action.right)", "right=action.right, by_effect=True)"),
    ),
}
