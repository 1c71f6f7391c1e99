"""The JSON Schemas of the files that are written and read, made from the records and kept as files.

So a change of a format shows in a review, and editors can check a scenario while it is written. To write all
of them anew:

    python -m rulehound.checker.report.schemas
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from rulehound.checker.asking.answers import ANSWER_FORMAT, Answer
from rulehound.checker.records import TRACE_FORMAT, Trace
from rulehound.checker.report.clauses.listing import FORMAT as CLAUSES
from rulehound.checker.report.clauses.listing import ClauseListing
from rulehound.checker.report.json_schema import schema_of
from rulehound.checker.rulebook.difference.edition_difference import FORMAT as DIFFERENCE
from rulehound.checker.rulebook.difference.edition_difference import EditionDifference
from rulehound.checker.run_record import CONFORMANCE_FORMAT, REPORT_FORMAT, Conformance, Run
from rulehound.spec.formats import Scenario

COUNTED = "number"
"""The field of a scenario that no file has, since cases are counted."""


def scenario_schema() -> bytes:
    """The schema of a scenario as it stands in a file."""
    schema = msgspec.json.decode(schema_of(Scenario, "A scenario"))
    del schema["$defs"][Scenario.__name__]["properties"][COUNTED]
    return msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=2) + b"\n"


SCHEMAS: Mapping[str, Callable[[], bytes]] = {
    "report/conformance.schema.json": lambda: schema_of(Conformance, CONFORMANCE_FORMAT),
    "report/difference/difference.schema.json": lambda: schema_of(EditionDifference, DIFFERENCE),
    "report/clauses/clauses.schema.json": lambda: schema_of(ClauseListing, CLAUSES),
    "report/report.schema.json": lambda: schema_of(Run, REPORT_FORMAT),
    "suite/scenarios/scenario.schema.json": scenario_schema,
    "asking/answer.schema.json": lambda: schema_of(Answer, ANSWER_FORMAT),
    "judging/trace.schema.json": lambda: schema_of(Trace, TRACE_FORMAT),
}
"""File, from here, to the schema (JSON Schema 2020-12) that it holds, as indented JSON."""


HERE = Path(__file__).parent.parent

if __name__ == "__main__":
    for file, made in SCHEMAS.items():
        (HERE / file).write_bytes(made())
