"""`rulehound lint`: what is wrong in a document itself."""

from __future__ import annotations

from pathlib import Path

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, print_table, progress
from rulehound.checker.rulebook.documents import ReadingOptions
from rulehound.checker.wording import counted
from rulehound.spec.documents.lint import lint


def run(path: Path, reading: ReadingOptions, as_json: bool) -> int:
    """Print the findings in the order of the document; the exit status is 1 if there is any.

    Raises DocumentError where the file cannot be read.
    """
    with progress() as report:
        document = reading.read(path, report)
    findings = lint(document)
    if as_json:
        print_json({"file": path.name, "clauses": len(document.clauses), "findings": findings})
        return 1 if findings else 0
    if findings:
        rows = [
            (found.clause or "—", str(found.page or "—"), found.kind, found.message) for found in findings
        ]
        print_table(console(), ("Clause", "Page", "Kind", "What looks wrong"), rows)
    found = counted(len(findings), "finding") if findings else "no finding"
    clauses = counted(len(document.clauses), "clause")
    console().print(f"{found} in {clauses} of {path.name}", soft_wrap=True)
    return 1 if findings else 0
