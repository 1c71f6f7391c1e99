"""What judging has covered: how often each check was judged and exercised, and what could not be judged and
why.

A check is exercised where its premise is met, so that it could have failed: a guard, where every other guard
of the action holds, so that it alone decides; an invariant, in a state that it says something of; a rule, in
a step in which it changes something that is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields

from rulehound.checker.records import Finding
from rulehound.checker.wording import counted

STEPS, OFFERS, STACKS = "steps", "offers", "stacks"
"""What there was to judge: steps, actions that were offered or could have been, stacks as they were shown."""

BY_EFFECT = "steps that needed an effect"
"""Steps that the rules alone do not explain."""

IN_PART = "steps judged in part"
"""Of those, the steps of which only that was judged which no card can have changed that was there."""


BY_STEPS = "stacks judged by the steps that built them"
"""Of the stacks, those of which every card came or went in a step that was followed."""


@dataclass(frozen=True)
class Coverage:
    """Counts of what was judged; those of several judgements are summed."""

    judged: Mapping[str, int] = field(default_factory=dict)
    """How often each check was judged; checks that never came up are not in it."""
    exercised: Mapping[str, int] = field(default_factory=dict)
    """How often the premise of each check was met; checks of which it never was are not in it."""
    forbade: Mapping[str, int] = field(default_factory=dict)
    """How often each guard alone forbade an action, of the times that it was exercised."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """How often each action of the model was taken by a step that was judged and agreed."""
    seen: Mapping[str, int] = field(default_factory=dict)
    """How much there was to judge, by what it is, and how many of the steps needed an effect."""
    not_judged: Mapping[str, int] = field(default_factory=dict)
    """Why steps, offers and stacks could not be judged, and how many."""

    @classmethod
    def of_checks(cls, checks: Iterable[str]) -> Coverage:
        """The coverage of checks that were judged and exercised, each as often as it stands there."""
        counts = Counter(checks)
        return cls(judged=counts, exercised=counts)

    @classmethod
    def without(cls, reason: str, times: int = 1) -> Coverage:
        """The coverage of what could not be judged for a reason."""
        return cls(not_judged={reason: times})

    def __add__(self, other: Coverage) -> Coverage:
        """The sums of both, in the order in which things first came up."""
        return total((self, other))


def total(coverages: Iterable[Coverage]) -> Coverage:
    """The sums of all these, in the order in which things first came up."""
    sums: dict[str, dict[str, int]] = {name: {} for name in COUNTED}
    for each in coverages:
        for name, counts in sums.items():
            more = getattr(each, name)
            if not counts:  # most often
                counts.update(more)
                continue
            for what, times in more.items():
                counts[what] = counts.get(what, 0) + times
    return Coverage(**sums)


COUNTED = tuple(each.name for each in fields(Coverage))
"""The names of all counts of a coverage."""

JUDGED, EXERCISED, FORBADE = "judged", "exercised", "forbade"
"""The names under which records have these counts; the last one is there for guards alone."""


def counts_of(check: str, coverage: Coverage) -> dict[str, int]:
    """The counts of one check, as records have them."""
    counts = {JUDGED: coverage.judged.get(check, 0), EXERCISED: coverage.exercised.get(check, 0)}
    return counts | ({FORBADE: coverage.forbade.get(check, 0)} if check.startswith("guard:") else {})


def how_often(counts: Mapping[str, int]) -> str:
    """How often a check was exercised and judged, in words, from the counts of its record."""
    judged, exercised = counts[JUDGED], counts.get(EXERCISED, counts[JUDGED])
    if not judged:
        return "never came up"
    text = f"judged {counted(judged, 'time')}"
    if FORBADE in counts and exercised:
        allowed = exercised - counts[FORBADE]
        parts = f"{allowed:,} allowed, {counts[FORBADE]:,} forbidden"
        return f"decided {counted(exercised, 'time')} ({parts}), {text}"
    return text if exercised == judged else f"premise met {counted(exercised, 'time')}, {text}"


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
