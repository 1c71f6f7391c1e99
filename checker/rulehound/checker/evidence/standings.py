"""The standing of every rule and every clause: its status today, by the evidence on record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from rulehound.checker.evidence.current_tree import CurrentTree
from rulehound.checker.evidence.demand_standings import (
    DemandStanding,
    Lack,
    clause_by_demands,
    demand_standing,
    lack_in,
)
from rulehound.checker.evidence.edition_evidence import (
    Basis,
    CheckEvidence,
    EditionEvidence,
    says_content,
)
from rulehound.checker.evidence.failing_checks import FailingCheck, failing_checks
from rulehound.checker.evidence.seen_to_fail import SeenToFail
from rulehound.checker.evidence.status import WORST_FIRST, Status
from rulehound.checker.evidence.storage import Evidence
from rulehound.checker.evidence.tried_citations import TriedCitation, citations, fails_own
from rulehound.checker.mutation.tried_mutants import CAUGHT, HARMLESS, UNCOUNTED, TriedMutant
from rulehound.checker.records import Verdict
from rulehound.spec.documents.matrix import ClauseRow, EditionMatrix
from rulehound.spec.documents.spec_records import DEMANDING, Rule
from rulehound.spec.documents.store import Store

FEW = 3
"""How many checks a message names; of the others it gives the number."""

OUTDATED = "the basis of its whole run has changed"
"""The reason given where a rule is stale for no reason of its own."""


MODEL_CHANGED = "its guards, effects or invariants in the model have changed"
SAYS_CHANGED = "what it says has changed"


class Faults(msgspec.Struct, frozen=True):
    """The faults that were planted where a rule is cited, or on which its checks were tried, by outcome."""

    planted: tuple[str, ...] = ()
    """Faults that people planted into the model or an engine, and that a check of the rule caught."""
    outdated: tuple[str, ...] = ()
    """Checks of the rule that were seen to catch such faults, and have changed since."""
    caught: tuple[str, ...] = ()
    """Mutants of code or actions that cite the rule, caught by a check of it."""
    by_others: tuple[str, ...] = ()
    """Such mutants, caught by checks of other rules alone."""
    alive: tuple[str, ...] = ()
    """Such mutants that nothing caught."""
    harmless: int = 0
    """Such mutants that cannot matter."""


class RuleStanding(msgspec.Struct, frozen=True):
    """The standing of a rule by one edition."""

    rule: str
    edition: str
    status: Status
    why: tuple[str, ...]
    """Reasons why it is not verified, those that make it stale first."""
    checks: tuple[CheckEvidence, ...]
    faults: Faults


class ClauseStanding(msgspec.Struct, frozen=True):
    """The standing of a clause of a recorded edition, by the ruleset of that edition."""

    document: str
    version: str
    ruleset: str
    chapter: str
    """Key of the topmost clause above it."""
    row: ClauseRow
    status: Status
    why: str
    demands: tuple[DemandStanding, ...] = ()
    """Empty where nobody has read the clause for what it demands."""


@dataclass(frozen=True)
class Standings:
    """The standings of all rules, by edition and rule, and of all clauses."""

    rules: Mapping[tuple[str, str], RuleStanding]
    clauses: Sequence[ClauseStanding]
    """Every clause that demands something of a game, in the order of the documents."""
    outdated: Mapping[str, tuple[str, ...]]
    """Editions whose whole run is out of date, each with the reasons."""
    mutants: Sequence[TriedMutant]
    """The tried mutants whose action or function has not changed since."""
    citations: Sequence[TriedCitation]
    """The citations in the engine's code at which one of them was tried."""
    cited: int
    """How many citations there are in the engine's code: rules by place."""
    seen: SeenToFail
    failing: Mapping[str, FailingCheck]
    """The checks that were seen to fail, as they are now."""


