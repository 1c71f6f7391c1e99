"""Which rules a scenario takes for granted: those of the words that its cards and position are written in."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.engine.adapter import create
from rulehound_testing.faults.catching import rulebook, run, scenarios_by_edition, words
from rulehound_testing.toy.play import WORDS, Heap, opener, target
from rulehound_testing.toy.scenarios import scenario

SAVED = "examples/would-once"
"""A scenario in which somebody is asked before a deletion."""

AT_SIX = """
given.position = { count = 6, turn = "me" }
[[step]]
expect.state = { count = COUNT }
"""


def built_on(words: Mapping[str, str], count: int = 6) -> dict[str, str]:
    read = msgspec.structs.replace(WORDS, builds_on=words)
    own = scenario(AT_SIX.replace("COUNT", str(count)))
    (record,) = run_scenarios(target(opener(Heap)), [own], read)
    return record.built_on


@pytest.mark.parametrize("count", [6, 7])
def test_a_word_that_is_used_is_taken_for_granted_whether_the_scenario_passes_or_fails(count: int) -> None:
    words = {"count": "a.count", "position.count": "a.number", "hand": "a.hand", "size.count": "a.size"}
    assert built_on(words, count) == {"count": "a.count", "position.count": "a.number"}


def test_a_text_is_a_word_with_its_key() -> None:
    assert built_on({"count=6": "no.text", "turn=0": "number", "turn=me": "side"}) == {"turn=me": "side"}


def test_each_text_of_a_key_is_a_word_of_its_own() -> None:
    assert built_on({"turn": "a.turn"}) == {"turn=me": "a.turn"}
    assert built_on({"turn": "a.turn", "turn=me": "side"}) == {"turn=me": "side"}


def test_the_words_of_the_game_are_those_of_its_rules() -> None:
    builds_on = words().builds_on
    assert builds_on["timing=would"] == "effects.would"
    assert {*builds_on.values()} <= {*rulebook().store.rules}


def test_an_action_is_a_word_alone_and_at_its_decision() -> None:
    """Who answers what is asked before a deletion builds on other rules than who orders waiting effects."""
    by_edition = scenarios_by_edition().items()
    edition, saved = next((edition, one) for edition, own in by_edition for one in own if one.name == SAVED)
    (record,) = run(create, [saved], edition)
    assert record.built_on["action=resolve@would"] == "effects.would"
    assert record.built_on["action=resolve"] == "effects.order"
