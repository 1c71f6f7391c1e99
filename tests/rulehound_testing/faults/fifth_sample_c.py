"""Faults made from changes that nothing caught, of a fifth sample: to cards played and digivolved into."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.cards import Inherited
from rulehound.engine.dcg.effects import continuous
from rulehound.engine.dcg.effects.steps import attacking, branching, entering, gauge
from rulehound.engine.dcg.main_phase import (
    digisorption,
    digivolving,
    dna,
    materials,
    options,
    playing,
    showing,
)
from rulehound_testing.faults.patching import Fault, rewritten, together

printed_delay_in_play = rewritten(
    continuous.has,
    "keyword in facts_of(state, stack).keywords:",
    'keyword in facts_of(state, stack).keywords - {"delay"}:',
)
printed_delay_elsewhere = rewritten(
    continuous.counts_as_having,
    "keyword in facts.keywords:",
    'keyword in facts.keywords - {"delay"}:',
)

FAULTS: Mapping[str, Fault] = {
    "inherited-without-checks": Fault(
        "effects.inherited",
        "a card gives the Digimon over it keywords, and no security checks",
        rewritten(Inherited.as_effect, "security_attack=self.security_attack, ", ""),
    ),
    "delay-is-no-keyword": Fault(
        "effects.keyword-had",
        "an Option with Delay has no keyword",
        lambda: together(printed_delay_in_play(), printed_delay_elsewhere()),
    ),
    "plays-what-is-no-card": Fault(
        "play.from-hand",
        "what is no card of the hand may be played",
        rewritten(playing.why_not, "if action.card not in state.deciding().hand:", "if False:"),
    ),
    "uses-what-is-no-card": Fault(
        "option.from-hand",
        "what is no card of the hand may be used",
        rewritten(options.why_not, "if action.card not in state.deciding().hand:", "if False:"),
    ),
    "digivolves-into-what-is-no-card": Fault(
        "digivolve.from-hand",
        "what is no card of the hand may be digivolved into",
        rewritten(digivolving.why_not, "if action.card not in player.hand:", "if False:"),
    ),
    "joins-into-what-is-no-card": Fault(
        "digivolve.from-hand",
        "two Digimon may become what is no card of the hand",
        rewritten(dna.why_not, "if action.card not in player.hand:", "if False:"),
    ),
    "shown-by-an-effect-in-any-case": Fault(
        "effects.triggers",
        "whatever is played or digivolved into counts as played or digivolved into by an effect",
        rewritten(showing.cause_of, 'if shown.by_effect else "player"', ""),
    ),
    "played-by-an-effect-unsaid": Fault(
        "effects.triggers",
        "what an effect plays does not count as played by it",
        rewritten(playing.play_by_effect, "by_effect=True,", ""),
    ),
    "digivolved-by-an-effect-unsaid": Fault(
        "effects.triggers",
        "what an effect has digivolve does not count as digivolved by it",
        rewritten(digivolving.digivolve_by_effect, "by_effect=True,", ""),
    ),
    "answered-as-the-opponents": Fault(
        "showing.answers",
        "what an effect would play counts as played by an effect of the other player's",
        rewritten(showing.effects_come_first, "shown.player, shown.source", "1 - shown.player, shown.source"),
    ),
    "digisorption-ends-what-goes-on": Fault(
        "digisorption.when",
        "once a Digimon is suspended for Digisorption, what was going on before it is not finished",
        rewritten(digisorption.suspend_for, "state.now[1:]", "state.now[:-1]"),
    ),
    "no-more-ends-what-goes-on": Fault(
        "digisorption.when",
        "once a player places or suspends nothing more, what was going on before it is not finished",
        rewritten(showing.close, "state.now[1:]", "state.now[1:2]"),
    ),
    "no-more-for-another-card": Fault(
        "digixros.optional",
        "a player who places nothing more for a card does so for the one that was shown first",
        rewritten(showing.close, "state.now[0]", "state.now[-1]"),
    ),
    "placing-ends-what-goes-on": Fault(
        "showing.answers",
        "once a card is placed for another one, what was going on before it is not finished",
        rewritten(materials.place, "state.now[1:]", "state.now[1:2]"),
    ),
    "digisorption-of-the-opponent": Fault(
        "digisorption.suspend",
        "what is suspended for Digisorption is suspended by an effect of the other player's",
        rewritten(digisorption.suspend_for, '"effect", shown.player', '"effect", 1 - shown.player'),
    ),
    "digisorption-shown-twice": Fault(
        "effects.would",
        "after Digisorption what would be digivolved into is shown once more",
        rewritten(digisorption.suspend_for, "state.now[1:]", "state.now"),
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
    "cost-in-breeding-as-printed": Fault(
        "digivolve.cost",
        "what adds to the cost of digivolving a Digimon of the breeding area is not paid",
        rewritten(
            showing.added,
            "there.battle if there.breeding is None else (*there.battle, there.breeding)",
            "there.battle",
        ),
    ),
    "cost-of-every-digimon": Fault(
        "digivolve.cost",
        "what adds to the cost of digivolving one Digimon adds to that of every one",
        rewritten(showing.added, " if stack.id in (shown.onto, shown.right)", ""),
    ),
    "gains-nothing-and-tells": Fault(
        "effects.triggers",
        "a gain of no memory is one",
        rewritten(gauge.change, "if gained > 0:", "if gained >= 0:"),
    ),
    "gains-one-and-does-not-tell": Fault(
        "effects.triggers",
        "a gain of 1 memory is none",
        rewritten(gauge.change, "if gained > 0:", "if gained > 1:"),
    ),
    "loses-and-tells-of-a-gain": Fault(
        "effects.triggers",
        "a loss of memory is a gain",
        rewritten(gauge.change, "if gained > 0:", "if gained:"),
    ),
    "hatches-nothing-in-particular": Fault(
        "effects.triggers",
        "what an effect hatches is no Digi-Egg in particular",
        rewritten(entering.hatch, '"hatched", (hatched.id,)', '"hatched", ()'),
    ),
    "hatches-and-does-not-tell": Fault(
        "effects.triggers",
        "what an effect hatches has not been hatched",
        rewritten(entering.hatch, 'tell(state, frame, "hatched", (hatched.id,))', "pass"),
    ),
    "switched-by-a-battle": Fault(
        "effects.triggers",
        "an effect that switches the target of an attack does so as a battle",
        rewritten(attacking.change_target, '"effect", origin.card', '"battle", origin.card'),
    ),
    "branch-comes-last": Fault(
        "effects.then",
        "what hangs on a condition comes after what stands behind it",
        rewritten(branching.branch, "(*taken, *frame.steps)", "(*frame.steps, *taken)"),
    ),
    "one-name-at-a-time": Fault(
        "effects.fits",
        "with a second choice the first one is forgotten",
        rewritten(branching.choose, "(*frame.bound, name)", "(name,)"),
    ),
    "first-of-its-name": Fault(
        "effects.fits",
        "a second choice under a name leaves the name to the first",
        rewritten(branching.choose, "(*frame.bound, name)", "(name, *frame.bound)"),
    ),
    "too-dear-for-its-list-and-gone": Fault(
        "showing.failure",
        "a card with a list that has grown too dear is in no area any more",
        rewritten(
            materials.is_asked,
            "most_reduced(listing, left, cards)):\n        return False",
            "most_reduced(listing, left, cards)):\n        return True",
        ),
    ),
    "too-dear-for-its-list-unasked": Fault(
        "digixros.when",
        "for a card that has grown too dear whatever is placed nobody is asked to place anything",
        rewritten(materials.is_asked, "taken_back(state) and not", "not"),
    ),
    "too-dear-to-be-done": Fault(
        "digixros.failure",
        "a player has to place cards until the card can be paid for",
        rewritten(materials.why_not_done, "taken_back(state) and not", "not"),
    ),
    "counts-the-place-itself": Fault(
        "memory.affordable",
        "whether a card is cheap enough once one is placed counts another one for the same place",
        rewritten(materials.why_not_xros, "action.place + 1", "action.place"),
    ),
    "every-place-in-turn": Fault(
        "digixros.once",
        "no place of a DigiXros may be passed over",
        rewritten(materials.why_not_xros, "action.place < next_place", "action.place != next_place"),
    ),
    "cheaper-for-all-that-are-shown": Fault(
        "showing.answers",
        "what changes the cost of a card changes that of all that are being played",
        rewritten(showing.change_cost, "break", "continue"),
    ),
    "digisorption-of-what-is-gone": Fault(
        "digisorption.when",
        "for a card that an effect has taken elsewhere a Digimon may be suspended",
        rewritten(digivolving.go_on, "if there and digisorption", "if digisorption"),
    ),
    "dna-into-what-is-gone": Fault(
        "showing.failure",
        "a DNA digivolution goes on although an effect has taken its card elsewhere",
        rewritten(dna.go_on, "showing.is_set_aside(state, shown) and all(", "all("),
    ),
    "dna-asks-for-the-right-one": Fault(
        "showing.failure",
        "a DNA digivolution goes on although its left Digimon has gone",
        rewritten(dna.go_on, "for stack in (shown.onto, shown.right)", "for stack in (shown.right,)"),
    ),
    "stays-and-does-no-more": Fault(
        "effects.then",
        "an Option that stays where it lies while it is used does no more",
        rewritten(options.place_in_battle, "for task in state.now", "for task in state.now[1:]"),
    ),
    "placed-and-does-no-more": Fault(
        "effects.then",
        "once an effect has placed an Option it does no more",
        rewritten(
            options.place_in_battle,
            "there.battle += (laid,)",
            "state.now, there.battle = state.now[1:], (*there.battle, laid)",
        ),
    ),
    "nothing-costs-less-than-nothing": Fault(
        "card.costs",
        "a card that costs nothing makes up for a part of what is added",
        rewritten(playing.play, "play_cost or 0", "play_cost or -1"),
    ),
    "nothing-costs-less-by-effect": Fault(
        "card.costs",
        "a card that costs nothing makes up for a part of what is added, where an effect plays it",
        rewritten(playing.play_by_effect, "play_cost or 0", "play_cost or -1"),
    ),
    "back-and-still-shown": Fault(
        "cards.one-place",
        "a card that could not be played is in the hand, and is still shown",
        rewritten(showing.fail, "put_down(state, shown)", "pass"),
    ),
    "played-and-still-shown": Fault(
        "cards.one-place",
        "a card that has been played is still shown",
        rewritten(playing.place, "showing.put_down(state, shown)", "pass"),
    ),
    "own-effects-as-inherited": Fault(
        "effects.activates-another",
        "effects of its own card that a Digimon activates are inherited ones",
        rewritten(branching.effects_of_others, "if step.of and mine", "if mine"),
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
}
"""By name."""
