"""The JSON Schema of `rulehound diff --json`, made from the records themselves.

It is kept as a file, so that a change of the format shows in a review:

    cd checker/rulehound/checker/difference
    python -m rulehound.checker.difference.schema > difference.schema.json
"""

from __future__ import annotations

import sys

from rulehound.checker.difference.records import FORMAT, Difference
from rulehound.checker.json_schema import schema_of


def difference_schema() -> bytes:
    """The schema (JSON Schema 2020-12) as indented JSON."""
    return schema_of(Difference, FORMAT)


if __name__ == "__main__":
    sys.stdout.buffer.write(difference_schema())
