"""What became of several engines as JUnit XML; known violations and those of other editions are skipped."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

import msgspec

from rulehound.checker.diagnosis.result import Conformance, EngineResult
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.report.junit import document, suites
from rulehound.checker.report.run import Run

KNOWN = "known: the baseline has it; "


def conformance_junit(found: Conformance) -> str:
    """The JUnit XML of all engines, the engine before the rule where there are several."""
    parts: list[Element] = []
    for engine in found.engines:
        prefix = f"{engine.name}: " if len(found.engines) > 1 else ""
        parts += _suites(engine, prefix) if engine.run else [_not_started(engine)]
    return document(f"rulehound conform {found.game}", parts)


def _suites(engine: EngineResult, prefix: str) -> Iterator[Element]:
    run = engine.run
    assert run is not None
    return suites(_as_known(run, engine), _files(run, engine), prefix)


def _as_known(run: Run, engine: EngineResult) -> Run:
    """The run, where what the baseline knows is no failure."""
    known = {check for violation in engine.broken if violation.known for check in violation.checks}
    new = {check for violation in engine.broken if not violation.known for check in violation.checks}
    records = [_skipped(record) if record.check in known - new else record for record in run.records]
    return msgspec.structs.replace(run, records=records)


def _skipped(record: CheckRecord) -> CheckRecord:
    if record.verdict is not Verdict.VIOLATION:
        return record
    return msgspec.structs.replace(
        record, verdict=Verdict.UNSUPPORTED, explanation=KNOWN + record.explanation
    )


def _files(run: Run, engine: EngineResult) -> dict[int, str]:
    """The file of the violation that each record met, by the record's index."""
    by_check = {
        check: each.file for each in reversed(engine.violations) for check in each.checks if each.file
    }
    return {
        index: by_check[record.check].partition("/")[2]
        for index, record in enumerate(run.records)
        if record.trace is not None and record.check in by_check
    }


def _not_started(engine: EngineResult) -> Element:
    suite = Element(
        "testsuite", name=_plain(engine.command), tests="1", failures="0", errors="1", skipped="0"
    )
    case = Element("testcase", classname=_plain(engine.command), name="starts")
    case.append(Element("error", message=_plain(engine.trouble), type="error"))
    suite.append(case)
    return suite


def _plain(text: str) -> str:
    return "".join(character if character.isprintable() else "\ufffd" for character in text)
