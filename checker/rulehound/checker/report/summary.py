"""One-line summaries of runs and records, in the words that every view for people uses."""

from __future__ import annotations

import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath

from rulehound.checker.records import (
    INDUCTION,
    CheckRecord,
    RuleVerdict,
    Trace,
    TraceStep,
    Verdict,
    ended_by,
    verdict_on,
)
from rulehound.checker.run_record import CitedClause, Run, RunRule, Violation
from rulehound.checker.wording import change_texts, counted, shortened

_OF_A_RULE = {"violation": "violated"}
"""Verdicts that read better of a rule in another form."""
_NAMED = 8
"""How many clauses of one kind are named."""

_IN_A_SENTENCE = {"violation": "violated", "error": "with an error", "pass": "passed"}


def verdict_word(verdict: Verdict | RuleVerdict) -> str:
    """A verdict as it is written of a rule: "violated"."""
    return _OF_A_RULE.get(verdict.value, verdict.value)


def checked(records: Iterable[CheckRecord]) -> str:
    """The checks of a rule by kind: "2 guards, 1 invariant, 3 scenarios"."""
    kinds = Counter(check.partition(":")[0] for check in dict.fromkeys(r.check for r in records))
    return ", ".join(counted(count, kind) for kind, count in kinds.items()) or "nothing"


def how_far(rule: RunRule, records: Sequence[CheckRecord]) -> str:
    """How far the checks that decided a rule's verdict went.

    Of passes, what they covered together; of other verdicts, the first reason and how many more there are.
    """
    deciding = [record for record in records if verdict_on(record, rule.id).value == rule.verdict.value]
    if rule.verdict is RuleVerdict.PASS:
        return _reach(deciding)
    if rule.suspect and not deciding:
        reasons = [f"{clause.recorded} is {clause.status}: {clause.explanation}" for clause in rule.suspect]
    else:
        reasons = [_reason(record, rule.id) for record in deciding or records]
    reasons = list(dict.fromkeys(reasons))
    more = len(reasons) - 1
    return shortened("".join(reasons[:1])) + (f"; and {more} more" if more > 0 else "")


def _reason(record: CheckRecord, rule: str) -> str:
    """The reason for a check's verdict on a rule."""
    reason = reason_left_open(record, rule)
    return f"{record.check} {reason}" if ended_by(record, rule) else reason


def reason_left_open(record: CheckRecord, rule: str) -> str:
    """Why a check had no verdict on a rule; one that a violation of another rule ended says so."""
    if violated := ended_by(record, rule):
        return f"ended when {violated} was violated"
    return record.explanation or record.shown


def _reach(passed: Sequence[CheckRecord]) -> str:
    """The reach of checks that passed: proofs, then states, steps of play, scenarios, boundary inputs."""
    proved = [record for record in passed if record.configuration == INDUCTION]
    searched = [record for record in passed if "states" in record.counts]
    scenarios = [record for record in passed if "expectations" in record.counts]
    solved = [record for record in passed if "inputs" in record.counts]
    played = [record for record in passed if "judged" in record.counts and record not in solved]
    others = [
        r for r in passed if not any(r in part for part in (proved, searched, scenarios, solved, played))
    ]
    parts = [
        *dict.fromkeys(record.shown for record in proved),
        _states(searched),
        _in_play(played),
        counted(len(scenarios), "scenario") if scenarios else "",
        counted(sum(record.counts["inputs"] for record in solved), "boundary input") if solved else "",
        *dict.fromkeys(record.shown for record in others),
    ]
    return "; ".join(part for part in parts if part)


def _states(records: Sequence[CheckRecord]) -> str:
    """The states that searches went through; '' where nothing was searched."""
    searched = [record for record in records if "states" in record.counts]
    if not searched:
        return ""
    states = {record.configuration: record.counts["states"] for record in searched}
    bounded = ", bounded" if any(record.label == "bounded" for record in searched) else ""
    return f"all {sum(states.values()):,} states of {counted(len(states), 'configuration')}{bounded}"


def _in_play(played: Sequence[CheckRecord]) -> str:
    """How often play came to what could have failed; of guards, how often each alone decided."""
    if not played:
        return ""
    guards = [record for record in played if "forbade" in record.counts]
    forbade = sum(record.counts["forbade"] for record in guards)
    forbidden = f", {forbade:,} of these forbidden" if guards else ""
    return f"exercised {times(_exercised(played))} in play{forbidden}"


def _exercised(played: Sequence[CheckRecord]) -> int:
    """How often play came to what could have failed; earlier records say how often they judged."""
    return sum(record.counts.get("exercised", record.counts["judged"]) for record in played)


