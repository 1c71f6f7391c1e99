"""The JSON Schema of report.json, made from the records themselves.

It is kept as a file, so that a change of the format shows in a review:

    python -m rulehound.checker.report.schema > checker/rulehound/checker/report/report.schema.json
"""

from __future__ import annotations

import sys

from rulehound.checker.json_schema import schema_of
from rulehound.checker.report.run import FORMAT, Run


def report_schema() -> bytes:
    """The schema (JSON Schema 2020-12) as indented JSON."""
    return schema_of(Run, FORMAT)


if __name__ == "__main__":
    sys.stdout.buffer.write(report_schema())
