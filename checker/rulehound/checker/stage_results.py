"""What one part of a run gives: records of checks, and the limits of what they show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from rulehound.checker.records import CheckRecord


class Census(msgspec.Struct, frozen=True):
    """The cards of a file, by how much is known of them, and what that meant for the judging of play."""

    file: str
    cards: Mapping[str, int]
    """How many cards of each sort the file has."""
    in_decks: Mapping[str, int]
    """How many of them were in a deck of the random games."""
    steps: int
    by_effect: int
    """Steps of play that needed an effect."""
    in_part: int
    """Of those, the steps that were judged in part."""

    def __str__(self) -> str:
        sorts = [
            f"{many} with {sort} ({self.in_decks.get(sort, 0)} in decks)" for sort, many in self.cards.items()
        ]
        share = f" ({self.by_effect / self.steps:.1%})" if self.steps else ""
        return (
            f"cards of {self.file}: {', '.join(sorts)}; {self.by_effect:,} of {self.steps:,} steps of play"
            f"{share} needed an effect, {self.in_part:,} of these were judged in part"
        )


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
