"""The record of an edition is held against its document: an edited record does not go unseen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulehound.spec.documents.record_check import record_problems
from rulehound.spec.documents.store import clauses_path, load_store
from rulehound.spec.documents.update import record_update
from rulehound_testing.made_up_spec import RULEBOOK, UPDATE, document, write_spec

OLDER = document(RULEBOOK)


def recorded_spec(folder: Path) -> Path:
    """A spec whose edition is recorded as it is now."""
    root = write_spec(folder)
    record_update(root, OLDER)
    return root


def rewritten(root: Path, clauses: list[dict[str, Any]]) -> list[str]:
    path = clauses_path(root, "shells", "1.0")
    path.write_text("".join(json.dumps(clause) + "\n" for clause in clauses))
    return list(record_problems(root, load_store(root), OLDER))


def recorded(root: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in clauses_path(root, "shells", "1.0").read_text().splitlines()]


def test_a_record_that_is_what_the_document_gives(tmp_path: Path) -> None:
    root = recorded_spec(tmp_path)
    assert rewritten(root, recorded(root)) == []
    newer = document(UPDATE, version="1.1", name="shells-1.1.pdf")
    assert list(record_problems(root, load_store(root), newer)) == [], "its file is not recorded"


@pytest.mark.parametrize(
    ("field", "value"), [("fingerprint", "0" * 16), ("kind", "heading"), ("page", 7), ("parent", "1")]
)
def test_an_edited_clause_is_named_with_what_differs(tmp_path: Path, field: str, value: object) -> None:
    root = recorded_spec(tmp_path)
    clauses = recorded(root)
    at = next(number for number, clause in enumerate(clauses) if clause["key"] == "1-1-3")
    clauses[at][field] = value
    [line] = rewritten(root, clauses)
    assert line.startswith(f"shells 1.0, 1-1-3: its record is not what the document says ({field}); ")


def test_clauses_in_another_order(tmp_path: Path) -> None:
    root = recorded_spec(tmp_path)
    [line] = rewritten(root, recorded(root)[::-1])
    assert line.startswith("shells 1.0: the record has its clauses in another order")


def test_a_clause_that_the_document_does_not_have(tmp_path: Path) -> None:
    root = recorded_spec(tmp_path)
    clauses = recorded(root)
    lines = rewritten(root, [*clauses, {**clauses[-1], "key": "9-9", "id": "9-9@1.0"}])
    assert [line.partition(";")[0] for line in lines] == [
        "shells 1.0, 9-9: the record has it, and the document does not"
    ]
