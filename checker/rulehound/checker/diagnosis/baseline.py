"""The baseline: the known violations and how they show, so that only new ones fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from rulehound.checker.files import read_json, write_whole
from rulehound.checker.run_record import Run, Violation, exit_status_of_runs

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
    appearances: dict[str, list[str]] = {}
    """Which of these ways each check showed."""


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
            dict(sorted(violation.appearances.items())),
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
    One that shows in every check as before is known, though other games put it down to another cause.
    `strict`: as for the exit status of a run.
    """
    entries = baseline.known if baseline else []
    marked = [_marked(run, [each for each in entries if each.engine == run.engine.name]) for run in runs]
    marked = [msgspec.structs.replace(run, exit_status=exit_status_of_runs([run], strict)) for run in marked]
    return marked, sorted(_gone(runs, entries))


def _marked(run: Run, known: Sequence[KnownViolation]) -> Run:
    """The run with its known violations marked, and of others of a known cause what is new."""
    fingerprints = {each.fingerprint for each in known}
    by_cause = {(each.fingerprint, way) for each in known for way in each.signatures}
    by_check = {one for each in known for one in _by_check(each.appearances)}

    def marked(violation: Violation) -> Violation:
        shown = _by_check(violation.appearances) or [("", way) for way in violation.signatures]
        new = {
            way
            for check, way in shown
            if (violation.fingerprint, way) not in by_cause and (check, way) not in by_check
        }
        if new and violation.fingerprint not in fingerprints:
            return violation
        return msgspec.structs.replace(violation, known=not new, new_signatures=sorted(new))

    return msgspec.structs.replace(run, violations=[marked(each) for each in run.violations])


def _by_check(appearances: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    return [(check, way) for check, ways in appearances.items() for way in ways]


def _gone(runs: Sequence[Run], known: Sequence[KnownViolation]) -> set[str]:
    """The fingerprints of what these engines did not show again, whatever it was put down to."""
    engines = {run.engine.name: run.broken for run in runs}

    def shows(violation: Violation, one: KnownViolation) -> bool:
        if violation.fingerprint == one.fingerprint:
            return True
        return not {*_by_check(one.appearances)}.isdisjoint(_by_check(violation.appearances))

    here = (each for each in known if each.engine in engines)
    return {each.fingerprint for each in here if not any(shows(one, each) for one in engines[each.engine])}
