"""The diagnosis of what checks came to: every failure attributed to its cause, one violation for each."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from rulehound.checker.diagnosis.grouping import attributed, grouped
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.diagnosis.violations import violations
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.run import Violation


@dataclass(frozen=True)
class Diagnosis:
    """Records, where those that are part of a violation name it, and the violations."""

    records: list[CheckRecord]
    violations: list[Violation]

    def __add__(self, other: Diagnosis) -> Diagnosis:
        """Both, one after the other."""
        return Diagnosis(self.records + other.records, self.violations + other.violations)


def diagnose(records: Sequence[CheckRecord], target: Target, others: OtherEditions) -> Diagnosis:
    """The diagnosis of the records of an engine, which is asked again for what they show.

    A record that another edition allows is no violation any more, and says so.
    """
    by_edition = grouped(records, target, others)
    return Diagnosis(
        attributed(records, by_edition, target.game.name),
        [each for follows, causes in by_edition.items() for each in violations(target, causes, follows)],
    )


def diagnose_model(records: Sequence[CheckRecord], game: str) -> Diagnosis:
    """The diagnosis of the records of a model: the records of one check under one rule are one violation."""
    alike: dict[str, list[CheckRecord]] = {}
    diagnosed = []
    for record in records:
        if record.verdict is Verdict.VIOLATION:
            named = f"{game}\0model\0{_rule(record)}\0{record.check}"
            fingerprint = hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:16]
            rules = list(dict.fromkeys(rule for rule in (_rule(record), *record.rules) if rule))
            record = msgspec.structs.replace(record, rules=rules, violation=fingerprint)  # noqa: PLW2901
            alike.setdefault(fingerprint, []).append(record)
        diagnosed.append(record)
    return Diagnosis(diagnosed, [_of_model(fingerprint, own) for fingerprint, own in alike.items()])


def _of_model(fingerprint: str, records: Sequence[CheckRecord]) -> Violation:
    """The violation that these records of a check show, by the shortest trace among them."""
    best = min(records, key=lambda each: (each.trace is None, len(each.trace.steps) if each.trace else 0))
    trace, rule = best.trace, _rule(best)
    return Violation(
        fingerprint=fingerprint,
        rule=rule,
        element=best.check,
        expected=trace.expected if trace else "what the rules say",
        observed=trace.observed if trace else best.explanation,
        times=len(records),
        checks=[best.check],
        also=[other for other in best.rules if other != rule],
        trace=trace,
        agreed=max(len(trace.steps) - 1, 0) if trace else 0,
    )


def _rule(record: CheckRecord) -> str:
    named = record.trace.rule if record.trace else ""
    return named if named in record.rules else next(iter(record.rules), "")
