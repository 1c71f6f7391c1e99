"""Boundary inputs of the deck model: both sides of every demand, as decks that engines can be asked about."""

from __future__ import annotations

from collections import defaultdict
from functools import partial

import pytest

from rulehound.checker.records import Verdict
from rulehound.checker.suite.vectors import grouped
from rulehound.spec.dmb.model.deck import deck_model
from rulehound_testing.faults.dmb.catching import run, vectors
from rulehound_testing.faults.dmb.engines import create, sound_engine


def test_both_sides_of_every_demand_are_asked() -> None:
    sides: dict[str, set[bool]] = defaultdict(set)
    for vector in vectors():
        _, action, guard, _ = vector.id.split(":")
        assert action == "bring-deck"
        (step,) = vector.steps
        sides[guard].add(step.expect.legal is True)
    guards = {guard.name for guard in deck_model.actions["bring-deck"].guards}
    assert dict(sides) == {guard: {True, False} for guard in guards}
    assert len(vectors()) == 2 * len(guards) + 1  # a size has two sides past it


def test_the_reference_engine_holds_them() -> None:
    records = grouped(run(sound_engine, vectors()))
    assert {record.verdict for record in records} == {Verdict.PASS}
    assert {rule for record in records for rule in record.rules} >= {"deck.size", "deck.data-legal"}


@pytest.mark.parametrize(
    ("fault", "check"),
    [
        ("deck-champions-without-a-partner", ""),
        ("deck-data-without-a-destiny-zone", ""),
        ("deck-champions-without-a-box", "vector:bring-deck:named"),
    ],
)
def test_a_wrong_engine_is_caught_where_it_is_at_a_bound(fault: str, check: str) -> None:
    """What lies off the bounds, as a deck without a Destiny Zone does, scenarios ask."""
    records = grouped(run(partial(create, fault), vectors()))
    assert {record.check for record in records if record.verdict is Verdict.VIOLATION} == {check} - {""}
