"""The JSON Schema of a command's output, made from the records themselves."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

DESCRIPTION = "description"


def schema_of(record: type[msgspec.Struct], title: str) -> bytes:
    """The schema (JSON Schema 2020-12) of a record as indented JSON."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **dedented(msgspec.json.schema(record)),
    }
    return msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=2) + b"\n"


def dedented(schema: Any) -> Any:
    """The schema with its descriptions, which are docstrings, free of the code's indentation.

    Only some releases of msgspec take that away by themselves.
    """
    if isinstance(schema, list):
        return [dedented(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: inspect.cleandoc(value) if key == DESCRIPTION and isinstance(value, str) else dedented(value)
        for key, value in schema.items()
    }
