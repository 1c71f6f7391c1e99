"""Names of the files in which a report keeps its traces: nothing that an engine says gets into a path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from rulehound.checker.diagnosis.result import EngineResult

TRACES = "traces"
RESULT = "conformance.json"
"""The file that holds all."""


def with_files(results: Sequence[EngineResult]) -> list[EngineResult]:
    """The results, each violation that has a trace with a file for it: `traces/RULE.json`, `RULE-2.json`.

    Where there are several engines, their number stands before the rule.
    """
    named = []
    for number, result in enumerate(results, 1):
        before = f"{number}-" if len(results) > 1 else ""
        seen: Counter[str] = Counter()
        violations = []
        for violation in result.violations:
            if violation.trace is not None:
                stem = before + _stem(violation.rule)
                seen[stem] += 1
                again = f"-{seen[stem]}" if seen[stem] > 1 else ""
                violation = msgspec.structs.replace(violation, file=f"{TRACES}/{stem}{again}.json")  # noqa: PLW2901
            violations.append(violation)
        named.append(msgspec.structs.replace(result, violations=violations))
    return named


def _stem(rule: str) -> str:
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in rule)
    return plain.lstrip(".")[:80] or "trace"
