"""The baseline: violations that are known, so that only new ones fail."""

from __future__ import annotations

from collections.abc import Sequence, Set
from pathlib import Path
from typing import Literal

import msgspec

from rulehound.checker.files import read_json, write_whole
from rulehound.checker.run_record import Run, exit_status

FORMAT: Literal["rulehound-baseline-1"] = "rulehound-baseline-1"


class KnownViolation(msgspec.Struct, frozen=True):
    """A violation that is known; the fingerprint counts, the rest is for people."""

    engine: str
    fingerprint: str
    rule: str
    element: str


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of engines, by the names by which they introduce themselves."""

    format: Literal["rulehound-baseline-1"] = FORMAT
    known: list[KnownViolation]


def read_baseline(path: Path) -> Baseline:
    """Read a baseline. Raises UserError."""
    return read_json(path, Baseline, "a baseline", "give a file that --write-baseline wrote")


def write_baseline(path: Path, runs: Sequence[Run]) -> None:
    """Write the violations of these runs as what is known. Raises UserError where it cannot be written."""
    known = [
        KnownViolation(run.engine.name, violation.fingerprint, violation.rule, violation.element)
        for run in runs
        for violation in run.broken
    ]
    ordered = sorted(known, key=lambda each: (each.engine, each.rule, each.element))
    write_whole(path, msgspec.json.format(msgspec.json.encode(Baseline(known=ordered)), indent=2) + b"\n")


def with_baseline(
    runs: Sequence[Run], baseline: Baseline | None, strict: bool = False
) -> tuple[list[Run], list[str]]:
    """The runs with known violations marked, and the fingerprints of the baseline that these engines did not
    show again. `strict`: as for the exit status of a run."""
    known = {(each.engine, each.fingerprint) for each in baseline.known} if baseline else set()
    marked = [_marked(run, {name for engine, name in known if engine == run.engine.name}) for run in runs]
    marked = [msgspec.structs.replace(run, exit_status=exit_status([run], strict)) for run in marked]
    shown = {(run.engine.name, violation.fingerprint) for run in runs for violation in run.broken}
    engines = {run.engine.name for run in runs}
    return marked, sorted(fingerprint for engine, fingerprint in known - shown if engine in engines)


def _marked(run: Run, known: Set[str]) -> Run:
    violations = [
        msgspec.structs.replace(violation, known=violation.fingerprint in known)
        for violation in run.violations
    ]
    return msgspec.structs.replace(run, violations=violations)
