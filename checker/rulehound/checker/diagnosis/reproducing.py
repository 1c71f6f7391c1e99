"""The failures of a run, each run again under a judge, by the edition that allows them.

Records of one check under one rule, in one direction, are duplicates: the shortest trace that shows the
failure again stands for all of them, as long as no other edition allows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.diagnosis.rerun import rerun
from rulehound.checker.engines import RestartedEngine
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.spec.formats import Adapter


def reproduced(
    records: Sequence[CheckRecord], target: Target, others: OtherEditions
) -> dict[str, list[Occurrence]]:
    """The failures among these records, run again, by the edition that allows them; '' where none does.

    Where an engine breaks when a trace is run again, the failure stays as it was recorded.
    """
    by_edition: dict[str, list[Occurrence]] = {"": []}
    failures = [record for record in records if record.verdict is Verdict.VIOLATION]
    if failures:
        with RestartedEngine(target.open, must_start=False) as engine:
            for duplicates in _duplicates(failures):
                for number, record in enumerate(duplicates, 1):
                    occurrence = engine.ask(partial(_run_again, record, target), broken=Occurrence(record))
                    edition = engine.ask(partial(others.allowing, occurrence), broken="")
                    stands_for_all = not edition and _is_shown_again(occurrence)
                    if stands_for_all:
                        occurrence = replace(occurrence, duplicates=duplicates[number:])
                    by_edition.setdefault(edition, []).append(occurrence)
                    if stands_for_all:
                        break
    return by_edition


def _duplicates(records: Sequence[CheckRecord]) -> Iterable[Sequence[CheckRecord]]:
    """The records of each check under each rule and in each direction, the shortest trace first."""
    groups: dict[tuple[str, str, bool], list[CheckRecord]] = {}
    for record in records:
        offers = record.trace.offers if record.trace else None
        withholds = offers is not None and offers.withholds
        groups.setdefault((record.check, _rule(record), withholds), []).append(record)
    return [sorted(group, key=_steps) for group in groups.values()]


def _rule(record: CheckRecord) -> str:
    return record.trace.rule if record.trace else ""


def _steps(record: CheckRecord) -> int:
    return len(record.trace.steps) if record.trace else 0


def _is_shown_again(occurrence: Occurrence) -> bool:
    """Whether the judge has found what the record says; it may find something else."""
    findings = occurrence.rerun.findings if occurrence.rerun else ()
    key = occurrence.record.check, _rule(occurrence.record)
    return key in ((finding.check, finding.rule) for finding in findings)


def _run_again(record: CheckRecord, target: Target, adapter: Adapter) -> Occurrence:
    if record.trace is None:
        return Occurrence(record)
    return Occurrence(record, rerun(target.game, adapter, target.judge, record.trace))
