"""Scenarios as text and as JSON: the outcome of a case, and the boards step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rulehound.checker.engines.misbehaviour import UNREADABLE
from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.scenarios.choosing import why_not_run
from rulehound.checker.suite.scenarios.showing import Sequel, board_text
from rulehound.spec.formats import Observation, Scenario


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
    """A scenario with its rules and cards, and how each step went on an engine, in lines.

    Each step is followed by what is expected, what the engine did (`.`), the board, what is pending, and the
    current choice (`>`). What failed is marked.
    """
    scenario = sequel.run.scenario
    yield f"{scenario.name}   {scenario.title}"
    yield from (f"  {rule}   {book.store.rules[rule].says}" for rule in scenario.rules)
    yield from (f"  {document}   {key}" for document, key in scenario.clauses.items())
    if scenario.editions:
        yield f"  holds under {', '.join(scenario.editions)}"
    if scenario.not_executable:
        yield f"  not executable: {scenario.not_executable}"
        return
    yield from _printed_cards(sequel)
    before: Observation = {}
    for number, seen in enumerate(sequel.seen):
        mark = f"   {FAILED}" if seen.trouble else ""
        yield (f"{number}  {seen.text}" if number else seen.text) + mark
        yield from (f"     {expected}" for expected in seen.expected)
        if seen.trouble:
            yield f"     {FAILED}: {seen.trouble}"
        if seen.observation is None:
            continue
        if number:
            yield from (f"     . {line}" for line in _happened(sequel, before, seen.observation))
        before = seen.observation
        yield from (f"       {line}" for line in board_text(sequel.run, seen.observation))
        yield from (f"     > {line}" for line in _waiting(sequel, seen.observation))
    yield f"{FAILED} at step {len(sequel.seen) - 1}" if sequel.seen[-1].trouble else "nothing failed"


FAILED = "FAILED"
"""Marks the step that goes otherwise than a scenario demands, or that could not be tried."""


def _printed_cards(sequel: Sequel) -> Iterator[str]:
    """The cards that a scenario has named, with what is printed on them."""
    named = set(sequel.run.scenario.given.get("cards", {}))
    for card in sequel.run.start.known.values():
        if card.name in named:
            first, *more = sequel.run.target.game.depiction.printed(card)
            yield f"card {card.name}: {first}"
            yield from (f"       {line}" for line in more)


def _happened(sequel: Sequel, before: Observation, after: Observation) -> Sequence[str]:
    """What the engine did in a step; nothing where the game cannot read what it shows."""
    try:
        return sequel.run.target.game.depiction.happened(before, after, sequel.run.start.known)
    except UNREADABLE:
        return ()


def _waiting(sequel: Sequel, observation: Observation) -> Sequence[str]:
    """What is pending, and the choice at hand; nothing where the game cannot read what the engine shows."""
    try:
        return sequel.run.target.game.depiction.waiting(observation, sequel.run.start.known)
    except UNREADABLE:
        return ()
