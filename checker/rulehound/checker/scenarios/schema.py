"""The JSON Schema of a scenario file, made from the record that it is read into.

It is kept as a file, for editors that check TOML while it is written:

    python -m rulehound.checker.scenarios.schema > checker/rulehound/checker/scenarios/scenario.schema.json
"""

from __future__ import annotations

import sys

import msgspec

from rulehound.checker.json_schema import schema_of
from rulehound.spec.formats import Scenario

COUNTED = "number"
"""The field that no file has: cases are counted."""


def scenario_schema() -> bytes:
    """The schema (JSON Schema 2020-12) as indented JSON."""
    schema = msgspec.json.decode(schema_of(Scenario, "A scenario"))
    del schema["$defs"][Scenario.__name__]["properties"][COUNTED]
    return msgspec.json.format(msgspec.json.encode(schema, order="deterministic"), indent=2) + b"\n"


if __name__ == "__main__":
    sys.stdout.buffer.write(scenario_schema())
