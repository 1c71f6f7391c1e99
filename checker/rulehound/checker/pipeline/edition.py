"""The edition that judges an engine in `play`, `scenario run` and `adapter check`, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.progress import Progress, silent
from rulehound.checker.rulebook.reading import Rulebook, read_rulebook
from rulehound.checker.suite.edition import EditionChoice, found_by_witnesses, said
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.witnesses.edition_scenarios import scenarios_of_some_editions
from rulehound.spec.formats import Adapter
from rulehound.spec.game import Game


class JudgedBy(NamedTuple):
    """The rulebook and the target of an engine, both under the edition by which it is judged."""

    book: Rulebook
    target: Target
    choice: EditionChoice


def judged_by(
    game: Game,
    engine: str,
    opener: Callable[[], Adapter],
    rules: Path | None,
    edition: str | None,
    report: Progress = silent,
) -> JudgedBy:
    """Read the rules, meet the engine, and choose the edition.

    It is the one asked for, else that of the document given; without either, that of the document which comes
    with the game where the engine names it, else the newest that the engine names. Of an engine that names
    none it is the one with which it agrees best, as in `rulehound conform`. Raises what `read_rulebook` and
    `target_of` do.
    """
    book = read_rulebook(game, rules, edition, report)
    target = target_of(book.bound, engine, opener)
    choice = _chosen(book, target, edition, rules)
    book = replace(book, edition=choice.edition)
    return JudgedBy(book, replace(target, edition=book.edition, values=book.values), choice)


def _chosen(book: Rulebook, target: Target, asked: str | None, rules: Path | None) -> EditionChoice:
    if asked is not None:
        choice = said(book.game, asked, target.greeting)
        assert choice is not None
        return choice
    if rules is not None:
        return EditionChoice(book.edition, "as the document has it")
    followed = book.followed_by(target.greeting.editions).edition
    if followed in target.greeting.editions:
        why = "as the engine says" if followed == book.edition else "the newest that the engine names"
        return EditionChoice(followed, why)
    if book.needed_unread:
        return EditionChoice(book.edition, "as the document has it")
    scenarios = scenarios_of_some_editions(book.game, book.store)
    return found_by_witnesses(target, scenarios, words_of(book))
