"""The violations of runs as SARIF 2.1.0 (OASIS Standard, 27 March 2020), one run an engine.

A result has the fingerprint of its cause, which holds no clause, line or number, so that code scanning
recognises it in the next run. Its location is in the report, in its trace where it has one, since an engine's
source is not known. GitHub's code scanning asks for more than the standard, which is there as well: a
physical location of every result, descriptions and help of every rule, a category of its own for every run.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain, count
from typing import Any

from rulehound.checker.report.summary import places, replay_command
from rulehound.checker.run_record import Conformance, Run, RunRule, Violation
from rulehound.checker.wording import counted

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "rulehoundCause/v1"
RESULT = "conformance.json"
"""The file that a result without a trace is located in."""

ENGINE_ITSELF = "engine"
"""Id of results that stand for no rule: an engine that does not do as it says."""


def sarif(conformance: Conformance, folder: str = "") -> bytes:
    """The SARIF log, indented. `folder` as in `replay_command`."""
    named = zip(conformance.runs, _names(conformance.runs), strict=True)
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(run, name, folder) for run, name in named]}
    return (json.dumps(log, indent=2, ensure_ascii=True) + "\n").encode()


def _names(runs: Sequence[Run]) -> list[str]:
    """A name for each engine that no other one has, and that is one part of a path."""
    names: list[str] = []
    for run in runs:
        plain = run.engine.name.replace("/", "_")
        numbered = (f"{plain}-{number}" for number in count(2))
        names.append(next(name for name in chain([plain], numbered) if name not in names))
    return names


def _run(run: Run, name: str, folder: str) -> dict[str, Any]:
    rules = {rule.id: rule for rule in run.rules}
    named = list(dict.fromkeys(violation.rule or ENGINE_ITSELF for violation in run.violations))
    driver = {
        "name": "rulehound",
        "version": run.rulehound,
        "rules": [_descriptor(run, rule, rules.get(rule)) for rule in named],
    }
    invocation: dict[str, Any] = {"executionSuccessful": run.started}
    if not run.started:
        notification = {"level": "error", "message": {"text": run.engine.trouble}}
        invocation["toolExecutionNotifications"] = [notification]
    broken = [
        {"level": "error", "message": {"text": f"{each.message}; costs {counted(len(each.checks), 'check')}"}}
        for each in run.breakdowns
    ]
    if broken:
        invocation["toolExecutionNotifications"] = broken
    log: dict[str, Any] = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"rulehound/{run.game}/{name}/"},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": [_result(violation, named, folder) for violation in run.violations],
    }
    if run.started:
        log["properties"] = {"edition": run.edition, "editionFound": run.edition_reason}
    return log


def _descriptor(run: Run, name: str, rule: RunRule | None) -> dict[str, Any]:
    """The description of a rule in our own words, and where it is stated."""
    if rule is None:
        return {"id": name, **_described("The engine does as it says.", "")}
    stated = "; ".join([*places(run, rule), *rule.elsewhere])
    return {
        "id": name,
        **_described(rule.says, f" Stated in: {stated}" if stated else ""),
        "properties": {"kind": rule.kind},
    }


def _described(says: str, more: str) -> dict[str, Any]:
    texts = {"shortDescription": says, "fullDescription": says, "help": says + more}
    return {name: {"text": text} for name, text in texts.items()}


def _result(violation: Violation, rules: list[str], folder: str) -> dict[str, Any]:
    rule = violation.rule or ENGINE_ITSELF
    text = f"expected: {violation.expected}; observed: {violation.observed}"
    if violation.follows:
        text = f"follows {violation.follows} here; {text}"
    if violation.trace is not None and violation.file:
        text += f"; replay: {replay_command(violation.file, violation.trace, folder)}"
    result: dict[str, Any] = {
        "ruleId": rule,
        "ruleIndex": rules.index(rule),
        "kind": "informational" if violation.follows else "fail",
        "level": "none" if violation.follows else "error",
        "message": {"text": text},
        "occurrenceCount": violation.times,
        "partialFingerprints": {FINGERPRINT: violation.fingerprint},
        "properties": {"element": violation.element, "checks": violation.checks, "again": violation.again},
    }
    if not violation.follows:
        result["baselineState"] = "unchanged" if violation.known else "new"
    place = {"artifactLocation": {"uri": violation.file or RESULT}, "region": {"startLine": 1}}
    named = {"name": violation.element, "kind": "member"}
    result["locations"] = [{"physicalLocation": place, "logicalLocations": [named]}]
    return result
