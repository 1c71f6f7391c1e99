"""Everything that one run of `rulehound check` has to say; `report.json` is this, and every view reads it.

Two runs with the same input and seed give equal runs but for `timing`: nothing else here may hold a time, a
process id, or the path of a temporary or output folder.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Any, Literal

import msgspec

from rulehound.checker.records import CheckRecord, RuleVerdict, Verdict, rule_results

FORMAT: Literal["rulehound-report-1"] = "rulehound-report-1"
"""Name of the format of report.json; the number changes when an old reader would misread it."""


LONGEST_NAME = 100
"""Characters of a rule's id that name the file of a trace."""


class DocumentRead(msgspec.Struct, frozen=True):
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


class EngineMet(msgspec.Struct, frozen=True, omit_defaults=True):
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
    """ok, suspect, moved, orphan."""
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


class RuleRead(msgspec.Struct, frozen=True, omit_defaults=True):
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


class FactPlaceRead(msgspec.Struct, frozen=True):
    """One place where a document states a fact."""

    document: str
    version: str
    clause: str
    page: int
    value: int


class FactRead(msgspec.Struct, frozen=True):
    """A number read out of the document's clauses; None where that failed, and then why."""

    name: str
    value: int | None
    status: Literal["ok", "missing", "contradictory"]
    places: list[FactPlaceRead]
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
    not_run: list[str] = []
    """Checks that are declared and that this run never came to."""
    never_failed: list[str] = []
    """Checks that passed and have not been seen to catch any planted fault."""
    limits: list[str] = []
    """Other limits of this run, in sentences."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One run: what it read, what it ran, what came of it, and what it does not show."""

    format: Literal["rulehound-report-1"] = FORMAT
    rulehound: str
    """Version of the checker."""
    game: str
    game_title: str
    edition: str
    """The ruleset of the run."""
    seed: int
    effort: str
    document: DocumentRead
    engine: EngineMet
    facts: list[FactRead]
    switches: dict[str, Any]
    """The settings in which editions differ, as this run had them."""
    rules: list[RuleRead]
    records: list[CheckRecord]
    not_shown: NotShown
    exit_status: int
    timing: dict[str, float] = {}
    """Seconds by stage; the one thing in which two equal runs differ."""

    def indices_of(self, rule: str) -> list[int]:
        """Positions of the records that stand for a rule."""
        return [index for index, record in enumerate(self.records) if rule in record.rules]

    @property
    def other_indices(self) -> list[int]:
        """Positions of the records that stand for no rule: of the model's graph, of an engine's own word."""
        known = {rule.id for rule in self.rules}
        return [index for index, record in enumerate(self.records) if known.isdisjoint(record.rules)]

    def traced(self, rule: str) -> list[int]:
        """Positions of a rule's records with a trace: those that break this rule first, the best ahead."""
        own = set(self.indices_of(rule))
        traces = {
            i: trace for i in trace_files(self.records) if i in own and (trace := self.records[i].trace)
        }
        return sorted(traces, key=lambda index: traces[index].rule != rule)

    def records_of(self, rule: str) -> list[CheckRecord]:
        """The records that stand for a rule, in order."""
        return [self.records[index] for index in self.indices_of(rule)]


def never_failed(records: Sequence[CheckRecord]) -> list[str]:
    """Ids of the checks that passed and have never been seen to fail, each once, in order."""
    passed = (r.check for r in records if r.verdict is Verdict.PASS and not r.caught)
    return list(dict.fromkeys(passed))


def judged(rules: Sequence[RuleRead], records: Sequence[CheckRecord]) -> list[RuleRead]:
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


def trace_files(records: Sequence[CheckRecord]) -> Mapping[int, str]:
    """File names for the traces, by index of their record: RULE.json, then RULE-2.json and so on.

    A rule's first is the one that a person should look at: an engine's before a model's, one with steps
    before a refused start, the shortest first. An engine may have named the rule: no name is a path, and no
    two names are one where capitals do not count.
    """
    traced = [(index, record.trace) for index, record in enumerate(records) if record.trace is not None]
    traced.sort(key=lambda t: (t[1].kind != "engine", not t[1].steps, len(t[1].steps), t[0]))
    taken: set[str] = set()
    names: dict[int, str] = {}
    for index, trace in traced:
        stem = re.sub("[^A-Za-z0-9._-]", "_", trace.rule)[:LONGEST_NAME].lstrip(".-") or "trace"
        numbered = (f"{stem}-{number}.json" for number in count(2))
        names[index] = next(name for name in chain([f"{stem}.json"], numbered) if name.lower() not in taken)
        taken.add(names[index].lower())
    return names
