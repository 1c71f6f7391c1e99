"""Faults made from changes to the engine that nothing caught, of a fifth sample of its statements."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.main_phase import digivolving
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
}
"""By name."""
