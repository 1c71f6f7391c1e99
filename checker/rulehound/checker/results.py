"""What a part of a run has to say."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulehound.checker.records import CheckRecord
from rulehound.checker.suite.play.own_cards import Census


@dataclass(frozen=True)
class Results:
    """Records of checks, and what they do not show: bounds, actions never taken, other limits."""

    records: list[CheckRecord] = field(default_factory=list)
    bounds: list[str] = field(default_factory=list)
    never_taken: list[str] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)
    own_cards: Census | None = None
    """The engine's own cards, where it was played with these."""

    def __add__(self, other: Results) -> Results:
        """Both, one after the other."""
        return Results(
            self.records + other.records,
            self.bounds + other.bounds,
            self.never_taken + other.never_taken,
            self.limits + other.limits,
            self.own_cards or other.own_cards,
        )
