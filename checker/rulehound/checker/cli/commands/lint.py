"""`rulehound lint`: mistakes in a document itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import JsonOption, NoCacheOption, NumberingOption
from rulehound.checker.cli.password_option import takes_password


@takes_password
def lint(
    *,
    document: Annotated[
        Path, typer.Argument(metavar="DOC", help="The document: a PDF, text or Markdown file.")
    ],
    numbering: NumberingOption = None,
    no_cache: NoCacheOption = False,
    json: JsonOption = False,
) -> int:
    """Find mistakes in a document: wrong references, missing numbers.

    The exit status is 1 if there is any, else 0.
    """
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, print_table, progress
    from rulehound.checker.rulebook.documents import read_document_file
    from rulehound.checker.wording import counted
    from rulehound.spec.documents.lint import lint

    with progress() as report:
        content = read_document_file(document, report, numbering=numbering, cached=not no_cache)
    findings = lint(content)
    if json:
        print_json({"file": document.name, "clauses": len(content.clauses), "findings": findings})
        return 1 if findings else 0
    if findings:
        rows = [(each.clause or "—", str(each.page or "—"), each.kind, each.message) for each in findings]
        print_table(console(), ("Clause", "Page", "Kind", "What looks wrong"), rows)
    total = counted(len(findings), "finding") if findings else "no finding"
    clauses = counted(len(content.clauses), "clause")
    console().print(f"{total} in {clauses} of {document.name}", soft_wrap=True)
    return 1 if findings else 0
