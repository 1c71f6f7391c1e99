"""Runs and records as text: tables on standard output, progress on standard error."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TextIO, cast

from rich import progress as bars
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rulehound.checker.diagnosis.localisation import BY_EXAMPLE
from rulehound.checker.errors import one_line, printable
from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import LEFT_OPEN, CheckRecord, RuleVerdict, Verdict
from rulehound.checker.report import summary
from rulehound.checker.report.breakdowns import replay_of
from rulehound.checker.report.trace_files import own_traces, trace_files
from rulehound.checker.report.trace_text import trace_lines
from rulehound.checker.report.would_lift import would_lift
from rulehound.checker.run_record import Breakdown, Run, RunRule, Violation
from rulehound.checker.suite.edition import EditionChoice
from rulehound.checker.wording import counted, shortened

WIDTH = 150
"""Columns of output that goes to a file or a pipe."""

STYLES = {
    "pass": "green",
    "violation": "bold red",
    "error": "bold red",
    "inconclusive": "yellow",
    "unsupported": "dim",
    "not exercised": "dim",
    "not judged": "dim",
}

QUIET = (RuleVerdict.PASS, *LEFT_OPEN)
"""Verdicts of rules that are only counted, unless every rule is asked for."""

LISTED_AT_MOST = 12
"""Names of a list of what was not shown that the terminal prints; the report has them all."""

FAILURES_AT_MOST = 5
"""Failures that are told as they are seen."""

FAILURE_WIDTH = 200
"""Characters of the line of a failure that is told as it is seen."""

CHECKS_AT_MOST = 8
"""Checks failing of one cause that the terminal names; the report has them all."""

SUSPECTS_AT_MOST = 2
"""Other rules that may be broken in place of the one that is named, which the terminal names as well."""


class _Careful(Console):
    """A console on which no text can do anything but be read, also not within a table."""

    def render_str(self, text: str, *arguments: Any, **options: Any) -> Text:
        """The text with what could steer the terminal made visible."""
        return super().render_str(printable(text), *arguments, **options)

    def on_broken_pipe(self) -> None:
        """Nobody reads any more: for the command to say how it ends."""
        raise BrokenPipeError


class _Unpadded:
    """A file or a pipe that gets no spaces at the ends of lines: tables fill every line up to their width."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding or "utf-8"

    def write(self, text: str) -> int:
        """Write the text, which ends at the end of a line."""
        return self._stream.write(re.sub(" +$", "", text, flags=re.MULTILINE))

    def flush(self) -> None:
        """Write what the stream holds back."""
        self._stream.flush()


def console(stream: TextIO | None = None) -> Console:
    """A console for results: as wide as the terminal, or of fixed width and plain where there is none."""
    stream = stream or sys.stdout
    width = None if stream.isatty() else WIDTH
    file = stream if width is None else cast("TextIO", _Unpadded(stream))
    return _Careful(file=file, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)


