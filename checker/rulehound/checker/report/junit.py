"""The records of a run as JUnit XML, for CI systems.

A suite a rule (the first that a check stands for), a case a record. A violation is a failure, an error an
error; inconclusive and unsupported are skipped with the reason. Times stand in report.json alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.report.run import Run, trace_files
from rulehound.checker.report.summary import changes, offers, remark, replay_command

OUTCOMES = {
    Verdict.VIOLATION: "failure",
    Verdict.ERROR: "error",
    Verdict.INCONCLUSIVE: "skipped",
    Verdict.UNSUPPORTED: "skipped",
}
"""Element by which JUnit says what became of a case; a pass has none."""

NO_RULE = "no rule"
"""Suite of the checks that stand for no rule: of the model's graph, of an engine's own word."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold, not even escaped."""


def junit(run: Run) -> str:
    """The JUnit XML of a run."""
    return document(f"rulehound {run.game} {run.edition}", suites(run, trace_files(run.records)))


def document(name: str, parts: Iterable[Element]) -> str:
    """JUnit XML of these suites."""
    root = Element("testsuites", name=clean(name))
    root.extend(parts)
    for key, value in _counts(list(root.iter("testcase"))).items():
        root.set(key, value)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def suites(run: Run, files: Mapping[int, str], prefix: str = "") -> Iterator[Element]:
    """The suites of a run; `files` names the trace of a record by its index, `prefix` comes before names."""
    clauses = {rule.id: [clause.number or clause.recorded for clause in rule.clauses] for rule in run.rules}
    cases: dict[str, list[Element]] = defaultdict(list)
    for index, record in enumerate(run.records):
        suite = record.rules[0] if record.rules else NO_RULE
        cases[suite].append(_case(run, record, clauses, files.get(index), prefix + suite))
    order = {rule.id: number for number, rule in enumerate(run.rules)}
    for name in sorted(cases, key=lambda name: (order.get(name, len(order)), name)):
        part = Element("testsuite", {"name": clean(prefix + name), **_counts(cases[name])})
        part.extend(cases[name])
        yield part


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
    trace = record.trace
    if trace is None:
        return ""
    lines = [f"expected: {trace.expected}", f"observed: {trace.observed}"]
    for number, step in enumerate(trace.steps, 1):
        parts = [step.text, ", ".join(changes(step)), remark(step)]
        lines.append(f"{number}  " + "  |  ".join(part for part in parts if part))
    lines += offers(trace)
    if file is not None:
        lines.append("replay: " + replay_command(f"traces/{file}", trace))
    return "\n".join(lines)


def _counts(cases: list[Element]) -> dict[str, str]:
    counts = {"tests": len(cases)}
    for name, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        counts[name] = sum(case.find(element) is not None for case in cases)
    return {name: str(count) for name, count in counts.items()}


def clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
