"""The position with something in every area can come about, whatever cards there are for it."""

from __future__ import annotations

from rulehound.spec.dcg.decks import pool
from rulehound.spec.dcg.full_position import FIELDS, SUSPENDED, UNDER, areas, full_position, only
from rulehound.spec.dcg.possible import impossible
from rulehound.spec.dcg.reading.unasked_decisions import standing
from rulehound.spec.formats import Card

CARDS = {card.number: card for card in pool()}


def filled(cards: tuple[Card, ...]) -> set[str]:
    """The areas in which the position of these cards has something."""
    position = full_position(cards)
    assert impossible(cards, position) == []
    shown = standing(position, CARDS)
    assert shown is not None
    return {area for area, seats in areas(shown).items() if any(seats)}


def test_there_is_something_in_every_area() -> None:
    assert filled(pool()) > {*FIELDS, UNDER, SUSPENDED}


def test_what_the_cards_cannot_fill_is_left_out() -> None:
    one = next(card for card in pool() if card.facts["kind"] == "digimon")
    assert filled((one,)).isdisjoint({"breeding area", "Digi-Egg deck", UNDER})
    options = tuple(card for card in pool() if card.facts["kind"] == "option")
    assert filled(options).isdisjoint({"battle area", SUSPENDED})
    assert filled(()) == {"memory", "whose turn it is"}


def test_one_area_alone_is_all_that_is_left() -> None:
    whole = full_position(pool())
    for area in ("hand", "deck", "trash", "breeding area"):
        shown = standing(only(whole, area), CARDS)
        assert shown is not None
        seen = areas(shown)
        assert {name for name in FIELDS if any(seen[name])} == {area}
        assert seen["memory"] == [["0"]]
