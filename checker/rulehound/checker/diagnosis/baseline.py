"""The baseline: violations that are known and how they show, so that only what is new fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Literal

import msgspec

from rulehound.checker.files import read_json, write_whole
from rulehound.checker.run_record import Run, exit_status

FORMAT: Literal["rulehound-baseline-2"] = "rulehound-baseline-2"
"""Name of the format. The first one did not say how a violation shows, and let others of its rule pass."""


class KnownViolation(msgspec.Struct, frozen=True):
    """A violation that is known; fingerprint and signatures count, rule and element are for people."""

    engine: str
    fingerprint: str
    rule: str
    element: str
    signatures: list[str]
    """How it showed; see `diagnosis.signatures`."""


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of engines, by the names by which they introduce themselves."""

    format: Literal["rulehound-baseline-2"] = FORMAT
    known: list[KnownViolation]


def read_baseline(path: Path) -> Baseline:
    """Read a baseline. Raises UserError."""
    return read_json(path, Baseline, "a baseline", "give a file that --write-baseline wrote")


def write_baseline(path: Path, runs: Sequence[Run]) -> None:
    """Write the violations of these runs as what is known. Raises UserError where it cannot be written."""
    known = [
        KnownViolation(
            run.engine.name,
            violation.fingerprint,
            violation.rule,
            violation.element,
            sorted(violation.signatures),
        )
        for run in runs
        for violation in run.broken
    ]
    ordered = sorted(known, key=lambda each: (each.engine, each.rule, each.element))
    write_whole(path, msgspec.json.format(msgspec.json.encode(Baseline(known=ordered)), indent=2) + b"\n")


def with_baseline(
    runs: Sequence[Run], baseline: Baseline | None, strict: bool = False
) -> tuple[list[Run], list[str]]:
    """The runs with known violations marked, and the fingerprints of the baseline that these engines did not
    show again.

    A violation that shows in a way that the baseline does not have is new: another fault may be behind that.
    `strict`: as for the exit status of a run.
    """
    known: dict[tuple[str, str], set[str]] = {}
    for each in baseline.known if baseline else ():
        known.setdefault((each.engine, each.fingerprint), set()).update(each.signatures)
    marked = [_marked(run, known) for run in runs]
    marked = [msgspec.structs.replace(run, exit_status=exit_status([run], strict)) for run in marked]
    shown = {(run.engine.name, violation.fingerprint) for run in runs for violation in run.broken}
    engines = {run.engine.name for run in runs}
    return marked, sorted(fingerprint for engine, fingerprint in known.keys() - shown if engine in engines)


def _marked(run: Run, known: Mapping[tuple[str, str], Set[str]]) -> Run:
    violations = []
    for violation in run.violations:
        signatures = known.get((run.engine.name, violation.fingerprint))
        if signatures is not None:
            new = [each for each in violation.signatures if each not in signatures]
            violation = msgspec.structs.replace(violation, known=not new, new_signatures=new)  # noqa: PLW2901
        violations.append(violation)
    return msgspec.structs.replace(run, violations=violations)
