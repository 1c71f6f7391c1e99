"""Every clause as a case of JUnit XML: a suite a document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from rulehound.checker.evidence.records import Status
from rulehound.checker.evidence.standing import ClauseStanding
from rulehound.checker.report.junit import clean, document

OUTCOMES = {
    Status.VIOLATED: "failure",
    Status.SUSPECT: "failure",
    Status.STALE: "failure",
    Status.WEAK: "failure",
    Status.INCONCLUSIVE: "skipped",
    Status.OPEN: "skipped",
    Status.NOT_TESTABLE: "skipped",
}
"""Element by which JUnit says what became of a case; a verified clause has none."""


def cases(name: str, clauses: Sequence[ClauseStanding]) -> str:
    """JUnit XML of the clauses of all documents."""
    found: dict[str, list[Element]] = defaultdict(list)
    for clause in clauses:
        suite = f"{clause.document} {clause.version}"
        case = Element("testcase", classname=clean(suite), name=clean(clause.row.clause))
        if clause.row.rules:
            properties = SubElement(case, "properties")
            for rule in clause.row.rules:
                SubElement(properties, "property", name="rule", value=clean(rule))
        if clause.status in OUTCOMES:
            message = f"{clause.status.value}: {clause.why}"
            SubElement(case, OUTCOMES[clause.status], message=clean(message))
        found[suite].append(case)
    suites = []
    for suite, own in found.items():
        part = Element("testsuite", name=clean(suite), tests=str(len(own)))
        part.extend(own)
        suites.append(part)
    return document(name, suites)
