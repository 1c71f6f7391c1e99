"""Faults in DNA digivolution, DigiXros, Assembly and Digisorption: a line or two of the engine each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulehound.engine.dcg.cards import CardFacts, DnaRequirement, Material, Side
from rulehound.engine.dcg.effects import selecting
from rulehound.engine.dcg.effects.language import DnaDigivolveInto
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import digisorption, dna, materials, showing
from rulehound.engine.dcg.state import State
from rulehound_testing.faults.patching import Fault, at_once, constant, function, rewritten


def joined_at_any_price(
    state: State, left: str, right: str, card: str, player: int, **_terms: object
) -> bool:
    """Whether an effect can have two Digimon DNA digivolve, whatever that costs."""
    return bool(dna.by_effect(state, left, right, card, player))


requirements_met = dna.requirements_met


def met_or_unlisted(state: State, bases: Sequence[Stack], card: str) -> dict[int, DnaRequirement]:
    """The requirements that two Digimon meet; of a card that lists none, one that anything meets."""
    if state.match.facts[card].dna:
        return requirements_met(state, bases, card)
    return {0: DnaRequirement(Side("red", 4), Side("red", 4))}


AT_ANY_PRICE = (
    function(dna, "can_digivolve_by_effect", joined_at_any_price),
    rewritten(dna.go_on, "not showing.payable(state, shown)", "False"),
)


AT_THE_PRINTED_COST = (
    rewritten(dna.can_digivolve_by_effect, "one.cost - reduced", "one.cost"),
    rewritten(dna.digivolve_by_effect, "min(costs.values()) - reduced", "min(costs.values())"),
)


def first_come(listed: Sequence[Material], cards: Sequence[CardFacts]) -> int:
    """Each place takes the first card that fits and is left."""
    taken: set[int] = set()
    for one in listed:
        left = (at for at in range(len(cards)) if at not in taken)
        taken.update([at for at in left if materials.fits(one, cards[at])][:1])
    return len(taken)


FAULTS: Mapping[str, Fault] = {
    "first-come-of-materials": Fault(
        "assembly.when",
        "each place of a list takes the first card that fits, though another place needs it",
        function(materials, "most_placed", first_come),
    ),
    "no-effect-joins": Fault(
        "dna.not-by-digivolving",
        "an effect that speaks of DNA digivolution does nothing",
        function(dna, "can_digivolve_by_effect", lambda *_, **__: False),
    ),
    "joined-turned-round": Fault(
        "dna.stack",
        "an effect lays the Digimon that is named on the right over the one on the left",
        rewritten(
            dna.digivolve_by_effect,
            "onto=left,\n        right=right",
            "onto=right,\n        right=left",
        ),
    ),
    "joined-for-nothing": Fault(
        "dna.cost",
        "nothing is paid for a DNA digivolution by an effect",
        rewritten(dna.digivolve_by_effect, "free=free", "free=True"),
    ),
    "joined-for-its-cost": Fault(
        "dna.not-by-digivolving",
        "a DNA digivolution by an effect is paid for although the effect says that it is not",
        rewritten(dna.digivolve_by_effect, "free=free", "free=False"),
    ),
    "any-two-join": Fault(
        "dna.requirement",
        "an effect has any two Digimon DNA digivolve",
        rewritten(dna.requirements_met, " if all(map(fits, (one.left, one.right), facts))", ""),
    ),
    "joined-without-a-requirement": Fault(
        "dna.requirement",
        "an effect has two Digimon DNA digivolve into a card that has no DNA requirement",
        function(dna, "requirements_met", met_or_unlisted),
    ),
    "joined-with-itself": Fault(
        "dna.two",
        "an effect has a Digimon DNA digivolve by itself alone",
        rewritten(dna.by_effect, "left == right or ", ""),
    ),
    "joined-too-dear": Fault(
        "dna.cost",
        "an effect has two Digimon DNA digivolve although the cost cannot be paid",
        at_once(*AT_ANY_PRICE),
    ),
    "joined-at-the-printed-cost": Fault(
        "dna.cost",
        "a DNA digivolution that an effect makes cheaper is not",
        at_once(*AT_THE_PRINTED_COST),
    ),
    "joined-although-it-cannot": Fault(
        "effects.forbidden",
        "an effect has a Digimon DNA digivolve that cannot digivolve",
        rewritten(dna.by_effect, " and not any(why_not_base(state, base))", ""),
    ),
    "joins-into-what-is-no-card": Fault(
        "digivolve.from-hand",
        "two Digimon may become what is no card of the hand",
        rewritten(dna.why_not, "if action.card not in player.hand:", "if False:"),
    ),
    "digisorption-ends-what-goes-on": Fault(
        "digisorption.when",
        "once a Digimon is suspended for Digisorption, what was going on before it is not finished",
        rewritten(digisorption.suspend_for, "state.now[1:]", "state.now[:-1]"),
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
    "dearer-without-its-set": Fault(
        "memory.affordable",
        "a card whose Assembly cannot be made whole is refused as though it cost one more",
        rewritten(materials.most_reduced, "else 0", "else -1"),
    ),
    "cheaper-by-a-part-of-the-set": Fault(
        "assembly.whole",
        "a card counts as cheaper by its Assembly where only a part of the set is there",
        rewritten(materials.most_reduced, "left and placed == len(left)", "placed"),
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
    "dna-of-what-cannot-digivolve": Fault(
        "token.no-stack",
        "tokens, and Digimon that cannot digivolve, are taken for a DNA digivolution",
        rewritten(dna.why_not, "for base in bases:", "for base in ():"),
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
    "digixros-is-a-return": Fault(
        "effects.would",
        "what comes before a return to the hand comes before a Digimon is placed for a DigiXros",
        rewritten(materials.place, 'About("left-battle-area"', 'About("returned-to-hand"'),
    ),
    "digisorption-asks-about-tamers": Fault(
        "digisorption.suspend",
        "where only a Tamer is unsuspended, a player is asked whom to suspend for Digisorption",
        rewritten(digisorption.can_be_suspended, "continuous.is_digimon(state, stack)", "True"),
    ),
    "assembly-known-early": Fault(
        "play.cost",
        "cards are placed for an Assembly in every edition",
        rewritten(
            materials.listing_of, "card.assembly is not None and rules.assembly_known", "card.assembly"
        ),
    ),
    "place-beyond-the-list": Fault(
        "digixros.listed",
        "a card is placed beyond the end of a list",
        rewritten(
            materials.stands_in,
            "0 <= place < len(listing.cards) and fits(listing.cards[place], card)",
            "fits(listing.cards[min(place, len(listing.cards) - 1)], card)",
        ),
    ),
    "joined-short-of-the-end": Fault(
        "dna.cost",
        "an effect has two Digimon DNA digivolve only if one space of the gauge is left",
        rewritten(
            dna.can_digivolve_by_effect,
            "memory.affordable(state, player, cost) for",
            "memory.affordable(state, player, cost + 1) for",
        ),
    ),
    "joined-into-what-is-too-dear": Fault(
        "dna.cost",
        "who DNA digivolves by an effect chooses among all cards, also those that cannot be paid for",
        rewritten(
            selecting.can_be_joined,
            "free=free, reduced=reduced",
            "free=free or len(chosen) == 3, reduced=reduced",
        ),
    ),
    "joined-by-the-cheapest": Fault(
        "dna.cost",
        "who DNA digivolves by an effect is not asked by which of several requirements",
        rewritten(dna.digivolve_by_effect, "() if free or", "() if True or"),
    ),
    "joined-by-none-for-nothing": Fault(
        "dna.cost",
        "a player is asked which of several costs of a DNA digivolution is not paid",
        rewritten(dna.digivolve_by_effect, "() if free or", "() if"),
    ),
    "joined-where-all-can-be-paid": Fault(
        "dna.cost",
        "an effect has two Digimon DNA digivolve only if each requirement that they meet can be paid",
        rewritten(dna.can_digivolve_by_effect, "return any(", "return all("),
    ),
    "joined-by-either-in-full": Fault(
        "dna.cost",
        "a DNA digivolution that an effect makes cheaper is not where there are several requirements",
        rewritten(dna.digivolve_by_effect, "cost=-reduced if ways", "cost=0 if ways"),
    ),
    "joined-on-one-side": Fault(
        "effects.fits",
        "of a DNA digivolution by an effect both Digimon are such as it names on the right",
        rewritten(
            selecting.can_be_joined, "(step.left, step.right, step.into)", "(step.right,) * 2 + (step.into,)"
        ),
    ),
    "joined-with-any-left": Fault(
        "effects.fits",
        "on the left side of a DNA digivolution by an effect stands what it names on the right",
        constant(
            selecting,
            "CHOICES",
            {
                **selecting.CHOICES,
                DnaDigivolveInto: (
                    selecting.among("right"),
                    selecting.among("right"),
                    selecting.among("into"),
                ),
            },
        ),
    ),
    "joined-and-on-the-attack": Fault(
        "dna.new",
        "an attacker that DNA digivolves goes on with its attack",
        rewritten(
            dna.place,
            "made = new_stack(state, cards, played=False)",
            "made = type(left)(left.id, cards)",
        ),
    ),
    "joined-and-no-more": Fault(
        "effects.whole",
        "once two Digimon DNA digivolve by an effect the rest of that effect is lost",
        rewritten(showing.begin_by_effect, "    wait(state, shown)\n", "    state.now = (shown,)\n"),
    ),
    "joined-and-drawn-in-the-end": Fault(
        "effects.whole",
        "a DNA digivolution by an effect waits for the rest of that effect",
        rewritten(
            showing.begin_by_effect,
            "    wait(state, shown)\n",
            "    state.now = (*state.now, shown) if shown.procedure == 'dna' else (shown, *state.now)\n",
        ),
    ),
    "joined-unanswered": Fault(
        "dna.digivolves",
        "nothing answers to a DNA digivolution by an effect",
        rewritten(
            dna.go_on,
            '    showing.report(state, shown, "digivolved"',
            '    shown.by_effect or showing.report(state, shown, "digivolved"',
        ),
    ),
    "joined-for-less-than-nothing": Fault(
        "card.costs",
        "a DNA digivolution that an effect makes cheaper than nothing gives memory",
        rewritten(showing.price, "return max(", "return shown.cost if shown.procedure == 'dna' else max("),
    ),
    "joined-with-any-right": Fault(
        "effects.fits",
        "on the right side of a DNA digivolution by an effect stands what it names on the left",
        rewritten(
            selecting.can_be_joined, "(step.left, step.right, step.into)", "(step.left,) * 2 + (step.into,)"
        ),
    ),
    "joined-without-what-was-inherited": Fault(
        "dna.digivolves",
        "of what lies under a DNA digivolved Digimon the left stack alone is left there",
        rewritten(
            dna.place, "cards = (shown.card, *left.cards, *right.cards)", "cards = (shown.card, *left.cards)"
        ),
    ),
    "no-tamer-is-suspended-for-it": Fault(
        "digisorption.suspend",
        "a Tamer that is a Digimon, too, is not suspended for Digisorption",
        rewritten(
            digisorption.can_be_suspended,
            "continuous.is_digimon(state, stack)",
            "state.match.facts[stack.cards[0]].is_digimon",
        ),
    ),
}
