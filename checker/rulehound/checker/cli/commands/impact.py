"""`rulehound impact`: what a new edition touches, the most pressing first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from rich.text import Text

from rulehound.checker.cli.commands.trace import all_checks
from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, progress
from rulehound.checker.engines.source.citations import find_citations
from rulehound.checker.engines.source.files import engine_code
from rulehound.checker.errors import UserError, printable
from rulehound.checker.report.difference.terminal import change_lines
from rulehound.checker.rulebook.difference import compare
from rulehound.checker.rulebook.difference.difference import Aligned, ClauseSeen
from rulehound.checker.rulebook.documents import NamedEdition, ReadingOptions, name_of, open_edition
from rulehound.checker.rulebook.reading import BookOptions
from rulehound.checker.wording import counted
from rulehound.spec.documents.alignment import align
from rulehound.spec.documents.impact import SUSPECT, Affected, FactChange, Impact, Place, impact
from rulehound.spec.documents.store import EditionName, Store

CONCERNS = {
    "fact": "a fact changed",
    "number": "a number changed",
    "reworded": "reworded",
    "gone": "gone",
    "divided": "split or merged",
    "added": "new",
    "retargeted": "a cross-reference leads elsewhere",
    "moved": "moved",
}
"""Why a person should look, in words."""

Keys: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""Those of the old side and of the new side, of one correspondence."""

LISTED_AT_MOST = 8
"""Checks, and lines of code, of one rule that the terminal prints; --json has them all."""


def run(
    options: BookOptions,
    asked: tuple[str, str],
    reading: ReadingOptions,
    folders: Sequence[Path],
    engine: str,
    as_json: bool,
) -> int:
    """Print what touches rules, facts, checks and code; `asked`: the old and the new edition.

    `folders`: where code is looked for that cites rules; none: the code of the installed `engine`.
    Raises UserError, DocumentError or SpecError, among others for an old edition that is not recorded.
    """
    with progress() as report:
        book = options.read(report)
        code = _citations(folders, engine, book.store)
        old, new = (open_edition(name, lambda: book.game, reading, report) for name in asked)
        alignment = align(old.side, new.side)
        touched = impact(
            book.store,
            _required(book.store, old, asked[0]),
            alignment,
            all_checks(book),
            code,
            _recorded(book.store, new),
        )
    if as_json:
        print_json({"impact": touched, "suspect": touched.suspect})
    else:
        difference = compare(old, new, alignment)
        shown = {(_keys(one.old), _keys(one.new)): one for one in difference.aligned}
        for line in _lines(touched, shown):
            console().print(line, soft_wrap=True)
    return 0


def _recorded(store: Store, edition: NamedEdition) -> EditionName | None:
    """The recorded edition that a named one is."""
    if edition.recorded is not None or edition.document is None:
        return edition.recorded
    sha256 = edition.document.sha256
    return next((name for name in store.clauses if store.edition(*name).sha256 == sha256), None)


def _required(store: Store, edition: NamedEdition, asked: str) -> EditionName:
    recorded = _recorded(store, edition)
    if recorded is None:
        known = ", ".join(map(name_of, store.clauses)) or "none is recorded"
        what = f"{asked} is no recorded edition, so no rule is linked to it"
        raise UserError(what, f"record it with rulehound extract --update, or name one of {known}")
    if store.clauses[recorded].keys() != {passage.key for passage in edition.side.passages}:
        what = f"{asked} has other clauses than were recorded of it by another version of rulehound"
        raise UserError(what, "record it again with rulehound extract --update")
    return recorded


def _citations(folders: Sequence[Path], engine: str, store: Store) -> Mapping[str, Sequence[Place]]:
    """Where code cites rules, by rule; files below the working directory are named from there."""
    own = engine_code(engine)
    found: dict[str, list[Place]] = {}
    for folder in folders or ([own] if own else []):
        for rule, places in find_citations(_from_here(folder), store.rules).items():
            found.setdefault(rule, []).extend(places)
    return found


def _from_here(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_absolute() and path.is_relative_to(here) else path


def _keys(clauses: Sequence[ClauseSeen]) -> tuple[str, ...]:
    return tuple(clause.key for clause in clauses)


def _lines(touched: Impact, shown: Mapping[Keys, Aligned]) -> Iterator[Text]:
    yield Text(printable(f"{touched.old} → {touched.new}"))
    for found in touched.affected:
        yield Text()
        yield _head(found)
        for clauses in found.clauses:
            for line in change_lines(shown[clauses.old, clauses.new]):
                yield Text("  ").append_text(line)
        for fact in found.facts:
            yield Text(f"  fact {_fact(fact)}")
        if found.checks:
            yield Text(f"  checks {_listed(found.checks)}")
        if found.code:
            yield Text(printable(f"  code {_listed([f'{place.file}:{place.line}' for place in found.code])}"))
    yield Text()
    yield Text(_counts(touched))


def _head(found: Affected) -> Text:
    name = found.rule or ("listed without a check" if found.reason else "no rule yet")
    doubt = found.concern in SUSPECT and not found.reviewed and bool(found.rule or found.reason)
    state = "suspect" if doubt else "reviewed" if found.reviewed else ""
    reason = f" ({found.reason})" if found.reason else ""
    about = [f"   {part}" for part in (CONCERNS[found.concern], state) if part]
    return Text.assemble((name, "bold"), reason, *about)


def _fact(fact: FactChange) -> str:
    old, new = ("unread" if value is None else str(value) for value in (fact.old, fact.new))
    values = f"{fact.fact}: {old} → {new}" if fact.differs else f"{fact.fact}: {new} as before"
    return f"{values}; {fact.explanation}" if fact.explanation else values


def _listed(names: Sequence[str]) -> str:
    more = len(names) - LISTED_AT_MOST
    return ", ".join(names[:LISTED_AT_MOST]) + (f", and {more} more" if more > 0 else "")


def _counts(touched: Impact) -> str:
    rules = sum(bool(found.rule) for found in touched.affected)
    renumbered = len(touched.renumbered)
    every = rules + renumbered + touched.untouched
    return (
        f"{rules} of {every} rules to look at, {len(touched.suspect)} of them suspect; "
        f"{counted(renumbered, 'rule')} with new numbers alone; {touched.untouched} untouched"
    )
