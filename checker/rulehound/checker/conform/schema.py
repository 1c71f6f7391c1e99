"""The JSON Schema of conformance.json, made from the records themselves.

It is kept as a file, so that a change of the format shows in a review:

    python -m rulehound.checker.conform.schema > checker/rulehound/checker/conform/conformance.schema.json
"""

from __future__ import annotations

import sys

from rulehound.checker.conform.result import FORMAT, Conformance
from rulehound.checker.json_schema import schema_of


def conformance_schema() -> bytes:
    """The schema (JSON Schema 2020-12) as indented JSON."""
    return schema_of(Conformance, FORMAT)


if __name__ == "__main__":
    sys.stdout.buffer.write(conformance_schema())
