"""Things counted in the order in which they came, whichever order an engine lists them in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.checker.records import Verdict
from rulehound.checker.suite.scenarios.order_of_arrival import ListOrder, OrderOfArrival, listing
from rulehound.engine.dcg import leaving
from rulehound.spec.formats import Adapter
from rulehound_testing.dcg.sound_variants import VARIANTS, ListsOtherwise, by_card
from rulehound_testing.faults.catching import rulebook, run
from rulehound_testing.faults.patching import constant
from rulehound_testing.rotating import SEED

EDITION = "comprehensive-4.0"
LISTS: dict[str, Callable[[list[Any]], list[Any]]] = {
    "as they came": list,
    "newest first": lambda things: things[::-1],
    "by card": by_card,
}
PILES = ("hand",)


def card(number: int) -> dict[str, str]:
    return {"id": f"a{number}", "card": f"X-{number * 7 % 10}"}


def hand(*things: Any) -> dict[str, Any]:
    return {"players": [{"hand": list(things)}, {"hand": 3}]}


def position(*entries: Any) -> dict[str, Any]:
    return {"players": [{"hand": list(entries)}, {"hand": 3}]}


@pytest.mark.parametrize("listed", LISTS)
@given(
    first=st.lists(st.integers(0, 9), min_size=3, max_size=5, unique=True),
    changes=st.lists(st.integers(0, 9), max_size=8),
)
def test_what_comes_and_goes_one_by_one_stands_in_its_order(
    listed: str, first: list[int], changes: list[int]
) -> None:
    order = OrderOfArrival("players", PILES, {})
    there = list(first)
    arranged = LISTS[listed]

    def seen() -> list[str]:
        observation = hand(*arranged([card(one) for one in there]))
        order.follow(observation)
        return [thing["id"] for thing in order.ordered(observation)["players"][0]["hand"]]

    order.begin(
        hand(*arranged([card(one) for one in there])), position(*(card(one)["card"] for one in there))
    )
    assert seen() == [f"a{one}" for one in there]
    for one in changes:
        there = [other for other in there if other != one] + ([] if one in there else [one])
        assert seen() == [f"a{other}" for other in there]


def test_of_what_comes_at_once_the_order_is_known_where_that_of_the_list_is() -> None:
    for name, unknown, first in (
        ("as they came", False, 3),
        ("newest first", False, 3),
        ("by card", True, 4),
    ):
        order = OrderOfArrival("players", PILES, {})
        order.begin(hand(*LISTS[name]([card(1), card(2), card(5)])), position("X-7", "X-4", "X-5"))
        after = hand(*LISTS[name]([card(1), card(2), card(5), card(3), card(4)]))
        order.follow(after)
        things = order.ordered(after)["players"][0]["hand"]
        assert [order.is_unknown((0, "hand"), index) for index in range(6)] == [
            *[False] * 3, unknown, unknown, False
        ]  # fmt: skip
        assert unknown or things[3] == card(first)
        order.follow(hand(card(3)))
        assert not order.is_unknown((0, "hand"), 0)  # it is alone there


def test_how_an_engine_lists_a_pile_shows_where_a_position_gives_it_different_things() -> None:
    three = [card(1), card(2), card(5)]
    assert listing(["X-7", "X-4", "X-5"], three) is ListOrder.AS_THEY_CAME
    assert listing(["X-7", "X-4", "X-5"], three[::-1]) is ListOrder.NEWEST_FIRST
    assert listing(["X-7", "X-4", "X-5"], [three[1], three[0], three[2]]) is ListOrder.OF_ITS_OWN
    assert listing(["X-7", "X-7"], [card(1), card(1)]) is None
    assert listing(["X-7"], [card(1)]) is None
    assert listing(["X-7", "X-4"], [card(1)]) is None
    order = OrderOfArrival("players", PILES, {})
    order.begin(hand(card(1), card(2)), position("X-7", "X-4"))
    order.begin(hand(card(2), card(1)), position("X-7", "X-4"))
    assert order.listings == {"hand": ListOrder.OF_ITS_OWN}  # now so, and now so


def test_stacks_are_told_apart_by_their_cards_and_by_what_is_true_of_them() -> None:
    order = OrderOfArrival("players", ("battle",), {"battle": ListOrder.OF_ITS_OWN})
    entries = [{"cards": ["A"]}, {"cards": ["A"], "suspended": True}, {"cards": ["A", "B"]}]
    a, b = {"id": "c1", "card": "A"}, {"id": "c2", "card": "B"}
    shown = [
        {"id": "p3", "cards": [a, b], "suspended": False},
        {"id": "p2", "cards": [a], "suspended": True},
        {"id": "p1", "cards": [a], "suspended": False},
    ]
    seen = {"players": [{"battle": shown}]}
    order.begin(seen, {"players": [{"battle": entries}]})
    assert [one["id"] for one in order.ordered(seen)["players"][0]["battle"]] == ["p1", "p2", "p3"]
    assert not any(order.is_unknown((0, "battle"), index) for index in range(3))


def test_stacks_that_look_alike_and_are_not_are_told_apart_by_no_order_of_the_engine() -> None:
    entries = [{"cards": ["A"], "dp_change": 1000}, {"cards": ["B"]}, {"cards": ["A"]}]
    a, b = {"id": "c1", "card": "A"}, {"id": "c2", "card": "B"}
    shown = [{"id": "p1", "cards": [a]}, {"id": "p2", "cards": [a]}, {"id": "p3", "cards": [b]}]
    seen = {"players": [{"battle": shown}]}
    order = OrderOfArrival("players", ("battle",), {})
    order.begin(seen, {"players": [{"battle": entries}]})
    assert [order.is_unknown((0, "battle"), index) for index in range(3)] == [True, False, True]


def test_things_without_ids_stand_as_they_are_listed() -> None:
    seen = hand({"card": "X-2"}, {"card": "X-1"})
    order = OrderOfArrival("players", PILES, {})
    order.begin(seen, position("X-1", "X-2"))
    order.follow(seen)
    assert order.ordered(seen) == seen


@pytest.mark.parametrize("name", ["lists-the-newest-first", "lists-by-card"])
def test_a_sound_engine_that_lists_otherwise_is_accused_of_nothing(name: str) -> None:
    asked = [one for one in rulebook().store.scenarios if not one.not_executable][SEED % 12 :: 12]
    records = run(VARIANTS[name](0), asked, EDITION, both_sides=True)
    assert {record.verdict for record in records} <= {Verdict.PASS, Verdict.UNSUPPORTED}
    passed = sum(record.verdict is Verdict.PASS for record in records)
    assert passed > 0.97 * len(records)


def test_and_one_that_is_wrong_is_found_as_before() -> None:
    make: Callable[[], Adapter] = partial(ListsOtherwise, by_card)
    asked = [one for one in rulebook().store.scenarios if one.id.startswith("rules/areas-owner-of-what-lay")]
    with constant(leaving, "PUT", {**leaving.PUT, "hand": leaving.to_trash})():
        assert Verdict.VIOLATION in {record.verdict for record in run(make, asked, EDITION)}


def test_where_something_else_has_become_of_a_position_it_shows_no_order() -> None:
    assert listing(["X-7", "X-4"], [card(1), card(5)]) is None
