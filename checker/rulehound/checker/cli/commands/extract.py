"""`rulehound extract`: the clauses of a document, one JSON object a line; or its record in a spec."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rulehound.checker.cli.standard_output import print_bytes, print_json
from rulehound.checker.cli.terminal import progress
from rulehound.checker.files import require_place, write_whole
from rulehound.checker.rulebook.documents import ReadingOptions, name_of
from rulehound.checker.rulebook.reading import BookOptions
from rulehound.checker.wording import counted
from rulehound.extract import Box, Clause, Document, write_jsonl
from rulehound.spec.documents.update import Recorded, record_update


def run(path: Path, reading: ReadingOptions, layout: str, out: Path | None, everything: bool) -> int:
    """Write the clauses of a document to a file, or to standard output; remarks go to standard error.

    `layout`: "jsonl", or "json" for one object with everything that was read of the document. With
    `everything`, what stands outside the clauses is written too, where it stands.
    Raises DocumentError where the file cannot be read, UserError where the other cannot be written.
    """
    if out is not None:
        require_place(out, "--out")
    with progress() as report:
        document = reading.read(path, report)
    clauses = list(in_reading_order(document)) if everything else list(document.clauses)
    content = _whole(document, clauses) if layout == "json" else _lines(clauses)
    if out is None:
        print_bytes(content)
    else:
        write_whole(out, content)
        print(f"{out}: {len(clauses)} clauses of {document.pages} pages")
    for warning in document.warnings:
        print(f"{path}: {warning}", file=sys.stderr)
    return 0


@dataclass(frozen=True)
class Said:
    """What a user says of a document that is recorded; None is left to the document."""

    document: str | None = None
    """Id of its entry."""
    version: str | None = None
    date: str | None = None
    title: str | None = None
    language: str | None = None
    ruleset: str | None = None


def update(path: Path, reading: ReadingOptions, options: BookOptions, said: Said, as_json: bool) -> int:
    """Record a document in the spec as a new edition, and print what that did.

    Raises DocumentError, and SpecError for what cannot be recorded, or where the spec cannot be written.
    """
    game = options.open()
    with progress() as report:
        document = reading.read(path, report)
    recorded = record_update(
        game.directory,
        document,
        document_id=said.document,
        version=said.version,
        date=said.date,
        title=said.title,
        language=said.language,
        ruleset=said.ruleset,
        rulesets=tuple(game.rulesets),
    )
    if as_json:
        files = [file.relative_to(game.directory).as_posix() for file in recorded.files]
        print_json(msgspec.to_builtins(recorded) | {"files": files})
    else:
        print(_said_of(recorded))
        if recorded.what == "new edition" and recorded.before is not None:
            older = name_of((recorded.document, recorded.before))
            where = f" --spec {options.spec}" if options.spec else ""
            print(f"next: rulehound impact {older} {path}{where}")
    for warning in document.warnings:
        print(f"{path}: {warning}", file=sys.stderr)
    return 0


def _said_of(recorded: Recorded) -> str:
    name = name_of((recorded.document, recorded.version))
    clauses = counted(recorded.clauses, "clause")
    if recorded.what == "unchanged":
        return f"{name} is recorded already, with {clauses}; nothing to do"
    carried = f", {recorded.carried:,} of them known from {recorded.before}" if recorded.before else ""
    return f"{name}: {recorded.what}, {clauses}{carried}"


def in_reading_order(document: Document) -> Iterator[Clause]:
    """The clauses of a document and what stands outside them, each at its place."""
    waiting = list(reversed(document.surroundings))
    for clause in document.clauses:
        while waiting and _stands_before(waiting[-1].bbox, clause.bbox):
            yield waiting.pop()
        yield clause
    yield from reversed(waiting)


def _stands_before(one: Box, other: Box) -> bool:
    """Whether a piece is read before another: further up in the same column, or in a column to the left."""
    if one.page != other.page:
        return one.page < other.page
    same_column = one.x0 < other.x1 and other.x0 < one.x1
    return one.top < other.top if same_column else one.x0 < other.x0


def _lines(clauses: Sequence[Clause]) -> bytes:
    stream = io.StringIO()
    write_jsonl(clauses, stream)
    return stream.getvalue().encode()


def _whole(document: Document, clauses: Sequence[Clause]) -> bytes:
    about = {
        "file": Path(document.path).name,
        "sha256": document.sha256,
        "title": document.title,
        "version": document.version,
        "date": document.date,
        "pages": document.pages,
        "numbering": document.numbering,
        "warnings": list(document.warnings),
        "clauses": [json.loads(line) for line in _lines(clauses).splitlines()],
        "history": msgspec.to_builtins(document.history),
    }
    return (json.dumps(about, ensure_ascii=False, indent=2) + "\n").encode()
