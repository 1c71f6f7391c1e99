"""The record of a run: what one engine was judged by, what was run, and what came of it.

`rulehound check` writes one run as report.json, `rulehound conform` the runs of all its engines as
conformance.json; every view reads these. Two runs with the same input and seed are equal but for `timing`:
nothing else here may hold a time, a process id, or the path of a temporary or output folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from rulehound.checker.records import LEFT_OPEN, CheckRecord, RuleVerdict, Trace, Verdict, rule_results
from rulehound.checker.stage_results import Census
from rulehound.spec.documents.links import DOUBTFUL

REPORT_FORMAT: Literal["rulehound-report-2"] = "rulehound-report-2"
"""Name of the format of report.json; the number changes when an old reader would misread it."""

CONFORMANCE_FORMAT: Literal["rulehound-conformance-2"] = "rulehound-conformance-2"
"""Name of the format of conformance.json; the number changes when an old reader would misread it."""


class RunDocument(msgspec.Struct, frozen=True):
    """The document that the facts and clauses of a run were read from."""

    id: str
    title: str
    version: str
    """Version of the recorded edition that the file is, or resembles most."""
    file: str
    """Name of the file, without its folder."""
    sha256: str
    pages: int
    clauses: int
    exact: bool
    """The file is the recorded edition, byte for byte."""
    explanation: str
    warnings: list[str] = []
    cited: str = ""
    """Title and version by which its clauses are cited: its own, also where it is not recorded."""

    @property
    def name(self) -> str:
        """Title and version by which its clauses are cited."""
        return self.cited or f"{self.title} {self.version}"


class RunEngine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The engine as it introduced itself, and how it was started."""

    command: str
    name: str
    version: str
    capabilities: list[str]
    unsupported: list[str] = []
    """Rules that it says it does not follow in the edition of the run."""
    chooses: list[str] = []
    """Decisions of players that it says it makes by itself."""
    trouble: str = ""
    """How it failed the run, where it did."""


