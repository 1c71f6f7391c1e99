"""What a run of the checker leaves behind: one record a check, and what a rule's records come to.

Terminal, HTML page, JUnit and JSON are views of these records; none of them adds a fact of its own.
The verdicts and their order are those of the design: a verdict claims what was shown and no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal

import msgspec


class Verdict(StrEnum):
    """Outcome of one check."""

    PASS = "pass"
    """It completed the scope that it declared and found nothing."""
    VIOLATION = "violation"
    """It found a way in which the rule does not hold."""
    INCONCLUSIVE = "inconclusive"
    """It did not complete its scope: time, memory, a limit, a fact that could not be read."""
    NOT_EXERCISED = "not exercised"
    """It completed its scope, in which its premise was never met: nothing came up that could have failed."""
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
    NOT_EXERCISED = "not exercised"
    """Of its checks some were run, and none of these came to what could have failed."""
    NOT_JUDGED = "not judged"
    """No check of it was run to a verdict: all of them unsupported, or none there."""


LEFT_OPEN = (RuleVerdict.NOT_EXERCISED, RuleVerdict.NOT_JUDGED)
"""Verdicts on a rule of which nothing was shown, though nothing came to a halt."""


class Offer(msgspec.Struct, frozen=True):
    """An action that an engine offers, or should: those of its fields that matter, and in words."""

    action: dict[str, Any]
    text: str

    def is_among(self, actions: Iterable[Mapping[str, Any]]) -> bool:
        """Whether one of these actions has all of these fields."""
        return any(
            all(name in action and action[name] == value for name, value in self.action.items())
            for action in actions
        )


class Offers(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong with what an engine offers at one place of a game."""

    after: int = 0
    """Steps that were taken before."""
    wrong: list[Offer] = []
    """Offered, and should not be."""
    missing: list[Offer] = []
    """Not offered, and should be."""
    others: list[Offer] = []
    """All that is offered of the kinds of which something is missing."""

    @property
    def withholds(self) -> bool:
        """Whether only what is legal is missing: the other direction than offering what is not."""
        return bool(self.missing) and not self.wrong

    def names(self, action: Mapping[str, Any]) -> bool:
        """Whether this action is one of those that are offered wrongly, or missing."""
        return any(one.is_among([action]) for one in (*self.wrong, *self.missing))

    def again(self, offered: Sequence[Mapping[str, Any]]) -> list[str]:
        """What of it is wrong with these offers too, in words."""
        wrong = (one.text for one in self.wrong if one.is_among(offered))
        missing = (one.text for one in self.missing if not one.is_among(offered))
        return [
            *(f"the engine offers {text}, which is not legal" for text in wrong),
            *(f"the engine does not offer {text}, which is legal" for text in missing),
        ]

    @property
    def mended(self) -> str:
        """What is to be said where nothing of it is wrong any more."""
        told = [
            *(f"does not offer {one.text}" for one in self.wrong),
            *(f"offers {one.text}" for one in self.missing),
        ]
        return f"not shown again: the engine {' and '.join(told)}"


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a judge saw to be wrong in one state or step, and the rules that it suspects.

    It names no cause: `diagnosis.naming_causes` does, from all findings and records of a run.
    """

    suspects: list[str]
    """The rules that may be broken, the likeliest first; none where what is wrong rests on no rule."""
    check: str
    expected: str
    observed: str
    guard: str = ""
    demanded: list[str] = []
    """Rules by which it hung what happened by itself in the step, as the model has it."""
    offers: Offers | None = None
    """What is offered wrongly, where that is it; the steps before are for whoever knows them."""
    differs: list[str] = []
    """Which fields differ and how, whatever the player, the card and the amount."""
    carried_out: list[str] = []
    """Rules of all that the model did in the step."""
    by_default: bool = False
    """Nothing points at a rule, so that the first one of the action stands there."""

    @property
    def rule(self) -> str:
        """The first suspect, under which the finding is recorded until its cause is named; '' for none."""
        return self.suspects[0] if self.suspects else ""

    @property
    def withholds(self) -> bool:
        """Whether something legal is not offered, and nothing else is wrong."""
        return self.offers is not None and self.offers.withholds

    @property
    def is_missing_unexplained(self) -> bool:
        """Whether something legal is not offered, and several rules may be why."""
        return self.withholds and len(self.suspects) > 1


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
    broke: bool = False
    """The engine broke instead of answering."""


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
    ids: list[str] = []
    """The ids that the engine gave to things, in the order in which the game first showed them."""
    suspects: list[str] = []
    """The rules of an example that may be broken, where the trace is of one: several where nothing tells."""
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
    built_on: dict[str, str] = {}
    """Words that the check uses, each with its rule, for the diagnosis alone: that the check passes shows
    nothing of these rules."""
    violation: str = ""
    """Fingerprint of the violation that this record is part of, where the diagnosis has named its cause: then
    the rule that is violated stands first."""


class RuleResult(msgspec.Struct, frozen=True):
    """A rule with everything that was run for it."""

    rule: str
    verdict: RuleVerdict
    records: list[CheckRecord]


def verdict_on(record: CheckRecord, rule: str) -> Verdict:
    """What a record says of one of its rules.

    A violation is one of the rule that is its cause. It ended the check, so of the other rules that the check
    stands for it shows nothing.
    """
    return Verdict.INCONCLUSIVE if ended_by(record, rule) else record.verdict


def ended_by(record: CheckRecord, rule: str) -> str:
    """The rule whose violation ended a check before it said anything of this rule; '' where none did."""
    violated = violated_rule(record) if record.verdict is Verdict.VIOLATION else ""
    return violated if violated != rule else ""


def violated_rule(record: CheckRecord) -> str:
    """The rule that a record of a violation names; '' where it names none of its rules.

    After a diagnosis it is the cause, which the diagnosis has put first among the rules; before, it is the
    rule that the trace names: the first suspect.
    """
    if record.violation:
        return record.rules[0] if record.rules else ""
    named = record.trace.rule if record.trace else ""
    return named if named in record.rules else ""


def rule_verdict(verdicts: Iterable[Verdict]) -> RuleVerdict:
    """The worst of the verdicts; "not judged" where there is nothing but unsupported, or nothing at all."""
    seen = {verdict.value for verdict in verdicts}
    return next((verdict for verdict in RuleVerdict if verdict in seen), RuleVerdict.NOT_JUDGED)


def verdict_of_rule(rule: str, records: Iterable[CheckRecord]) -> RuleVerdict:
    """What these records come to for a rule: the worst of them.

    What the model shows of itself is no pass for an engine that has come to nothing which could have failed.
    """
    verdicts = [(record, verdict_on(record, rule)) for record in records]
    worst = rule_verdict(verdict for _, verdict in verdicts)
    of_engine = {verdict for record, verdict in verdicts if record.engine}
    if worst is RuleVerdict.PASS and Verdict.NOT_EXERCISED in of_engine and Verdict.PASS not in of_engine:
        return RuleVerdict.NOT_EXERCISED
    return worst


def rule_results(rules: Iterable[str], records: Sequence[CheckRecord]) -> list[RuleResult]:
    """One result for each of the rules, in the order given; records stand in the order given too."""
    by_rule: dict[str, list[CheckRecord]] = {rule: [] for rule in rules}
    for record in records:
        for rule in dict.fromkeys(record.rules):
            if rule in by_rule:
                by_rule[rule].append(record)
    return [RuleResult(rule, verdict_of_rule(rule, own), own) for rule, own in by_rule.items()]


def exit_status_of_records(records: Sequence[CheckRecord], strict: bool = False) -> int:
    """The exit status of a command that made these records.

    1 for any violation or error, else 3 for anything inconclusive or nothing judged, else 0. With `strict`, a
    rule named by the records that was not judged or not exercised counts as 3 too. (2, bad input or usage, is
    for runs that never came to records.)
    """
    seen = {record.verdict for record in records}
    if seen & {Verdict.VIOLATION, Verdict.ERROR}:
        return 1
    if Verdict.INCONCLUSIVE in seen or Verdict.PASS not in seen:
        return 3
    named = dict.fromkeys(rule for record in records for rule in record.rules)
    results = rule_results(named, records) if strict else []
    return 3 if any(result.verdict in LEFT_OPEN for result in results) else 0


def with_caught(records: Iterable[CheckRecord], caught: Mapping[str, Sequence[str]]) -> list[CheckRecord]:
    """The records, each with the planted faults that its check has been recorded to catch."""
    return [msgspec.structs.replace(record, caught=list(caught.get(record.check, ()))) for record in records]
