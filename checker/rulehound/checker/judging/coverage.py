"""What judging has covered: how often each check was judged, and what could not be judged and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulehound.checker.records import Finding

STEPS, OFFERS, STACKS = "steps", "offers", "stacks"
"""What there was to judge: steps, actions that were offered or could have been, stacks as they were shown."""

BY_EFFECT = "steps that needed an effect"
"""Steps that the rules alone do not explain."""

IN_PART = "steps judged in part"
"""Of those, the steps of which only that was judged which no card can have changed that was there."""


@dataclass
class Coverage:
    """Counts of what was judged; those of several judgements are summed."""

    judged: dict[str, int] = field(default_factory=dict)
    """How often each check was judged; checks that never came up are not in it."""
    taken: dict[str, int] = field(default_factory=dict)
    """How often each action of the model was taken by a step that was judged and agreed."""
    seen: dict[str, int] = field(default_factory=dict)
    """How much there was to judge, by what it is, and how many of the steps needed an effect."""
    not_judged: dict[str, int] = field(default_factory=dict)
    """Why steps, offers and stacks could not be judged, and how many."""

    def add(self, other: Coverage) -> None:
        """Add the counts of other judgements to these."""
        _sum(self.judged, other.judged)
        _sum(self.taken, other.taken)
        _sum(self.seen, other.seen)
        _sum(self.not_judged, other.not_judged)

    def count(self, check: str) -> None:
        """Count a check that was judged."""
        self.judged[check] = self.judged.get(check, 0) + 1

    def take(self, action: str) -> None:
        """Count an action of the model that a step was seen to be."""
        self.taken[action] = self.taken.get(action, 0) + 1

    def see(self, what: str, times: int = 1) -> None:
        """Count what there was to judge."""
        self.seen[what] = self.seen.get(what, 0) + times

    def skip(self, why: str, times: int = 1) -> None:
        """Count what could not be judged."""
        self.not_judged[why] = self.not_judged.get(why, 0) + times


@dataclass(frozen=True)
class Assessment:
    """What is wrong with something, and what of it was judged."""

    findings: Sequence[Finding] = ()
    coverage: Coverage = field(default_factory=Coverage)


def _sum(counts: dict[str, int], more: Mapping[str, int]) -> None:
    for name, times in more.items():
        counts[name] = counts.get(name, 0) + times
