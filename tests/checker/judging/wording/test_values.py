"""What differs between two values is shown, and no more than that."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from rulehound.checker.judging.wording.values import PLAIN, Words, brief, unlike
from rulehound.spec.dcg.reading.cards import called, card_facts
from rulehound.spec.formats import Card

AGUMON = Card(
    number="X1-010", name="Agumon", facts={"kind": "digimon", "level": 3, "dp": 2000, "colors": ["red"]}
)


def _stack(**fields: Any) -> dict[str, Any]:
    return {"top": card_facts(AGUMON), "under": [], "suspended": False, "checks": 0, **fields}


def test_a_value_alone_is_itself() -> None:
    assert brief(3, 4) == "3"
    assert brief("main", "attack") == "main"


def test_of_a_bag_only_the_elements_that_differ_are_shown_by_what_differs() -> None:
    other = [_stack(checks=1), _stack(checks=2)]
    assert brief([_stack(checks=1), _stack(checks=2, suspended=True)], other) == "2 of which suspended yes"


def test_an_element_that_is_like_no_other_is_shown_by_what_it_says_with_cards_by_their_numbers() -> None:
    shown = brief([_stack(under=[card_facts(AGUMON)])], [], Words(called))
    assert shown == "1 of which (top X1-010, under [X1-010])"


def test_a_card_that_differs_goes_by_its_number() -> None:
    other = Card(number="X1-011", name="Gabumon", facts=AGUMON.facts)
    shown = brief([_stack()], [_stack(top=card_facts(other))], Words(called))
    assert shown == "1 of which top X1-010"


def test_of_a_record_only_the_fields_that_differ_are_shown() -> None:
    assert brief({"attacker": 1, "stage": "block"}, {"attacker": 1, "stage": "none"}) == "stage block"


def test_a_record_of_no_name_is_shown_by_its_fields() -> None:
    nothing: Mapping[str, Any] = {"number": 0, "play_cost": 0}
    assert called(nothing) == "no card"
    assert called({"card": 3, "cost": 1}) == ""
    assert brief([{"card": 3, "cost": 0}], [], Words(called)) == "1 of which (card 3)"


def test_what_is_nothing_goes_without_saying() -> None:
    words = Words(called, silent={"safe"})
    kept = {"fate": "safe", "kept": card_facts(AGUMON), "under": [], "checks": 2}
    assert words.said(kept) == "(kept X1-010, checks 2)"
    nothing = {name: type(value)() for name, value in card_facts(AGUMON).items()}
    assert words.said({"fate": "deleted", "kept": nothing}) == "(fate deleted)"


@pytest.mark.parametrize(
    ("expected", "observed", "fields"),
    [
        (((1, 2, 3), (4, 5, 6)), ((4, 5, 6), (1, 9, 8)), [1, 2]),
        (((1, 2),), ((1, 2), (1, 2)), []),
        ((1, 2), (2, 3), []),
        ((None, (1, 2)), ((1, 2), (1, 3)), []),
        (((1, 2), 7), (7, (1, 3)), [1]),
        (((1, 2),), ((1, 2, 3),), []),
        (((1, 2),), ("ab",), []),
        (1, (1,), []),
        (None, None, []),
    ],
)
def test_fields_in_which_the_elements_of_bags_differ(expected: Any, observed: Any, fields: list[int]) -> None:
    assert unlike(expected, observed) == fields


KINDS: list[Any] = [
    None,
    True,
    3,
    "three",
    (),
    (3,),
    [],
    [3, None],
    [[3], "three"],
    {},
    {"three": None},
    [{"three": 3}, {"three": [3]}, None],
    ((3, None), (None, 3)),
    ((3, [3]), 3),
    (({"three": 3},), "three"),
]
"""Values of every kind, and some that hold values of other kinds."""


@pytest.mark.parametrize(("one", "other"), list(product(KINDS, KINDS)))
def test_values_of_any_two_kinds_are_put_beside_each_other(one: Any, other: Any) -> None:
    assert isinstance(brief(one, other), str)
    assert PLAIN.said(one) == PLAIN.said(one)
    assert all(place >= 0 for place in unlike(one, other))
