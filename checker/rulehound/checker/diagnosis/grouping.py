"""The violations that a run has met, each looked at again, by the edition that allows them and by cause.

Records of one check under one rule are alike: the shortest way that shows it again stands for all of them, as
long as no other edition allows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import msgspec

from rulehound.checker.diagnosis.causes import Cause, Occurrence, causes
from rulehound.checker.diagnosis.explaining import explained
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.diagnosis.reopened import Reopened
from rulehound.checker.diagnosis.second_look import look_again
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.spec.formats import Adapter


def grouped(records: Sequence[CheckRecord], target: Target, others: OtherEditions) -> dict[str, list[Cause]]:
    """The violations among these records by the edition that allows them ('' for none), each by its causes.

    Where an engine breaks over a second look, the violation stays as it was met.
    """
    found: dict[str, list[Occurrence]] = {"": []}
    broken = [record for record in records if record.verdict is Verdict.VIOLATION]
    if broken:
        with Reopened(target.open) as engine:
            for alike in _alike(broken):
                for number, record in enumerate(alike, 1):
                    met = engine.ask(partial(_second_look, record, target), broken=Occurrence(record))
                    follows = engine.ask(partial(others.allowing, met), broken="")
                    stands_for_all = not follows and _is_shown(met)
                    if stands_for_all:
                        met = replace(met, alike=alike[number:])
                    found.setdefault(follows, []).append(met)
                    if stands_for_all:
                        break
    return {follows: causes(explained(own, target), records) for follows, own in found.items()}


def _alike(records: Sequence[CheckRecord]) -> Iterable[Sequence[CheckRecord]]:
    """The records of each check under each rule, the shortest trace first."""
    found: dict[tuple[str, str], list[CheckRecord]] = {}
    for record in records:
        found.setdefault((record.check, _rule(record)), []).append(record)
    return [sorted(alike, key=_steps) for alike in found.values()]


def _rule(record: CheckRecord) -> str:
    return record.trace.rule if record.trace else ""


def _steps(record: CheckRecord) -> int:
    return len(record.trace.steps) if record.trace else 0


def _is_shown(met: Occurrence) -> bool:
    """Whether a second look has found what the record tells; it may find something else."""
    found = met.look.findings if met.look else ()
    told = met.record.check, _rule(met.record)
    return told in ((finding.check, finding.rule) for finding in found)


def _second_look(record: CheckRecord, target: Target, adapter: Adapter) -> Occurrence:
    if record.trace is None:
        return Occurrence(record)
    return Occurrence(record, look_again(target.game, adapter, target.judge, record.trace))


def attributed(
    records: Sequence[CheckRecord], grouped: Mapping[str, Sequence[Cause]], game: str
) -> list[CheckRecord]:
    """The records, where violations name the rules that are their causes, or are no violations at all."""
    told = {
        id(record): (cause, follows)
        for follows, own in grouped.items()
        for cause in own
        for each in cause.occurrences
        for record in each.records
    }
    return [
        _of_cause(record, *told[id(record)], game) if id(record) in told else record for record in records
    ]


def _of_cause(record: CheckRecord, cause: Cause, follows: str, game: str) -> CheckRecord:
    if follows:
        return msgspec.structs.replace(
            record,
            verdict=Verdict.UNSUPPORTED,
            explanation=f"the engine follows {follows} here: {record.explanation}",
            trace=None,
        )
    rules = list(dict.fromkeys(rule for rule in (cause.rule, *record.rules) if rule))
    trace = record.trace and msgspec.structs.replace(record.trace, rule=cause.rule)
    return msgspec.structs.replace(record, rules=rules, trace=trace, violation=cause.fingerprint(game))
