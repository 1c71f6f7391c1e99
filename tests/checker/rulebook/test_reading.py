"""A rule whose clause an edition lost is not judged by that edition."""

from __future__ import annotations

from pathlib import Path

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