class CitedClause(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clause of the document at hand that a rule rests on."""

    recorded: str
    """Key of the clause in the recorded edition, which the link was written for."""
    status: str
    """ok, moved, suspect, split, orphan."""
    number: str = ""
    key: str = ""
    """Key in the document at hand; '' where the clause is gone, as are the fields that follow."""
    page: int = 0
    text: str = ""
    changed: bool = False
    """The document marks the clause as changed."""
    boxes: list[tuple[int, float, float, float, float]] = []
    """Page (from 1), x0, top, x1, bottom of each line, in PDF points from the top left."""
    explanation: str = ""
    reviewed: str = ""
    """Of a link in doubt: edition and key of the clause whose words were reviewed."""
    reviewed_text: str = ""
    """The words that were reviewed, where the document that has them is at hand."""

    @property
    def is_doubtful(self) -> bool:
        """Whether a person has to review the link: the clause is not what was reviewed."""
        return self.status in DOUBTFUL


class RunRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule of the spec with the clauses it rests on and what the run made of it."""

    id: str
    kind: str
    says: str
    verdict: RuleVerdict
    holds: bool
    """The rule holds in the edition of the run; where it does not, none of its checks is run for it."""
    clauses: list[CitedClause] = []
    elsewhere: list[str] = []
    """Other recorded documents that state it: "Comprehensive Rules 4.0, 1-4-2-2"."""
    checks: list[str] = []
    """Ids of the checks that were declared to stand for it."""
    facts: list[str] = []
    """Names of the facts that its clauses state or that its checks rest on."""
    reading: str = ""
    """How the edition of the run reads the rule, where editions read it differently."""

    @property
    def suspect(self) -> list[CitedClause]:
        """The clauses that it rests on and that are not what was reviewed; then no pass is shown of it."""
        return [clause for clause in self.clauses if clause.is_doubtful]


class RunLinks(msgspec.Struct, frozen=True):
    """What waits for a person to look at it in the document of a run."""

    suspect: list[str] = []
    """Links to clauses that changed since they were reviewed: "1-4-2 of memory.limit"."""
    orphan: list[str] = []
    """Links to clauses that are gone."""
    uncovered: list[str] = []
    """Clauses that no rule and no reason for no check names."""
    waiting: list[str] = []
    """Those of them that need one: clauses that the recorded edition does not have, and every clause of a
    document of which each must have one."""
    excused: list[str] = []
    """Clauses with a reason for no check, of words for which it was not given."""


class RunFactPlace(msgspec.Struct, frozen=True):
    """One place where a document states a fact."""

    document: str
    version: str
    clause: str
    page: int
    value: int


class RunFact(msgspec.Struct, frozen=True):
    """A number read out of the document's clauses; None where that failed, and then why."""

    name: str
    value: int | None
    status: Literal["ok", "missing", "contradictory", "suspect"]
    places: list[RunFactPlace]
    explanation: str


class NotShown(msgspec.Struct, frozen=True):
    """What a run did not show, each as a list of names or sentences."""

    bounds: list[str] = []
    """Bounds within which something was shown, and not beyond."""
    never_taken: list[str] = []
    """Actions of the model or of the engine that no search or game took."""
    without_check: list[str] = []
    """Rules that no check was run for."""
    not_judged: list[str] = []
    """Rules with checks, of which none came to a verdict."""
    not_exercised: list[str] = []
    """Rules with checks that were run, of which none came to what could have failed."""
    not_run: list[str] = []
    """Checks that are declared and that this run never came to."""
    never_failed: list[str] = []
    """Checks that passed and have not been seen to catch any planted fault."""
    limits: list[str] = []
    """Other limits of this run, in sentences."""


Again = Literal["deterministic", "flaky", "not run again"]
"""What became of a trace when it was run twice more, each time on a fresh engine."""


class WalkStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a walk, as people follow it."""

    text: str
    """The action, in words."""
    happened: list[str] = []
    """What the engine tells to have done in between, in words and in order."""
    picture: str = ""
    """SVG of the board after it, with what it changed marked; '' where it cannot be drawn."""
    refusal: str = ""
    """The engine's words where it refused."""


class WalkCard(msgspec.Struct, frozen=True):
    """A card that a walk shows: its name, and what is printed on it, a line each."""

    name: str
    lines: list[str]


class ShownWalk(msgspec.Struct, frozen=True, omit_defaults=True):
    """The way to a violation with all its boards."""

    start: str
    """SVG of the board before the first step."""
    steps: list[WalkStep] = []
    left_out: int = 0
    """Steps before these, which are not shown."""
    cards: list[WalkCard] = []
    expected: str = ""
    """What the rules want at the end, in words that name the players as the boards do."""
    observed: str = ""
    other: str = ""
    """SVG of the board to which the same steps lead on another engine; '' where they lead to none."""
    other_engine: str = ""
    scenario: str = ""
    """It as a scenario, in TOML; '' where none can be made of it."""


class Violation(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cause for which an engine, or the model, breaks a rule, however many checks fail of it."""

    fingerprint: str
    """The same for the same cause in every run, edition and document: of an engine a hash of the game, the
    rule, the element and the direction, of the model one of the game, the rule and the check. No clause, line
    or number is in it."""
    rule: str
    """'' where no rule is broken but the engine's own word."""
    element: str
    """Where: `guard:ACTION:NAME`, `effect:RULE`, `invariant:NAME`; `expectation` where only examples tell."""
    expected: str
    observed: str
    times: int
    """How often it was seen, over all checks."""
    checks: list[str]
    """The checks that fail of it, each once; first the one whose trace is given."""
    also: list[str] = []
    """Other rules that these checks name or that were at work in what differs, the likeliest first."""
    candidates: list[str] = []
    """Rules that may be broken as well in place of this one: nothing in the run tells them apart."""
    guard: str = ""
    trace: Trace | None = None
    """The shortest way there."""
    file: str = ""
    """Where the report keeps the trace, relative to its folder."""
    agreed: int = 0
    """The first steps of the trace with which the judge finds nothing wrong."""
    longest: int = 0
    """The most steps that agreed before it was seen, over the traces of all its checks."""
    again: Again = "not run again"
    follows: str = ""
    """The edition that allows it: then the engine follows that edition here, and nothing is violated."""
    allowed_by: str = ""
    """Another edition that allows it, where the engine says that it follows the edition of the run."""
    signatures: list[str] = []
    """How it shows in all its checks, each way once: the direction, what differs, and the scenario.
    Nothing of a random game is in it."""
    appearances: dict[str, list[str]] = {}
    """The ways in which each of its checks fails of it."""
    known: bool = False
    """The baseline has it: with all its signatures, or all its appearances under whatever cause."""
    new_signatures: list[str] = []
    """Of a violation that the baseline has: how it shows now and did not then."""
    pictures: list[str] = []
    """SVG of the board before and after the last step, of the start where there is no step."""
    walk: ShownWalk | None = None
    """The way there with all its boards, where the game draws them."""


class Breakdown(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way in which an engine breaks: it crashed, hung or answered nonsense."""

    message: str
    """How it breaks, with the engine's own last line where it has one."""
    checks: list[str]
    """The checks that came to no verdict of it, each once."""
    trace: Trace | None = None
    """The shortest way there."""
    file: str = ""
    """Where the report keeps the trace, relative to its folder; '' without a trace."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """The run of one engine: what it was judged by, what came of it, and what it does not show."""

    format: Literal["rulehound-report-2"] = REPORT_FORMAT
    rulehound: str
    """Version of the checker."""
    game: str
    game_title: str
    edition: str
    """The ruleset of the run."""
    edition_reason: str = ""
    """Why it is this one, as the end of a sentence: "as asked for", "as the engine says"."""
    edition_answers: Mapping[str, tuple[int, int]] = {}
    """Edition to how many scenarios that tell editions apart the engine met and did not; asked of an engine
    that names no edition."""
    seed: int
    effort: str
    document: RunDocument
    engine: RunEngine
    links: RunLinks = RunLinks()
    facts: list[RunFact]
    switches: dict[str, Any]
    """The settings in which editions differ, as this run had them."""
    rules: list[RunRule]
    records: list[CheckRecord]
    violations: list[Violation] = []
    """One for each cause, and what other editions allow; every violation among the records is part of one."""
    breakdowns: list[Breakdown] = []
    """How the engine broke, what cost most checks first."""
    own_cards: Census | None = None
    """The engine's own cards, where it was played with these."""
    not_shown: NotShown
    exit_status: int
    timing: dict[str, float] = {}
    """Seconds by stage; the one thing in which two equal runs differ."""

    @property
    def started(self) -> bool:
        """Whether the engine started; where it did not, nothing was run."""
        return not self.engine.trouble

    @property
    def broken(self) -> list[Violation]:
        """The violations, without what another edition allows."""
        return [violation for violation in self.violations if not violation.follows]

    @property
    def suspect_rules(self) -> list[RunRule]:
        """The rules that hold and rest on clauses that changed since they were reviewed."""
        return [rule for rule in self.rules if rule.holds and rule.suspect]

    @property
    def allowed_elsewhere(self) -> list[Violation]:
        """What another edition allows."""
        return [violation for violation in self.violations if violation.follows]

    def indices_of(self, rule: str) -> list[int]:
        """Positions of the records that stand for a rule."""
        return [index for index, record in enumerate(self.records) if rule in record.rules]

    @property
    def other_indices(self) -> list[int]:
        """Positions of the records that stand for no rule: of the model's graph, of an engine's own word."""
        known = {rule.id for rule in self.rules}
        return [index for index, record in enumerate(self.records) if known.isdisjoint(record.rules)]

    def records_of(self, rule: str) -> list[CheckRecord]:
        """The records that stand for a rule, in order."""
        return [self.records[index] for index in self.indices_of(rule)]


class Conformance(msgspec.Struct, frozen=True, kw_only=True):
    """The runs of one or several engines by one request."""

    format: Literal["rulehound-conformance-2"] = CONFORMANCE_FORMAT
    rulehound: str
    game: str
    game_title: str
    seed: int
    effort: str
    runs: list[Run]
    gone: list[str] = []
    """Fingerprints of the baseline that these runs did not show."""
    exit_status: int
    complete: bool = True
    """Stands last: a file that was cut short does not have it."""


def never_failed(records: Sequence[CheckRecord]) -> list[str]:
    """Ids of the checks that passed and have never been seen to fail, each once, in order."""
    passed = (r.check for r in records if r.verdict is Verdict.PASS and not r.caught)
    return list(dict.fromkeys(passed))


def with_verdicts(rules: Sequence[RunRule], records: Sequence[CheckRecord]) -> list[RunRule]:
    """The rules with the verdicts and checks that the records give them."""
    results = {result.rule: result for result in rule_results((rule.id for rule in rules), records)}
    return [
        msgspec.structs.replace(
            rule,
            verdict=results[rule.id].verdict,
            checks=list(dict.fromkeys([*rule.checks, *(r.check for r in results[rule.id].records)])),
        )
        for rule in rules
    ]


def _is_in_no_violation(record: CheckRecord, run: Run) -> bool:
    """Whether a record says violation and belongs to none of the run's violations."""
    if record.verdict is not Verdict.VIOLATION:
        return False
    return all(violation.fingerprint != record.violation for violation in run.violations)


def exit_status_of_runs(runs: Sequence[Run], strict: bool = False) -> int:
    """The exit status of a command that made these runs.

    1 for any new violation or an engine that broke or did not start, else 3 for suspect rules, clauses that
    wait for a rule or a new look, and anything inconclusive, else 0. Violations that another edition allows
    or that the baseline knows do not count, nor does what is inconclusive in runs with a violation that the
    baseline knows. With `strict` these count as 3, too: what is inconclusive in such runs, what another
    edition allows, rules that were not judged or not exercised.
    """
    verdicts = {record.verdict for run in runs for record in run.records}
    new = any(not violation.known for run in runs for violation in run.broken)
    new = new or any(_is_in_no_violation(record, run) for run in runs for record in run.records)
    if new or Verdict.ERROR in verdicts or not all(run.started for run in runs):
        return 1
    known = any(violation.known for run in runs for violation in run.violations)
    if any(run.suspect_rules or run.links.waiting or run.links.excused for run in runs):
        return 3
    if Verdict.PASS not in verdicts or (Verdict.INCONCLUSIVE in verdicts and (strict or not known)):
        return 3
    rules = [rule for run in runs for rule in run.rules if rule.holds]
    if strict and any(rule.verdict in LEFT_OPEN for rule in rules):
        return 3
    return 3 if strict and any(run.allowed_elsewhere for run in runs) else 0
