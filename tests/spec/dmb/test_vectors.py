"""Boundary inputs of both models: both sides of every demand, as decks and positions for engines."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import partial

import pytest

from rulehound.checker.records import Verdict
from rulehound.checker.suite.vectors import grouped
from rulehound.spec.dmb.model.deck import deck_model
from rulehound_testing.faults.dmb.catching import run, vectors
from rulehound_testing.faults.dmb.engines import create, sound_engine


def test_both_sides_of_every_demand_on_decks_are_asked() -> None:
    sides: dict[str, set[bool]] = defaultdict(set)
    of_decks = [vector for vector in vectors() if vector.id.split(":")[1] == "bring-deck"]
    for vector in of_decks:
        _, _, guard, _ = vector.id.split(":")
        (step,) = vector.steps
        sides[guard].add(step.expect.legal is True)
    guards = {guard.name for guard in deck_model.actions["bring-deck"].guards}
    assert dict(sides) == {guard: {True, False} for guard in guards}
    assert len(of_decks) == 2 * len(guards) + 1  # a size has two sides past it


def test_positions_ask_both_sides_of_what_they_can_state() -> None:
    """What was done this turn before no position states: these guards have the side alone that holds."""
    by_action = Counter(vector.id.split(":")[1] for vector in vectors())
    assert by_action == {
        "bring-deck": 31,
        "choose-attack": 7,
        "dna-evolve": 20,
        "evolve": 19,
        "evolve-by-box": 18,
        "evolve-from-destiny": 18,
        "evolve-from-destiny-by-box": 19,
        "full-mulligan": 4,
        "no-support": 2,
        "partner-evolve": 7,
        "place": 7,
        "play-evolve-card": 11,
        "rack": 6,
        "support-from-deck": 6,
        "support-from-destiny": 12,
        "support-from-hand": 8,
    }
    refused: dict[str, set[str]] = defaultdict(set)
    for vector in vectors():
        _, action, guard, _ = vector.id.split(":")
        if vector.steps[-1].expect.illegal:
            refused[action].add(guard)
    assert refused["evolve"] == {
        "evolution.order",
        "evolution.level",
        "evolution.type",
        "evolution.no-cost",
        "evolution.cost",
    }
    assert refused["support-from-destiny"] == {"card", "partner", "support.order"}


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
        ("evolve-any-type", "vector:evolve:evolution.type"),
        ("box-never", "vector:evolve-by-box:evolution.box"),
        ("dna-without-data", "vector:dna-evolve:dna.evolve"),
    ],
)
def test_a_wrong_engine_is_caught_where_it_is_at_a_bound(fault: str, check: str) -> None:
    """What lies off the bounds, as a deck without a Destiny Zone does, scenarios ask."""
    records = grouped(run(partial(create, fault), vectors()))
    assert {record.check for record in records if record.verdict is Verdict.VIOLATION} >= {check} - {""}
