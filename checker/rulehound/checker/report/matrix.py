"""The matrix of rules by engines: the outcome of every rule on every engine, with counts and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulehound.checker.records import CheckRecord, Verdict, ended_by, verdict_of_rule, verdict_on
from rulehound.checker.report.summary import reason_left_open
from rulehound.checker.run_record import Run, RunRule, Violation

FOLLOWS = "follows another edition"
NOT_RUN = "did not start"
NOT_JUDGED = "not judged"
NOT_EXERCISED = "not exercised"
NOT_HELD = "does not hold"
"""Verdict for a rule that the engine's edition does not have."""

WORST_FIRST = (
    "violation", "error", FOLLOWS, "inconclusive", NOT_EXERCISED, NOT_JUDGED, NOT_RUN, "pass", NOT_HELD
)  # fmt: skip
"""Verdicts in the order in which people look at them."""


@dataclass(frozen=True)
class Cell:
    """One rule on one engine. `judged` counts its checks that came to a verdict on it."""

    verdict: str
    """violation, error, follows another edition, inconclusive, pass, not exercised, not judged; or why there
    is none."""
    judged: int = 0
    passed: int = 0
    violated: int = 0
    not_judged: int = 0
    not_exercised: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)
    """Why checks could not be judged or were not exercised, and how many of each."""
    violations: Sequence[Violation] = ()
    ended_by: frozenset[str] = frozenset()
    """Where nothing is left open but by violations of other rules, which ended checks: these rules."""

    @property
    def rank(self) -> int:
        """The place of its verdict in WORST_FIRST."""
        return WORST_FIRST.index(self.verdict)

    @property
    def word(self) -> str:
        """The verdict in a few characters."""
        return {"violation": "violated", "pass": "passed"}.get(self.verdict, self.verdict)

    @property
    def counts(self) -> str:
        """How many checks of the rule had each verdict: "9 violated, 1 passed"."""
        counts = {
            "violated": self.violated,
            "passed": self.passed,
            "not exercised": self.not_exercised,
            "not judged": self.not_judged,
        }
        return ", ".join(f"{count} {what}" for what, count in counts.items() if count)

    @property
    def counted_reasons(self) -> list[str]:
        """Why checks of the rule were not judged, each reason with how many where it is of several."""
        return [f"{reason} ({count})" if count > 1 else reason for reason, count in self.reasons.items()]


@dataclass(frozen=True)
class Row:
    """One rule on all engines."""

    rule: RunRule
    cells: Sequence[Cell]

    @property
    def worst(self) -> int:
        """The rank of the verdict that needs a look before those of the other engines."""
        return min(cell.rank for cell in self.cells)

    @property
    def plain(self) -> bool:
        """Whether every engine that ran passes, or does not have the rule."""
        return all(cell.verdict in ("pass", NOT_HELD, NOT_RUN) for cell in self.cells)

    @property
    def quiet(self) -> bool:
        """Whether the worst verdict of any engine is that the rule was not judged or not exercised."""
        quiet = ("pass", NOT_EXERCISED, NOT_JUDGED, NOT_HELD, NOT_RUN)
        return all(cell.verdict in quiet for cell in self.cells)

    @property
    def ended_by(self) -> frozenset[str]:
        """The rules whose violations alone keep this one from being judged in full; none where there is
        more."""
        open_cells = [cell for cell in self.cells if cell.verdict not in ("pass", NOT_HELD, NOT_RUN)]
        if not all(cell.ended_by for cell in open_cells):
            return frozenset()
        return frozenset[str]().union(*(cell.ended_by for cell in open_cells))


def matrix(runs: Sequence[Run]) -> list[Row]:
    """A row for each rule that holds in the edition of an engine that ran, in the order of the spec."""
    rules: dict[str, RunRule] = {}
    for run in runs:
        for rule in run.rules:
            if rule.holds:
                rules.setdefault(rule.id, rule)
    order = {rule.id: place for run in runs[:1] for place, rule in enumerate(run.rules)}
    ordered = sorted(rules, key=lambda rule: order.get(rule, len(order)))
    by_rule = [_by_rule(run) for run in runs]
    return [
        Row(rules[rule], [_cell(run, rule, own.get(rule)) for run, own in zip(runs, by_rule, strict=True)])
        for rule in ordered
    ]


def _by_rule(run: Run) -> dict[str, list[CheckRecord]]:
    """The records of each rule that holds."""
    records: dict[str, list[CheckRecord]] = {rule.id: [] for rule in run.rules if rule.holds}
    for record in run.records:
        for rule in dict.fromkeys(record.rules):
            if rule in records:
                records[rule].append(record)
    return records


def _cell(run: Run, rule: str, records: Sequence[CheckRecord] | None) -> Cell:
    if not run.started:
        return Cell(NOT_RUN)
    if records is None:
        return Cell(NOT_HELD)
    verdicts = [(record, verdict_on(record, rule)) for record in records]
    counts = Counter(verdict for _, verdict in verdicts)
    judged = counts[Verdict.PASS] + counts[Verdict.VIOLATION]
    left_open = [each for each in verdicts if each[1] not in (Verdict.PASS, Verdict.VIOLATION)]
    # why something could not be judged comes before what never came up
    left_open.sort(key=lambda each: each[1] is Verdict.NOT_EXERCISED)
    reasons = Counter(reason_left_open(record, rule) for record, _ in left_open)
    ended = [violated for record in records if (violated := ended_by(record, rule))]
    own = [violation for violation in run.violations if violation.rule == rule]
    worst = verdict_of_rule(rule, records).value
    if worst not in ("violation", "error") and any(violation.follows for violation in own):
        worst = FOLLOWS
    unsupported = rule in run.engine.unsupported and worst == "pass"
    return Cell(
        NOT_JUDGED if unsupported else worst,
        judged,
        counts[Verdict.PASS],
        counts[Verdict.VIOLATION],
        len(records) - judged - counts[Verdict.NOT_EXERCISED],
        counts[Verdict.NOT_EXERCISED],
        reasons,
        own,
        frozenset(ended) if worst == "inconclusive" and len(ended) == reasons.total() else frozenset(),
    )


def not_judged(run: Run) -> Counter[str]:
    """Why checks of an engine could not be judged, over all rules, the most frequent first."""
    reasons = Counter(
        record.explanation or record.shown
        for record in run.records
        if record.verdict in (Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE)
    )
    return Counter(dict(reasons.most_common()))
