"""The spec of the Digimon Card Game loads, and its records, links and facts are those of its documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

import msgspec
import pytest

from rulehound.extract import Document, fingerprint
from rulehound.extract.cache import read_cached
from rulehound.extract.references import cross_referenced
from rulehound.spec.documents.at_hand import at_hand, resolve
from rulehound.spec.documents.editions import record
from rulehound.spec.documents.facts import FactReading, read_facts
from rulehound.spec.documents.store import Store, load_store
from rulehound.spec.game import find_game
from rulehound_testing.dcg.values import FACTS
from rulehound_testing.folders import SHARED
from rulehound_testing.made_up_spec import document

GAME = find_game("dcg")
GOLD = SHARED / "gold/dcg-comprehensive-rules-en-4.0.gold.jsonl"

needs_gold = pytest.mark.skipif(not GOLD.exists(), reason="needs ../shared/gold beside the repository")


@cache
def store() -> Store:
    return load_store(GAME.directory, tuple(GAME.rulesets))


@cache
def bundled(version: str) -> Document:
    return read_cached(GAME.directory / "rulebook" / f"rulehound-rulebook-{version}.pdf")


@cache
def gold() -> dict[str, str]:
    with GOLD.open(encoding="utf-8") as lines:
        return {clause["number"]: clause["text"] for clause in map(json.loads, lines)}


def test_the_spec_loads() -> None:
    assert len(store().rules) >= 80
    assert {edition: len(clauses) for edition, clauses in store().clauses.items()} == {
        ("dcg-comprehensive-rules-ch7", "undated"): 50,
        ("dcg-comprehensive-rules-cn", "1.2"): 927,
        ("dcg-comprehensive-rules-en", "4.0"): 1103,
        ("dcg-comprehensive-rules-jp", "3.6"): 1079,
        ("dcg-comprehensive-rules-jp", "4.0"): 1103,
        ("dcg-detailed-rules", "1.0"): 87,
        ("dcg-detailed-rules", "1.3"): 104,
        ("dcg-fan-manual", "2020"): 286,
        ("dcg-glossary", "2.3"): 122,
        ("dcg-rule-manual", "2.3"): 364,
        ("dcg-rule-manual-qa", "2.3"): 190,
        ("rulehound-rulebook", "1.0"): 303,
        ("rulehound-rulebook", "1.1"): 303,
    }
    assert set(FACTS) <= set(store().facts())
    assert set(GAME.facts) <= set(store().facts())


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_the_bundled_editions_are_recorded_as_they_are(version: str) -> None:
    recorded = store().clauses["rulehound-rulebook", version]
    older = store().clauses["rulehound-rulebook", "1.0"] if version == "1.1" else {}
    assert list(recorded.values()) == record(bundled(version), version, older)
    hand = at_hand(store(), bundled(version))
    assert hand.identified.exact
    assert hand.identified.version == version
    assert hand.unrecorded == ()
    assert {resolution.status for resolution in hand.resolutions.values()} == {"ok"}


def test_no_link_into_a_recorded_edition_is_in_doubt() -> None:
    assert [link for link in store().links if link.status not in ("ok", "moved")] == []


@pytest.mark.parametrize(("version", "changed"), [("1.1", {}), ("1.0", {"setup.security": 4})])
def test_facts_of_the_bundled_editions(version: str, changed: dict[str, int]) -> None:
    facts = read_facts(store(), [at_hand(store(), bundled(version))])
    read = {name: fact.value if fact.status == "ok" else fact.explanation for name, fact in facts.items()}
    assert {name: read[name] for name in FACTS} == {**FACTS, **changed}


@needs_gold
def test_the_recorded_comprehensive_rules_are_those_of_the_gold_text() -> None:
    recorded = store().clauses["dcg-comprehensive-rules-en", "4.0"]
    assert list(recorded) == list(gold())
    clauses = cross_referenced(document(gold()).clauses)
    same = sum(recorded[clause.key].fingerprint == clause.fingerprint for clause in clauses)
    assert (same, len(recorded)) == (1103, 1103)


@needs_gold
def test_the_gold_text_is_identified_and_its_facts_are_read() -> None:
    text = document(gold(), title="", version="")
    hand = at_hand(store(), msgspec.structs.replace(text, clauses=cross_referenced(text.clauses)))
    assert hand.identified.edition == ("dcg-comprehensive-rules-en", "4.0")
    assert not hand.identified.exact
    facts = read_facts(store(), [hand])
    read = {name: fact.value if fact.status == "ok" else fact.explanation for name, fact in facts.items()}
    assert {name: read[name] for name in FACTS} == FACTS


def of_gold(**changed: str) -> Mapping[str, FactReading]:
    """The facts of the Comprehensive Rules with some clauses worded otherwise (`_12_1_2` for 12-1-2)."""
    texts = {**gold(), **{name[1:].replace("_", "-"): text for name, text in changed.items()}}
    text = document(texts, title="", version="")
    return read_facts(
        store(), [at_hand(store(), msgspec.structs.replace(text, clauses=cross_referenced(text.clauses)))]
    )


@needs_gold
@pytest.mark.parametrize(
    ("clause", "here", "there", "fact"),
    [
        ("1-4-2-2", "won't exceed", "can exceed", "memory.max"),
        (
            "4-2-8",
            "1 security check.",
            "1 security check for each of their digivolution cards.",
            "attack.checks",
        ),
        ("1-4-1-2-1", "must have", "needn't have", "deck.size"),
        ("5-2-1-7", "at the 0 position", "anywhere but at the 0 position", "memory.start"),
        ("6-3-1", "The turn player", "The opponent of the turn player", "draw.count"),
        ("5-2-1-6", "the top 5 cards of their deck", "the top 5 cards, and then one more", "setup.security"),
        ("17-1-3-1-1", "DP is 0", "DP is 0, 1 or 2", "battle.zero-dp"),
    ],
)
def test_a_clause_that_says_something_else_states_no_fact(
    clause: str, here: str, there: str, fact: str
) -> None:
    assert here in gold()[clause]
    facts = of_gold(**{"_" + clause: gold()[clause].replace(here, there)})
    assert (facts[fact].value, facts[fact].status) in ((None, "suspect"), (None, "contradictory"))
    assert {name for name, one in facts.items() if one.status != "ok"} == {fact}


@needs_gold
@pytest.mark.parametrize(
    ("changes", "fact", "value"),
    [
        ({"12-1-2": ("once", "twice"), "16-5-3": ("only 1", "only 2")}, "blocks.per-attack", 2),
        ({"17-1-3-1-1": ("0", "1,000")}, "battle.zero-dp", 1000),
        ({"1-4-1-2-1": ("50 cards", "sixty cards")}, "deck.size", 60),
        ({"1-4-2-2": ("10", "12")}, "memory.max", 12),
        ({"5-2-1-6": ("5 cards", "1 card")}, "setup.security", 1),
        ({"8-1-3-3": ("1 card", "2 cards"), "8-2-3-3": ("1 card", "two cards")}, "digivolve.draw", 2),
    ],
)
def test_every_clause_that_states_a_fact_is_read_as_people_write_numbers(
    changes: dict[str, tuple[str, str]], fact: str, value: int
) -> None:
    texts = {"_" + clause: gold()[clause].replace(*words) for clause, words in changes.items()}
    assert of_gold(**texts)[fact].value == value
    if len(texts) > 1:
        assert of_gold(**dict([texts.popitem()]))[fact].status == "contradictory"


def test_a_changed_word_turns_the_links_of_its_clause_suspect_and_of_those_below_a_heading() -> None:
    rulebook = bundled("1.1")
    parents = {clause.key: clause.parent for clause in rulebook.clauses}
    for index, clause in list(enumerate(rulebook.clauses))[::6]:
        text = f"{clause.text} Perhaps."
        changed = msgspec.structs.replace(clause, text=text, fingerprint=fingerprint(text))
        clauses = (*rulebook.clauses[:index], changed, *rulebook.clauses[index + 1 :])
        hand = at_hand(store(), msgspec.structs.replace(rulebook, sha256="0" * 64, clauses=clauses))
        assert hand.identified.version == "1.1"
        moved = [resolution for resolution in hand.resolutions.values() if resolution.status != "ok"]
        below = [key for key in parents if clause.key in _above(key, parents)]
        doubtful = [clause.key, *(below if clause.kind == "heading" else ())]
        assert [(r.key, r.status, r.found) for r in moved] == [(key, "suspect", key) for key in doubtful]


def _above(key: str | None, parents: Mapping[str, str | None]) -> set[str]:
    """The headings above a clause, at any height."""
    above = set[str]()
    while (key := parents[key] if key is not None else None) is not None:
        above.add(key)
    return above


def test_links_of_the_newer_edition_are_found_in_the_older() -> None:
    """The two editions differ in every way that updates do; unchanged words are found all the same."""
    recorded = store().clauses["rulehound-rulebook", "1.1"]
    older = bundled("1.0")
    words = {clause.fingerprint for clause in older.clauses}
    resolutions = resolve(recorded, older)
    assert {resolution.status for resolution in resolutions.values()} == {"ok", "moved", "suspect", "orphan"}
    for key, resolution in resolutions.items():
        assert (resolution.status in ("ok", "moved")) == (recorded[key].fingerprint in words)
    security = [
        key for key, r in resolutions.items() if r.status == "suspect" and "setup.security" in _rules(key)
    ]
    assert security
    assert all(resolutions[key].found == key for key in security)


def _rules(key: str) -> list[str]:
    rules = store().rules.values()
    sources = [(rule.id, source) for rule in rules for source in rule.sources]
    return [rule for rule, s in sources if s.document == "rulehound-rulebook" and key in s.clauses("1.1")]
