"""The rules of Digimon Battles: every clause accounted for, every number read, in all documents."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from rulehound.extract.cache import read_cached
from rulehound.spec.dmb import game
from rulehound.spec.dmb.model import model
from rulehound.spec.dmb.model.deck import deck_model
from rulehound.spec.documents.spec_records import DEMANDING
from rulehound.spec.documents.store import Store, load_store
from rulehound.spec.documents.wording import number
from rulehound_testing.dmb.values import VALUES
from rulehound_testing.folders import ROOT, SHARED

SPEC = ROOT / "spec/rulehound/spec/dmb"
BUNDLED = "rulehound-battles-rulebook"
WEB = ("dmb-rules", "undated")
PDF = SHARED / "documents/dmb-rules.pdf"

WITHOUT_CHECK = {
    "texts.conditions", "texts.costs", "texts.leaving", "texts.once", "texts.simultaneous",
}  # fmt: skip
"""Rules about how texts of cards are read: the model has no texts. Engines are asked by scenarios."""


@pytest.fixture(scope="module")
def store() -> Store:
    return load_store(SPEC, game.rulesets)


def cited() -> set[str]:
    models = (model, deck_model)
    of_actions = {rule for one in models for action in one.actions.values() for rule in action.rules}
    return of_actions | {rule for one in models for each in one.invariants.values() for rule in each.rules}


def test_every_rule_is_cited_but_those_on_texts_and_every_citation_is_a_rule(store: Store) -> None:
    assert cited() - set(store.rules) == set()
    assert set(store.rules) - cited() == WITHOUT_CHECK


def test_every_demanding_clause_of_the_document_has_a_rule_or_a_reason(store: Store) -> None:
    demanding = {key for key, clause in store.clauses[WEB].items() if clause.kind in DEMANDING}
    linked = {
        clause
        for rule in store.rules.values()
        for source in rule.sources
        if source.document == WEB[0]
        for clause in source.clauses(WEB[1])
    }
    excused = {clause for entry in store.not_checked for clause in entry.clauses(WEB[1])}
    assert len(demanding) == 143
    assert demanding - linked - excused == set()
    assert linked & excused == set()
    assert excused == {
        "strategy-phase/2/1", "deck-construction/data-timing", "deck-construction/effect-timing",
    }  # fmt: skip
    assert not any(entry.reason == "open" for entry in store.not_checked)


def test_every_name_of_a_fact_is_a_fact_of_the_game(store: Store) -> None:
    assert set(store.facts()) == set(game.facts) == set(VALUES)
    assert model.all_facts | deck_model.all_facts | {"setup.hand"} == set(game.facts)


def read(store: Store, edition: tuple[str, str], texts: Mapping[str, str]) -> dict[str, set[int | None]]:
    values: dict[str, set[int | None]] = {}
    for pattern in store.fact_patterns(*edition):
        for clause in pattern.clauses:
            matches = re.finditer(pattern.pattern, texts[clause], re.IGNORECASE)
            values.setdefault(pattern.fact, set()).update(number(match["int"]) for match in matches)
    return values


@pytest.mark.parametrize(("version", "changed"), [("1.1", {}), ("1.0", {"hand.limit": 7})])
def test_the_bundled_rulebook_states_every_number(
    store: Store, version: str, changed: Mapping[str, int]
) -> None:
    document = read_cached(SPEC / f"rulebook/{BUNDLED}-{version}.pdf")
    texts = {clause.key: clause.text for clause in document.clauses}
    expected = {fact: {value} for fact, value in {**VALUES, **changed}.items()}
    assert read(store, (BUNDLED, version), texts) == expected


@pytest.mark.skipif(not PDF.exists(), reason="the publisher's document is not here")
def test_the_document_states_every_number(store: Store) -> None:
    texts = {clause.key: clause.text for clause in read_cached(PDF).clauses}
    assert read(store, WEB, texts) == {fact: {value} for fact, value in VALUES.items()}
