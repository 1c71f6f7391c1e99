"""Record which planted faults each check has been seen to catch.

    python tools/record_seen_to_fail.py                 every fault of tests/
    python tools/record_seen_to_fail.py --out FILE      written elsewhere

Proves and looks at the graph of the model with each of its faults in turn; runs the scenarios and boundary
vectors of the Digimon Card Game on the reference engine with each of its faults, and plays it. Reports show a
check that is not in the record as never seen to fail.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "spec/rulehound/spec/dcg/seen_to_fail.toml"

sys.path.insert(0, str(ROOT / "tests"))

import caught_faults  # noqa: E402  (lies beside the faults, with the tests)

HEAD = """\
# Check to the planted faults that it has been seen to catch.
# Written by tools/record_seen_to_fail.py; not to be edited.

[caught]
"""


def by_check(caught: Mapping[str, frozenset[str]]) -> dict[str, list[str]]:
    """From the checks that catch each fault, the sorted faults that each check catches, checks sorted too."""
    checks = sorted(frozenset().union(*caught.values()))
    return {check: sorted(fault for fault, found in caught.items() if check in found) for check in checks}


def as_toml(record: Mapping[str, Sequence[str]]) -> str:
    """The record as it is written; names of checks and faults are plain ASCII."""
    return HEAD + "".join(f"{json.dumps(check)} = {json.dumps(faults)}\n" for check, faults in record.items())


def main() -> None:
    """Run everything and write the record."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=RECORD, metavar="FILE", help="where to write the record")
    out: Path = parser.parse_args().out
    caught = caught_faults.checks_that_catch_in_the_model()
    for fault in caught_faults.faults():
        caught[fault] = caught_faults.checks_that_catch(fault)
        print(f"{fault}: {len(caught[fault])} checks", file=sys.stderr)
    out.write_text(as_toml(by_check(caught)), encoding="utf-8")


if __name__ == "__main__":
    main()