def clause_numbers(rule: RunRule) -> list[str]:
    """The clauses of the document at hand that a rule rests on, by printed number."""
    return [clause.number or f"{clause.recorded} (gone)" for clause in rule.clauses]


def places(run: Run, rule: RunRule) -> list[str]:
    """Where the document states a rule: "Rulebook 1.1, 1-4-2-2, page 2"."""
    name = run.document.name
    return [
        f"{name}, {clause.number}, page {clause.page}" if clause.key else f"{name}, {clause.recorded}, gone"
        for clause in rule.clauses
    ] or [f"{name} does not state it"]


def facts(run: Run, rule: RunRule) -> list[str]:
    """The facts that a rule's checks rest on: "memory.max = 10 (3-3-2, page 2)"."""
    return [
        f"{fact.name} = {fact.value} ({'; '.join(f'{p.clause}, page {p.page}' for p in fact.places)})"
        if fact.value is not None
        else f"{fact.name} {fact.status}: {fact.explanation}"
        for fact in run.facts
        if fact.name in rule.facts
    ]


def step_changes(step: TraceStep) -> list[str]:
    """The changes of a step, a line a path: "memory 3 → -12"; new and removed things are not spelt out.

    The last line has the events that the engine reports.
    """
    lines = change_texts(step.changed)
    return [*lines, *([f"events: {', '.join(step.happened)}"] if step.happened else [])]


def remark(step: TraceStep) -> str:
    """What is wrong with a step; '' where nothing is."""
    parts = ["refused"] * step.refused + ["the engine breaks"] * step.broke
    if step.guard and not step.refused:
        parts.append(f'guard "{step.guard}" does not hold')
    if step.rule:
        parts.append(f"breaks {step.rule}")
    return ", ".join(parts)


def offers(trace: Trace) -> list[str]:
    """The wrong offers of the engine and their places, a line each; none where another thing is wrong."""
    offers_at = trace.offers
    if offers_at is None:
        return []
    where = f"after step {offers_at.after}" if offers_at.after else "at the start"
    others = f"; offered of its kind: {', '.join(one.text for one in offers_at.others) or 'nothing'}"
    return [
        *(f"{where} offered, and not legal: {one.text}" for one in offers_at.wrong),
        *(f"{where} legal, and not offered: {one.text}{others}" for one in offers_at.missing),
    ]


def replay_command(file: str, trace: Trace, folder: str = "") -> str:
    """The command that runs a trace again.

    `folder` is the report's, as it is named from where the engine's command works; "" where it works within
    that folder.
    """
    engine = f" --engine {shlex.quote(trace.engine)}" if trace.kind == "engine" and trace.engine else ""
    return f"rulehound replay {shlex.quote(str(PurePath(folder, file)))}{engine}"


def times(number: int) -> str:
    """ "once", "2 times"."""
    return "once" if number == 1 else counted(number, "time")


def verdict_counts(run: Run) -> list[tuple[RuleVerdict, int]]:
    """How many rules that hold have each verdict, worst first, those that occur."""
    counts = Counter(rule.verdict for rule in run.rules if rule.holds)
    return [(verdict, counts[verdict]) for verdict in RuleVerdict if counts[verdict]]


def headline(run: Run) -> str:
    """The outcome of a run in one sentence, the worst first."""
    parts = [
        *(
            f"{counted(count, 'rule')} {_IN_A_SENTENCE.get(verdict, verdict.value)}"
            for verdict, count in verdict_counts(run)
        ),
        broken_off(run),
    ]
    text = ", ".join(filter(None, parts)) or "No rule was judged"
    return text[:1].upper() + text[1:] + "." + suspects(run) + waiting_clauses(run)


def broken_off(run: Run) -> str:
    """How many checks that belong to no rule ended in an error, in words; '' where none did."""
    errors = [each for each in run.records if each.verdict is Verdict.ERROR and not each.rules]
    return f"{counted(len(errors), 'check')} of no rule with an error" if errors else ""


def suspects(run: Run) -> str:
    """How many rules are suspect, as a sentence that follows others; '' where none is."""
    count = len(run.suspect_rules)
    if not count:
        return ""
    verb = "rests" if count == 1 else "rest"
    return f" {counted(count, 'rule')} {verb} on clauses that changed since they were reviewed."


def waiting_clauses(run: Run) -> str:
    """How many clauses wait for a rule or a new look, as sentences that follow others; '' where none does."""
    waiting, excused = run.links.waiting, run.links.excused
    have = "has" if len(waiting) == 1 else "have"
    need = "that needs" if len(excused) == 1 else "that need"
    sentences = [
        f" {counted(len(waiting), 'clause')} {have} no rule yet: {_named(waiting)}." * bool(waiting),
        f" {counted(len(excused), 'clause')} {need} no check changed: {_named(excused)}." * bool(excused),
    ]
    return "".join(sentences)