def standings(
    store: Store,
    matrix: Sequence[EditionMatrix],
    evidence: Evidence,
    now: CurrentTree,
    seen: SeenToFail,
) -> Standings:
    """The status, with its reasons, of every rule in every edition that has evidence or a document, and of
    every clause.

    `now`: the tree with which the evidence is compared.
    """
    mutants = [m for m in evidence.mutants if content_of(now, m) == m.content]
    outdated = {
        name: tuple(_outdated(run.basis, now.bases.get(name))) for name, run in evidence.editions.items()
    }
    changed = _changed_places(evidence.mutants, now)
    known = {check.check for run in evidence.editions.values() for check in run.checks}
    known |= {check for run in evidence.editions.values() for check in run.not_run}
    by_rule = _by_rule(mutants)
    editions = dict.fromkeys([*evidence.editions, *(edition.ruleset for edition in matrix)])
    rules = {}
    for edition in editions:
        run = evidence.editions.get(edition)
        for rule in store.rules.values():
            if not rule.editions or edition in rule.editions:
                checks = tuple(c for c in run.checks if rule.id in c.rules) if run else ()
                then = run.rules.get(rule.id) if run else None
                stale = [MODEL_CHANGED] if then != now.rules.get(rule.id) else []
                if run and run.says and run.says.get(rule.id) != says_content(rule.says):
                    stale.append(SAYS_CHANGED)
                stale += [*_changed(rule.id, run, now), *changed[rule.id], *_stale(rule, checks, now, known)]
                stale = list(dict.fromkeys(stale))
                faults = _faults(rule.id, checks, by_rule[rule.id], seen, now)
                whole = bool(outdated.get(edition))
                rules[edition, rule.id] = _rule(rule, edition, run, checks, stale, whole, faults)
    failing = failing_checks(seen, mutants, now.checks)
    lacks = {edition: lack_in(evidence.editions.get(edition), now, failing.keys()) for edition in editions}
    clauses = [
        _clause(store, edition, row, rules, lacks[edition.ruleset])
        for edition in matrix
        for row in edition.clauses
        if row.kind in DEMANDING or row.rules or row.reason
    ]
    return Standings(
        rules,
        clauses,
        {name: why for name, why in outdated.items() if why},
        mutants,
        citations(mutants, now.checks),
        sum(len(function.rules) for function in now.functions.values()),
        seen,
        failing,
    )


def content_of(now: CurrentTree, mutant: TriedMutant) -> str | None:
    """The current hash of the action or function that a mutant is one of; None where that is gone."""
    if mutant.planted == "model":
        return now.actions.get(mutant.place)
    function = now.functions.get(mutant.place)
    return function.content if function else None


def _outdated(then: Basis, today: Basis | None) -> Iterable[str]:
    """The reasons why a whole run is out of date."""
    if today is None:
        yield "the edition no longer exists"
        return
    words = {
        "document": "the rulebook file has changed",
        "values": "facts or switches have changed",
        "model": "the model has changed",
        "engine": "the engine's code has changed",
        "questions": "cards, configurations of the search, or words and defaults of scenarios have changed",
    }
    for field, reason in words.items():
        was = getattr(then, field)
        if was != getattr(today, field) and (was or field != "questions"):
            yield reason


def _changed(rule: str, run: EditionEvidence | None, now: CurrentTree) -> Iterable[str]:
    """The functions that cite a rule and have changed since a run, in words."""
    for place, function in now.functions.items() if run else ():
        assert run is not None
        if rule in function.rules and run.functions.get(place) != function.content:
            yield f"{place} {'has changed' if place in run.functions else 'is new'}"


def _changed_places(mutants: Iterable[TriedMutant], now: CurrentTree) -> Mapping[str, Sequence[str]]:
    """For each rule, the functions and actions that changed after mutants of them were tried, in words."""
    changes: dict[str, list[str]] = defaultdict(list)
    for mutant in mutants:
        content = content_of(now, mutant)
        change = f"{mutant.place} {'is gone' if content is None else 'has changed'}"
        for rule in mutant.rules if content != mutant.content else ():
            if change not in changes[rule]:
                changes[rule].append(change)
    return changes


def _stale(rule: Rule, checks: Sequence[CheckEvidence], now: CurrentTree, known: set[str]) -> Iterable[str]:
    """The reasons why the checks of a rule are out of date. `known`: the checks of all runs."""
    for check in {check.check: check for check in checks}.values():
        today = now.checks.get(check.check)
        if today is None:
            yield f"{check.check} is gone"
        elif today.content != check.content:
            yield f"{check.check} has changed"
        elif rule.id not in today.rules:
            yield f"{check.check} no longer cites it"
    declared = (check for check in now.checks.values() if rule.id in check.rules and check.kind != "vector")
    if new := [check.id for check in declared if check.id not in known]:
        more = f" and {len(new) - FEW} more checks" if len(new) > FEW else ""
        yield f"{', '.join(new[:FEW])}{more} {'are' if len(new) > 1 else 'is'} new"


