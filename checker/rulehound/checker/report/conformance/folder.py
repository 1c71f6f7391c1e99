"""The folder of a conformance report: written beside the old one, and put in its place whole."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import msgspec

from rulehound.checker.diagnosis.result import FORMAT, Conformance
from rulehound.checker.report.conformance.html import page
from rulehound.checker.report.conformance.junit import conformance_junit
from rulehound.checker.report.conformance.naming import RESULT
from rulehound.checker.report.conformance.sarif import sarif
from rulehound.checker.report.directory import Layout, require_output, write_folder

SCHEMA = Path(__file__).with_name("conformance.schema.json")
"""JSON Schema of conformance.json; a copy lies in every report."""

LAYOUT = Layout(
    ("index.html", "junit.xml", "results.sarif", RESULT, "conformance.schema.json"),
    RESULT,
    FORMAT,
)


def require_folder(out: Path) -> None:
    """Raise OutputError where a report may not or cannot be written to this folder."""
    require_output(out, LAYOUT)


def write_conformance(out: Path, found: Conformance) -> None:
    """Write the report and put it in the place of the one before. Raises OutputError."""
    write_folder(out, LAYOUT, partial(_write, found))


def conformance_json(found: Conformance) -> bytes:
    """The result as JSON, indented, with the keys of every mapping in order."""
    return msgspec.json.format(msgspec.json.encode(found, order="deterministic"), indent=2) + b"\n"


def _write(found: Conformance, folder: Path) -> None:
    for engine in found.engines:
        for violation in engine.violations:
            if violation.file:
                trace = msgspec.json.encode(violation.trace)
                (folder / violation.file).write_bytes(msgspec.json.format(trace, indent=2) + b"\n")
    (folder / "index.html").write_text(page(found), encoding="utf-8", errors="backslashreplace")
    (folder / "junit.xml").write_text(conformance_junit(found), encoding="utf-8", errors="backslashreplace")
    (folder / "results.sarif").write_bytes(sarif(found))
    shutil.copyfile(SCHEMA, folder / "conformance.schema.json")
    (folder / RESULT).write_bytes(conformance_json(found))
