"""Engines that follow another number than the document at hand states.

Nearly every check depends on some fact: an engine that checks one security card instead of the document's two
fails in dozens of rules that do not mention that number. Such an engine is judged by the number that it
follows, and its failures by the document's number are one violation, of the rule that states the fact.

The numbers tried are those of reviewed clauses with the same words, such as the clause before the publisher
changed it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import msgspec

from rulehound.checker.diagnosis.naming_causes import Diagnosis
from rulehound.checker.diagnosis.rerun import rerun
from rulehound.checker.engines import RestartedEngine
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.run_record import Violation
from rulehound.checker.suite.catalogue import scenario_check
from rulehound.checker.suite.scenarios.given import Vocabulary
from rulehound.checker.suite.scenarios.running import run_scenario
from rulehound.checker.suite.watching import FAILED
from rulehound.spec.formats import Adapter, Scenario

TRIED_AT_MOST = 12
"""Failures that are judged again by another number, the shortest trace of each check first."""


@dataclass(frozen=True)
class OtherNumber:
    """A fact with the number that an engine follows in place of the document's."""

    fact: str
    rule: str
    """The rule whose clause states the fact."""
    stated: int
    followed: int
    reviewed: bool
    """Whether somebody has reviewed the clause with the number that it states."""

    def __str__(self) -> str:
        return f"{self.fact} = {self.followed}"


def numbers_followed(
    book: Rulebook,
    records: Sequence[CheckRecord],
    target: Target,
    scenarios: Iterable[Scenario],
    words: Vocabulary | None,
) -> list[OtherNumber]:
    """The facts of which an engine follows another number that is known, as its failures show.

    It follows that number where a check that failed by the document's number fails by it again and passes by
    the other. That has to be a check of the rule that states the fact; any other is asked only where there is
    none among the failures, and nobody has reviewed the number.
    """
    candidates = [
        OtherNumber(
            fact.name,
            fact.places[0].rule,
            fact.value,
            other,
            all(place.reviewed for place in fact.places),
        )
        for fact in book.facts.values()
        if fact.value is not None
        for other in fact.otherwise
    ]
    failures = _shortest(records) if candidates else []
    if not failures:
        return []
    by_check = {scenario_check(scenario): scenario for scenario in scenarios}
    followed: dict[str, OtherNumber] = {}
    with RestartedEngine(target.open, must_start=False) as engine:
        for each in candidates:
            if each.fact not in followed:
                other = replace(target, values={**target.values, each.fact: each.followed})
                own = [failure for failure in failures if each.rule in failure.rules]
                for failure in own[:TRIED_AT_MOST] or ([] if each.reviewed else failures[:TRIED_AT_MOST]):
                    scenario = by_check.get(failure.check)
                    tells = partial(_tells_apart, failure, scenario, target, other, words)
                    if engine.ask(tells, broken=False):
                        followed[each.fact] = each
                        break
    return list(followed.values())


def _shortest(records: Sequence[CheckRecord]) -> list[CheckRecord]:
    """One failure of each check, scenarios first, then the shortest traces."""

    def rank(record: CheckRecord) -> tuple[bool, int]:
        return not record.check.startswith("scenario:"), len(record.trace.steps) if record.trace else 0

    failures = sorted((record for record in records if record.verdict in FAILED), key=rank)
    return list({record.check: record for record in reversed(failures)}.values())[::-1]


def _tells_apart(
    record: CheckRecord,
    scenario: Scenario | None,
    stated: Target,
    other: Target,
    words: Vocabulary | None,
    adapter: Adapter,
) -> bool:
    """Whether an engine fails a check by the stated number and passes it by the other. Raises EngineError."""
    if scenario is not None and words is not None:
        now, then = (run_scenario(each, adapter, scenario, words).verdict for each in (stated, other))
        return now in FAILED and then is Verdict.PASS
    if record.trace is None:
        return False
    now_seen, then_seen = (rerun(each.game, adapter, each.judge, record.trace) for each in (stated, other))
    if now_seen is None or then_seen is None:
        return False
    wrong_now = {(finding.check, finding.rule) for finding in now_seen.findings}
    wrong_then = {(finding.check, finding.rule) for finding in then_seen.findings}
    shown = (record.check, record.trace.rule) in wrong_now - wrong_then
    return shown and wrong_then <= wrong_now and then_seen.conclusive


def explains_more(records: Sequence[CheckRecord], by_other: Sequence[CheckRecord]) -> bool:
    """Whether no scenario that an engine passes by the stated numbers fails by the others.

    Then the others are the ones that it follows. Games tell nothing of this: they end where the first thing
    is wrong, and so may come to more by the others.
    """
    passed = {record.check for record in records if record.verdict is Verdict.PASS}
    return not any(
        record.verdict in FAILED and record.check in passed and record.check.startswith("scenario:")
        for record in by_other
    )


