"""What judging has covered: how often each check was judged, and what could not be judged and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulehound.checker.records import Finding

STEPS, OFFERS, STACKS = "steps", "offers", "stacks"
"""What there was to judge: steps, actions that were offered or could have been, stacks as they were shown."""

BY_EFFECT = "steps that needed an effect"
"""Steps that the rules alone do not explain."""

IN_PART = "steps judged in part"
"""Of those, the steps of which only that was judged which no card can have changed that was there."""


@dataclass(frozen=True)
class Coverage:
    """Counts of what was judged; those of several judgements are summed."""

    judged: Mapping[str, int] = field(default_factory=dict)
    """How often each check was judged; checks that never came up are not in it."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """How often each action of the model was taken by a step that was judged and agreed."""
    seen: Mapping[str, int] = field(default_factory=dict)
    """How much there was to judge, by what it is, and how many of the steps needed an effect."""
    not_judged: Mapping[str, int] = field(default_factory=dict)
    """Why steps, offers and stacks could not be judged, and how many."""

    @classmethod
    def of_checks(cls, checks: Iterable[str]) -> Coverage:
        """The coverage of checks that were judged, each as often as it stands there."""
        return cls(judged=Counter(checks))

    @classmethod
    def without(cls, reason: str, times: int = 1) -> Coverage:
        """The coverage of what could not be judged for a reason."""
        return cls(not_judged={reason: times})

    def __add__(self, other: Coverage) -> Coverage:
        """The sums of both, in the order in which things first came up."""
        return total((self, other))


def total(coverages: Iterable[Coverage]) -> Coverage:
    """The sums of all these, in the order in which things first came up."""
    judged, taken, seen, not_judged = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for each in coverages:
        judged.update(each.judged)
        taken.update(each.taken)
        seen.update(each.seen)
        not_judged.update(each.not_judged)
    return Coverage(judged, taken, seen, not_judged)


@dataclass(frozen=True)
class Assessment:
    """What is wrong with something, and what of it was judged."""

    findings: Sequence[Finding] = ()
    coverage: Coverage = field(default_factory=Coverage)


def combined(assessments: Iterable[Assessment]) -> Assessment:
    """The findings of all these in order, and their coverage summed."""
    each = list(assessments)
    findings = [finding for one in each for finding in one.findings]
    return Assessment(findings, total(one.coverage for one in each))
