"""Schemas are kept as files, each as its records make it."""

from __future__ import annotations

import json

import jsonschema
import pytest

from rulehound.checker.report.schemas import HERE, SCHEMAS


@pytest.mark.parametrize("file", SCHEMAS)
def test_a_schema_is_the_one_of_its_records(file: str) -> None:
    kept = (HERE / file).read_bytes()
    assert kept == SCHEMAS[file](), "run python -m rulehound.checker.report.schemas"
    jsonschema.Draft202012Validator.check_schema(json.loads(kept))


def test_no_schema_is_kept_without_its_records() -> None:
    """But for those of the evidence, which has a page of its own."""
    kept = {file.relative_to(HERE).as_posix() for file in HERE.rglob("*.schema.json")}
    assert kept - set(SCHEMAS) <= {"report/clauses/clauses.schema.json"}
