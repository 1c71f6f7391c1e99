"""Scenarios as text and as JSON: the outcome of a case, and the boards step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.scenarios.choosing import why_not_run
from rulehound.checker.suite.scenarios.showing import Sequel, board_text
from rulehound.spec.formats import Scenario


class CaseOutcome(msgspec.Struct, frozen=True):
    """The outcome of one case of a scenario, as it is printed."""

    id: str
    case: int
    """From 1."""
    title: str
    verdict: Verdict
    reason: str
    """Why it is not a pass, or what of it was not compared; "" where there is nothing to say."""
    rules: Sequence[str]
    edition: str
    engine: str


def case_outcome(scenario: Scenario, record: CheckRecord | None, target: Target) -> CaseOutcome:
    """The outcome of a case from its record; None is the record of a case that was not put to the engine."""
    verdict = Verdict.UNSUPPORTED if record is None else record.verdict
    reason = why_not_run(scenario, target.edition) if record is None else record.explanation
    if record is not None and verdict is Verdict.PASS:
        reason = record.shown.partition("; ")[2]
    case, rules = max(scenario.number, 1), list(scenario.rules)
    return CaseOutcome(
        scenario.id, case, scenario.title, verdict, reason, rules, target.edition, target.engine
    )


def scenario_lines(book: Rulebook, sequel: Sequel) -> Iterator[str]:
    """A scenario with its rules, and the board on an engine after each step, in lines."""
    scenario = sequel.run.scenario
    yield f"{scenario.name}   {scenario.title}"
    yield from (f"  {rule}   {book.store.rules[rule].says}" for rule in scenario.rules)
    yield from (f"  {document}   {key}" for document, key in scenario.clauses.items())
    if scenario.editions:
        yield f"  holds under {', '.join(scenario.editions)}"
    if scenario.not_executable:
        yield f"  not executable: {scenario.not_executable}"
        return
    for number, seen in enumerate(sequel.seen):
        yield f"{number}  {seen.text}" if number else seen.text
        yield from (f"     {expected}" for expected in seen.expected)
        if seen.trouble:
            yield f"     {seen.trouble}"
        if seen.observation is not None:
            yield from (f"       {line}" for line in board_text(sequel.run, seen.observation))
