"""Printed cards as the model has them, and what is remembered of them."""

from __future__ import annotations

from rulehound.spec.dcg.reading.cards import by_identity, facts_told, model_card
from rulehound.spec.dcg.reading.states import PRINTED
from rulehound.spec.formats import Card


def test_what_was_found_of_an_object_is_remembered_for_that_object_alone() -> None:
    asked: list[list[int]] = []

    @by_identity(most=2)
    def size(numbers: list[int]) -> int:
        asked.append(numbers)
        return len(numbers)

    one, other = [1], [1]
    assert [size(one), size(other), size(one)] == [1, 1, 1]
    assert [id(numbers) for numbers in asked] == [id(one), id(other)]


def test_no_more_is_remembered_than_is_said() -> None:
    asked = 0

    @by_identity(most=2)
    def size(numbers: list[int]) -> int:
        nonlocal asked
        asked += 1
        return len(numbers)

    many = [[place] for place in range(5)]
    assert [size(each) for each in (*many, *many)] == [1] * 10
    assert asked == 10


def test_an_object_that_is_remembered_lends_its_identity_to_no_other() -> None:
    @by_identity(most=100)
    def first(numbers: list[int]) -> int:
        return numbers[0]

    assert [first([number]) for number in range(50)] == list(range(50))


def test_the_facts_of_cards_are_those_that_any_of_them_has() -> None:
    cards = {
        "BT1-001": Card("BT1-001", "One", {"kind": "digimon", "level": 3, "blocker": False}),
        "BT1-002": Card("BT1-002", "Two", {"kind": "option", "effects": ["main"], "level": None}),
    }
    assert facts_told(cards) == {"kind", "level", "effects"}


def test_an_option_with_an_effect_that_is_used_by_delay_has_delay() -> None:
    facts = {"kind": "option", "play_cost": 1, "colors": ["red"]}
    waits, uses, acts = (
        model_card(Card("O", "Flash", {**facts, **more}))
        for more in (
            {"delay": True},
            {"effects": [{"timing": "delay"}]},
            {"effects": [{"timing": "main"}]},
        )
    )
    assert uses[PRINTED["keywords"]] == waits[PRINTED["keywords"]] != acts[PRINTED["keywords"]] == 0
