"""Every trial that a run puts an engine to is put to a mutant, too."""

from __future__ import annotations

from rulehound.checker.mutation.source.questions import questions
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.catalogue import declared_checks
from rulehound.engine.adapter import create

TRIALS = ("setup:", "sight:")
"""With what the names of trials begin that are declared."""


def test_no_trial_is_left_out() -> None:
    book = read_rulebook(open_game("dcg"), None, None)
    declared = {
        check.id for check in declared_checks(book.game, book.store, []) if check.id.startswith(TRIALS)
    }
    asked = [
        question
        for question in questions(book, "reference")
        if not question.name.startswith(("scenario:", "vector:", "games of"))
    ]
    records = [record for question in asked for record in question.ask(create)]
    assert declared == {record.check for record in records if record.check.startswith(TRIALS)}
    assert len(declared) >= 4
