"""Every clause as a test case of JUnit XML, one suite for each document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from rulehound.checker.evidence.standings import ClauseStanding
from rulehound.checker.evidence.status import Status
from rulehound.checker.report.junit import clean, document

OUTCOMES = {
    Status.VIOLATED: "failure",
    Status.SUSPECT: "failure",
    Status.STALE: "failure",
    Status.WEAK: "failure",
    Status.INCONCLUSIVE: "skipped",
    Status.PARTLY: "skipped",
    Status.OPEN: "skipped",
    Status.NOT_TESTABLE: "skipped",
}
"""The JUnit element for each outcome; a verified clause has none."""


def cases(name: str, clauses: Sequence[ClauseStanding]) -> str:
    """JUnit XML of the clauses of all documents."""
    cases_of: dict[str, list[Element]] = defaultdict(list)
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
        cases_of[suite].append(case)
    suites = []
    for suite, own in cases_of.items():
        part = Element("testsuite", name=clean(suite), tests=str(len(own)))
        part.extend(own)
        suites.append(part)
    return document(name, suites)
