"""One-line summaries of records, in the words that every view for people uses."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rulehound.checker.records import (
    INDUCTION,
    CheckRecord,
    RuleVerdict,
    Trace,
    TraceStep,
    Verdict,
    verdict_on,
)
from rulehound.checker.report.run import RuleRead, Run
from rulehound.checker.wording import counted, shortened, value_text

_OF_A_RULE = {"violation": "violated"}
"""Verdicts that read better of a rule in another form."""
_IN_A_SENTENCE = {"violation": "violated", "error": "with an error", "pass": "passed"}


def verdict_word(verdict: Verdict | RuleVerdict) -> str:
    """A verdict as it is written of a rule: "violated"."""
    return _OF_A_RULE.get(verdict.value, verdict.value)


def checked(records: Iterable[CheckRecord]) -> str:
    """What was checked, by kind of check: "2 guards, 1 invariant, 3 scenarios"."""
    kinds = Counter(check.partition(":")[0] for check in dict.fromkeys(r.check for r in records))
    return ", ".join(counted(count, kind) for kind, count in kinds.items()) or "nothing"


def how_far(rule: RuleRead, records: Sequence[CheckRecord]) -> str:
    """How far the checks that decided a rule's verdict went.

    Of passes the reach together, of other verdicts why: the first reason, and how many more there are.
    """
    deciding = [record for record in records if verdict_on(record, rule.id).value == rule.verdict.value]
    if rule.verdict is RuleVerdict.PASS:
        return _reach(deciding)
    deciding = deciding or list(records)
    reasons = list(dict.fromkeys(_reason(record, rule.id) for record in deciding))
    more = len(reasons) - 1
    return shortened("".join(reasons[:1])) + (f"; and {more} more" if more > 0 else "")


def _reason(record: CheckRecord, rule: str) -> str:
    """Why a check came to what it did of a rule; a violation of another rule ended it before."""
    if record.verdict is Verdict.VIOLATION and verdict_on(record, rule) is not Verdict.VIOLATION:
        assert record.trace is not None
        return f"{record.check} ended when {record.trace.rule} was violated"
    return record.explanation or record.shown


def _reach(passed: Sequence[CheckRecord]) -> str:
    """The reach of checks that passed: proofs, then states, steps of play, scenarios, boundary inputs."""
    proved = [record for record in passed if record.configuration == INDUCTION]
    searched = [record for record in passed if "states" in record.counts]
    told = [record for record in passed if "expectations" in record.counts]
    solved = [record for record in passed if "inputs" in record.counts]
    played = [record for record in passed if "judged" in record.counts and record not in solved]
    others = [r for r in passed if not any(r in part for part in (proved, searched, told, solved, played))]
    states = {record.configuration: record.counts["states"] for record in searched}
    bounded = ", bounded" if any(record.label == "bounded" for record in searched) else ""
    parts = [
        *dict.fromkeys(record.shown for record in proved),
        f"all {sum(states.values()):,} states of {counted(len(states), 'configuration')}{bounded}"
        if states
        else "",
        f"judged {sum(record.counts['judged'] for record in played):,} times in play" if played else "",
        counted(len(told), "scenario") if told else "",
        counted(sum(record.counts["inputs"] for record in solved), "boundary input") if solved else "",
        *dict.fromkeys(record.shown for record in others),
    ]
    return "; ".join(part for part in parts if part)


def clause_numbers(rule: RuleRead) -> list[str]:
    """The clauses of the document at hand that a rule rests on, by printed number."""
    return [clause.number or f"{clause.recorded} (gone)" for clause in rule.clauses]


def places(run: Run, rule: RuleRead) -> list[str]:
    """Where the document states a rule: "Rulebook 1.1, 1-4-2-2, page 2"."""
    name = f"{run.document.title} {run.document.version}"
    return [
        f"{name}, {clause.number}, page {clause.page}" if clause.key else f"{name}, {clause.recorded}, gone"
        for clause in rule.clauses
    ] or [f"{name} does not state it"]


def facts(run: Run, rule: RuleRead) -> list[str]:
    """The facts that a rule's checks rest on: "memory.max = 10 (3-3-2, page 2)"."""
    return [
        f"{fact.name} = {fact.value} ({'; '.join(f'{p.clause}, page {p.page}' for p in fact.places)})"
        if fact.value is not None
        else f"{fact.name} {fact.status}: {fact.explanation}"
        for fact in run.facts
        if fact.name in rule.facts
    ]


def changes(step: TraceStep) -> list[str]:
    """What a step changed, a line a path: "memory 3 → -12"; things that come or go are not spelt out.

    The last line is of what happened, as the engine tells it.
    """
    lines = [f"{path} {_change(old, new)}" for path, (old, new) in step.changed.items()]
    return [*lines, *([f"events: {', '.join(step.happened)}"] if step.happened else [])]


def _change(old: Any, new: Any) -> str:
    if old is None and isinstance(new, dict):
        return "comes"
    if new is None and isinstance(old, dict):
        return "goes"
    return f"{value_text(old)} → {value_text(new)}"


def remark(step: TraceStep) -> str:
    """What is wrong with a step, where something is."""
    parts = ["refused"] if step.refused else []
    if step.guard and not step.refused:
        parts.append(f'guard "{step.guard}" does not hold')
    if step.rule:
        parts.append(f"breaks {step.rule}")
    return ", ".join(parts)


def offers(trace: Trace) -> list[str]:
    """What the engine offered wrongly, and where, a line each; none where that is not what is wrong."""
    told = trace.offers
    if told is None:
        return []
    where = f"after step {told.after}" if told.after else "at the start"
    others = f"; offered of its kind: {', '.join(one.text for one in told.others) or 'nothing'}"
    return [
        *(f"{where} offered, and not legal: {one.text}" for one in told.wrong),
        *(f"{where} legal, and not offered: {one.text}{others}" for one in told.missing),
    ]


def replay_command(file: str, trace: Trace) -> str:
    """The command that runs a trace again."""
    engine = f" --engine {shlex.quote(trace.engine)}" if trace.kind == "engine" and trace.engine else ""
    return f"rulehound replay {shlex.quote(file)}{engine}"


def verdict_counts(run: Run) -> list[tuple[RuleVerdict, int]]:
    """How many rules that hold have each verdict, worst first, those that occur."""
    counts = Counter(rule.verdict for rule in run.rules if rule.holds)
    return [(verdict, counts[verdict]) for verdict in RuleVerdict if counts[verdict]]


def headline(run: Run) -> str:
    """The outcome of a run in one sentence, the worst first."""
    parts = [
        f"{counted(count, 'rule')} {_IN_A_SENTENCE.get(verdict, verdict.value)}"
        for verdict, count in verdict_counts(run)
    ]
    text = ", ".join(parts) or "No rule was judged"
    return text[:1].upper() + text[1:] + "."


NOT_SHOWN_TITLES = {
    "bounds": "Bounds: shown within these and not beyond",
    "never_taken": "Actions that nothing took",
    "without_check": "Rules that no check ran for",
    "not_judged": "Rules not judged: their checks could not be run to a verdict",
    "not_run": "Checks declared and never come to",
    "never_failed": "Checks that passed and were never seen to fail on a planted fault",
    "limits": "Other limits",
}
"""Headings of the lists of what a run did not show, by field of `NotShown`."""


def not_shown(run: Run) -> list[tuple[str, list[str]]]:
    """Headings and entries of what the run did not show; lists without an entry are left out."""
    lists = ((title, getattr(run.not_shown, field)) for field, title in NOT_SHOWN_TITLES.items())
    return [(title, entries) for title, entries in lists if entries]
