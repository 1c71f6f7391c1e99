"""Scenarios from the other side of the table: the player whose side they take is player 1, and not player 0.

An engine that mixes up its players, or knows one of them by number, goes right from one side alone.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.scenarios.given import Vocabulary

FROM_THE_OTHER_SIDE = "with the players in each other's seats: "
"""How an explanation begins of what fails from the other side alone."""


def from_the_other_side(words: Vocabulary) -> Vocabulary:
    """The words of scenarios for players who have changed their seats."""
    return msgspec.structs.replace(words, sides=words.sides[::-1], changed_seats=not words.changed_seats)


def from_both_sides(record: CheckRecord, other: CheckRecord) -> CheckRecord:
    """The record of a scenario that passes from its own side, with what comes of it from the other."""
    if other.verdict is Verdict.PASS:
        counts = Counter(record.counts) + Counter(other.counts)
        return msgspec.structs.replace(record, shown=f"{record.shown}, from both sides", counts=dict(counts))
    if other.verdict in (Verdict.VIOLATION, Verdict.ERROR):
        return msgspec.structs.replace(other, explanation=f"{FROM_THE_OTHER_SIDE}{other.explanation}")
    return record
