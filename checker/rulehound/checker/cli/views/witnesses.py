"""The situations that two editions judge differently, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulehound.checker.model.state_lines import described, state_changes, state_lines
from rulehound.checker.suite.witnesses.differences import DifferenceWitnesses, WitnessScenarios
from rulehound.checker.suite.witnesses.scenarios import action_words, verdict
from rulehound.checker.wording import counted
from rulehound.spec.documents.differences import Clauses, RuleDifference, RuleReading

OTHER_SWITCHES = (
    "so with this switch alone flipped; between the whole editions other switches have a say here"
)
NOT_LEAST = "the solver gave up on a smaller one"


def lines(answers: Sequence[DifferenceWitnesses], editions: tuple[str, str]) -> Iterator[str]:
    """The lines for a person: differences with witnesses first, then those without, with the reason."""
    witnessed = [answer for answer in answers if answer.witnesses]
    unknown = [answer for answer in answers if answer.difference.scenarios]
    missing = [answer for answer in answers if answer.is_open]
    never = [answer for answer in answers if not answer.difference.switch]
    by_scenarios = f"{len(unknown)} that scenarios alone show, " if unknown else ""
    yield (
        f"{editions[0]} and {editions[1]}: {counted(len(answers), 'difference')}, {by_scenarios}"
        f"{len(witnessed)} with a witness, {len(missing)} without, "
        f"{len(never)} that no action or state can show"
    )
    for answer in witnessed:
        yield from ("", *_heading(answer.difference, editions))
        for result in answer.witnesses:
            yield from _witness_lines(result, editions)
    for answer in [*missing, *unknown, *never]:
        yield from ("", *_heading(answer.difference, editions), f"  no witness: {answer.none}")


def _heading(difference: RuleDifference, editions: tuple[str, str]) -> Iterator[str]:
    yield f"{difference.id}   {difference.says}".rstrip()
    for edition in editions:
        reading = difference.reading(edition)
        yield f"  {edition}: {reading.name}. {reading.says}".rstrip()
        yield f"    {_cited(reading)}"


def _cited(reading: RuleReading) -> str:
    """The clauses that state a reading, or a line that says that none does."""
    clauses: Clauses = reading.clauses
    stated = [f"{document} {', '.join(keys)}" for document, keys in clauses.items()]
    return "; ".join(stated) or "no document says so; it follows from what none of them allows"


def _witness_lines(result: WitnessScenarios, editions: tuple[str, str]) -> Iterator[str]:
    witness = result.witness
    situation = witness.situation
    yield f"  witness: {action_words(witness)}"
    for name, value in situation.settings.items():
        yield f"      {name} {value}"
    yield from (f"      {line}" for line in result.position)
    for name, value in situation.parameters.items():
        yield f"    {name}: {described(value)}"
    for edition, judgement in zip(editions, witness.judgements, strict=True):
        yield f"    {edition}: {verdict(judgement)}"
        paths = witness.differs or tuple(judgement.after)
        after = {path: judgement.after[path] for path in paths}
        before = {path: situation.before[path] for path in paths if path in situation.before}
        seen = state_changes(before, after) if situation.before else state_lines(after)
        yield from (f"      {line}" for line in seen if judgement.legal)
    if not witness.whole:
        yield f"    {OTHER_SWITCHES}"
    if not witness.least:
        yield f"    {NOT_LEAST}"
    for scenario in result.scenarios:
        yield f"    scenario {scenario.id}"
    if result.no_scenario:
        yield f"    no scenario: {result.no_scenario}"


def as_plain(answer: DifferenceWitnesses, editions: tuple[str, str]) -> dict[str, Any]:
    """A difference with its witnesses, for JSON."""
    difference = answer.difference
    return {
        "id": difference.id,
        "says": difference.says,
        "switch": difference.switch,
        "readings": {edition: difference.reading(edition) for edition in editions},
        "entries": difference.entries,
        "read_by": answer.read_by,
        "none": answer.none,
        "witnesses": [_plain_witness(result, editions) for result in answer.witnesses],
    }


def _plain_witness(result: WitnessScenarios, editions: tuple[str, str]) -> dict[str, Any]:
    witness = result.witness
    situation = witness.situation
    return {
        "action": situation.action,
        "by": situation.by.lower(),
        "settings": situation.settings,
        "position": situation.before,
        "parameters": situation.parameters,
        "judgements": dict(zip(editions, witness.judgements, strict=True)),
        "differs": witness.differs,
        "size": witness.size,
        "second_edition_whole": witness.whole,
        "least": witness.least,
        "scenarios": result.scenarios,
        "no_scenario": result.no_scenario,
    }
