"""Alignment finds out what was done: synthetic updates of a real rulebook, and the rulebook's own update."""

from __future__ import annotations

import pytest

from rulehound.extract.cache import read_cached
from rulehound.spec.documents.alignment import align, side_of_document
from rulehound_testing.editions.quality import WITHOUT, measure, written
from rulehound_testing.editions.updates import INTENSITIES, Update, Written, update
from rulehound_testing.folders import ROOT, SHARED
from rulehound_testing.rotating import of_this_run

RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook"
DOCUMENT = SHARED / "documents/dcg-comprehensive-rules-en-4.0.pdf"


@pytest.fixture(scope="module")
def rulebook() -> list[Written]:
    return written(read_cached(str(RULEBOOK / "rulehound-rulebook-1.1.pdf")).clauses)


def test_an_update_is_the_same_every_time(rulebook: list[Written]) -> None:
    assert update(rulebook, INTENSITIES["usual"], 3) == update(rulebook, INTENSITIES["usual"], 3)
    assert update(rulebook, INTENSITIES["usual"], 3) != update(rulebook, INTENSITIES["usual"], 4)


def test_the_truth_of_an_update_accounts_for_every_clause(rulebook: list[Written]) -> None:
    made = update(rulebook, INTENSITIES["heavy"], 1)
    olds = [key for group in made.truth.groups for key in group[0]]
    news = [key for group in made.truth.groups for key in group[1]]
    assert sorted(olds) == sorted(passage.key for passage in made.old.passages)
    assert sorted(news) == sorted(passage.key for passage in made.new.passages)
    assert {edit for edits in made.truth.edits.values() for edit in edits} == {
        "added", "reworded", "split", "merged", "moved",
    }  # fmt: skip


@pytest.fixture(scope="module")
def updates(rulebook: list[Written]) -> list[Update]:
    return [update(rulebook, INTENSITIES["usual"], seed, as_read=True) for seed in range(4)]


@pytest.mark.parametrize("at_hand", WITHOUT)
def test_what_was_done_is_found(updates: list[Update], at_hand: str) -> None:
    quality = measure(updates, at_hand)
    assert quality.pairs.f1 >= 0.995
    assert quality.split.recall >= 0.9
    assert quality.merged.recall >= 0.9
    assert quality.moved.recall >= 0.9
    assert quality.moved.false <= 0.1
    assert quality.reworded.recall == 1
    assert quality.retargeted.right >= 5
    assert quality.retargeted.recall >= 0.9
    assert quality.retargeted.false < 0.05


def test_the_number_of_a_page_in_the_text_is_one_number_that_came_or_went(updates: list[Update]) -> None:
    strays = measure(updates).strays
    assert strays.right >= 5
    assert strays.recall == 1


@pytest.fixture(scope="module", params=of_this_run(["usual", "heavy"], 2))
def large_updates(request: pytest.FixtureRequest) -> list[Update]:
    if not DOCUMENT.exists():
        pytest.skip("needs ../shared/documents, which is not part of the repository")
    clauses = written(read_cached(str(DOCUMENT)).clauses)
    return [update(clauses, INTENSITIES[request.param], seed) for seed in range(2)]


@pytest.mark.parametrize("at_hand", WITHOUT)
def test_what_was_done_is_found_in_a_large_rulebook(large_updates: list[Update], at_hand: str) -> None:
    quality = measure(large_updates, at_hand)
    assert quality.pairs.f1 >= 0.995
    assert quality.split.recall >= 0.9
    assert quality.merged.recall >= 0.9
    assert quality.retargeted.recall >= 0.9
    assert quality.retargeted.false < 0.05


def test_the_update_of_the_bundled_rulebook() -> None:
    old, new = (
        side_of_document(read_cached(str(RULEBOOK / f"rulehound-rulebook-{version}.pdf")))
        for version in ("1.0", "1.1")
    )
    changed = {(c.old, c.new): c for c in align(old, new).correspondences if c.changes}
    worded = {pair: c.changes for pair, c in changed.items() if c.changes != ("renumbered",)}
    assert worded == {
        (("1-2-8",), ()): ("removed",),
        (("4-1-4",), ("4-1-4",)): ("reworded",),
        (("6-2-1-3",), ("6-2-1-3",)): ("reworded",),
        ((), ("7-3-2",)): ("added",),
        (("12-2-1",), ("12-2-1",)): ("reworded",),
        (("1-2-6",), ("17-1-4",)): ("renumbered", "moved"),
    }
    security = changed[("6-2-1-3",), ("6-2-1-3",)]
    assert [(number.old, number.new) for number in security.numbers] == [("four", "five")]
