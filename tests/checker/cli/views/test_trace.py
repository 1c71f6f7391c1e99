"""What `rulehound trace` prints of demands: a line for each document that was read, one for all others."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from rulehound.checker.cli.views.trace import print_traceability, traceability_json
from rulehound.checker.evidence.storage import Evidence
from rulehound.checker.pipeline.traceability import Traceability
from rulehound.spec.documents.matrix import build_matrix
from rulehound_testing.made_up_evidence import BROKEN, DEMANDS, MUTANTS, NOW, RUN, shells, standing_of


def result(folder: Path, demands: str, broken: dict[str, tuple[str, ...]]) -> Traceability:
    store = shells(folder, demands)
    standings = standing_of(store, broken=broken)
    evidence = Evidence({"old-sea": RUN}, MUTANTS)
    return Traceability(build_matrix(store, NOW.checks.values()), standings, evidence, ())


def printed(of: Traceability) -> str:
    out = io.StringIO()
    print_traceability(of, Console(file=out, width=200))
    return out.getvalue()


def test_demands_of_a_document_and_checks_that_only_faults_of_other_rules_fail(tmp_path: Path) -> None:
    text = printed(result(tmp_path, DEMANDS, {}))
    assert "shells 1.0: demands with a check that was seen to fail: 2 of 4 (50.0%)" in text
    assert "demands not read" not in text
    assert "checks seen to fail by a fault of their own rule: 2 of 3 (66.7%)" in text
    assert "of these, mutants that break a property: 1 of 1 (100.0%)" in text
    assert "of these, mutants that merely differ, in steps or counts: 0 of 1 (0.0%)" in text
    assert "Checks seen to fail by faults of other rules alone (1):\n  setup:basket\n" in text


def test_documents_that_nobody_has_read_are_counted_together(tmp_path: Path) -> None:
    text = printed(result(tmp_path, "", dict(BROKEN)))
    assert "demands not read: 1 document with 4 clauses that demand something" in text
    assert "faults of other rules alone" not in text


def test_json_holds_the_demands_of_each_document_and_the_checks_that_failed(tmp_path: Path) -> None:
    content = traceability_json(result(tmp_path, DEMANDS, dict(BROKEN)), "document")
    assert list(content["demands"]) == ["shells 1.0"]  # type: ignore[call-overload]
    assert [check.own for check in content["failing checks"]] == [True] * 3  # type: ignore[attr-defined]
