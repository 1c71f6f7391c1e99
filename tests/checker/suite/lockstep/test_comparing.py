"""Things of two engines are paired whatever their ids, and what differs is named by its path."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulehound.checker.suite.lockstep.comparing import Pairs, differences, different_offers, nameless, paired
from rulehound.spec.game import SideBySide

BY = SideBySide(
    name="card",
    decision="decision",
    unordered=frozenset({"hand", "words"}),
    left_out=frozenset({"clock"}),
    unknown_if_null=frozenset({"why"}),
    by_chance=lambda _action, _after: False,
    spelt_out=lambda position, _cards: position,
    prolonged=lambda position, _cards: position,
)


def compared(here: Any, there: Any, pairs: Pairs | None = None) -> dict[str, Any]:
    pairs = paired(pairs or Pairs(), here, there, BY)
    return dict(differences(pairs, here, there, BY))


def test_equal_things_with_other_ids_are_the_same() -> None:
    here = {"hand": [{"id": "1", "card": "A"}, {"id": "2", "card": "B"}], "target": "2"}
    there = {"hand": [{"id": "x", "card": "B"}, {"id": "y", "card": "A"}], "target": "x"}
    assert compared(here, there) == {}
    assert compared(here, {**there, "target": "y"}) == {"target": ["2", "1"]}


def test_the_order_counts_where_it_says_something() -> None:
    here, there = {"deck": [{"card": "A"}, {"card": "B"}]}, {"deck": [{"card": "B"}, {"card": "A"}]}
    assert compared(here, there) == {"deck[0].card": ["A", "B"], "deck[1].card": ["B", "A"]}
    assert compared({"words": ["a", "b"]}, {"words": ["b", "a"]}) == {}
    assert compared({"words": ["a", "b"]}, {"words": ["b"]}) == {"words": [["a", "b"], ["b"]]}


def test_what_one_of_them_does_not_show_is_not_compared() -> None:
    assert compared({"memory": 3}, {}) == {}
    assert compared({"clock": 3}, {"clock": 4}) == {}
    assert compared({"why": None}, {"why": "x"}) == {}
    assert compared({"winner": None}, {"winner": 1}) == {"winner": [None, 1]}
    assert compared({"hand": 2}, {"hand": [{"card": "A"}, {"card": "B"}]}) == {}
    assert compared({"hand": 1}, {"hand": [{"card": "A"}, {"card": "B"}]}) == {"hand": [1, 2]}


def test_a_pair_stays_a_pair_when_looks_change() -> None:
    start = {"hand": [{"id": "1", "card": "A", "dp": 1}, {"id": "2", "card": "A", "dp": 1}]}
    pairs = paired(Pairs(), start, {"hand": [{**each, "id": "x" + each["id"]} for each in start["hand"]]}, BY)
    here = {"hand": [{"id": "1", "card": "A", "dp": 2}, {"id": "2", "card": "A", "dp": 1}]}
    there = {"hand": [{"id": "x1", "card": "A", "dp": 1}, {"id": "x2", "card": "A", "dp": 2}]}
    # each alone looks like one of the others; but it was the first that was to change
    assert compared(here, there, pairs) == {"hand[1].dp": [2, 1], "hand[2].dp": [1, 2]}


def test_offers_are_compared_without_what_an_engine_adds() -> None:
    here = [{"action": "pass", "number": 1}, {"action": "play", "card": "1"}]
    there = [{"action": "pass"}, {"action": "attack"}]
    known = lambda action: {name: value for name, value in action.items() if name != "number"}  # noqa: E731
    assert different_offers(here, there, known) == ([here[1]], [there[1]])


CARDS = st.lists(st.sampled_from("ABC"), max_size=5)


@given(CARDS, st.randoms(use_true_random=False))
def test_any_order_and_any_ids_of_a_hand_are_the_same(cards: list[str], chance: Any) -> None:
    here = {"hand": [{"id": f"a{n}", "card": card} for n, card in enumerate(cards)]}
    there = {"hand": [{"id": f"b{n}", "card": card} for n, card in enumerate(cards)]}
    chance.shuffle(there["hand"])
    assert compared(here, there) == {}


@given(CARDS, CARDS)
def test_other_cards_are_a_difference(cards: list[str], others: list[str]) -> None:
    here = {"hand": [{"id": f"a{n}", "card": card} for n, card in enumerate(cards)]}
    there = {"hand": [{"id": f"b{n}", "card": card} for n, card in enumerate(others)]}
    assert bool(compared(here, there)) == (sorted(cards) != sorted(others))


def test_offers_of_things_that_are_not_shown_cannot_be_told_apart() -> None:
    here, there = {"memory": 1}, {"memory": 1, "pending": [{"id": "e1", "card": "A"}]}
    pairs = paired(Pairs(), here, there, BY)
    assert nameless(pairs, there, [{"action": "resolve", "effect": "e1"}])
    assert not nameless(pairs, there, [{"action": "pass"}])
    assert not nameless(paired(Pairs(), there, there, BY), there, [{"action": "resolve", "effect": "e1"}])
