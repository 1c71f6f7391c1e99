"""What the views of a conformance result say in words, on the terminal and on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rulehound.checker.diagnosis.result import Conformance, EngineResult, Violation
from rulehound.checker.records import RuleVerdict
from rulehound.checker.report.conformance.matrix import Cell
from rulehound.checker.report.run import Run
from rulehound.checker.report.summary import places, replay_command
from rulehound.checker.wording import counted


def headline(engine: EngineResult) -> str:
    """One engine in a line, the worst first."""
    if engine.run is None:
        return f"did not start: {engine.trouble}"
    new = [violation for violation in engine.broken if not violation.known]
    known = len(engine.broken) - len(new)
    verdicts = Counter(rule.verdict for rule in engine.run.rules if rule.holds)
    parts = [
        counted(len(new), "violation") if new or not known else "no new violation",
        f"{known} known" if known else "",
        f"{len(engine.elsewhere)} as another edition has it" if engine.elsewhere else "",
        f"{counted(verdicts[RuleVerdict.ERROR], 'rule')} with an error"
        if verdicts[RuleVerdict.ERROR]
        else "",
        f"{counted(verdicts[RuleVerdict.INCONCLUSIVE], 'rule')} inconclusive"
        if verdicts[RuleVerdict.INCONCLUSIVE]
        else "",
        f"{counted(verdicts[RuleVerdict.PASS], 'rule')} passed",
        f"{verdicts[RuleVerdict.NOT_JUDGED]} not judged",
    ]
    return ", ".join(part for part in parts if part)


def edition_line(engine: EngineResult) -> str:
    """The edition that an engine is judged by, and how it was found out."""
    if engine.edition is None:
        return f"engine {engine.command}: not started"
    chooses = engine.run.engine.chooses if engine.run else []
    by_itself = f"; it decides by itself: {', '.join(chooses)}" if chooses else ""
    return (
        f"engine {engine.name}: judged by edition {engine.edition.edition}, {engine.edition.how}{by_itself}"
    )


def kind(violation: Violation) -> str:
    """What a violation is called: violated, known, or that it follows another edition."""
    if violation.follows:
        return f"follows {violation.follows} here"
    return "known" if violation.known else "violated"


def says(run: Run, rule: str) -> str:
    """A rule in words; '' where the run has no such rule."""
    return next((each.says for each in run.rules if each.id == rule), "")


def where_stated(run: Run, rule: str) -> Sequence[str]:
    """Where a rule is stated: in the document at hand, then elsewhere."""
    read = next((each for each in run.rules if each.id == rule), None)
    return [*places(run, read), *read.elsewhere] if read else []


def replay(violation: Violation, folder: str = "") -> str:
    """The command that replays a violation; '' where it has no trace."""
    if violation.trace is None:
        return ""
    return replay_command(folder + violation.file, violation.trace)


def agreed(violation: Violation) -> str:
    """How far the engine agreed before."""
    steps = counted(violation.agreed, "step")
    longest = (
        f"; the longest way to it agreed for {violation.longest}"
        if violation.longest > violation.agreed
        else ""
    )
    return f"agreed for {steps} before{longest}"


def cell(at: Cell) -> str:
    """A cell of the matrix in a few characters."""
    return {"violation": "violated", "pass": "passed"}.get(at.verdict, at.verdict)


def counts(at: Cell) -> str:
    """What the checks of a rule came to on an engine."""
    told = {"violated": at.violated, "passed": at.passed, "not judged": at.not_judged}
    return ", ".join(f"{count} {what}" for what, count in told.items() if count)


def closing(found: Conformance) -> str:
    """The last line of every view: without it, the view was cut short."""
    runs = [engine.run for engine in found.engines if engine.run]
    checks = sum(len(run.records) for run in runs)
    of = f"{len(runs)} of {counted(len(found.engines), 'engine')}"
    return f"End of report: {of} ran, {counted(checks, 'check')}."


def reasons(at: Cell) -> Iterator[str]:
    """Why checks of a rule were not judged on an engine."""
    for reason, times in at.reasons.items():
        yield f"{reason} ({times})" if times > 1 else reason
