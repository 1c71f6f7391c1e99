"""Record how long the tests of each file take, so that `make test` begins the longest first.

    python -m pytest -n 2 --dist loadfile --junit-xml=build/tests.xml
    python tools/record_test_seconds.py build/tests.xml

It writes tests/seconds.toml: one line a file that takes a second or longer, the longest first.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "seconds.toml"


def seconds_by_file(report: Path) -> Counter[str]:
    """Seconds by file of tests, out of a JUnit report of pytest."""
    seconds: Counter[str] = Counter()
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.get("classname", "").replace(".", "/") + ".py"
        if (ROOT / file).is_file():
            seconds[file] += float(case.get("time", 0))
    return seconds


def table(seconds: Counter[str]) -> str:
    """The table as a file of TOML."""
    lines = [f'"{file}" = {time:.0f}' for file, time in seconds.most_common() if time >= 1]
    return "\n".join(["# Seconds by file of tests, recorded by tools/record_test_seconds.py.", *lines, ""])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {Path(sys.argv[0]).name} JUNIT.xml")
    TABLE.write_text(table(seconds_by_file(Path(sys.argv[1]))), encoding="utf-8")
