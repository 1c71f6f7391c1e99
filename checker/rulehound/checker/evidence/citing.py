"""Which of an engine's citations have been shown to matter: a fault planted there fails a check of the rule.

Code may cite a rule that it has nothing to do with. That shows where faults were planted at the citation and
none of them failed a check of that rule: others caught them, or nothing did, or they cannot matter at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rulehound.checker.evidence.records import CAUGHT, HARMLESS, UNCOUNTED, TriedMutant
from rulehound.spec.documents.records import CheckDeclaration


class Citation(msgspec.Struct, frozen=True):
    """A rule that is cited at a place of an engine's code, and the mutants that were tried there."""

    place: str
    """``package.module:function``."""
    rule: str
    tried: int
    """Mutants of what carries the citation, of those that can be opened."""
    effect: int
    """Of them caught by a check of the rule."""
    by_others: int
    """Caught by checks of other rules alone."""
    alive: int
    """Caught by nothing."""
    harmless: int
    """Known not to matter."""

    def __str__(self) -> str:
        counts = ((self.by_others, "caught by other checks"), (self.alive, "by none"))
        said = [f"{count} {what}" for count, what in (*counts, (self.harmless, "cannot matter")) if count]
        return f"{self.place} cites {self.rule}: of {self.tried} mutants {', '.join(said)}"


def fails_own(mutant: TriedMutant, rule: str, checks: Mapping[str, CheckDeclaration]) -> bool:
    """Whether a check of a rule caught a mutant.

    In the model it is the action itself that the fault is in: whatever notices, notices the rule.
    """
    if mutant.outcome not in CAUGHT:
        return False
    return mutant.planted == "model" or any(
        rule in checks[check].rules for check in mutant.by if check in checks
    )


def citations(mutants: Iterable[TriedMutant], checks: Mapping[str, CheckDeclaration]) -> Sequence[Citation]:
    """Every citation of an engine's code at which a mutant was tried, by place and rule."""
    found: dict[tuple[str, str], list[TriedMutant]] = defaultdict(list)
    for mutant in mutants:
        if mutant.planted == "engine" and (mutant.outcome in HARMLESS or mutant.outcome not in UNCOUNTED):
            for rule in dict.fromkeys(mutant.rules):
                found[mutant.place, rule].append(mutant)
    return [_citation(place, rule, own, checks) for (place, rule), own in sorted(found.items())]


def _citation(
    place: str, rule: str, mutants: Sequence[TriedMutant], checks: Mapping[str, CheckDeclaration]
) -> Citation:
    caught = sum(mutant.outcome in CAUGHT for mutant in mutants)
    effect = sum(fails_own(mutant, rule, checks) for mutant in mutants)
    harmless = sum(mutant.outcome in HARMLESS for mutant in mutants)
    alive = len(mutants) - caught - harmless
    return Citation(place, rule, len(mutants), effect, caught - effect, alive, harmless)
