"""What may become of a file that is read: a document, or one clear line. Everything else is a failure."""

import re
from pathlib import Path

from rulehound.extract import Document, DocumentError, read_document
from rulehound.extract.export import write_jsonl
from rulehound.extract.pdf.pages import NOT_READ

_DIGITS = re.compile(r"\d[\d,]*")


class NotAllowed(Exception):
    """Neither a document nor one clear line; str() says what instead."""


def outcome(path: Path) -> str:
    """The kind of what reading the file gives, with N for numbers. Raises NotAllowed."""
    try:
        document = read_document(path)
    except DocumentError as error:
        line = str(error)
        if "\n" in line or not line.isprintable() or not (error.reason and error.remedy):
            raise NotAllowed(f"no clear line: {line!r}") from error
        return f"refused: {_DIGITS.sub('N', error.reason)}"
    except Exception as error:
        raise NotAllowed(f"{type(error).__name__}: {error}") from error
    _check_whole(document)
    if any(NOT_READ in warning for warning in document.warnings):
        return "a document with pages missing"
    return "a document with warnings" if document.warnings else "a document"


def _check_whole(document: Document) -> None:
    """Whatever the file says, its clauses can be written, and their keys are theirs alone."""
    keys = [clause.key for clause in document.clauses]
    if len(keys) != len(set(keys)):
        raise NotAllowed("two clauses with one key")
    try:
        with open("/dev/null", "w", encoding="utf-8") as nowhere:
            write_jsonl(document.clauses, nowhere)
    except Exception as error:
        raise NotAllowed(f"cannot be written: {type(error).__name__}: {error}") from error
