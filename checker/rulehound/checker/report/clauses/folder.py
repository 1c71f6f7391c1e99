"""The folder of `rulehound trace --out`: the page of every clause, and its exports."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import msgspec

from rulehound.checker.report.clauses.export.cases import cases
from rulehound.checker.report.clauses.export.requirements import requirements
from rulehound.checker.report.clauses.export.table import table
from rulehound.checker.report.clauses.listing import FORMAT, ClauseListing
from rulehound.checker.report.directory import Layout, write_folder
from rulehound.checker.rulebook.reading import Rulebook

SCHEMA = Path(__file__).with_name("clauses.schema.json")

LAYOUT = Layout(
    ("index.html", "clauses.csv", "clauses.json", "clauses.schema.json", "clauses.reqif", "junit.xml"),
    "clauses.json",
    FORMAT,
)


def write_clauses(out: Path, book: Rulebook, listing: ClauseListing, page: str) -> None:
    """Write the folder in the place of the one before. Raises OutputError where it cannot be written."""
    title = f"{book.game.title}: every clause"
    files: Mapping[str, str] = {
        "index.html": page,
        "clauses.csv": table(listing.clauses),
        "clauses.reqif": requirements(title, listing.clauses, book.store.rules),
        "junit.xml": cases(title, listing.clauses),
    }

    def write(folder: Path) -> None:
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
        encoded = msgspec.json.encode(listing, order="deterministic")
        (folder / "clauses.json").write_bytes(msgspec.json.format(encoded, indent=2) + b"\n")
        shutil.copyfile(SCHEMA, folder / "clauses.schema.json")

    write_folder(out, LAYOUT, write)
