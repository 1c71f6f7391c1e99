"""Rules by engines: what became of every rule on every engine, with counts and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulehound.checker.diagnosis.result import EngineResult, Violation
from rulehound.checker.records import CheckRecord, Verdict, rule_verdict, verdict_on
from rulehound.checker.report.run import RuleRead, Run

FOLLOWS = "follows another edition"
NOT_RUN = "did not start"
NOT_JUDGED = "not judged"
NOT_HELD = "does not hold"
"""The rule is none of the edition that the engine is judged by."""


@dataclass(frozen=True)
class Cell:
    """One rule on one engine. `judged` counts its checks that came to a verdict on it."""

    verdict: str
    """violation, error, follows another edition, inconclusive, pass, not judged; or why there is none."""
    judged: int = 0
    passed: int = 0
    violated: int = 0
    not_judged: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)
    """Why checks could not be judged, and how many of each."""
    violations: Sequence[Violation] = ()


@dataclass(frozen=True)
class Row:
    """One rule on all engines."""

    rule: RuleRead
    cells: Sequence[Cell]

    @property
    def plain(self) -> bool:
        """Every engine that ran passes, or has nothing to do with it."""
        return all(cell.verdict in ("pass", NOT_HELD, NOT_RUN) for cell in self.cells)

    @property
    def quiet(self) -> bool:
        """The worst of any engine is that it was not judged."""
        return all(cell.verdict in ("pass", NOT_JUDGED, NOT_HELD, NOT_RUN) for cell in self.cells)


def matrix(engines: Sequence[EngineResult]) -> list[Row]:
    """A row for each rule that holds in the edition of an engine, in the order of the spec."""
    runs = [engine.run for engine in engines if engine.run is not None]
    rules: dict[str, RuleRead] = {}
    for run in runs:
        for rule in run.rules:
            if rule.holds:
                rules.setdefault(rule.id, rule)
    order = {rule.id: place for run in runs[:1] for place, rule in enumerate(run.rules)}
    ordered = sorted(rules, key=lambda rule: order.get(rule, len(order)))
    told = [_by_rule(engine.run) if engine.run else {} for engine in engines]
    return [
        Row(
            rules[rule],
            [_cell(engine, rule, own.get(rule)) for engine, own in zip(engines, told, strict=True)],
        )
        for rule in ordered
    ]


def _by_rule(run: Run) -> dict[str, list[CheckRecord]]:
    """The records of each rule that holds."""
    found: dict[str, list[CheckRecord]] = {rule.id: [] for rule in run.rules if rule.holds}
    for record in run.records:
        for rule in dict.fromkeys(record.rules):
            if rule in found:
                found[rule].append(record)
    return found


def _cell(engine: EngineResult, rule: str, records: Sequence[CheckRecord] | None) -> Cell:
    if engine.run is None:
        return Cell(NOT_RUN)
    if records is None:
        return Cell(NOT_HELD)
    verdicts = [(record, verdict_on(record, rule)) for record in records]
    counts = Counter(verdict for _, verdict in verdicts)
    judged = counts[Verdict.PASS] + counts[Verdict.VIOLATION]
    reasons = Counter(
        _reason(record) for record, verdict in verdicts if verdict not in (Verdict.PASS, Verdict.VIOLATION)
    )
    own = [violation for violation in engine.violations if violation.rule == rule]
    worst = rule_verdict(counts).value
    if worst not in ("violation", "error") and any(violation.follows for violation in own):
        worst = FOLLOWS
    unsupported = rule in engine.run.engine.unsupported and worst == "pass"
    return Cell(
        NOT_JUDGED if unsupported else worst,
        judged,
        counts[Verdict.PASS],
        counts[Verdict.VIOLATION],
        len(records) - judged,
        reasons,
        own,
    )


def _reason(record: CheckRecord) -> str:
    """Why a check came to no verdict on a rule; one that a violation of another rule ended says so."""
    if record.verdict is Verdict.VIOLATION and record.trace is not None:
        return f"ended when {record.trace.rule} was violated"
    return record.explanation or record.shown


def not_judged(run: Run) -> Counter[str]:
    """Why checks of an engine could not be judged, over all rules, the most frequent first."""
    reasons = Counter(
        record.explanation or record.shown
        for record in run.records
        if record.verdict in (Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE)
    )
    return Counter(dict(reasons.most_common()))
