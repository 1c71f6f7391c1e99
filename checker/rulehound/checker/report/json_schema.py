"""The JSON Schema of a command's output, made from the records themselves."""

from __future__ import annotations

import msgspec


def schema_of(record: type[msgspec.Struct], title: str) -> bytes:
    """The schema (JSON Schema 2020-12) of a record as indented JSON."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **msgspec.json.schema(record),
    }
    return msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=2) + b"\n"
