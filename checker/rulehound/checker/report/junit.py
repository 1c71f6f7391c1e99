"""The records of runs as JUnit XML, for CI systems.

Each rule is a suite (the first rule of a check), each record a case. A violation is one failure, of the check
whose trace shows it; other checks that fail from the same cause are skipped and name it, and so are
violations of the baseline. An error is an error. Inconclusive, not exercised and unsupported checks are
skipped with the reason. Only report.json has times.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import msgspec

from rulehound.checker.records import CheckRecord, Trace, Verdict
from rulehound.checker.report.summary import offers, remark, replay_command, step_changes
from rulehound.checker.report.trace_files import prefixes, trace_files
from rulehound.checker.run_record import Run
from rulehound.checker.wording import counted

OUTCOMES = {
    Verdict.VIOLATION: "failure",
    Verdict.ERROR: "error",
    Verdict.INCONCLUSIVE: "skipped",
    Verdict.NOT_EXERCISED: "skipped",
    Verdict.UNSUPPORTED: "skipped",
}
"""The JUnit element for each outcome; a pass has none."""

NO_RULE = "no rule"
"""Suite of the checks that stand for no rule, such as those of the model's graph."""

BREAKDOWNS = "the engine breaks"
"""Suite of how an engine broke."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, not even escaped."""


def junit(title: str, runs: Sequence[Run], folder: str = "") -> str:
    """The JUnit XML of these runs; where there are several, the engine stands before the rule.

    `folder` as in `replay_command`.
    """
    parts: list[Element] = []
    for run, before in zip(runs, prefixes(runs), strict=True):
        engine = f"{run.engine.name}: " if len(runs) > 1 else ""
        parts += _broken_down(run, engine, folder)
        files = {index: str(PurePath(folder, file)) for index, file in trace_files(run, before).items()}
        parts += _suites(run, files, engine) if run.started else [_not_started(run)]
    return document(title, parts)


def _broken_down(run: Run, engine: str, folder: str) -> Iterator[Element]:
    """The suite of how the engine broke, an error each; `engine` comes before its name."""
    if not run.breakdowns:
        return
    cases = []
    for number, each in enumerate(run.breakdowns, 1):
        case = Element("testcase", classname=clean(engine + BREAKDOWNS), name=f"breakdown {number}")
        message = f"{each.message}; costs the verdict of {counted(len(each.checks), 'check')}"
        error = SubElement(case, "error", message=clean(message), type="error")
        lines = [f"checks: {', '.join(each.checks)}", *_steps(each.trace, str(PurePath(folder, each.file)))]
        error.text = clean("\n".join(lines))
        cases.append(case)
    suite = Element("testsuite", {"name": clean(engine + BREAKDOWNS), **_counts(cases)})
    suite.extend(cases)
    yield suite


def document(name: str, parts: Iterable[Element]) -> str:
    """JUnit XML of these suites."""
    root = Element("testsuites", name=clean(name))
    root.extend(parts)
    for key, value in _counts(list(root.iter("testcase"))).items():
        root.set(key, value)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _suites(run: Run, files: Mapping[int, str], engine: str) -> Iterator[Element]:
    """The suites of a run; `files` names the trace of a record by its index, `engine` comes before names."""
    clauses = {rule.id: [clause.number or clause.recorded for clause in rule.clauses] for rule in run.rules}
    cases: dict[str, list[Element]] = defaultdict(list)
    for index, record in enumerate(_one_failure_a_violation(run)):
        suite = record.rules[0] if record.rules else NO_RULE
        cases[suite].append(_case(run, record, clauses, files.get(index), engine + suite))
    order = {rule.id: number for number, rule in enumerate(run.rules)}
    for name in sorted(cases, key=lambda name: (order.get(name, len(order)), name)):
        part = Element("testsuite", {"name": clean(engine + name), **_counts(cases[name])})
        part.extend(cases[name])
        yield part


def _one_failure_a_violation(run: Run) -> Iterator[CheckRecord]:
    """The records, in which each violation fails once.

    Of the records of one violation all but the first are put to unsupported; the first one too where the
    baseline knows the violation.
    """
    violations = {violation.fingerprint: violation for violation in run.broken}
    failed: set[str] = set()
    for record in run.records:
        violation = violations.get(record.violation)
        if violation is None:
            yield record
        elif violation.known:
            yield _skipped(record, f"known: the baseline has it; {record.explanation}")
        elif record.check == violation.checks[0] and record.violation not in failed:
            failed.add(record.violation)
            yield record
        else:
            cause = f"{violation.rule or NO_RULE}, shown by {violation.checks[0]}"
            yield _skipped(record, f"fails from the same cause ({cause}); {record.explanation}")


def _skipped(record: CheckRecord, explanation: str) -> CheckRecord:
    return msgspec.structs.replace(record, verdict=Verdict.UNSUPPORTED, explanation=explanation)


def _not_started(run: Run) -> Element:
    name = clean(run.engine.command)
    suite = Element("testsuite", name=name, tests="1", failures="0", errors="1", skipped="0")
    case = SubElement(suite, "testcase", classname=name, name="starts")
    SubElement(case, "error", message=clean(run.engine.trouble), type="error")
    return suite


def _case(
    run: Run, record: CheckRecord, clauses: dict[str, list[str]], file: str | None, suite: str
) -> Element:
    case = Element("testcase", classname=clean(suite), name=clean(record.check))
    properties = SubElement(case, "properties")
    values = {
        "rules": " ".join(record.rules),
        "clauses": " ".join(dict.fromkeys(key for rule in record.rules for key in clauses.get(rule, ()))),
        "document": f"{run.document.id} {run.document.version}",
        "edition": record.edition,
        "engine": record.engine,
        "scope": record.scope,
        "shown": record.shown,
        "label": record.label,
    }
    for name, value in values.items():
        if value:
            SubElement(properties, "property", name=name, value=clean(value))
    if record.verdict in OUTCOMES:
        message = clean(record.explanation or record.shown or record.verdict)
        outcome = SubElement(case, OUTCOMES[record.verdict], message=message, type=record.verdict.value)
        outcome.text = clean(_details(record, file)) or None
    return case


def _details(record: CheckRecord, file: str | None) -> str:
    return "\n".join(_steps(record.trace, file))


def _steps(trace: Trace | None, file: str | None) -> list[str]:
    """A trace line by line, and how to replay it; nothing where there is none."""
    if trace is None:
        return []
    lines = [f"expected: {trace.expected}", f"observed: {trace.observed}"]
    for number, step in enumerate(trace.steps, 1):
        parts = [step.text, ", ".join(step_changes(step)), remark(step)]
        lines.append(f"{number}  " + "  |  ".join(part for part in parts if part))
    lines += offers(trace)
    if file is not None:
        lines.append("replay: " + replay_command(file, trace))
    return lines


def _counts(cases: list[Element]) -> dict[str, str]:
    counts = {"tests": len(cases)}
    for name, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        counts[name] = sum(case.find(element) is not None for case in cases)
    return {name: str(count) for name, count in counts.items()}


def clean(text: str) -> str:
    """The text, in which characters that XML cannot hold are replaced."""
    return _NOT_XML.sub("\ufffd", text)
