"""A rule whose clause an edition lost is not judged by that edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.rulebook import documents
from rulehound.checker.rulebook.documents import reviewed_text
from rulehound.checker.rulebook.reading import read_rulebook
from rulehound.extract import read_document
from rulehound.spec.documents.update import record_update
from rulehound_testing.toy.spec import rules_pdf, toy_game


def test_a_rule_that_a_recorded_edition_no_longer_states_is_unreadable_in_it(tmp_path: Path) -> None:
    game = toy_game(tmp_path / "spec")
    newer = rules_pdf(tmp_path / "newer.pdf", {"2-2": "", "1": "Heaps"})
    before = read_rulebook(game, newer).unreadable_rules()
    record_update(game.directory, read_document(newer), version="1.1")
    book = read_rulebook(game, newer)
    assert (book.hand.identified.version, book.hand.identified.exact) == ("1.1", True)
    assert book.unreadable_rules() == {"add.some": "gone from the document: 1.0, 2-2"}
    assert before == {"add.some": "gone from the document: 2-2"}
    assert read_rulebook(game).unreadable_rules() == {}


def test_links_are_those_that_were_reviewed_also_once_an_edition_is_recorded(tmp_path: Path) -> None:
    game = toy_game(tmp_path / "spec")
    newer = rules_pdf(tmp_path / "newer.pdf", {"2-2": "A player adds one at least, singing."})
    unrecorded = read_rulebook(game, newer)
    record_update(game.directory, read_document(newer), version="1.1")
    recorded = read_rulebook(game, newer)
    for book in (unrecorded, recorded):
        assert [link.rule for link in book.links if link.status == "suspect"] == ["add.some"]
        assert len([link for link in book.links if link.status == "ok"]) == len(book.links) - 1
        (link,) = book.links_by_rule["add.some"]
        assert link.reviewed == (("1.0", "2-2"),)
        assert reviewed_text(book, link) == ("1.0, 2-2", "A player adds one at least.")


def test_reviewed_words_are_shown_where_their_document_is_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = toy_game(tmp_path / "spec")
    newer = rules_pdf(tmp_path / "newer.pdf", {"2-2": "A player adds one at least, humming."})
    (link,) = read_rulebook(game, newer).links_by_rule["add.some"]
    (game.directory / "rules.pdf").unlink()
    old = read_document(rules_pdf(tmp_path / "old.pdf"))
    kept = {old.sha256: old}
    monkeypatch.setattr(documents, "read_before", kept.get)
    assert reviewed_text(read_rulebook(game, newer), link) == ("1.0, 2-2", "A player adds one at least.")
    kept.clear()
    assert reviewed_text(read_rulebook(game, newer), link) == ("1.0, 2-2", "")
