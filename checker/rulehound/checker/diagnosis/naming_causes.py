"""Naming causes: finding the broken rule, and its broken part, for every failure of a run.

`diagnose` does so for an engine, `diagnose_model` for the model. Nothing else in the checker decides which
rule is violated: the judge gives suspects, and all views read `CheckRecord.violation` and `Violation.rule`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from rulehound.checker.diagnosis.causes import Cause
from rulehound.checker.diagnosis.explaining import with_explanations
from rulehound.checker.diagnosis.localisation import causes_of
from rulehound.checker.diagnosis.missing_actions import with_candidates
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.diagnosis.reproducing import reproduced
from rulehound.checker.diagnosis.violations import violations
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.run_record import Violation


@dataclass(frozen=True)
class Diagnosis:
    """Records, where those that are part of a violation name it, and the violations, one for each cause."""

    records: list[CheckRecord]
    violations: list[Violation]

    def __add__(self, other: Diagnosis) -> Diagnosis:
        """Both, one after the other."""
        return Diagnosis(self.records + other.records, self.violations + other.violations)


def diagnose(records: Sequence[CheckRecord], target: Target, others: OtherEditions) -> Diagnosis:
    """The diagnosis of the records of an engine, which is run again for what they show.

    What another edition allows is no violation where the edition of the run is an estimate, and the record
    says so; of an engine that was asked to follow this edition it is one, with a remark.
    """
    by_edition = causes_by_edition(records, target, others)
    return Diagnosis(
        attributed(records, by_edition, target.game.name),
        [each for edition, causes in by_edition.items() for each in violations(target, causes, edition)],
    )


def causes_by_edition(
    records: Sequence[CheckRecord], target: Target, others: OtherEditions
) -> dict[str, list[Cause]]:
    """The causes of the failures among these records, by the edition that the engine follows there; '' where
    it follows that of the run, or says that it does."""
    failures = reproduced(records, target, others)
    if not others.estimated:
        failures = {
            "": [replace(each, allowed_by=edition) for edition in failures for each in failures[edition]]
        }
    return {
        edition: causes_of(with_explanations(with_candidates(own, target), target), records)
        for edition, own in failures.items()
    }


def attributed(
    records: Sequence[CheckRecord], by_edition: Mapping[str, Sequence[Cause]], game: str
) -> list[CheckRecord]:
    """All records; those of failures name the rule that is the cause, or are violations no longer."""
    attributions = {
        id(record): (cause, edition)
        for edition, causes in by_edition.items()
        for cause in causes
        for occurrence in cause.occurrences
        for record in occurrence.records
    }
    return [
        _attributed(record, *attributions[id(record)], game)
        if id(record) in attributions
        else msgspec.structs.replace(record, built_on={})
        for record in records
    ]


def _attributed(record: CheckRecord, cause: Cause, edition: str, game: str) -> CheckRecord:
    """The record with the rule of its cause in front; unsupported where another edition allows it."""
    if edition:
        return msgspec.structs.replace(
            record,
            verdict=Verdict.UNSUPPORTED,
            explanation=f"the engine follows {edition} here: {record.explanation}",
            trace=None,
            built_on={},
        )
    rules = list(dict.fromkeys(rule for rule in (cause.rule, *record.rules) if rule))
    trace = record.trace and msgspec.structs.replace(record.trace, rule=cause.rule)
    violation = cause.fingerprint(game)
    return msgspec.structs.replace(record, rules=rules, trace=trace, violation=violation, built_on={})


def diagnose_model(records: Sequence[CheckRecord], game: str) -> Diagnosis:
    """The diagnosis of the records of a model: the records of one check under one rule are one violation."""
    groups: dict[str, list[CheckRecord]] = {}
    diagnosed = []
    for record in records:
        if record.verdict is Verdict.VIOLATION:
            rule = _rule_of_model(record)
            key = f"{game}\0model\0{rule}\0{record.check}"
            fingerprint = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]
            rules = list(dict.fromkeys(one for one in (rule, *record.rules) if one))
            record = msgspec.structs.replace(record, rules=rules, violation=fingerprint)  # noqa: PLW2901
            groups.setdefault(fingerprint, []).append(record)
        diagnosed.append(record)
    return Diagnosis(diagnosed, [_of_model(fingerprint, own) for fingerprint, own in groups.items()])


def _of_model(fingerprint: str, records: Sequence[CheckRecord]) -> Violation:
    """The violation that these records of a check show, by the shortest trace among them."""
    best = min(records, key=lambda each: (each.trace is None, len(each.trace.steps) if each.trace else 0))
    trace, rule = best.trace, _rule_of_model(best)
    return Violation(
        fingerprint=fingerprint,
        rule=rule,
        element=best.check,
        expected=trace.expected if trace else "what the rules say",
        observed=trace.observed if trace else best.explanation,
        times=len(records),
        checks=[best.check],
        also=[other for other in best.rules if other != rule],
        signatures=[best.check],
        trace=trace,
        agreed=max(len(trace.steps) - 1, 0) if trace else 0,
    )


def _rule_of_model(record: CheckRecord) -> str:
    """The rule that a check of the model found broken: its trace names it where there is one."""
    rule = record.trace.rule if record.trace else ""
    return rule if rule in record.rules else next(iter(record.rules), "")
