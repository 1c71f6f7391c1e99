"""What is given: cards to requirements, sums of facts, positions, the words of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.records import Verdict
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import (
    BadScenario,
    Cards,
    UnknownFact,
    load_vocabulary,
    position,
    total,
    worked_out,
)
from rulehound.spec.formats import Card, Handshake
from rulehound_testing.toy.play import WORDS, Heap, opener, target
from rulehound_testing.toy.scenarios import DCG_WORDS, Noting, scenario


def test_cards_that_ask_for_more_are_for_engines_that_take_it() -> None:
    words = msgspec.structs.replace(WORDS, needs={"glows": "card-effects"})
    text = "given.deck.cards = [{ glows = true }]\n[[step]]\nexpect = { legal = true }\n"
    (able,) = run_scenarios(target(opener(Noting)), [scenario(text)], words)
    assert able.verdict is Verdict.PASS
    (unable,) = run_scenarios(target(opener(Heap)), [scenario(text)], words)
    assert (unable.verdict, unable.explanation) == (
        Verdict.UNSUPPORTED,
        "the engine cannot: card-effects",
    )


PRINTED = {"X-1": Card("X-1", "Printed", {"kind": "plain", "size": 4})}


def with_own_cards(cards: Mapping[str, str], *capabilities: str) -> Handshake:
    return Handshake("1.0", "toy", "heap", "1", capabilities, cards=cards)


def test_an_engine_with_cards_of_its_own_is_given_those() -> None:
    words = msgspec.structs.replace(WORDS, printed=PRINTED, needs={"glows": "card-effects"})
    named = {"known": {"size": 9, "known": ["Y-1", "Y-2"]}, "printed": {"card": "X-1"}, "odd": {"size": 8}}
    own = Cards(words, named, with_own_cards({"Y-2": "their-y2", "X-1": "their-x1"}))
    assert [own.numbers(name) for name in named] == [["their-y2"], ["their-x1"], ["RH-03"]]
    assert own.unresolved == {"RH-03": "the engine cannot: card-facts"}
    assert own.unresolved == {"RH-03": "the engine cannot: card-facts"}
    by_facts = Cards(words, named, with_own_cards({"Y-2": "their-y2", "X-1": "their-x1"}, "card-facts"))
    assert [by_facts.numbers(name) for name in named] == [["RH-01"], ["X-1"], ["RH-03"]]
    assert by_facts.unresolved == {}


def test_a_printed_card_that_has_the_facts_will_do_once() -> None:
    printed = {
        "P-1": Card("P-1", "Glowing", {"kind": "plain", "size": 4, "glows": True}),
        "P-2": Card("P-2", "Round", {"kind": "plain", "size": 4, "shape": "round"}),
        "P-3": Card("P-3", "Square", {"kind": "plain", "size": 4, "shape": "square"}),
        "P-4": Card("P-4", "Small", {"kind": "plain", "size": 3}),
    }
    words = msgspec.structs.replace(WORDS, printed=printed, needs={"glows": "card-effects"})
    cards = Cards(words, {}, with_own_cards({number: f"their-{number}" for number in printed}))
    assert cards.numbers({"size": 4}) == ["their-P-2"]
    assert cards.numbers({"size": 4, "copy": "another"}) == ["their-P-3"]
    assert cards.numbers({"size": 4, "glows": True}) == ["their-P-1"]
    assert cards.unresolved == {}
    cards.numbers({"size": 4, "copy": "a third"})
    cards.numbers({"without": ["size"]})
    assert list(cards.unresolved.values()) == ["the engine cannot: card-facts"] * 2
    assert cards.why_unresolved == "the engine cannot: card-facts", "once, however many cards there are"
    cards.numbers({"size": 5, "glows": True})
    assert cards.why_unresolved == "the engine cannot: card-facts, card-effects"
    words = msgspec.structs.replace(words, own={"P-4": "their-P-4"})
    of_a_file = Cards(words, {}, with_own_cards({}))
    assert of_a_file.why_unresolved == ""
    of_a_file.numbers({"size": 6})
    of_a_file.numbers({"size": 7, "glows": True})
    cannot = "the engine cannot: card-facts, card-effects"
    assert of_a_file.why_unresolved == f"no card of the file is like it; {cannot}"


def test_the_card_without_facts_counts_as_unresolved_only_where_it_is_used() -> None:
    cards = Cards(WORDS, {}, with_own_cards({}))
    assert cards.unresolved == {}
    assert cards.numbers({}) == ["RH-00"]
    assert list(cards.unresolved) == ["RH-00"]


@pytest.mark.parametrize(
    ("requirement", "said"),
    [({"card": "X-2"}, "those at hand"), ({"card": "X-1", "size": 3}, "more of it: size")],
)
def test_a_printed_card_is_asked_for_by_a_known_number_alone(requirement: Any, said: str) -> None:
    words = msgspec.structs.replace(WORDS, printed=PRINTED)
    with pytest.raises(BadScenario, match=said):
        Cards(words, {"it": requirement}).numbers("it")


def test_printed_cards_are_read_from_the_files_that_the_words_name(tmp_path: Any) -> None:
    words, cards = tmp_path / "words" / "defaults.toml", tmp_path / "cards.toml"
    words.parent.mkdir()
    text = 'card_files = ["../cards.toml"]\npiles = []\n[card]\nby = "k"\ndefault = "d"\n[card.facts]\n'
    words.write_text(text)
    cards.write_text('[[card]]\nnumber = "N-1"\nname = "One"\nsize = 3\n')
    assert load_vocabulary(words).printed == {"N-1": Card("N-1", "One", {"size": 3})}
    for wrong in ('[[card]]\nname = "One"\n', "card = 3\n", "[[card\n"):
        cards.write_text(wrong)
        with pytest.raises(UserError, match=r"cards\.toml"):
            load_vocabulary(words)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("memory.max + 1", 11),
        ("egg-deck.max - memory.max - 2", -7),
        ("3", 3),
        ("-3 + 1", -2),
        (" memory.max ", 10),
    ],
)
def test_sums_of_facts(text: str, value: int) -> None:
    assert total(text, {"memory.max": 10, "egg-deck.max": 5}) == value


@pytest.mark.parametrize("text", ["", "memory.max +", "1 2", "1 * 2", "+ 1"])
def test_what_is_no_sum_is_refused(text: str) -> None:
    with pytest.raises((BadScenario, UnknownFact)):
        total(text, {"memory.max": 10})


@pytest.mark.parametrize("value", [True, "10", None, 1.5])
def test_a_fact_that_is_no_whole_number_is_unknown(value: Any) -> None:
    with pytest.raises(UnknownFact, match=r"memory\.max"):
        worked_out({"a": [{"b": "=memory.max"}]}, {"memory.max": value})


def test_equal_requirements_are_one_card_in_the_order_first_met() -> None:
    cards = Cards(DCG_WORDS, {"A": {"dp": 9000}, "B": {"dp": 9000}})
    numbers = [cards.number({"play_cost": 5}), cards.number({}), cards.number({"level": 3, "play_cost": 5})]
    assert numbers == ["RH-01", "RH-00", "RH-01"]
    assert cards.number({"play_cost": 5, "copy": "b"}) == "RH-02"
    assert cards.numbers("A") != cards.numbers("B")
    assert cards.numbers("A") == cards.numbers("A")
    egg, bare = cards.number({"kind": "digi-egg"}), cards.number({"without": ["dp"]})
    facts = {card.number: card.facts for card in cards.cards}
    assert facts[egg] == {"kind": "digi-egg", "level": 2, "colors": ["red"]}
    assert facts[bare] == {key: value for key, value in facts["RH-00"].items() if key != "dp"}


def test_piles_are_filled_with_so_many_copies_of_each_card() -> None:
    cards = Cards(DCG_WORDS, {})
    numbers = cards.numbers({"count": 10, "copies": 4})
    assert [numbers.count(number) for number in dict.fromkeys(numbers)] == [4, 4, 2]


def test_a_position_is_written_for_me_and_my_opponent() -> None:
    cards = Cards(DCG_WORDS, {"A": {"dp": 9000}})
    given = {"turn": "opponent", "me": {"battle": [{"cards": ["A", {}]}], "deck": 5, "breeding": "none"}}
    assert position(given, cards, DCG_WORDS) == {
        "turn": 1,
        "players": [{"battle": [{"cards": ["RH-01", "RH-00"]}], "deck": 5, "breeding": None}, {}],
    }


def test_a_pile_of_one_is_the_name_of_a_card_without_brackets() -> None:
    cards = Cards(DCG_WORDS, {"A": {"dp": 9000}})
    given = {"me": {"cards": "A", "hand": ["A"], "phase": "A", "deck": "many"}}
    (mine, _) = position(given, cards, DCG_WORDS)["players"]
    assert mine == {"cards": "RH-01", "hand": ["RH-01"], "phase": "A", "deck": "many"}


def test_words_that_are_not_well_written_are_one_line(tmp_path: Any) -> None:
    path = tmp_path / "defaults.toml"
    for text in ("piles = 3", "[card", "piles = []\n[card]\nby = 'k'\ndefault = 'd'\nodd = 1\n[card.facts]"):
        path.write_text(text)
        with pytest.raises(UserError) as caught:
            load_vocabulary(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(UserError):
        load_vocabulary(tmp_path / "none.toml")