def links(run: Run) -> str:
    """What waits for a person to look at it, in one sentence."""
    waiting = run.links
    links = f"{len(waiting.suspect)} suspect, {len(waiting.orphan)} orphan"
    without = f"{counted(len(waiting.uncovered), 'clause')} without a rule"
    return f"{links}; {without}{f': {_named(waiting.uncovered)}' if waiting.uncovered else ''}."


def _named(keys: Sequence[str]) -> str:
    more = f" and {len(keys) - _NAMED} more" if len(keys) > _NAMED else ""
    return f"{', '.join(keys[:_NAMED])}{more}"


def suspect_lines(run: Run) -> Iterator[str]:
    """Every clause that changed since rules were reviewed by it, with both wordings and these rules.

    Clauses of the reviewed words share a line where the same thing changed around them.
    """
    rules: dict[str, list[str]] = defaultdict(list)
    clauses = {}
    for rule in run.suspect_rules:
        for clause in rule.suspect:
            rules[clause.recorded].append(rule.id)
            clauses[clause.recorded] = clause
    alike: dict[str, list[str]] = defaultdict(list)
    for recorded, clause in clauses.items():
        same_words = bool(clause.text) and clause.text == clause.reviewed_text
        alike[f"{clause.status} {clause.explanation}" if same_words else recorded].append(recorded)
    for recorded, *others in alike.values():
        clause = clauses[recorded]
        if others:
            yield _suspect_together([clauses[one] for one in (recorded, *others)], rules)
            continue
        place = f"{clause.number or clause.key}, page {clause.page}" if clause.key else recorded
        yield f"{place}   {clause.status} link of {', '.join(rules[recorded])}: {clause.explanation}"
        if clause.text:
            yield f"  now: {clause.text}"
        if clause.reviewed_text:
            yield f"  reviewed ({clause.reviewed}): {clause.reviewed_text}"
        elif clause.reviewed:
            yield f"  reviewed: {clause.reviewed}, whose text is not at hand"
    if any(clause.reviewed and not clause.reviewed_text for clause in clauses.values()):
        yield "To see the words that were reviewed, read that edition once: rulehound extract FILE"


def _suspect_together(clauses: Sequence[CitedClause], rules: Mapping[str, Sequence[str]]) -> str:
    """A line for clauses of unchanged words around which the same thing changed."""
    places = _named([clause.number or clause.key for clause in clauses])
    names = list(dict.fromkeys(name for clause in clauses for name in rules[clause.recorded]))
    return f"{places}   {clauses[0].status} links of {_named(names)}: {clauses[0].explanation}"


def engine_headline(run: Run) -> str:
    """The outcome of one engine among others, the worst first."""
    if not run.started:
        return f"did not start: {run.engine.trouble}"
    new = [violation for violation in run.broken if not violation.known]
    known = len(run.broken) - len(new)
    verdicts = dict(verdict_counts(run))
    errors = verdicts.get(RuleVerdict.ERROR, 0)
    inconclusive = verdicts.get(RuleVerdict.INCONCLUSIVE, 0)
    parts = [
        counted(len(new), "violation") if new or not known else "no new violation",
        f"{known} known" if known else "",
        f"{len(run.allowed_elsewhere)} as another edition has it" if run.allowed_elsewhere else "",
        f"{counted(errors, 'rule')} with an error" if errors else "",
        broken_off(run),
        f"{counted(inconclusive, 'rule')} inconclusive" if inconclusive else "",
        f"{counted(len(run.suspect_rules), 'rule')} suspect" if run.suspect_rules else "",
        f"{counted(len(run.links.waiting), 'clause')} without a rule" if run.links.waiting else "",
        f"{counted(len(run.links.excused), 'clause')} without a check changed" if run.links.excused else "",
        f"{counted(verdicts.get(RuleVerdict.PASS, 0), 'rule')} passed",
        f"{verdicts.get(RuleVerdict.NOT_EXERCISED, 0)} not exercised",
        f"{verdicts.get(RuleVerdict.NOT_JUDGED, 0)} not judged",
    ]
    return ", ".join(part for part in parts if part)


def edition_line(run: Run) -> str:
    """The edition that an engine is judged by, and why."""
    if not run.started:
        return f"engine {run.engine.command}: not started"
    chooses = f"; it decides by itself: {', '.join(run.engine.chooses)}" if run.engine.chooses else ""
    return f"engine {run.engine.name}: judged by edition {run.edition}, {run.edition_reason}{chooses}"


def violation_word(violation: Violation) -> str:
    """The word for a violation: violated, known, or that it follows another edition."""
    if violation.follows:
        return f"follows {violation.follows} here"
    return "known" if violation.known else "violated"


