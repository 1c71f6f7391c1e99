"""The spec of the Digimon Card Game loads, and its records, links and facts are those of its documents."""

from __future__ import annotations

import json
from functools import cache

import msgspec
import pytest

from rulehound.extract import Document, fingerprint
from rulehound.extract.cache import read_cached
from rulehound.extract.references import cross_referenced
from rulehound.spec.documents.at_hand import at_hand, resolve
from rulehound.spec.documents.editions import record
from rulehound.spec.documents.facts import read_facts
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
    hand = at_hand(store(), document(gold(), title="", version=""))
    assert hand.identified.edition == ("dcg-comprehensive-rules-en", "4.0")
    assert not hand.identified.exact
    facts = read_facts(store(), [hand])
    read = {name: fact.value if fact.status == "ok" else fact.explanation for name, fact in facts.items()}
    assert {name: read[name] for name in FACTS} == FACTS


def test_a_changed_word_turns_exactly_the_links_of_its_clause_suspect() -> None:
    rulebook = bundled("1.1")
    for index, clause in list(enumerate(rulebook.clauses))[::6]:
        text = f"{clause.text} Perhaps."
        changed = msgspec.structs.replace(clause, text=text, fingerprint=fingerprint(text))
        clauses = (*rulebook.clauses[:index], changed, *rulebook.clauses[index + 1 :])
        hand = at_hand(store(), msgspec.structs.replace(rulebook, sha256="0" * 64, clauses=clauses))
        assert hand.identified.version == "1.1"
        moved = [resolution for resolution in hand.resolutions.values() if resolution.status != "ok"]
        assert [(r.key, r.status, r.found) for r in moved] == [(clause.key, "suspect", clause.key)]


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
