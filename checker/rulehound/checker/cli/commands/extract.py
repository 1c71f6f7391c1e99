"""`rulehound extract`: the clauses of a document, one JSON object per line; or its record in a spec."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    ForceOption,
    GameOption,
    NoCacheOption,
    NumberingOption,
    SpecOption,
)
from rulehound.checker.cli.password_option import takes_password

if TYPE_CHECKING:
    from rulehound.extract import Document
    from rulehound.spec.documents.update import RecordingResult


@takes_password
def extract(
    *,
    document: Annotated[
        Path, typer.Argument(metavar="DOC", help="The document: a PDF, text or Markdown file.")
    ],
    layout: Annotated[
        Literal["jsonl"],
        typer.Option("--format", help="The format of the clauses: one JSON object per line."),
    ] = "jsonl",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write to this file instead of standard output."),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the whole document as one JSON object.")
    ] = False,
    everything: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Also write the text outside the clauses, such as the preface and the update history.",
        ),
    ] = False,
    numbering: NumberingOption = None,
    no_cache: NoCacheOption = False,
    second_reader: Annotated[
        bool,
        typer.Option(help="Read each page with a second PDF reader, and warn if it sees other characters."),
    ] = True,
    update: Annotated[
        bool,
        typer.Option(
            "--update",
            help="Record the document in the spec as a new edition, instead of printing its clauses.",
        ),
    ] = False,
    spec: SpecOption = None,
    document_id: Annotated[
        str | None,
        typer.Option(
            "--document",
            metavar="ID",
            help="With --update: the id of the document. Default: taken from its title.",
        ),
    ] = None,
    version: Annotated[
        str | None,
        typer.Option(
            "--version", metavar="V", help="With --update: the version, if the document does not print it."
        ),
    ] = None,
    date: Annotated[
        str | None,
        typer.Option(
            "--date",
            metavar="YYYY-MM-DD",
            help="With --update: the date, if the document does not print it.",
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option("--title", metavar="TEXT", help="With --update: the title of a new document."),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option("--language", metavar="CODE", help="With --update: the language of a new document."),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", metavar="NAME", help="With --update: the ruleset that the document states."
        ),
    ] = None,
    force: ForceOption = None,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="List the lines that start like a clause but are none."),
    ] = False,
    game: GameOption = DEFAULT_GAME,
) -> int:
    """Read the clauses of a document, or record it in the spec."""
    import msgspec

    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import progress
    from rulehound.checker.errors import UserError
    from rulehound.checker.files import require_place
    from rulehound.checker.rulebook.documents import read_document_file
    from rulehound.checker.rulebook.reading import open_game
    from rulehound.spec.documents.update import record_update

    if update and (out is not None or everything):
        raise UserError("--update records and writes no clauses", "leave out --out and --all")
    about_a_record = (spec, document_id, version, date, title, language, ruleset, force)
    if not update and any(option is not None for option in about_a_record):
        names = "--spec, --document, --version, --date, --title, --language, --ruleset and --force"
        raise UserError(f"{names} are options of --update", "give --update with them")
    if out is not None:
        require_place(out, "--out")
    opened_game = open_game(game, spec) if update else None
    with progress() as report:
        content = read_document_file(
            document, report, numbering=numbering, cached=not no_cache, second_reader=second_reader
        )
    if opened_game is None:
        _write_clauses(content, "json" if json else layout, out, everything)
    else:
        recorded = record_update(
            opened_game.directory,
            content,
            document_id=document_id,
            version=version,
            date=date,
            title=title,
            language=language,
            ruleset=ruleset,
            rulesets=tuple(opened_game.rulesets),
            force=tuple(force or ()),
        )
        if json:
            files = [file.relative_to(opened_game.directory).as_posix() for file in recorded.files]
            print_json(msgspec.to_builtins(recorded) | {"files": files})
        else:
            _print_recorded(recorded, document, spec)
    for warning in content.warnings:
        print(f"{document}: {warning}", file=sys.stderr)
    _print_skipped(content, document, verbose)
    return 0


def _write_clauses(document: Document, layout: str, out: Path | None, everything: bool) -> None:
    """Write the clauses to a file or to standard output; with `everything` also what stands outside them.

    `layout`: "jsonl" for one object a clause, "json" for one object of the whole document.
    """
    import io

    from rulehound.checker.cli.standard_output import print_bytes
    from rulehound.checker.files import write_whole
    from rulehound.checker.wording import counted
    from rulehound.extract import document_json, in_reading_order, write_jsonl

    clauses = list(in_reading_order(document) if everything else document.clauses)
    if layout == "json":
        content = document_json(document, clauses)
    else:
        stream = io.StringIO()
        write_jsonl(clauses, stream)
        content = stream.getvalue().encode()
    if out is None:
        print_bytes(content)
    else:
        write_whole(out, content)
        print(f"{out}: {counted(len(clauses), 'clause')} of {counted(document.pages, 'page')}")


def _print_skipped(content: Document, path: Path, verbose: bool) -> None:
    """Print to standard error how many lines were skipped and why; with `verbose`, each of them."""
    if not content.skipped:
        return
    reasons = Counter(line.reason for line in content.skipped)
    listed = ", ".join(f"{count:,} {reason}" for reason, count in reasons.most_common())
    where = "" if verbose else "; -v and --json list them"
    number = len(content.skipped)
    lines = "1 line that begins" if number == 1 else f"{number:,} lines that begin"
    print(f"{path}: skipped {lines} like a clause: {listed}{where}", file=sys.stderr)
    for line in content.skipped if verbose else ():
        inside = f" in {line.clause}" if line.clause else ""
        print(f"{path}: page {line.page}: {line.reason}{inside}: {line.text}", file=sys.stderr)


def _print_recorded(recorded: RecordingResult, path: Path, spec: Path | None) -> None:
    """Print what recording the document at `path` did, and which command comes next."""
    from rulehound.checker.rulebook.documents import name_of
    from rulehound.checker.wording import counted

    name, clauses = name_of((recorded.document, recorded.version)), counted(recorded.clauses, "clause")
    if recorded.what == "unchanged":
        print(f"{name} is recorded already, with {clauses}; nothing to do")
        return
    carried = f", {recorded.carried:,} of them known from {recorded.before}" if recorded.before else ""
    print(f"{name}: {recorded.what}, {clauses}{carried}")
    if recorded.ruleset_of:
        entry = f"documents/{recorded.document}.toml"
        print(
            f"ruleset {recorded.ruleset}, as {recorded.ruleset_of} has it; where it states another: {entry}"
        )
    if recorded.what == "new edition" and recorded.before is not None:
        older = name_of((recorded.document, recorded.before))
        where = f" --spec {spec}" if spec else ""
        print(f"next: rulehound impact {older} {path}{where}")
