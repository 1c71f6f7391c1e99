"""Faults made from changes to the engine that nothing caught, of a third sample of its statements."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import areas, deletion, leaving, observation
from rulehound.engine.dcg.effects import continuous, gifts, selecting, triggers, watching
from rulehound.engine.dcg.effects.steps import branching, placing
from rulehound.engine.dcg.main_phase import digivolving, dna, main_effects
from rulehound.engine.dcg.turns import breeding
from rulehound_testing.faults.patching import Fault, constant, rewritten, together

LEFT_BY_NOTHING = (
    rewritten(deletion.leave, "if event.subjects:", "if True:"),
    rewritten(placing.put_under, "    if there:", "    if moved:"),
)
"""Announce what leaves the battle area, and carry it out, though nothing is left that would leave."""

FAULTS: Mapping[str, Fault] = {
    "chosen-so-far-is-left": Fault(
        "effects.by-cost",
        "what has been chosen for a part of a cost counts as left for its other parts",
        rewritten(selecting.can_go_towards_cost, "(*frame.picked, thing)", "(thing,)"),
    ),
    "activated-by-any-as-by-a-digimon": Fault(
        "effects.activates-another",
        "effects that a Tamer or an Option activates of other cards count as effects of a Digimon",
        rewritten(branching.effects_of_others, "if step.of and mine else", "if step.of else"),
    ),
    "back-to-the-hand-from-what-has-gone": Fault(
        "showing.failure",
        "a card that was shown from under what has left meanwhile goes to the hand",
        rewritten(areas.put_back, "player.trash += (card,)", "player.hand += (card,)"),
    ),
    "dna-for-less-than-nothing": Fault(
        "dna.cost",
        "a DNA digivolution that names no cost costs less than nothing",
        rewritten(dna.digivolve, "cost=requirement.cost", "cost=requirement.cost or -1"),
    ),
    "dna-never-for-nothing": Fault(
        "dna.cost",
        "a DNA digivolution that names no cost costs 1",
        rewritten(dna.digivolve, "cost=requirement.cost", "cost=requirement.cost or 1"),
    ),
    "checks-counted-again": Fault(
        "effects.each",
        "checks that an effect gives for each of something are counted again at every moment",
        rewritten(continuous.counted, "in AMOUNTS", 'in ("dp", "play_cost", "digivolution_cost")'),
    ),
    "play-cost-counted-again": Fault(
        "effects.each",
        "what an effect adds to a play cost for each of something is counted again at every moment",
        rewritten(continuous.counted, "in AMOUNTS", 'in ("dp", "security_attack", "digivolution_cost")'),
    ),
    "digivolution-cost-counted-again": Fault(
        "effects.each",
        "what an effect adds to a digivolution cost for each of something is counted again at every moment",
        rewritten(continuous.counted, "in AMOUNTS", 'in ("dp", "security_attack", "play_cost")'),
    ),
    "lasting-wherever-it-is-meant": Fault(
        "security.digimon-apart",
        "what lasts on all Digimon reaches cards of other areas",
        rewritten(gifts.on_cards, "one.target.area == area and word", "one.target.area == area or word"),
    ),
    "own-hand-of-a-third": Fault(
        "areas.own-hand",
        "for an effect of the second player nobody chooses from the hand of the first",
        rewritten(selecting.chooser, "1 - frame.origin.player if", "1 + frame.origin.player if"),
    ),
    "leaves-without-anything": Fault(
        "effects.triggers",
        "what waits for something to leave the battle area triggers though nothing is left to leave it",
        lambda: together(*(one() for one in LEFT_BY_NOTHING)),
    ),
    "gains-nothing-beside-other-things": Fault(
        "effects.gained",
        "what a Digimon gains triggers only where nothing else lasts on it",
        rewritten(watching.Watch._look_over, "any(one.gives.effects", "all(one.gives.effects"),
    ),
    "beneath-security-is-suspended": Fault(
        "effects.triggers",
        "what is put under the security stack counts as suspended",
        constant(leaving, "TOLD", {**leaving.TOLD, "security-bottom": "suspended"}),
    ),
    "gone-is-suspended": Fault(
        "effects.triggers",
        "what goes to a deck or a security stack counts as suspended",
        constant(leaving, "TOLD", dict.fromkeys(leaving.TOLD, "suspended")),
    ),
    "delayed-option-never-was": Fault(
        "effects.triggers",
        "nothing waits for an Option to leave the battle area by its Delay",
        rewritten(main_effects.activate_main, "stacks=(stack,)", "stacks=()"),
    ),
    "breeding-asked-again": Fault(
        "turn.end-after-processing",
        "where memory comes back at the end of a turn in the breeding phase, that phase is asked again",
        rewritten(breeding.breeding_over, '"breeding-over")', '"turn-over")'),
    ),
    "digisorption-choice-unseen": Fault(
        "digisorption.when",
        "it is not shown which Digimon may be suspended for Digisorption",
        constant(
            observation,
            "NAMED",
            {name: at for name, at in observation.NAMED.items() if name != "digisorption"},
        ),
    ),
    "choices-but-targets-unseen": Fault(
        "effects.order",
        "only the choice of a target is shown",
        constant(observation, "NAMED", {"target": observation.NAMED["target"]}),
    ),
    "burst-with-what-is-owed-otherwise": Fault(
        "effects.by-cost",
        "what another part of a cost takes is trashed for Digi-Burst",
        rewritten(selecting.burst, "if not frame.owed or can_go_towards_cost(state, frame, one)", ""),
    ),
    "outer-effect-unseen": Fault(
        "keyword.blitz",
        "the effect that is carried out is not shown while it lets a Digimon attack",
        rewritten(observation.shown_effect, "in state.now:", "in state.now[:1]:"),
    ),
    "drawn-by-whose-turn-it-is": Fault(
        "digivolve.draw",
        "for a digivolution in the other player's turn, the player whose turn it is draws",
        rewritten(digivolving.draw_bonus, "state.players[shown.player]", "state.me"),
    ),
    "retaliation-waits-with-nothing": Fault(
        "effects.on-deletion",
        "Retaliation is activated though the card of its Digimon has left the trash",
        rewritten(
            triggers.cards_waited_with,
            "if on_deletion else ()",
            'if on_deletion and not origin.effect.says.startswith("Retaliation") else ()',
        ),
    ),
}
