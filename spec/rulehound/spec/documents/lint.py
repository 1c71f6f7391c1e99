"""Errors in a document itself: cross-references to missing or wrong clauses, gaps in the numbering."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
from rapidfuzz import fuzz

if TYPE_CHECKING:
    from rulehound.extract import Clause, Document
    from rulehound.extract.document import Reference

FindingKind: TypeAlias = Literal["dangling", "outside", "title", "doubled", "self", "reading"]
"""dangling: a reference to no clause. outside: one to a chapter that the document does not hold, as in an
excerpt. title: it quotes the title of another clause. doubled: two numbers are printed for it. self: a
clause refers to itself. reading: a warning from reading the document, such as a gap in the numbering."""

ALIKE = 60
"""Likeness in percent (rapidfuzz's ratio of their letters) from which two titles are variants of one, like
"Use Costs" and "Use Cost". In the rulebooks at hand variants have 67 and more, other titles 41 at most."""

_WARNING = re.compile(r"page (?P<page>\d+): (?P<message>.*)", re.DOTALL)
_FIRST = re.compile(r"\W*(?P<number>[0-9]+(?:[.-][0-9]+)*[a-z]*)")
_PRINTED_AGAIN = re.compile(r"[)）]\s?(?P<number>[0-9]\S*)$")


class LintFinding(msgspec.Struct, frozen=True):
    """One likely error of a document."""

    clause: str
    """Key of the clause; empty where it concerns none."""
    page: int
    """0 where it concerns no page."""
    kind: FindingKind
    message: str


def lint(document: Document) -> tuple[LintFinding, ...]:
    """The findings of a document: those in its clauses in order, then the warnings from reading it."""
    titles = _Titles(document)
    cited = (
        _findings(clause, reference, titles) for clause in document.clauses for reference in clause.references
    )
    return (*(finding for findings in cited for finding in findings), *map(_of_warning, document.warnings))


def _of_warning(warning: str) -> LintFinding:
    match = _WARNING.fullmatch(warning)
    page, message = (int(match["page"]), match["message"]) if match else (0, warning)
    return LintFinding("", page, "reading", message)


class _Titles:
    """The clauses of a document by title."""

    def __init__(self, document: Document) -> None:
        self.clauses: Mapping[str, Clause] = {clause.key: clause for clause in document.clauses}
        self.chapters = {_chapter(clause.number) for clause in document.clauses}
        self._titled: dict[str, list[Clause]] = defaultdict(list)
        for clause in document.clauses:
            self._titled[_letters(clause.text)].append(clause)

    def numbers(self, title: str, citing: Clause) -> list[str]:
        """The numbers of clauses with this title, without the clause that quotes it and those above it."""
        clauses = self._titled.get(_letters(title), ()) if title else ()
        above, place = {citing.key}, citing.parent
        while place is not None and place in self.clauses and place not in above:
            above.add(place)
            place = self.clauses[place].parent
        return [clause.number for clause in clauses if clause.key not in above]


def _findings(clause: Clause, reference: Reference, titles: _Titles) -> Iterator[LintFinding]:
    def finding(kind: FindingKind, message: str) -> LintFinding:
        return LintFinding(clause.key, clause.page, kind, message)

    other_numbers = titles.numbers(reference.title, clause)
    now = f"; that title is at {' and '.join(other_numbers)}" if other_numbers else ""
    reference_text = f'{reference.number} "{reference.title}"' if reference.title else reference.number
    if reference.target is None:
        if _chapter(reference.number) in titles.chapters:
            yield finding("dangling", f"refers to {reference_text}, which does not exist{now}")
        else:
            yield finding("outside", f"refers to {reference_text}, in a chapter that is not in this document")
        return
    target = titles.clauses[reference.target]
    if reference.target == clause.key:
        yield finding("self", f"refers to itself as {reference_text}")
    elif not _has_title(target, reference.title) and (other_numbers or target.kind == "heading"):
        is_now = f', but {reference.number} is "{target.text}"' if target.kind == "heading" else ""
        yield finding("title", f"refers to {reference_text}{is_now}{now}")
    first, again = _printed(clause.text[reference.start : reference.end])
    if again and first != reference.number:
        yield finding("doubled", f"prints {first} and {again} for one reference; taken for {reference_text}")


def _has_title(clause: Clause, title: str) -> bool:
    """Whether a quoted title, if any, may be a variant of the clause's own."""
    quoted, printed = _letters(title), _letters(clause.text)
    return quoted in printed or printed in quoted or fuzz.ratio(quoted, printed) >= ALIKE


def _printed(reference: str) -> tuple[str, str]:
    """The number that a reference starts with, and the one printed again behind it, if there is one."""
    again = _PRINTED_AGAIN.search(reference)
    first = _FIRST.match(reference)
    return first["number"] if first else "", again["number"] if again else ""


def _chapter(number: str) -> str:
    """The first level of a number."""
    return re.split(r"\D", number, maxsplit=1)[0]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
