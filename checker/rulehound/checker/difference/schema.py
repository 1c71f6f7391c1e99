"""The JSON Schema of `rulehound diff --json`, made from the records themselves.

It is kept as a file, so that a change of the format shows in a review:

    cd checker/rulehound/checker/difference
    python -m rulehound.checker.difference.schema > difference.schema.json
"""

from __future__ import annotations

import sys

import msgspec

from rulehound.checker.difference.records import FORMAT, Difference


def difference_schema() -> bytes:
    """The schema (JSON Schema 2020-12) as indented JSON."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        **msgspec.json.schema(Difference),
    }
    return msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=2) + b"\n"


if __name__ == "__main__":
    sys.stdout.buffer.write(difference_schema())