@contextmanager
def progress(quiet: bool = False) -> Iterator[Progress]:
    """A line on standard error for each thing being done, where that is a terminal; nothing elsewhere.

    Each line has the time that it took so far, and how much longer it will take where that can be told. The
    first line has the time of everything. `quiet`: nothing, either.
    """
    if quiet or not sys.stderr.isatty():
        yield silent
        return
    columns = (
        bars.SpinnerColumn(finished_text="✓"),
        bars.TextColumn("{task.description}"),
        bars.BarColumn(bar_width=20),
        _Count(),
        bars.TimeElapsedColumn(),
        _Left(),
    )
    tasks: dict[str, bars.TaskID] = {}
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        shown.add_task("in all", total=None)

        def report(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = shown.add_task(what, total=None)
            shown.update(tasks[what], completed=done, total=of or None)

        yield report


class _Count(bars.ProgressColumn):
    """How much is done, and of how much; nothing where neither is known."""

    def render(self, task: bars.Task) -> Text:
        """The two numbers: "1,234/20,000"."""
        return Text("" if task.total is None else f"{int(task.completed):,}/{int(task.total):,}")


class _Left(bars.ProgressColumn):
    """How much longer it will take, at the speed of so far."""

    def render(self, task: bars.Task) -> Text:
        """The time in words: "about 12 s left"; nothing where it cannot be told."""
        seconds = task.time_remaining
        if task.finished or not seconds:
            return Text("")
        return Text(f"about {seconds:.0f} s left" if seconds < 90 else f"about {seconds / 60:.0f} min left")


def failure_lines() -> Callable[[CheckRecord], None]:
    """What prints the first failures of a run as they are seen, a line each, on standard error.

    The others are not told one by one: their causes are named when the run is over.
    """
    numbers = count(1)

    def tell(record: CheckRecord) -> None:
        number = next(numbers)
        if number <= FAILURES_AT_MOST:
            rules = f" ({', '.join(record.rules)})" if record.rules else ""
            line = one_line(f"{record.verdict.value}: {record.check}{rules}: {record.explanation}")
            print(shortened(line, FAILURE_WIDTH), file=sys.stderr)
        elif number == FAILURES_AT_MOST + 1:
            print("more fails; the causes are named when the run is over", file=sys.stderr)

    return tell


def print_edition(to: Console, choice: EditionChoice) -> None:
    """By which edition an engine is judged, and why: before anything is asked of it."""
    to.print(f"judged by edition {choice.edition}, {choice.reason}", soft_wrap=True)


def print_run(
    run: Run,
    out: Path,
    to: Console,
    verbose: bool = False,
    quiet: bool = False,
    asked: Collection[str] = (),
) -> None:
    """What a person should see of a run: how far it went, then findings, last the outcome.

    `out` is the folder of the report, which says the rest. With `verbose`, every rule has its line, and what
    the run did not show is listed. With `quiet` there are findings and the outcome alone. Rules that are
    `asked` for have their line in any case.
    """
    if not quiet:
        _print_reach(run, to, verbose)
    for breakdown in run.breakdowns:
        to.print("\n".join(map(one_line, breakdown_lines(run, breakdown, out))), soft_wrap=True)
    told = [rule for rule in run.rules if rule.holds and (verbose or rule.verdict not in QUIET)]
    listed = [rule for rule in run.rules if rule.id in asked] if asked and not verbose else told
    if listed and not quiet:
        to.print()
        to.print(_rules_table(run, listed))
    for before, violation in zip([None, *run.violations], run.violations, strict=False):
        again = before is not None and before.rule == violation.rule
        lines = [*violation_lines(run, violation, out, violation.rule, again)]
        to.print("\n".join(map(one_line, lines)), soft_wrap=True)
    for lines in _errors(run, out):
        to.print("\n".join(map(one_line, lines)), soft_wrap=True)
    to.print(
        f"{'' if quiet else chr(10)}{summary.headline(run)}  Report: {out / 'index.html'}", soft_wrap=True
    )


def _print_reach(run: Run, to: Console, verbose: bool) -> None:
    """What was judged, how far that went, and what was not shown."""
    _print_head(run, to)
    if verbose:
        for rule in run.rules:
            if rule.reading:
                to.print(f"{rule.id} is read in this edition as: {printable(rule.reading)}", soft_wrap=True)
        print_not_shown(summary.not_shown(run), to)
    else:
        for line in summary.coverage(run):
            to.print(printable(line), soft_wrap=True)
        if gaps := summary.not_shown_in_short(run):
            to.print(f"not shown: {gaps} (listed in the report, and with --verbose)", soft_wrap=True)
    if lifting := would_lift(run):
        to.print(printable(f"\n{run.engine.name}: {lifting}."), soft_wrap=True)
    print_links(run, to)


def _print_head(run: Run, to: Console) -> None:
    """What was judged, by which document, and what of the document could not be used."""
    document = run.document
    engine = f"{run.engine.name} {run.engine.version} ({run.engine.command})"
    to.print(one_line(f"{run.game_title}, edition {run.edition}, engine {engine}"))
    to.print(f"{document.file}: {document.explanation}; {counted(document.clauses, 'clause')}")
    unread = [fact for fact in run.facts if fact.status != "ok"]
    to.print(f"Facts: {len(run.facts) - len(unread)} of {len(run.facts)} read.")
    if unread:
        table = _table("Fact", "Status", "What the document says")
        for fact in unread:
            table.add_row(fact.name, Text(fact.status, STYLES["inconclusive"]), printable(fact.explanation))
        to.print(table)


def print_links(run: Run, to: Console) -> None:
    """What waits for a person to look at it in the document of a run, with both wordings of what changed."""
    if run.suspect_rules:
        to.print("\nClauses that changed since they were reviewed:")
        for line in summary.suspect_lines(run):
            to.print(one_line(f"  {line}"), soft_wrap=True)
    to.print(f"Links: {summary.links(run)}")


def _rules_table(run: Run, rules: Sequence[RunRule]) -> Table:
    """A line for each rule, those with the worst verdicts first."""
    table = _table("Rule", "Clause", "Checked", "How far", "Verdict")
    numbers = [number for rule in rules for number in summary.clause_numbers(rule)]
    table.columns[1].min_width = max(map(len, numbers), default=0)
    for rule in sorted(rules, key=lambda rule: list(RuleVerdict).index(rule.verdict)):
        records = run.records_of(rule.id)
        table.add_row(
            rule.id,
            ", ".join(summary.clause_numbers(rule)) or "none",
            summary.checked(records),
            printable(summary.how_far(rule, records)),
            _verdict(rule.verdict),
        )
    return table


def print_table(to: Console, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table of plain text."""
    table = _table(*columns)
    for row in rows:
        table.add_row(*map(printable, row))
    to.print(table)


def print_records(records: Sequence[CheckRecord], to: Console) -> None:
    """The records of a part of the checks, one a line, then the traces of what went wrong."""
    table = _table("Check", "Rules", "How far", "Verdict")
    never_up = [record for record in records if record.verdict is Verdict.NOT_EXERCISED]
    for record in records:
        if record in never_up and not record.counts.get("judged"):
            continue
        shown = f"{record.shown} ({record.label})" if record.label else record.shown
        why = "" if record.verdict is Verdict.PASS else record.explanation
        far = "; ".join(part for part in (shown, why) if part)
        table.add_row(record.check, ", ".join(record.rules), printable(far), _verdict(record.verdict))
    to.print(table)
    silent_checks = [record.check for record in never_up if not record.counts.get("judged")]
    if silent_checks:
        names = ", ".join(silent_checks[:LISTED_AT_MOST])
        more = len(silent_checks) - LISTED_AT_MOST
        others = f" and {more} more" if more > 0 else ""
        to.print(f"\n{counted(len(silent_checks), 'check')} never came up: {names}{others}", soft_wrap=True)
    for record in records:
        if record.trace is not None:
            to.print(f"\n{record.check}", soft_wrap=True)
            to.print("\n".join(trace_lines(record.trace)), soft_wrap=True)


def violation_lines(
    run: Run, violation: Violation, out: Path, anchor: str, again: bool = False
) -> Iterator[str]:
    """A violation, with where its rule is stated, its trace, and what else fails of it.

    `out` is the folder of the report, `anchor` the violation's place on the page there; `again` says that the
    violation before was of the same rule, whose words and places are not repeated.
    """
    rule = next((rule for rule in run.rules if rule.id == violation.rule), None)
    yield ""
    word, name = summary.violation_word(violation), violation.rule or "no rule"
    yield f"{name}   {word}   {summary.violator(run, violation)}   {violation.element}"
    if again:
        yield f"  the same rule, broken elsewhere   {out / 'index.html'}#{anchor}"
    elif rule is not None:
        yield f"  {rule.says}"
        yield from (f"  {line}" for line in _sources(run, rule, out, anchor))
    if violation.element == BY_EXAMPLE and violation.checks:
        yield f"  shown by {violation.checks[0]}"
    yield f"  {summary.how_seen(violation)}"
    if violation.trace is None:
        yield f"  expected: {violation.expected}; observed: {violation.observed}"
    else:
        yield from trace_lines(violation.trace)
        yield f"  replay: {summary.replay_command(violation.file, violation.trace, str(out))}"
    more = violation.checks[1:]
    if more:
        others = (
            f" and {counted(len(more) - CHECKS_AT_MOST, 'more check')}" if len(more) > CHECKS_AT_MOST else ""
        )
        yield f"  fails from the same cause: {', '.join(more[:CHECKS_AT_MOST])}{others}"
    if violation.also:
        yield f"  likeliest otherwise: {', '.join(violation.also[:SUSPECTS_AT_MOST])}"


def breakdown_lines(run: Run, breakdown: Breakdown, out: Path) -> Iterator[str]:
    """How an engine breaks, what that costs, the trace and how to replay it. `out`: the report's folder."""
    yield ""
    yield f'engine "{run.engine.name}" breaks: {breakdown.message}'
    shown, rest = breakdown.checks[:CHECKS_AT_MOST], len(breakdown.checks) - CHECKS_AT_MOST
    others = f" and {counted(rest, 'more check')}" if rest > 0 else ""
    yield f"  costs the verdict of {counted(len(breakdown.checks), 'check')}: {', '.join(shown)}{others}"
    if breakdown.trace is not None:
        yield from trace_lines(breakdown.trace)
        yield f"  replay: {replay_of(breakdown, str(out))}"


def _sources(run: Run, rule: RunRule, out: Path, anchor: str) -> Iterator[str]:
    """Where a rule is stated, here or else elsewhere, with the report's page, and its facts."""
    for place in summary.places(run, rule):
        yield f"{place}   {out / 'index.html'}#{anchor}"
    if rule.elsewhere and not rule.clauses:
        yield f"also stated in: {'; '.join(rule.elsewhere)}"
    yield from summary.facts(run, rule)


def _errors(run: Run, out: Path) -> Iterator[list[str]]:
    """For each rule whose checks broke, and then for no rule: its place, and the best trace."""
    files = trace_files(run)
    of_rules = [
        (rule, [i for i in run.indices_of(rule.id) if run.records[i].verdict is Verdict.ERROR])
        for rule in run.rules
    ]
    others = [index for index in run.other_indices if run.records[index].verdict is Verdict.ERROR]
    for rule, broken in [*of_rules, (None, others)]:
        if not broken:
            continue
        first = next((i for i in own_traces(run, rule.id if rule else "") if i in broken), broken[0])
        record = run.records[first]
        name, word = rule.id if rule else "no rule", summary.verdict_word(record.verdict)
        by = f'engine "{run.engine.name}"' if record.engine else "in the model"
        yield ["", f"{name}   {word}   {by}   {record.check}"]
        if rule is not None:
            yield [f"  {line}" for line in _sources(run, rule, out, rule.id)]
        if record.trace is None:
            yield [f"  {record.explanation or record.shown}"]
        else:
            command = summary.replay_command(files[first], record.trace, str(out))
            yield [*trace_lines(record.trace), f"  replay: {command}"]
        more = [run.records[index].check for index in broken if index != first]
        if more:
            yield [f"  also: {', '.join(more)}"]


def print_not_shown(lists: Iterable[tuple[str, Sequence[str]]], to: Console) -> None:
    """What was not shown, list by list."""
    for title, entries in lists:
        to.print(f"\n{title} ({len(entries)}):")
        for entry in entries[:LISTED_AT_MOST]:
            to.print(one_line(f"  {entry}"), soft_wrap=True)
        if len(entries) > LISTED_AT_MOST:
            to.print(f"  and {len(entries) - LISTED_AT_MOST} more, listed in the report")


def _verdict(verdict: Verdict | RuleVerdict) -> Text:
    return Text(summary.verdict_word(verdict), STYLES[verdict.value])


def _table(*columns: str) -> Table:
    """A table whose cells wrap and are never cut short."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, overflow="fold", no_wrap=number == 0)
    return table
