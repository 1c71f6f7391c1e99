"""Witnesses of the differences between DCG editions, for tests of whatever shows them."""

from __future__ import annotations

from functools import cache

from rulehound.checker.suite.witnesses.differences import DifferenceWitnesses, witnesses_of
from rulehound.spec.documents.differences import load_differences
from rulehound.spec.formats import Scenario
from rulehound_testing.faults.catching import bound, rulebook

MANUAL, CURRENT = "manual-2.3", "comprehensive-4.0"
FIRST = "fan-2020"


@cache
def answer(switch: str, one: str = MANUAL, other: str = CURRENT) -> DifferenceWitnesses:
    """The difference of this id between two editions, with its witnesses."""
    book = rulebook()
    listed = load_differences(book.game.directory, book.game.rulesets, book.store.clauses)
    (difference,) = (difference for difference in listed.differences if difference.id == switch)
    return witnesses_of(book.game, difference, (one, other), bound(one), bound(other))


def scenarios(found: DifferenceWitnesses) -> list[Scenario]:
    """The scenarios of all witnesses of a difference."""
    return [scenario for witness in found.witnesses for scenario in witness.scenarios]
