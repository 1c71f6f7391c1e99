"""The bundled rulebook of Digimon Battles: its PDFs are what the source says."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from rulehound.extract import read_document
from rulehound.spec.documents.store import read_documents
from rulehound_testing.folders import ROOT

SPEC = ROOT / "spec/rulehound/spec/dmb"
SOURCE = SPEC / "rulebook/rulehound-battles-rulebook.txt"


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_the_source_builds_the_committed_pdf_which_is_on_record(tmp_path: Path, version: str) -> None:
    sys.path.append(str(ROOT / "tools"))
    builder = importlib.import_module("build_rulebook")
    rebuilt = tmp_path / "rebuilt.pdf"
    options = ["--source", str(SOURCE), "--edition", version, "--out", str(rebuilt)]
    assert builder.main(options) == 0
    document = read_document(rebuilt)
    committed = read_document(SPEC / f"rulebook/rulehound-battles-rulebook-{version}.pdf")
    assert document.clauses == committed.clauses
    edition = read_documents(SPEC)["rulehound-battles-rulebook"].edition(version)
    assert edition is not None
    assert (committed.sha256, committed.date) == (edition.sha256, edition.date)
