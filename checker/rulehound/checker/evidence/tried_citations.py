"""Citations in an engine's code at which faults were planted, and whether a check of the cited rule failed.

Code may cite a rule that has nothing to do with it. Such a citation has no effect: no fault planted there
fails a check of that rule. Other checks catch the faults, or nothing does, or the faults cannot matter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rulehound.checker.mutation.tried_mutants import CAUGHT, HARMLESS, UNCOUNTED, TriedMutant
from rulehound.spec.documents.spec_records import CheckDeclaration

NOT_TRIED = UNCOUNTED - HARMLESS
"""Outcomes of mutants that say nothing of their citations, such as one that does not start."""


class TriedCitation(msgspec.Struct, frozen=True):
    """A rule that is cited at a place of an engine's code, and the mutants that were tried there."""

    place: str
    """``package.module:function``."""
    rule: str
    tried: int
    """How many mutants of the cited code were tried. A mutant that does not start does not count."""
    effect: int
    """How many of them a check of the rule caught: for these the citation has an effect."""
    by_others: int
    """How many of them checks of other rules alone caught."""
    alive: int
    """How many of them nothing caught, though they may matter."""
    harmless: int
    """How many of them are known not to matter."""

    def __str__(self) -> str:
        counts = ((self.by_others, "caught by other checks"), (self.alive, "by none"))
        outcomes = [f"{count} {what}" for count, what in (*counts, (self.harmless, "cannot matter")) if count]
        return f"{self.place} cites {self.rule}: of {self.tried} mutants {', '.join(outcomes)}"


def fails_own(mutant: TriedMutant, rule: str, checks: Mapping[str, CheckDeclaration]) -> bool:
    """Whether a check of a rule caught a mutant.

    A mutant of the model is a fault in the action itself, so whatever catches it counts for the rule.
    """
    if mutant.outcome not in CAUGHT:
        return False
    return mutant.planted == "model" or any(
        rule in checks[check].rules for check in mutant.by if check in checks
    )


def citations(
    mutants: Iterable[TriedMutant], checks: Mapping[str, CheckDeclaration]
) -> Sequence[TriedCitation]:
    """Every citation of an engine's code at which a mutant was tried, by place and rule."""
    mutants_at: dict[tuple[str, str], list[TriedMutant]] = defaultdict(list)
    for mutant in mutants:
        if mutant.planted == "engine" and mutant.outcome not in NOT_TRIED:
            for rule in dict.fromkeys(mutant.rules):
                mutants_at[mutant.place, rule].append(mutant)
    return [_citation(place, rule, own, checks) for (place, rule), own in sorted(mutants_at.items())]


def without_effect(citations: Iterable[TriedCitation]) -> list[TriedCitation]:
    """The citations at which no mutant failed a check of the rule cited."""
    return [citation for citation in citations if not citation.effect]


def _citation(
    place: str, rule: str, mutants: Sequence[TriedMutant], checks: Mapping[str, CheckDeclaration]
) -> TriedCitation:
    caught = sum(mutant.outcome in CAUGHT for mutant in mutants)
    effect = sum(fails_own(mutant, rule, checks) for mutant in mutants)
    harmless = sum(mutant.outcome in HARMLESS for mutant in mutants)
    alive = len(mutants) - caught - harmless
    return TriedCitation(place, rule, len(mutants), effect, caught - effect, alive, harmless)
