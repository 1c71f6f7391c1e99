"""The problems that keep the gate of `rulehound trace --gate` shut, one line each, with their clauses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulehound.checker.evidence.counts import (
    citations_with_effect,
    demands_met,
    engine_score,
    model_score,
    seen_to_fail,
    verified,
)
from rulehound.checker.evidence.demand_standings import DemandStatus
from rulehound.checker.evidence.edition_evidence import EditionEvidence
from rulehound.checker.evidence.floors import Floors, lowered_problems
from rulehound.checker.evidence.standings import OUTDATED, ClauseStanding, RuleStanding, Standings
from rulehound.checker.evidence.status import Status
from rulehound.checker.evidence.storage import Evidence

SHUT = (Status.VIOLATED, Status.STALE, Status.INCONCLUSIVE, Status.WEAK)
"""Statuses of a rule that are problems. The matrix reports links in doubt."""

NAMED = 12
"""How many clauses a line names; of the others it gives the number."""


def problems(standings: Standings, floors: Floors, reached: Floors | None = None) -> list[str]:
    """Every problem of the evidence, in words; none where all is in order.

    `reached`: what the floors have reached; None where nothing is known of that.
    """
    outdated = [
        f"the run of {edition} is out of date: {'; '.join(why)}; run rulehound check --edition {edition} and "
        f"rulehound trace --record"
        for edition, why in standings.outdated.items()
    ]
    lowered = [] if reached is None else lowered_problems(floors, reached)
    return [
        *outdated,
        *_of_rules(standings, floors),
        *_in_doubt(standings.clauses),
        *_below(standings, floors),
        *lowered,
    ]


def contradicted(recorded: Evidence, now: Evidence) -> list[str]:
    """The checks of which a new run shows something else than the run on record, one line an edition.

    Only runs of one document, engine, effort and seed are compared: these give the same verdicts.
    """
    lines = []
    for edition, run in now.editions.items():
        then = recorded.editions.get(edition)
        if then is None or _made_by(then) != _made_by(run):
            continue
        was, verdicts = _verdicts(then), _verdicts(run)
        other = [check for check in dict.fromkeys([*was, *verdicts]) if was.get(check) != verdicts.get(check)]
        if other:
            more = f" and {len(other) - NAMED} more" if len(other) > NAMED else ""
            what = "a new run of it shows other verdicts than the record"
            lines.append(f"the run of {edition}: {what}, of {', '.join(other[:NAMED])}{more}")
    return lines


def _made_by(run: EditionEvidence) -> tuple[object, ...]:
    return run.document, run.engine, run.effort, run.seed


def _verdicts(run: EditionEvidence) -> Mapping[str, frozenset[tuple[str, str]]]:
    """For each check of a run, its verdict on each of its rules."""
    verdicts: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for check in run.checks:
        verdicts[check.check] |= {(rule, check.verdict.value) for rule in check.rules}
    return {check: frozenset(said) for check, said in verdicts.items()}


def _of_rules(standings: Standings, floors: Floors) -> Iterator[str]:
    clauses = _clauses(standings.clauses)
    excused = {entry.rule for entry in floors.excused}
    known = {rule for _, rule in standings.rules}
    for rule in sorted(excused - known):
        yield f"floors.toml excuses {rule}, which is no rule"
    weak = {rule for (_, rule), standing in standings.rules.items() if standing.status is Status.WEAK}
    for rule in sorted(excused & known - weak):
        yield f"floors.toml excuses {rule}, which is not weak"
    for entry in floors.excused:
        if not entry.reason.strip():
            yield f"floors.toml excuses {entry.rule} without a reason"
    stated = {(clause.ruleset, rule) for clause in standings.clauses for rule in clause.row.rules}
    by_rule: dict[tuple[str, Status, tuple[str, ...]], list[str]] = defaultdict(list)
    for standing in standings.rules.values():
        if _is_problem(standing, excused, stated):
            by_rule[standing.rule, standing.status, standing.why].append(standing.edition)
    for (rule, status, why), editions in by_rule.items():
        reasons = "; ".join(why)
        where = clauses.get(rule, "no clause")
        yield f"rule {rule} is {status.value} by {', '.join(editions)}: {reasons} ({where})"


def _is_problem(standing: RuleStanding, excused: set[str], stated: set[tuple[str, str]]) -> bool:
    if standing.status is Status.WEAK:  # of no account where no document of the edition states the rule
        return standing.rule not in excused and (standing.edition, standing.rule) in stated
    # That a whole run is out of date is said once, not of every rule.
    outdated = standing.status is Status.STALE and standing.why == (OUTDATED,)
    # An edition that nobody ran is no step back: floors say which clauses have to be verified.
    ran = bool(standing.checks)
    return standing.status in SHUT and not outdated and (ran or standing.status is not Status.INCONCLUSIVE)


def _in_doubt(clauses: Iterable[ClauseStanding]) -> Iterator[str]:
    for clause in clauses:
        for demand in clause.demands:
            if demand.status is DemandStatus.IN_DOUBT:
                where = f"{clause.document} {clause.version}, {clause.row.clause}"
                yield f'{where}: the demand "{demand.says}" is in doubt: {demand.why}'


def _below(standings: Standings, floors: Floors) -> Iterator[str]:
    have = verified(standings.clauses)
    for name, floor in floors.verified.items():
        if have.get(name, 0) < floor:
            yield f"{name}: {have.get(name, 0)} clauses are verified, fewer than the floor of {floor}"
    met = demands_met(standings.clauses)
    for name, floor in floors.demands.items():
        if met.get(name, 0) < floor:
            yield f"{name}: {met.get(name, 0)} are met, fewer than the floor of {floor}"
    scores = (
        (seen_to_fail(standings), floors.rules_seen_to_fail, "rules with a fault that was caught"),
        (
            model_score(standings.mutants),
            floors.model_guards,
            "mutants of the model's guards that are caught",
        ),
        (engine_score(standings.mutants), floors.engine_code, "mutants of the engine's code that are caught"),
        (
            citations_with_effect(standings),
            floors.citations,
            "citations in the engine's code with a mutant that fails a check of the rule",
        ),
    )
    for score, least, what in scores:
        if score.share < least:
            yield f"{what}: {score}, below the floor of {least:.0%}"


def _clauses(standings: Sequence[ClauseStanding]) -> Mapping[str, str]:
    """For each rule, the clauses that it rests on, in words."""
    clauses_of: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for clause in standings:
        for rule in clause.row.rules:
            clauses_of[rule][f"{clause.document} {clause.version}"].append(clause.row.clause)
    return {rule: "; ".join(_named(documents)) for rule, documents in clauses_of.items()}


def _named(documents: Mapping[str, Iterable[str]]) -> Iterator[str]:
    for document, keys in documents.items():
        all_keys = list(keys)
        more = f" and {len(all_keys) - NAMED} more" if len(all_keys) > NAMED else ""
        yield f"{document}: {', '.join(all_keys[:NAMED])}{more}"
