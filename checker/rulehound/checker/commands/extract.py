"""`rulehound extract`: the clauses of a document, one JSON object a line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from rulehound.checker.output import print_bytes, write_whole
from rulehound.checker.terminal import progress
from rulehound.extract import Document, read_document, write_jsonl


def run(path: Path, layout: str, out: Path | None) -> int:
    """Write the clauses of a document to a file, or to standard output; remarks go to standard error.

    `layout`: "jsonl", or "json" for one object with everything that was read of the document.
    """
    with progress() as report:
        document = read_document(path, lambda done, of: report("reading the document", done, of))
    content = _whole(document) if layout == "json" else _lines(document)
    if out is None:
        print_bytes(content)
    else:
        write_whole(out, content)
        print(f"{out}: {len(document.clauses)} clauses of {document.pages} pages")
    for warning in document.warnings:
        print(f"{path}: {warning}", file=sys.stderr)
    return 0


def _lines(document: Document) -> bytes:
    stream = io.StringIO()
    write_jsonl(document.clauses, stream)
    return stream.getvalue().encode()


def _whole(document: Document) -> bytes:
    clauses = [json.loads(line) for line in _lines(document).splitlines()]
    about = {
        "file": Path(document.path).name,
        "sha256": document.sha256,
        "title": document.title,
        "version": document.version,
        "date": document.date,
        "pages": document.pages,
        "warnings": list(document.warnings),
        "clauses": clauses,
    }
    return (json.dumps(about, ensure_ascii=False, indent=2) + "\n").encode()