def with_other_numbers(book: Rulebook, followed: Sequence[OtherNumber]) -> Rulebook:
    """The rulebook with the numbers that an engine follows."""
    numbers = {each.fact: each.followed for each in followed}
    facts = {
        name: msgspec.structs.replace(fact, value=numbers[name]) if name in numbers else fact
        for name, fact in book.facts.items()
    }
    return replace(book, facts=facts)


def of_numbers_alone(records: Sequence[CheckRecord], by_other: Sequence[CheckRecord]) -> list[CheckRecord]:
    """The failures by the stated numbers that there are not by the numbers that are followed."""

    def shown(record: CheckRecord) -> tuple[str, str]:
        return record.check, record.trace.rule if record.trace else ""

    still = {shown(record) for record in by_other if record.verdict in FAILED}
    return [record for record in records if record.verdict in FAILED and shown(record) not in still]


def filed_under_facts(diagnosis: Diagnosis, followed: Sequence[OtherNumber], game: str) -> Diagnosis:
    """The diagnosis of failures of numbers alone as one violation of each fact.

    Where an engine follows several other numbers, a failure belongs to the fact whose rule the diagnosis
    named, else to the first of them.
    """
    by_rule = {each.rule: each for each in followed}
    groups: dict[str, list[Violation]] = {}
    for violation in diagnosis.violations:
        number = by_rule.get(violation.rule, followed[0])
        groups.setdefault(number.fact, []).append(violation)
    numbers = {each.fact: each for each in followed}
    merged = [_of_fact(numbers[fact], own, game) for fact, own in groups.items()]
    fact_of = {violation.fingerprint: fact for fact, own in groups.items() for violation in own}
    records: dict[str, CheckRecord] = {}
    for record in diagnosis.records:
        if record.verdict is Verdict.VIOLATION and record.check not in records:
            number = numbers[fact_of.get(record.violation, followed[0].fact)]
            records[record.check] = _record_of_fact(record, number, game)
    errors = [
        msgspec.structs.replace(record, rules=[followed[0].rule])
        for record in diagnosis.records
        if record.verdict is Verdict.ERROR and not records
    ]
    return Diagnosis([*records.values(), *errors], merged)


def labelled(records: Iterable[CheckRecord], followed: Sequence[OtherNumber]) -> list[CheckRecord]:
    """The records, which say by which numbers they were judged."""
    label = f"with {', '.join(map(str, followed))}"
    return [record if record.label else msgspec.structs.replace(record, label=label) for record in records]


def followed_otherwise(followed: Iterable[OtherNumber]) -> list[str]:
    """Limits of a run, in words: the numbers by which it judged the engine in place of the document's."""
    return [
        f"judged with {each}, which the engine follows; the document says {each.stated}" for each in followed
    ]


def _fingerprint(number: OtherNumber, game: str) -> str:
    return hashlib.sha256(f"{game}\0fact\0{number.fact}".encode()).hexdigest()[:16]


def _record_of_fact(record: CheckRecord, number: OtherNumber, game: str) -> CheckRecord:
    trace = record.trace and msgspec.structs.replace(record.trace, rule=number.rule)
    return msgspec.structs.replace(
        record, rules=[number.rule], trace=trace, violation=_fingerprint(number, game)
    )


def _of_fact(number: OtherNumber, violations: Sequence[Violation], game: str) -> Violation:
    """One violation in place of these: the best trace is that of the fact's own rule, else the shortest."""

    def rank(violation: Violation) -> tuple[bool, int]:
        return violation.rule != number.rule, len(violation.trace.steps) if violation.trace else 0

    best = min(violations, key=rank)
    trace = best.trace
    if trace is not None:
        steps = [*trace.steps]
        if steps:
            steps[-1] = msgspec.structs.replace(steps[-1], rule=number.rule)
        trace = msgspec.structs.replace(trace, rule=number.rule, steps=steps)
    checks = dict.fromkeys(check for each in (best, *violations) for check in each.checks)
    appearances: Mapping[str, list[str]] = {check: [str(number)] for check in checks}
    return msgspec.structs.replace(
        best,
        fingerprint=_fingerprint(number, game),
        rule=number.rule,
        element=f"fact:{number.fact}",
        expected=f"{best.expected} ({number.fact} = {number.stated})",
        observed=f"{best.observed} (as with {number})",
        times=sum(each.times for each in violations),
        checks=list(checks),
        also=[],
        candidates=[],
        signatures=[str(number)],
        appearances=dict(appearances),
        trace=trace,
        longest=max(each.longest for each in violations),
    )
