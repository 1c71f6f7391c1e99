"""What a run of the checker leaves behind: one record a check, and what a rule's records come to.

Terminal, HTML page, JUnit and JSON are views of these records; none of them adds a fact of its own.
The verdicts and their order are those of the design: a verdict claims what was shown and no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal

import msgspec

from rulehound.checker.offers import Offers


class Verdict(StrEnum):
    """Outcome of one check."""

    PASS = "pass"
    """It completed the scope that it declared and found nothing."""
    VIOLATION = "violation"
    """It found a way in which the rule does not hold."""
    INCONCLUSIVE = "inconclusive"
    """It did not complete its scope: time, memory, a limit, a fact that could not be read."""
    UNSUPPORTED = "unsupported"
    """The engine says that it cannot, or the scenario is listed as not executable."""
    ERROR = "error"
    """The engine or the checker broke."""


INDUCTION = "induction"
"""Stands where the name of a configuration does in the record of a proof."""


class RuleVerdict(StrEnum):
    """What a rule's checks come to together: the worst of them, in the order given here."""

    VIOLATION = "violation"
    ERROR = "error"
    INCONCLUSIVE = "inconclusive"
    PASS = "pass"
    NOT_JUDGED = "not judged"
    """No check of it was run to a verdict: all of them unsupported, or none there."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a judge says about one state or step: which check failed, under which rule, and how."""

    rule: str
    check: str
    expected: str
    observed: str
    guard: str = ""
    also: list[str] = []
    """Other rules at work in what differs: of them the step shows nothing either way."""
    demanded: list[str] = []
    """Rules by which it hung what happened by itself in the step, as the model has it."""
    offers: Offers | None = None
    """What is offered wrongly, where that is it; the steps before are for whoever knows them."""
    differs: list[str] = []
    """Which fields differ and how, whatever the player, the card and the amount."""
    carried_out: list[str] = []
    """Rules of all that the model did in the step."""


class TraceStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a trace: the action as JSON, in words, and what it changed (path → [before, after])."""

    action: dict[str, Any]
    """An action of the engine or the model, or `{"effect": …}`."""
    text: str
    changed: dict[str, list[Any]] = {}
    happened: list[str] = []
    """What the engine tells to have happened in it, by name and in order; nothing in steps of the model."""
    rule: str = ""
    """The rule that this step breaks, where it is this one."""
    guard: str = ""
    """The guard that does not hold here."""
    refused: bool = False
    """The engine refused the action (or had to)."""


TRACE_FORMAT: Literal["rulehound-trace-2"] = "rulehound-trace-2"
"""Names the format of a trace; the first one had no name, and did not say what was offered."""


class Trace(msgspec.Struct, frozen=True, omit_defaults=True):
    """The way from a start to a violation, complete enough to be run again."""

    game: str
    edition: str
    kind: Literal["model", "engine"]
    rule: str
    start: dict[str, Any]
    """Model: `{"configuration": name}`; engine: `{"new_game": Setup}`, `{"position": …, "cards": […]}` or
    `{"deck": …}`."""
    steps: list[TraceStep]
    expected: str
    observed: str
    values: dict[str, Any]
    """Facts and switches that it was judged by."""
    engine: str = ""
    """Command or entry-point name."""
    board: list[str] = []
    """Drawings of the board before and after the last step, as text."""
    offers: Offers | None = None
    """What the engine offered wrongly before or after the last step, where that is what is wrong."""
    format: Literal["", "rulehound-trace-2"] = ""


class CheckRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One run of one check."""

    check: str
    """Stable id: `invariant:NAME`, `guard:ACTION:NAME`, `scenario:ID`, `vector:…`, `setup:…`, `deck:…`, …"""
    rules: list[str]
    verdict: Verdict
    scope: str
    """What the check set out to do, declared before it ran."""
    shown: str
    """What it did show: "all 71,159 states", "proved, any deck"."""
    edition: str
    engine: str = ""
    """The engine that was judged; empty for checks of the model alone."""
    configuration: str = ""
    counts: dict[str, int] = {}
    seed: int | None = None
    explanation: str = ""
    trace: Trace | None = None
    inputs: dict[str, str] = {}
    """Hashes of what the verdict rests on."""
    caught: list[str] = []
    """Planted faults that this check has been seen to catch; empty is shown as "never seen to fail"."""
    label: str = ""
    """A qualification of the verdict, e.g. "bounded"."""


class RuleResult(msgspec.Struct, frozen=True):
    """A rule with everything that was run for it."""

    rule: str
    verdict: RuleVerdict
    records: list[CheckRecord]


def verdict_on(record: CheckRecord, rule: str) -> Verdict:
    """What a record says of one of its rules.

    A violation is one of the rule that its trace names. It ended the check, so of the other rules that the
    check stands for it shows nothing.
    """
    named = record.trace.rule if record.trace else ""
    if record.verdict is Verdict.VIOLATION and named in record.rules and named != rule:
        return Verdict.INCONCLUSIVE
    return record.verdict


def rule_verdict(verdicts: Iterable[Verdict]) -> RuleVerdict:
    """The worst of the verdicts; "not judged" where there is nothing but unsupported, or nothing."""
    seen = {verdict.value for verdict in verdicts}
    return next((verdict for verdict in RuleVerdict if verdict in seen), RuleVerdict.NOT_JUDGED)


def rule_results(rules: Iterable[str], records: Sequence[CheckRecord]) -> list[RuleResult]:
    """One result for each of the rules, in the order given; records stand in the order given too."""
    by_rule: dict[str, list[CheckRecord]] = {rule: [] for rule in rules}
    for record in records:
        for rule in dict.fromkeys(record.rules):
            if rule in by_rule:
                by_rule[rule].append(record)
    return [
        RuleResult(rule, rule_verdict(verdict_on(record, rule) for record in own), own)
        for rule, own in by_rule.items()
    ]


def exit_status(records: Sequence[CheckRecord], strict: bool = False) -> int:
    """The exit status of a run: 1 any violation or error, else 3 inconclusive or nothing judged, else 0.

    With `strict`, a rule named by the records that was not judged counts as 3 too. (2, bad input or usage, is
    for runs that never came to records.)
    """
    seen = {record.verdict for record in records}
    if seen & {Verdict.VIOLATION, Verdict.ERROR}:
        return 1
    if Verdict.INCONCLUSIVE in seen or Verdict.PASS not in seen:
        return 3
    named = dict.fromkeys(rule for record in records for rule in record.rules)
    results = rule_results(named, records) if strict else []
    return 3 if any(result.verdict is RuleVerdict.NOT_JUDGED for result in results) else 0


def with_caught(records: Iterable[CheckRecord], caught: Mapping[str, Sequence[str]]) -> list[CheckRecord]:
    """The records, each with the planted faults that its check has been recorded to catch."""
    return [msgspec.structs.replace(record, caught=list(caught.get(record.check, ()))) for record in records]
