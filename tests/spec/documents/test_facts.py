"""Facts are read as written, or not at all."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulehound.extract import Document
from rulehound.spec.documents.at_hand import at_hand
from rulehound.spec.documents.editions import record_edition
from rulehound.spec.documents.facts import FactReading, read_facts
from rulehound.spec.documents.links import DOUBTFUL
from rulehound.spec.documents.links_at_hand import links_at_hand
from rulehound.spec.documents.review import review
from rulehound.spec.documents.store import load_store
from rulehound_testing.made_up_spec import (
    BASKET_TOML,
    DOCUMENT_TOML,
    RULEBOOK,
    RULES_TOML,
    document,
    write_spec,
)


def read(tmp_path: Path, *rulebooks: dict[str, str], **files: str) -> dict[str, FactReading]:
    store = load_store(write_spec(tmp_path, **files))
    return read_facts(store, [at_hand(store, document(rulebook)) for rulebook in rulebooks])


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
    ("written", "value"),
    [
        ("12", 12),
        ("eleven", 11),
        ("ＴＥＮ", None),
        ("１２", 12),
        ("٨", 8),
        ("1,000", 1000),
        ("twenty-five", 25),
        ("Thirty", 30),
    ],
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
    twice = {**RULEBOOK, "1-1-2": RULEBOOK["1-1-2"] + " By night, too, the highest mark is TEN."}
    store = load_store(write_spec(tmp_path, document(twice)))
    hands = [at_hand(store, document(twice))]
    assert read_facts(store, hands)["tide.max"].value == 10


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


@pytest.mark.parametrize(
    ("clause", "here", "there"),
    [
        ("1-1-2", "never rises", "often rises"),
        ("1-1-2", "the highest mark is", "at night the highest mark is"),
        ("1-1-2", "mark is 10.", "mark is 10, 11 or 12."),
        ("1-1-2", "mark is 10.", "mark is 10, and then one more."),
        ("1-1-2", "mark is 10.", "mark is 10 for the other gatherer."),
    ],
)
def test_a_number_among_other_words_than_the_reviewed_ones_is_not_read(
    clause: str, here: str, there: str, tmp_path: Path
) -> None:
    assert here in RULEBOOK[clause]
    fact = read(tmp_path, {**RULEBOOK, clause: RULEBOOK[clause].replace(here, there)})["tide.max"]
    assert (fact.status, fact.value) == ("suspect", None)
    assert fact.explanation == "shells 1.0, 1-1-2 has not the words that were reviewed (1.0, 1-1-2)"
    assert [place.value for place in fact.places] == [10]


def test_the_number_may_change_and_the_forms_of_words_with_it(tmp_path: Path) -> None:
    one = {**RULEBOOK, "2-1": RULEBOOK["2-1"].replace("five shells", "one shell")}
    pattern = BASKET_TOML.replace("shells'", "shells?'")
    assert read(tmp_path, one, basket=pattern)["basket.start"].value == 1


def test_another_number_of_the_clause_may_not_change_unless_it_was_the_same(tmp_path: Path) -> None:
    text = "The marks go from 1 to 10, the highest mark is 10, and 3 judges watch."
    marks = {**RULEBOOK, "1-1-2": text}
    store = load_store(write_spec(tmp_path, document(marks)))

    def value(changed: str) -> int | None:
        return read_facts(store, [at_hand(store, document({**marks, "1-1-2": changed}))])["tide.max"].value

    assert value(text) == 10
    assert value(text.replace("10", "12")) == 12
    assert value(text.replace("is 10", "is twelve")) == 12
    assert value(text.replace("10", "12").replace("3 judges", "4 judges")) is None
    assert value(text.replace("from 1", "from 2")) is None


def test_a_fact_of_an_edition_that_was_recorded_is_read_when_its_words_are_reviewed(tmp_path: Path) -> None:
    """Recording is no review: the record of the new edition changes nothing."""
    old = document(RULEBOOK)
    words = RULEBOOK["1-1-2"].replace("never rises", "sometimes rises")
    new = document({**RULEBOOK, "1-1-2": words}, version="1.1")
    toml = DOCUMENT_TOML.format(sha256=old.sha256)
    edition = toml[toml.index("[[edition]]") :].replace("1.0", "1.1").replace(old.sha256, new.sha256)
    root = write_spec(tmp_path, old, document=toml + edition)
    before = load_store(root)
    record_edition(root, "shells", "1.1", new)
    after = load_store(root)
    for store in (before, after):
        fact = read_facts(store, [at_hand(store, new)])["tide.max"]
        assert (fact.status, fact.value) == ("suspect", None)
    review(after, ["tide.limit"])
    reviewed = load_store(root)
    assert read_facts(reviewed, [at_hand(reviewed, new)])["tide.max"].value == 10


@pytest.mark.parametrize(
    ("sentence", "pattern", "value"),
    [
        ("A catch may be made twice per tide.", "made (?P<int>\\w+) per", 2),
        ("The DP is 1,000.", "DP is (?P<int>\\d+)", 1000),
        ("Each takes ten shells.", "takes (?P<int>\\d+) shells", 10),
        ("The third shell is last.", "The (?P<int>\\d+) shell", 3),
        ("It stops on the 3rd mark.", "the (?P<int>\\d+) mark", 3),
    ],
)
def test_numbers_are_read_as_people_write_them(
    sentence: str, pattern: str, value: int, tmp_path: Path
) -> None:
    rules = RULES_TOML.replace("highest mark is (?P<int>\\w+)", pattern)
    rulebook = document({**RULEBOOK, "1-1-2": sentence})
    store = load_store(write_spec(tmp_path, rulebook, rules=rules))
    assert read_facts(store, [at_hand(store, rulebook)])["tide.max"].value == value


def recognised(rulebook: Document) -> Document:
    """The same document, every line of it recognised in a picture."""
    clauses = tuple(
        msgspec.structs.replace(clause, recognised=tuple(range(len(clause.boxes))))
        for clause in rulebook.clauses
    )
    return msgspec.structs.replace(rulebook, clauses=clauses, sha256="5" * 64)


SCAN = recognised(document(RULEBOOK, version="1.1"))


def spec_that_lists_the_scan(tmp_path: Path) -> Path:
    old = document(RULEBOOK)
    toml = DOCUMENT_TOML.format(sha256=old.sha256)
    edition = toml[toml.index("[[edition]]") :].replace("1.0", "1.1").replace(old.sha256, SCAN.sha256)
    return write_spec(tmp_path, old, document=toml + edition)


def test_a_number_that_was_recognised_is_suspect_until_somebody_read_it(tmp_path: Path) -> None:
    """Also where it is the reviewed one: a wrong digit would look just as sound."""

    def limit(root: Path) -> FactReading:
        store = load_store(root)
        return read_facts(store, [at_hand(store, SCAN)])["tide.max"]

    unrecorded = limit(write_spec(tmp_path / "unrecorded"))
    assert (unrecorded.status, unrecorded.value) == ("suspect", None)
    assert "recognised in a picture of the page" in unrecorded.explanation
    root = spec_that_lists_the_scan(tmp_path / "recorded")
    record_edition(root, "shells", "1.1", SCAN)
    assert limit(root).status == "suspect"  # recording it reviews nothing
    review(load_store(root), ["tide.limit"])
    assert (limit(root).status, limit(root).value) == ("ok", 10)


def test_links_to_recognised_clauses_are_suspect_only_where_a_number_is_read(tmp_path: Path) -> None:
    numeric = {"1-1-2", "1-1-3", "2-1"}
    store = load_store(write_spec(tmp_path / "unrecorded"))
    links = links_at_hand(store, at_hand(store, SCAN))
    assert {link.recorded for link in links if link.status == "suspect"} == numeric
    root = spec_that_lists_the_scan(tmp_path / "recorded")
    record_edition(root, "shells", "1.1", SCAN)
    store = load_store(root)
    assert {link.key for link in store.links if link.version == "1.1" and link.status in DOUBTFUL} == numeric
    review(store, None)
    store = load_store(root)
    assert not any(link.is_doubtful for link in links_at_hand(store, at_hand(store, SCAN)))
