"""The folder of `rulehound trace --out`: the page of every clause, and its exports."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from rulehound.checker.report.clauses.export.cases import cases
from rulehound.checker.report.clauses.export.requirements import requirements
from rulehound.checker.report.clauses.export.table import table
from rulehound.checker.report.clauses.listing import FORMAT, Listing
from rulehound.checker.report.directory import Layout, write_folder
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.spec.language import Model

SCHEMA = Path(__file__).with_name("clauses.schema.json")

LAYOUT = Layout(
    ("index.html", "clauses.csv", "clauses.json", "clauses.schema.json", "clauses.reqif", "junit.xml"),
    "clauses.json",
    FORMAT,
)


def write_clauses(out: Path, book: Rulebook, listing: Listing, page: str) -> None:
    """Write the folder and put it in the place of the one before. Raises OutputError where that cannot be."""
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


def under_rules(model: Model) -> dict[str, Sequence[str]]:
    """What of the model stands under each rule: ``guard NAME of ACTION``, ``FIELD of ACTION``, invariants."""
    found: dict[str, dict[str, None]] = {}
    for name, invariant in model.invariants.items():
        for rule in invariant.rules:
            found.setdefault(rule, {})[f"invariant {name}"] = None
    for action in model.actions.values():
        for guard in action.guards:
            found.setdefault(guard.rule, {})[f"guard {guard.name} of {action.name}"] = None
        for effect in action.effects:
            for rule in effect.rules:
                found.setdefault(rule, {})[f"{effect.path} of {action.name}"] = None
    return {rule: list(places) for rule, places in found.items()}
