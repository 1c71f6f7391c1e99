"""An update with a hundred changes: nothing passes that changed, and nothing unchanged is suspect."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from rulehound.extract import Document, read_document
from rulehound.spec.documents.alignment import align, side_of_document
from rulehound.spec.documents.at_hand import at_hand
from rulehound.spec.documents.facts import read_facts
from rulehound.spec.documents.impact import impact
from rulehound.spec.documents.links import DOUBTFUL
from rulehound.spec.documents.links_at_hand import links_at_hand
from rulehound.spec.documents.store import load_store
from rulehound.spec.documents.update import record_update
from rulehound_testing.editions.hundred_changes import (
    COUNTS,
    NEW,
    OLD,
    OTHER_COUNTS,
    SPEC,
    HundredChanges,
    documentation,
    documented,
    hundred_changes,
    typeset,
)

RULEBOOK = "rulehound-rulebook"


class Update(NamedTuple):
    """The new edition as it was made, and as it was read."""

    made: HundredChanges
    read: Document


@pytest.fixture(scope="module", params=[(1, COUNTS), (2, OTHER_COUNTS)])
def update(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Update:
    folder = tmp_path_factory.mktemp("hundred")
    made = hundred_changes(folder, *request.param)
    typeset(made, folder / "rulebook.pdf")
    return Update(made, read_document(folder / "rulebook.pdf"))


def test_there_are_a_hundred(update: Update) -> None:
    assert sum(update.made.kinds.values()) == 100
    assert update.made.kinds in (COUNTS, OTHER_COUNTS)
    assert len(update.read.clauses) == len(update.made.book.items)


def test_every_change_of_meaning_is_in_doubt_and_nothing_else(update: Update) -> None:
    """As `check --rules` sees the file, before it is recorded."""
    store = load_store(SPEC)
    hand = at_hand(store, update.read)
    assert hand.identified.edition == (RULEBOOK, OLD)
    links = links_at_hand(store, hand)
    assert {link.recorded for link in links if link.rule and not link.is_doubtful} <= update.made.kept
    assert {link.recorded for link in links if link.is_doubtful} <= update.made.changed
    stating = {pattern.fact: set(pattern.clauses) for pattern in store.fact_patterns(RULEBOOK, OLD)}
    facts = read_facts(store, [hand])
    assert all(facts[fact].status == "ok" for fact, clauses in stating.items() if clauses <= update.made.kept)


def test_so_it_is_once_the_edition_is_recorded(update: Update, tmp_path: Path) -> None:
    """As the gate sees it. `impact` names every rule in doubt, and every new clause."""
    root = tmp_path / "spec"
    shutil.copytree(SPEC, root, ignore=shutil.ignore_patterns("*.py", "__pycache__", "evidence"))
    done = record_update(root, update.read)
    assert (done.version, done.before) == (NEW, OLD)
    store = load_store(root)
    links = [link for link in store.links if (link.document, link.version) == (RULEBOOK, NEW)]
    doubtful = {link.written.rpartition(", ")[2] for link in links if link.status in DOUBTFUL}
    trusted = {
        link.written.rpartition(", ")[2] for link in links if link.status not in DOUBTFUL and link.rule
    }
    assert doubtful <= update.made.changed
    assert trusted <= update.made.kept
    alignment = align(
        side_of_document(read_document(SPEC / f"rulebook/{RULEBOOK}-{OLD}.pdf")),
        side_of_document(update.read),
    )
    result = impact(store, (RULEBOOK, OLD), alignment, (), new=(RULEBOOK, NEW))
    assert set(result.suspect) == {link.rule for link in links if link.status in DOUBTFUL and link.rule}


def test_the_documentation_has_the_real_output(tmp_path: Path) -> None:
    right = (
        "PYTHONPATH=tests python -m rulehound_testing.editions.hundred_changes --write puts editions.md right"
    )
    assert documentation(tmp_path) == documented(), right
