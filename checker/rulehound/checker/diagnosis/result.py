"""Everything that one run of `rulehound conform` has to say; conformance.json is this, every view reads it.

Two runs with the same input and seed give equal results but for the timing within their runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from rulehound.checker.records import RuleVerdict, Trace, Verdict
from rulehound.checker.report.run import Run
from rulehound.checker.results import Census
from rulehound.checker.suite.edition import EditionFound

FORMAT: Literal["rulehound-conformance-1"] = "rulehound-conformance-1"
"""Name of the format of conformance.json; the number changes when an old reader would misread it."""

Again = Literal["deterministic", "flaky", "not run again"]
"""What became of a trace when it was run twice more, each time on a fresh engine."""


class Violation(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cause for which an engine breaks a rule, however often it was met."""

    fingerprint: str
    """The same for the same cause in every run, edition and document: no clause, line or number is in it."""
    rule: str
    """'' where no rule is broken but the engine's own word."""
    element: str
    """Where: `guard:ACTION:NAME`, `effect:RULE`, `invariant:NAME`; `expectation` where only examples tell."""
    expected: str
    observed: str
    times: int
    """How often it was met, over all checks."""
    checks: list[str]
    """The checks that met it, each once."""
    also: list[str] = []
    """Other rules that these checks name or that were at work in what differs."""
    guard: str = ""
    trace: Trace | None = None
    """The shortest way there."""
    file: str = ""
    """Where the report keeps the trace, relative to its folder."""
    agreed: int = 0
    """The first steps of the trace with which the judge finds nothing wrong."""
    longest: int = 0
    """The most steps that agreed before it was met, over the traces of all its checks."""
    again: Again = "not run again"
    follows: str = ""
    """The edition that allows it: then the engine follows that edition here, and nothing is violated."""
    known: bool = False
    """The baseline has it."""
    pictures: list[str] = []
    """SVG of the board before and after the last step, of the start where there is no step."""


class EngineResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """One engine: the run of its checks, and what came of it."""

    command: str
    run: Run | None = None
    """None where the engine did not start."""
    edition: EditionFound | None = None
    violations: list[Violation] = []
    own_cards: Census | None = None
    """The engine's own cards, where it was played with these."""
    trouble: str = ""
    """Why there is no run."""

    @property
    def name(self) -> str:
        """What the engine calls itself, else its command."""
        return self.run.engine.name if self.run else self.command

    @property
    def broken(self) -> list[Violation]:
        """The violations, without what another edition allows."""
        return [violation for violation in self.violations if not violation.follows]

    @property
    def elsewhere(self) -> list[Violation]:
        """What another edition allows."""
        return [violation for violation in self.violations if violation.follows]


class Conformance(msgspec.Struct, frozen=True, kw_only=True):
    """One run over all engines."""

    format: Literal["rulehound-conformance-1"] = FORMAT
    rulehound: str
    game: str
    game_title: str
    seed: int
    effort: str
    engines: list[EngineResult]
    gone: list[str] = []
    """Fingerprints of the baseline that this run did not meet."""
    exit_status: int
    complete: bool = True
    """Stands last: a file that was cut short does not have it."""


def exit_status(engines: Sequence[EngineResult], strict: bool = False) -> int:
    """1 any new violation or an engine that broke or did not start, else 3 anything inconclusive, else 0.

    What another edition allows and what the baseline knows does not fail, nor what is inconclusive beside a
    violation that is known. With `strict`, that, what another edition allows and rules that were not judged
    count as 3.
    """
    records = [record for engine in engines if engine.run for record in engine.run.records]
    seen = {record.verdict for record in records}
    new = any(not violation.known for engine in engines for violation in engine.broken)
    if new or Verdict.ERROR in seen or any(engine.run is None for engine in engines):
        return 1
    known = any(violation.known for engine in engines for violation in engine.violations)
    if Verdict.PASS not in seen or (Verdict.INCONCLUSIVE in seen and (strict or not known)):
        return 3
    rules = [rule for engine in engines if engine.run for rule in engine.run.rules if rule.holds]
    if strict and any(rule.verdict is RuleVerdict.NOT_JUDGED for rule in rules):
        return 3
    return 3 if strict and any(engine.elsewhere for engine in engines) else 0
