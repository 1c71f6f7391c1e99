"""No word of a clause that a rule rests on changes unseen: negated, counted, restricted, of another player.

The words of the bundled rulebook are changed as it was read, many clauses at once; two go through a PDF.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from rulehound.extract import Clause, Document, fingerprint, read_document
from rulehound.extract.references import cross_referenced
from rulehound.spec.documents.at_hand import DocumentAtHand, at_hand
from rulehound.spec.documents.facts import read_facts
from rulehound.spec.documents.links_at_hand import links_at_hand
from rulehound.spec.documents.store import Store, load_store
from rulehound_testing.folders import ROOT

SPEC = ROOT / "spec/rulehound/spec/dcg"
BATCHES = 4
"""A batch changes every fourth of the clauses, so that the rulebook can still be known by the others."""

VERB = re.compile(r"\b(is|are|can|may|must|has|have|draws|checks|lays|holds|consists|cannot)\b")


def negated(text: str) -> str:
    """The opposite: a verb with "not", or the whole denied."""
    return VERB.sub(r"\1 not", text, count=1) if VERB.search(text) else f"Never: {text}"


def quantified(text: str) -> str:
    """Of another number of things than the text says, in words that are no number."""
    changed, count = re.subn(r"\b(a|an|the|any|each|every|all|no)\b", "several", text, count=1)
    return changed if count else f"In several cases: {text}"


def restricted(text: str) -> str:
    """In some cases only."""
    return f"{text.rstrip('.')} in the first turn alone."


def counted_twice(text: str) -> str:
    """Multiplied by something."""
    return f"{text.rstrip('.')} for each card beneath."


def of_another(text: str) -> str:
    """Of the other player."""
    swapped = {"player": "opponent", "players": "opponents", "opponent": "player", "opponents": "players"}
    changed, count = re.subn(r"\b(players?|opponents?)\b", lambda match: swapped[match[1]], text, count=1)
    return changed if count else f"For the opponent alone: {text}"


CHANGES = (negated, quantified, restricted, counted_twice, of_another)


@pytest.fixture(scope="module")
def store() -> Store:
    return load_store(SPEC)


@pytest.fixture(scope="module", params=["1.0", "1.1"])
def rulebook(request: pytest.FixtureRequest) -> Document:
    return read_document(SPEC / f"rulebook/rulehound-rulebook-{request.param}.pdf")


def with_changes(rulebook: Document, keys: set[str], change: Callable[[str], str]) -> Document:
    """The rulebook with the words of some clauses changed, as it would have been read."""

    def changed(clause: Clause) -> Clause:
        bare = msgspec.structs.replace(clause, references=())
        return msgspec.structs.replace(bare, text=change(clause.text)) if clause.key in keys else bare

    clauses = tuple(map(changed, rulebook.clauses))
    referring = cross_referenced(clauses)
    printed = tuple(
        msgspec.structs.replace(clause, fingerprint=fingerprint(clause.text, clause.references))
        for clause in referring
    )
    return msgspec.structs.replace(rulebook, sha256="0" * 64, clauses=printed)


def doubtful(store: Store, hand: DocumentAtHand) -> set[tuple[str, str]]:
    return {(link.rule, link.recorded) for link in links_at_hand(store, hand) if link.is_doubtful}


def test_what_did_not_change_is_not_in_doubt(store: Store, rulebook: Document) -> None:
    hand = at_hand(store, with_changes(rulebook, set(), str))
    assert not hand.identified.exact
    assert doubtful(store, hand) == set()
    assert all(fact.status == "ok" for fact in read_facts(store, [hand]).values())


@pytest.mark.parametrize("change", CHANGES)
def test_no_changed_meaning_passes_unseen(
    store: Store, rulebook: Document, change: Callable[[str], str]
) -> None:
    name = at_hand(store, rulebook).identified.edition
    cited = {(link.rule, link.key) for link in store.links if (link.document, link.version) == name}
    linked = sorted({key for rule, key in cited if rule and key is not None})
    stating = {pattern.fact: set(pattern.clauses) for pattern in store.fact_patterns(*name)}
    assert len(stating) == 16
    for batch in range(BATCHES):
        keys = set(linked[batch::BATCHES])
        hand = at_hand(store, with_changes(rulebook, keys, change))
        assert hand.identified.edition == name
        assert doubtful(store, hand) == {(rule, key) for rule, key in cited if key in keys}
        facts = read_facts(store, [hand])
        unread = {fact for fact in stating if facts[fact].status != "ok"}
        assert unread == {fact for fact, clauses in stating.items() if clauses & keys}


@pytest.mark.parametrize(
    ("here", "there", "rule", "fact"),
    [
        (
            "the counter cannot be moved past it",
            "the counter can be moved past it",
            "memory.limit",
            "memory.max",
        ),
        (
            "An attacker checks one card",
            "An attacker checks one card a level",
            "security.count",
            "attack.checks",
        ),
    ],
)
def test_a_changed_meaning_is_seen_in_a_pdf(
    store: Store, tmp_path: Any, here: str, there: str, rule: str, fact: str
) -> None:
    sys.path.append(str(ROOT / "tools"))
    builder = importlib.import_module("build_rulebook")
    book = importlib.import_module("rulebook_source").read_rulebooks(
        SPEC / "rulebook/rulehound-rulebook.txt"
    )["1.1"]
    items = tuple(
        replace(item, runs=tuple(replace(run, text=run.text.replace(here, there)) for run in item.runs))
        for item in book.items
    )
    assert sum(one != other for one, other in zip(items, book.items, strict=True)) == 1
    builder.build(replace(book, items=items), tmp_path / "other.pdf")
    hand = at_hand(store, read_document(tmp_path / "other.pdf"))
    assert {name for name, _ in doubtful(store, hand)} == {rule}
    facts = read_facts(store, [hand])
    assert {name for name, reading in facts.items() if reading.status != "ok"} == {fact}
    assert facts[fact].status == "suspect"
