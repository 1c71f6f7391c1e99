"""The results of stages joined, and the sentence on an engine's own cards."""

from __future__ import annotations

import pytest

from rulehound.checker.stage_results import Census, Results
from rulehound_testing.made_up_run import record

CENSUS = Census(
    file="cards.json",
    cards={"all known": 1200, "effects unknown": 34},
    in_decks={"all known": 50},
    steps=2000,
    by_effect=500,
    in_part=120,
)


def test_a_census_counts_the_sorts_of_cards_and_the_steps() -> None:
    assert str(CENSUS) == (
        "cards of cards.json: 1200 with all known (50 in decks), 34 with effects unknown (0 in decks); "
        "500 of 2,000 steps of play (25.0%) needed an effect, 120 of these were judged in part"
    )


def test_a_census_without_steps_has_no_share() -> None:
    census = Census("cards.json", {"all known": 1}, {}, 0, 0, 0)
    assert "0 of 0 steps of play needed an effect" in str(census)


def results(name: str, own_cards: Census | None = None) -> Results:
    names = ([f"{name} {part}"] for part in ("bound", "action", "limit"))
    return Results([record(name)], *names, own_cards)


def test_results_are_joined_in_order_and_nothing_is_lost() -> None:
    joined = results("first") + results("second")
    assert [each.check for each in joined.records] == ["first", "second"]
    assert joined.bounds == ["first bound", "second bound"]
    assert joined.never_taken == ["first action", "second action"]
    assert joined.limits == ["first limit", "second limit"]


@pytest.mark.parametrize(("one", "other"), [(None, CENSUS), (CENSUS, None)])
def test_the_census_comes_from_the_part_that_has_one(one: Census | None, other: Census | None) -> None:
    assert (results("first", one) + results("second", other)).own_cards is CENSUS


def test_joining_leaves_the_parts_alone() -> None:
    one = results("first")
    joined = one + one
    joined.records.append(record("third"))
    assert [each.check for each in one.records] == ["first"]
    assert Results() + one == one
