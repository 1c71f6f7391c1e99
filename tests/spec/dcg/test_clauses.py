"""Every clause of a recorded document is linked to rules that hold, and are asked, under its own edition."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rulehound.extract.cache import read_cached
from rulehound.spec.documents.at_hand import at_hand
from rulehound.spec.documents.facts import read_facts
from rulehound.spec.documents.links_at_hand import links_at_hand
from rulehound.spec.documents.spec_records import DEMANDING, Rule
from rulehound.spec.documents.store import Store, load_store
from rulehound.spec.game import find_game
from rulehound_testing.dcg.values import FACTS
from rulehound_testing.folders import SHARED

GAME = find_game("dcg")
DOCUMENTS = SHARED / "documents"

needs_documents = pytest.mark.skipif(
    not DOCUMENTS.exists(), reason="needs ../shared/documents beside the repository"
)

SHOWN_BY_A_SETUP_CHECK = {"setup.shuffle", "effects.shuffle"}


@cache
def store() -> Store:
    return load_store(GAME.directory, tuple(GAME.rulesets))


@cache
def carried_out() -> frozenset[str]:
    """The rules that actions of the model cite."""
    return frozenset(rule for action in GAME.model().actions.values() for rule in action.rules)


def rulesets_of(rule: Rule) -> dict[str, str]:
    """The rulesets of the editions that state a rule, each with one that does."""
    return {
        store().edition(source.document, version).ruleset: f"{source.document} {version}"
        for source in rule.sources
        for version in source.clause
        if source.clauses(version)
    }


@pytest.mark.parametrize("rule", store().rules.values(), ids=lambda rule: rule.id)
def test_a_rule_holds_and_is_asked_under_every_edition_that_states_it(rule: Rule) -> None:
    """A check of a later edition says nothing of what an earlier document demands."""
    asking = [one for one in store().scenarios if rule.id in one.rules and not one.not_executable]
    for ruleset, where in rulesets_of(rule).items():
        assert not rule.editions or ruleset in rule.editions, where
        asked = any(not one.editions or ruleset in one.editions for one in asking)
        assert asked or rule.id in carried_out() | SHOWN_BY_A_SETUP_CHECK, where


@pytest.mark.parametrize(
    ("document", "version", "linked", "reasons"),
    [
        ("dcg-rule-manual", "2.3", 171, {"no-behaviour": 14, "physical": 8}),
        ("dcg-glossary", "2.3", 81, {"no-behaviour": 14, "open": 1}),
        ("dcg-fan-manual", "2020", 148, {"no-behaviour": 22, "physical": 5}),
    ],
)
def test_every_clause_of_a_manual_has_rules_or_a_reason(
    document: str, version: str, linked: int, reasons: dict[str, int]
) -> None:
    demanding = {
        key for key, clause in store().clauses[document, version].items() if clause.kind in DEMANDING
    }
    ruled = {
        key
        for rule in store().rules.values()
        for source in rule.sources
        if source.document == document
        for key in source.clauses(version)
    }
    excused = {
        key: entry.reason
        for entry in store().not_checked
        if entry.document == document
        for key in entry.clauses(version)
    }
    assert ruled.isdisjoint(excused)
    assert ruled | set(excused) == demanding
    assert (len(ruled), Counter(excused.values())) == (linked, reasons)


@needs_documents
def test_every_link_of_the_english_rules_is_in_the_japanese_ones() -> None:
    english, japanese = (
        at_hand(store(), read_cached(DOCUMENTS / f"dcg-comprehensive-rules-{language}-4.0.pdf"))
        for language in ("en", "jp")
    )
    links = [
        {(link.rule, link.recorded, link.status) for link in links_at_hand(store(), hand)}
        for hand in (english, japanese)
    ]
    assert links[0] == links[1]
    assert {status for _, _, status in links[0]} == {"ok"}


@needs_documents
@pytest.mark.parametrize(
    ("name", "silent"),
    [
        ("dcg-rule-manual-2.3", {"attack.checks", "blocks.per-attack", "breeding.capacity", "players.count"}),
        ("dcg-fan-manual-2020", {"blocks.per-attack", "draw.count", "players.count"}),
        ("dcg-comprehensive-rules-jp-4.0", set()),
    ],
)
def test_facts_are_read_from_the_manuals(name: str, silent: set[str]) -> None:
    facts = read_facts(store(), [at_hand(store(), read_cached(DOCUMENTS / f"{name}.pdf"))])
    read = {fact: reading.value for fact, reading in facts.items() if reading.status == "ok"}
    assert read == {fact: value for fact, value in FACTS.items() if fact not in silent}
