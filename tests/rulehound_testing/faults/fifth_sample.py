"""Faults made from changes to the engine that nothing caught, of a fifth sample of its statements."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.main_phase import digivolving, dna
from rulehound.engine.dcg.state import State
from rulehound_testing.faults.patching import Fault, function, rewritten, together


def joined_at_any_price(
    state: State, left: str, right: str, card: str, player: int, **_terms: object
) -> bool:
    """Whether an effect can have two Digimon DNA digivolve, whatever that costs."""
    return dna.by_effect(state, left, right, card, player) is not None


AT_ANY_PRICE = (
    function(dna, "can_digivolve_by_effect", joined_at_any_price),
    rewritten(dna.go_on, "not showing.payable(state, shown)", "False"),
)
AT_THE_PRINTED_COST = (
    rewritten(dna.can_digivolve_by_effect, "requirement.cost - reduced", "requirement.cost"),
    rewritten(dna.digivolve_by_effect, "requirement.cost - reduced", "requirement.cost"),
)

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
        rewritten(dna.requirement_met, "if all(map(fits, (one.left, one.right), facts))", ""),
    ),
    "joined-without-a-requirement": Fault(
        "dna.requirement",
        "an effect has two Digimon DNA digivolve into a card that has no DNA requirement",
        rewritten(
            dna.requirement_met,
            "next(fitting, None)",
            "next(fitting, None if listed else DnaRequirement(None, None))",
        ),
    ),
    "joined-with-itself": Fault(
        "dna.two",
        "an effect has a Digimon DNA digivolve by itself alone",
        rewritten(dna.by_effect, "left == right or ", ""),
    ),
    "joined-too-dear": Fault(
        "dna.cost",
        "an effect has two Digimon DNA digivolve although the cost cannot be paid",
        lambda: together(*(install() for install in AT_ANY_PRICE)),
    ),
    "joined-at-the-printed-cost": Fault(
        "dna.cost",
        "a DNA digivolution that an effect makes cheaper is not",
        lambda: together(*(install() for install in AT_THE_PRINTED_COST)),
    ),
    "joined-although-it-cannot": Fault(
        "effects.forbidden",
        "an effect has a Digimon DNA digivolve that cannot digivolve",
        rewritten(dna.by_effect, " and not any(why_not_base(state, base))", ""),
    ),
}
"""By name."""
