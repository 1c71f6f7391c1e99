"""Facts are read as written, or not at all."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.at_hand import at_hand
from rulehound.spec.documents.facts import FactReading, number, read_facts
from rulehound.spec.documents.store import load_store
from rulehound_testing.made_up_spec import BASKET_TOML, RULEBOOK, document, write_spec

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven"]
WORDS += ["eight", "nine", "ten", "eleven", "twelve"]
ZEROS = [chr(c) for c in range(0x110000) if unicodedata.decimal(chr(c), -1) == 0]


def read(tmp_path: Path, *rulebooks: dict[str, str], **files: str) -> dict[str, FactReading]:
    store = load_store(write_spec(tmp_path, **files))
    return read_facts(store, [at_hand(store, document(rulebook)) for rulebook in rulebooks])


def test_number_words_up_to_twelve_in_any_case() -> None:
    assert [number(word) for word in WORDS] == list(range(13))
    assert [number(word.upper()) for word in WORDS] == list(range(13))
    assert [number(word.title()) for word in WORDS] == list(range(13))


@given(st.integers(0, 10**6), st.data())
def test_digits_of_any_script(value: int, data: st.DataObject) -> None:
    zero = data.draw(st.sampled_from(ZEROS))
    assert number("".join(chr(ord(zero) + int(digit)) for digit in str(value))) == value


@given(st.text())
def test_other_text_is_no_number(text: str) -> None:
    if text.casefold() not in WORDS and not (text and all(unicodedata.category(c) == "Nd" for c in text)):
        assert number(text) is None


def test_facts_come_with_their_places(tmp_path: Path) -> None:
    facts = read(tmp_path, RULEBOOK)
    assert {name: fact.value for name, fact in facts.items()} == {
        "basket.start": 5,
        "tide.max": 10,
        "tide.wait": 3,
    }
    assert facts["tide.max"].status == "ok"
    assert facts["tide.max"].explanation == "10 at shells 1.0, 1-1-2, page 1"
    assert [place.rule for place in facts["tide.max"].places] == ["tide.limit"]


@pytest.mark.parametrize(
    ("written", "value"), [("12", 12), ("eleven", 11), ("ＴＥＮ", None), ("１２", 12), ("٨", 8)]
)
def test_a_changed_number_is_read_as_it_stands(written: str, value: int | None, tmp_path: Path) -> None:
    fact = read(tmp_path, {**RULEBOOK, "1-1-2": RULEBOOK["1-1-2"].replace("10", written)})["tide.max"]
    assert fact.value == value
    assert fact.status == ("missing" if value is None else "ok")


def test_a_fact_is_read_where_its_clause_has_moved(tmp_path: Path) -> None:
    moved = {**RULEBOOK, "1-1-2": "The gauge is never hidden.", "1-1-4": RULEBOOK["1-1-2"]}
    fact = read(tmp_path, moved)["tide.max"]
    assert (fact.value, fact.places[0].clause) == (10, "1-1-4")


def test_patterns_do_not_mind_capitals(tmp_path: Path) -> None:
    shouted = {**RULEBOOK, "2-1": RULEBOOK["2-1"].upper()}
    assert read(tmp_path, shouted)["basket.start"].value == 5


def missing(tmp_path: Path, rulebook: dict[str, str], name: str = "tide.max", **files: str) -> str:
    fact = read(tmp_path, rulebook, **files)[name]
    assert (fact.status, fact.value) == ("missing", None)
    return fact.explanation


def test_a_pattern_that_no_longer_matches_is_missing(tmp_path: Path) -> None:
    changed = {**RULEBOOK, "1-1-2": "The tide never rises past the highest mark, and the topmost is 10."}
    assert (
        missing(tmp_path, changed) == "shells 1.0, 1-1-1, 1-1-2 no longer states it in words that are known"
    )


def test_words_that_are_no_number_are_missing(tmp_path: Path) -> None:
    changed = {**RULEBOOK, "1-1-2": RULEBOOK["1-1-2"].replace("10", "high")}
    assert missing(tmp_path, changed) == 'shells 1.0, 1-1-2 says "high" where a number is read'


@pytest.mark.parametrize("gone", ["1-1-2", "1-1-1"])
def test_a_clause_that_is_gone_is_missing(gone: str, tmp_path: Path) -> None:
    """Also the clause of the source that does not hold the number: the source is not what was reviewed."""
    rulebook = {key: text for key, text in RULEBOOK.items() if key != gone}
    assert missing(tmp_path, rulebook) == f"shells 1.0, {gone} is gone"


def test_a_fact_that_no_chosen_document_states_is_missing(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    readings = read_facts(store, [])
    assert {reading.explanation for reading in readings.values()} == {
        "no source in the chosen documents states it"
    }
    assert all(reading.value is None for reading in readings.values())


def test_two_numbers_in_one_clause_contradict(tmp_path: Path) -> None:
    changed = {**RULEBOOK, "1-1-2": RULEBOOK["1-1-2"] + " At night the highest mark is eight."}
    fact = read(tmp_path, changed)["tide.max"]
    assert (fact.status, fact.value) == ("contradictory", None)
    assert fact.explanation == "10 at shells 1.0, 1-1-2, page 1; 8 at shells 1.0, 1-1-2, page 1"


def test_the_same_number_twice_in_one_clause_agrees(tmp_path: Path) -> None:
    changed = {**RULEBOOK, "1-1-2": RULEBOOK["1-1-2"] + " By night, too, the highest mark is TEN."}
    assert read(tmp_path, changed)["tide.max"].value == 10


def test_two_sources_must_agree(tmp_path: Path) -> None:
    second = BASKET_TOML + "facts.\"tide.max\" = '(?P<int>five) shells'\n"
    fact = read(tmp_path, RULEBOOK, basket=second)["tide.max"]
    assert (fact.status, fact.value) == ("contradictory", None)
    assert fact.explanation == "5 at shells 1.0, 2-1, page 1; 10 at shells 1.0, 1-1-2, page 1"


def test_two_documents_must_agree(tmp_path: Path) -> None:
    changed = {**RULEBOOK, "1-1-2": RULEBOOK["1-1-2"].replace("10", "12")}
    facts = read(tmp_path, RULEBOOK, changed)
    assert facts["tide.max"].status == "contradictory"
    assert {place.value for place in facts["tide.max"].places} == {10, 12}
    assert facts["basket.start"].value == 5


def test_one_source_that_no_longer_states_it_is_not_outvoted(tmp_path: Path) -> None:
    second = BASKET_TOML + "facts.\"tide.max\" = '(?P<int>ten) shells'\n"
    explanation = missing(tmp_path, RULEBOOK, basket=second)
    assert explanation == "shells 1.0, 2-1 no longer states it in words that are known"