def violator(run: Run, violation: Violation) -> str:
    """Who breaks the rule: the engine, or the model itself."""
    of_model = violation.trace is not None and violation.trace.kind == "model"
    return "in the model" if of_model else f'engine "{run.engine.name}"'


def how_seen(violation: Violation) -> str:
    """How often a violation was seen, how far the engine agreed before, and whether it happens every time."""
    longest = (
        f"; the longest trace to it agreed for {violation.longest}"
        if violation.longest > violation.agreed
        else ""
    )
    agreed = f"agreed for {counted(violation.agreed, 'step')} before{longest}"
    new = f"; new since the baseline: {_first(violation.new_signatures)}" if violation.new_signatures else ""
    seen = f"seen {times(violation.times)}; {agreed}; {violation.again}"
    return f"{seen}; fingerprint {violation.fingerprint}{new}"


def _first(signatures: Sequence[str]) -> str:
    """The first of them, and how many others there are."""
    others = f" and {counted(len(signatures) - 1, 'other way')}" if len(signatures) > 1 else ""
    return f"{signatures[0]}{others}"


def closing(runs: Sequence[Run]) -> str:
    """The last line of every view of several engines: without it, the view was cut short."""
    checks = sum(len(run.records) for run in runs)
    of = f"{sum(run.started for run in runs)} of {counted(len(runs), 'engine')}"
    return f"End of report: {of} ran, {counted(checks, 'check')}."


NOT_SHOWN_TITLES = {
    "bounds": "Bounds: shown within these and not beyond",
    "never_taken": "Actions that were never taken",
    "without_check": "Rules that no check ran for",
    "not_exercised": "Rules not exercised: nothing came up in which a check of them could have failed",
    "not_judged": "Rules not judged: their checks could not be run to a verdict",
    "not_run": "Declared checks that this run did not reach",
    "never_failed": "Checks that passed and were never seen to fail on a planted fault",
    "limits": "Other limits",
}
"""Headings of the lists of what a run did not show, by field of `NotShown`."""


NOT_SHOWN_IN_SHORT = {
    "bounds": "bound",
    "never_taken": "action never taken",
    "without_check": "rule without a check",
    "not_exercised": "rule not exercised",
    "not_judged": "rule not judged",
    "not_run": "check not reached",
    "never_failed": "check never seen to fail",
    "limits": "other limit",
}
"""An entry of each list of what a run did not show, in a few words that begin with what is counted."""


def not_shown_in_short(run: Run) -> str:
    """How long each list of what a run did not show is; '' where it showed everything."""
    lists = ((len(getattr(run.not_shown, field)), words) for field, words in NOT_SHOWN_IN_SHORT.items())
    return ", ".join(_counted_first(count, words) for count, words in lists if count)


def _counted_first(count: int, words: str) -> str:
    """A count of things that further words describe: "2 actions never taken"."""
    if words.startswith("other "):
        return counted(count, words)
    thing, space, rest = words.partition(" ")
    return f"{counted(count, thing)}{space}{rest}"


def coverage(run: Run) -> list[str]:
    """How far the checks of a run that passed went: of the model, and of the engine, a line each."""
    passed = [record for record in run.records if record.verdict is Verdict.PASS]
    proved = Counter(record.shown for record in passed if record.configuration == INDUCTION)
    of_model = [f"{counted(count, 'invariant')} {shown}" for shown, count in proved.most_common()]
    return [
        f"{who}: {'; '.join(parts)}"
        for who, parts in (
            ("model", [part for part in (*of_model, _states(passed)) if part]),
            ("engine", [part for part in _of_engine(passed) if part]),
        )
        if parts
    ]


def _of_engine(passed: Sequence[CheckRecord]) -> Iterator[str]:
    """What an engine was asked, of the checks that passed."""
    played = [record for record in passed if "judged" in record.counts and "inputs" not in record.counts]
    exercised = _exercised(played)
    yield f"{counted(exercised, 'judgement')} in play" if exercised else ""
    scenarios = sum("expectations" in record.counts for record in passed)
    yield counted(scenarios, "scenario") if scenarios else ""
    inputs = sum(record.counts.get("inputs", 0) for record in passed)
    yield counted(inputs, "boundary input") if inputs else ""
    others = [
        record
        for record in passed
        if record.engine and not {"judged", "expectations", "inputs"} & record.counts.keys()
    ]
    yield counted(len(others), "other check") if others else ""


def not_shown(run: Run) -> list[tuple[str, list[str]]]:
    """Headings and entries of what the run did not show; lists without an entry are left out."""
    lists = ((title, getattr(run.not_shown, field)) for field, title in NOT_SHOWN_TITLES.items())
    return [(title, entries) for title, entries in lists if entries]
