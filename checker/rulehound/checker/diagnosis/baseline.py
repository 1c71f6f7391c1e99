"""The baseline: violations that are known, so that only new ones fail."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from rulehound.checker.diagnosis.result import Conformance, EngineResult
from rulehound.checker.files import read_json, write_whole

FORMAT: Literal["rulehound-baseline-1"] = "rulehound-baseline-1"


class Known(msgspec.Struct, frozen=True):
    """A violation that is known; the fingerprint counts, the rest is for people."""

    engine: str
    fingerprint: str
    rule: str
    element: str


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of engines, by the names by which they introduce themselves."""

    format: Literal["rulehound-baseline-1"] = FORMAT
    known: list[Known]


def read_baseline(path: Path) -> Baseline:
    """Read a baseline. Raises UserError."""
    return read_json(path, Baseline, "a baseline", "give a file that --write-baseline wrote")


def write_baseline(path: Path, found: Conformance) -> None:
    """Write what was found as what is known. Raises UserError where it cannot be written."""
    known = [
        Known(engine.name, violation.fingerprint, violation.rule, violation.element)
        for engine in found.engines
        for violation in engine.broken
    ]
    ordered = sorted(known, key=lambda each: (each.engine, each.rule, each.element))
    write_whole(path, msgspec.json.format(msgspec.json.encode(Baseline(known=ordered)), indent=2) + b"\n")


def with_baseline(
    results: Sequence[EngineResult], baseline: Baseline | None
) -> tuple[list[EngineResult], list[str]]:
    """The results with known violations marked, and the fingerprints of these engines that were not met."""
    known = {(each.engine, each.fingerprint) for each in baseline.known} if baseline else set()
    marked = [
        msgspec.structs.replace(
            result,
            violations=[
                msgspec.structs.replace(violation, known=(result.name, violation.fingerprint) in known)
                for violation in result.violations
            ],
        )
        for result in results
    ]
    met = {(result.name, violation.fingerprint) for result in results for violation in result.broken}
    here = {result.name for result in results}
    return marked, sorted(fingerprint for engine, fingerprint in known - met if engine in here)
