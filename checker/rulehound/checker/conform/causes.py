"""From many violations to few causes: which rule explains the most of them, and where in that rule.

Every violation has suspects: the rules that its check or the judge names, and those that were at work in what
differs. The rule that is most often suspected and least often seen to hold explains its violations first,
then the next for what is left. That is fault localisation by spectrum, with the similarity of Ochiai (Abreu,
Zoeteweij and van Gemund, "On the Accuracy of Spectrum-based Fault Localization", 2007).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from rulehound.checker.conform.second_look import Look
from rulehound.checker.records import CheckRecord, Finding, Verdict

BY_EXAMPLE = "expectation"
"""How the element starts of what a scenario expects and the model has no words for."""

BY_THE_JUDGE, AT_WORK, CITED = 0.5, 0.25, 0.25
"""How much is held against a rule that the judge names, that was at work in what differs, and that the check
stands for; the one that the check itself names has 1. The order of causes hardly hangs on these numbers."""

_INDEX = re.compile(r"\[[^\]]*\]")

MODELLED = ("guard", "effect", "invariant", "observation", "stacking", "engine")
"""Kinds of checks that say themselves where in a rule something is wrong."""


@dataclass(frozen=True)
class Occurrence:
    """One violation: its record, and what a second look at its trace said; None where there was none."""

    record: CheckRecord
    look: Look | None = None

    @property
    def named(self) -> Mapping[str, Finding]:
        """The rules that the judge names, each with its first finding."""
        found = self.look.findings if self.look else ()
        return {finding.rule: finding for finding in reversed(found)}

    @property
    def suspects(self) -> Mapping[str, float]:
        """The rules that may be broken here with how much is held against each."""
        trace, cited = self.record.trace, self.record.rules
        told = trace.rule if trace else next(iter(cited), "")
        also = (rule for finding in self.named.values() for rule in finding.also)
        weights = [*((rule, CITED) for rule in cited), *((rule, AT_WORK) for rule in also)]
        weights += [*((rule, BY_THE_JUDGE) for rule in self.named), (told, 1.0)]
        return dict(weights)

    @property
    def times(self) -> int:
        """How often it was met."""
        return self.record.counts.get("times", 1)


@dataclass(frozen=True)
class Cause:
    """A rule that is broken, and where: `guard:ACTION:NAME`, `effect:RULE`, `invariant:NAME` and the like."""

    rule: str
    element: str
    occurrences: Sequence[Occurrence]


def causes(occurrences: Sequence[Occurrence], records: Sequence[CheckRecord]) -> list[Cause]:
    """The causes of these violations, those that explain most of them first.

    `records` are all that the run made: rules that passed elsewhere are suspected less.
    """
    passed = Counter(r for record in records if record.verdict is Verdict.PASS for r in record.rules)
    left, found = list(occurrences), []
    while left:
        rule = _most_suspected(left, passed)
        explained = [each for each in left if rule in each.suspects]
        left = [each for each in left if rule not in each.suspects]
        found += _by_element(rule, explained)
    return sorted(found, key=lambda cause: -len(cause.occurrences))


def _most_suspected(occurrences: Sequence[Occurrence], passed: Mapping[str, int]) -> str:
    against: dict[str, float] = {}
    for each in occurrences:
        for rule, weight in each.suspects.items():
            against[rule] = against.get(rule, 0.0) + weight

    def suspicion(rule: str) -> float:
        return against[rule] / sqrt(len(occurrences) * (against[rule] + passed[rule]))

    return max(against, key=lambda rule: (rule != "", round(suspicion(rule), 9)))


def _by_element(rule: str, occurrences: Sequence[Occurrence]) -> list[Cause]:
    """One cause for each part of the rule; what only an example shows counts for the part met most often."""
    parts: dict[str, list[Occurrence]] = {}
    for each in occurrences:
        parts.setdefault(_element(rule, each), []).append(each)
    modelled = [element for element in parts if not element.startswith(BY_EXAMPLE)]
    if modelled:
        largest = max(modelled, key=lambda element: len(parts[element]))
        for element in [element for element in parts if element not in modelled]:
            parts[largest] += parts[element]
    told = modelled or list(parts)
    return [Cause(rule, element, tuple(parts[element])) for element in told]


def _element(rule: str, occurrence: Occurrence) -> str:
    finding = occurrence.named.get(rule)
    if finding is not None:
        return finding.check
    if any(rule in finding.also for finding in occurrence.named.values()):
        return f"effect:{rule}"
    check, trace = occurrence.record.check, occurrence.record.trace
    if check.partition(":")[0] in MODELLED:
        return check
    return f"{BY_EXAMPLE}: {_subject(trace.expected) if trace else check}"


def _subject(expected: str) -> str:
    """What is expected to be otherwise: the place without its indexes, or the words before a colon."""
    place, be, _ = expected.partition(" is ")
    if be and " " not in place:
        return _INDEX.sub("", place)
    return expected.partition(":")[0]