def _rule(
    rule: Rule,
    edition: str,
    run: EditionEvidence | None,
    checks: tuple[CheckEvidence, ...],
    stale: Sequence[str],
    outdated: bool,
    faults: Faults,
) -> RuleStanding:
    """The standing of a rule. `stale`: reasons of its own; `outdated`: the whole run is out of date."""

    def with_verdict(*verdicts: Verdict) -> list[str]:
        return [f"{c.check}: {c.verdict.value}" for c in checks if c.verdict in verdicts]

    status, why = Status.VERIFIED, list(stale)
    if bad := with_verdict(Verdict.VIOLATION, Verdict.ERROR):
        status, why = Status.VIOLATED, [*stale, *bad]
    elif run is None:
        status, why = Status.INCONCLUSIVE, [f"no run by {edition} is recorded"]
    elif stale or outdated:
        status, why = Status.STALE, [*stale] or [OUTDATED]
    elif open_ := with_verdict(Verdict.INCONCLUSIVE):
        status, why = Status.INCONCLUSIVE, open_
    elif (unexercised := with_verdict(Verdict.NOT_EXERCISED)) and not _passed_by_engine(checks):
        status, why = Status.INCONCLUSIVE, unexercised
    elif not with_verdict(Verdict.PASS):
        status, why = Status.INCONCLUSIVE, ["no check of it gave a verdict"]
    elif not faults.planted and not faults.caught:
        status, why = Status.WEAK, ["no check of it has been seen to fail"]
        if faults.outdated:
            status, why = Status.STALE, [f"{', '.join(faults.outdated[:FEW])} changed since seen to fail"]
    return RuleStanding(rule.id, edition, status, tuple(why), checks, faults)


def _passed_by_engine(checks: Iterable[CheckEvidence]) -> bool:
    """Whether the engine passed any of these checks: what the model shows of itself is no pass for it."""
    return any(check.verdict is Verdict.PASS and not check.of_model for check in checks)


def _by_rule(mutants: Iterable[TriedMutant]) -> Mapping[str, Sequence[TriedMutant]]:
    mutants_of: dict[str, list[TriedMutant]] = defaultdict(list)
    for mutant in mutants:
        for rule in dict.fromkeys(mutant.rules):
            mutants_of[rule].append(mutant)
    return mutants_of


def _faults(
    rule: str,
    checks: Sequence[CheckEvidence],
    mutants: Sequence[TriedMutant],
    seen: SeenToFail,
    now: CurrentTree,
) -> Faults:
    passed = dict.fromkeys(check.check for check in checks if check.verdict is Verdict.PASS)
    caught: list[str] = []
    others: list[str] = []
    alive: list[str] = []
    for mutant in mutants:
        if mutant.outcome in CAUGHT:
            own = fails_own(mutant, rule, now.checks)
            (caught if own else others).append(mutant.mutant)
        elif mutant.outcome not in UNCOUNTED:
            alive.append(mutant.mutant)
    return Faults(
        planted=tuple(dict.fromkeys(fault for check in passed for fault in seen.caught.get(check, ()))),
        outdated=tuple(check for check in passed if check in seen.changed),
        caught=tuple(caught),
        by_others=tuple(others),
        alive=tuple(alive),
        harmless=sum(mutant.outcome in HARMLESS for mutant in mutants),
    )


def _clause(
    store: Store,
    edition: EditionMatrix,
    row: ClauseRow,
    rules: Mapping[tuple[str, str], RuleStanding],
    lack: Lack,
) -> ClauseStanding:
    document, version = name = edition.document, edition.version
    written = store.demands.get(name, {}).get(row.clause, ())
    demands = tuple(demand_standing(demand, lack) for demand in written)
    status, why = clause_by_demands(*_clause_status(edition.ruleset, row, rules), demands)
    chapter = _chapter(store, edition, row)
    return ClauseStanding(document, version, edition.ruleset, chapter, row, status, why, demands)


def _clause_status(
    ruleset: str, row: ClauseRow, rules: Mapping[tuple[str, str], RuleStanding]
) -> tuple[Status, str]:
    if row.reason:
        note = row.note or row.reason
        return (Status.OPEN if row.reason == "open" else Status.NOT_TESTABLE), note
    if not row.rules:
        return Status.OPEN, "no rule cites it, and no reason is given"
    if row.link in ("suspect", "split", "orphan"):
        return Status.SUSPECT, f"its link is {row.link}"
    of_rules = [rules[ruleset, rule] for rule in row.rules if (ruleset, rule) in rules]
    if not of_rules:
        return Status.INCONCLUSIVE, f"none of its rules holds in {ruleset}"
    worst = min(of_rules, key=lambda one: WORST_FIRST.index(one.status))
    return worst.status, "; ".join([worst.rule, *worst.why]) if worst.why else worst.rule


def _chapter(store: Store, edition: EditionMatrix, row: ClauseRow) -> str:
    clauses = store.clauses[edition.document, edition.version]
    key = row.clause
    while key in clauses and (parent := clauses[key].parent):
        key = parent
    return key.partition("/")[0]
