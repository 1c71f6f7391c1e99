"""`rulehound prove --between`: what two editions judge differently, shown by situations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, progress
from rulehound.checker.errors import UserError
from rulehound.checker.files import write_whole
from rulehound.checker.model.position import changes, described, position
from rulehound.checker.model.prove.side import SLOTS
from rulehound.checker.model.prove.witness import Witness, readers, witnesses
from rulehound.checker.progress import Progress
from rulehound.checker.rulebook.reading import BookOptions, edition_of
from rulehound.checker.suite.witnesses.scenarios import action_words, verdict, witness_scenarios
from rulehound.spec.documents.differences import Clauses, RuleDifference, RuleReading, load_differences
from rulehound.spec.documents.toml_text import quoted
from rulehound.spec.formats import Scenario, Step
from rulehound.spec.game import Game
from rulehound.spec.language import Model

OTHER_SWITCHES = (
    "so with this switch alone flipped; between the whole editions other switches have a say here"
)
NOT_LEAST = "the solver gave up on a smaller one"
NONE_FOUND = "the solver found none with at most {} elements in a bag or pile; the switch is read by {}"


class Results(msgspec.Struct, frozen=True):
    """One witness, with the scenarios that put it to an engine or the reason why there are none."""

    witness: Witness
    position: list[str]
    """The lines in which a person reads the state; none for the start."""
    scenarios: list[Scenario]
    no_scenario: str


class Answer(msgspec.Struct, frozen=True):
    """What was found about one difference."""

    difference: RuleDifference
    read_by: tuple[str, ...]
    """Where the model reads the switch."""
    shown: list[Results]
    none: str
    """Why there is no witness; "" where there is one."""


def run(options: BookOptions, editions: tuple[str, str], out: Path | None, as_json: bool) -> int:
    """Print a witness for each difference; 3 where one that has a switch is left without, else 0."""
    game = options.open()
    for edition in editions:
        edition_of(game, edition)
    if editions[0] == editions[1]:
        raise UserError(f"{editions[0]} is compared with itself", "name two editions")
    with progress() as report:
        answers = compare(options, editions, report)
    if out is not None:
        write_scenarios(out, answers)
    if as_json:
        print_json({"editions": editions, "differences": [as_plain(answer, editions) for answer in answers]})
    else:
        to = console()
        for line in lines(answers, editions):
            to.print(line, soft_wrap=True)
    return 3 if any(answer.difference.switch and answer.none for answer in answers) else 0


def compare(options: BookOptions, editions: tuple[str, str], report: Progress) -> list[Answer]:
    """Every difference of the two editions, in the order of the spec. Raises as `BookOptions.law`."""
    bound = options.bound(report)
    game, store = bound.game, options.read(report).store
    found = load_differences(game.directory, game.rulesets, store.clauses).between(*editions)
    one, other = ({**bound.values, **game.rulesets[edition]} for edition in editions)
    answers = []
    for done, difference in enumerate(found):
        report("looking for witnesses", done, len(found))
        answers.append(answer_of(game, difference, editions, one, other))
    report("looking for witnesses", len(found), len(found))
    return answers


def answer_of(
    game: Game,
    difference: RuleDifference,
    editions: tuple[str, str],
    one: Mapping[str, Any],
    other: Mapping[str, Any],
) -> Answer:
    """The witnesses of one difference, or why there is none."""
    if not difference.switch:
        return Answer(difference, (), [], difference.cannot_show)
    model = game.model()
    read_by = readers(model, difference.switch)
    if not read_by:
        return Answer(difference, (), [], f"the model does not read {difference.switch}")
    wishes = game.witnesses.wishes if game.witnesses else ()
    found = witnesses(model, one, other, difference.switch, wishes)
    if not found:  # another switch of the first edition may leave no room for this one
        nearer = {**other, difference.switch: one[difference.switch]}
        found = [
            replace(witness, whole=False)
            for witness in witnesses(model, nearer, other, difference.switch, wishes)
        ]
    shown = []
    for witness in found:
        before = witness.situation.before
        lines_of_it = position(_something(model, before)) if before else []
        arranged = witness_scenarios(game, witness, editions, (one, other))
        shown.append(Results(witness, lines_of_it, *arranged))
    none = "" if shown else NONE_FOUND.format(SLOTS, ", ".join(read_by))
    return Answer(difference, read_by, shown, none)


def lines(answers: list[Answer], editions: tuple[str, str]) -> Iterator[str]:
    """What a person reads: the witnesses first, then what has none, with the reason."""
    witnessed = [answer for answer in answers if answer.shown]
    missing = [answer for answer in answers if answer.difference.switch and answer.none]
    never = [answer for answer in answers if not answer.difference.switch]
    yield (
        f"{editions[0]} and {editions[1]}: {len(answers)} differences, {len(witnessed)} with a witness, "
        f"{len(missing)} without, {len(never)} that no action or state can show"
    )
    for answer in witnessed:
        yield from ("", *_heading(answer.difference, editions))
        for shown in answer.shown:
            yield from _witness_lines(shown, editions)
    for answer in [*missing, *never]:
        yield from ("", *_heading(answer.difference, editions), f"  no witness: {answer.none}")


def _heading(difference: RuleDifference, editions: tuple[str, str]) -> Iterator[str]:
    yield f"{difference.id}   {difference.says}".rstrip()
    for edition in editions:
        reading = difference.reading(edition)
        yield f"  {edition}: {reading.name}. {reading.says}".rstrip()
        yield f"    {_cited(reading)}"


def _cited(reading: RuleReading) -> str:
    """The clauses that state a reading; what is silent says so."""
    clauses: Clauses = reading.clauses
    told = [f"{document} {', '.join(keys)}" for document, keys in clauses.items()]
    return "; ".join(told) or "no document says so; it follows from what none of them allows"


def _witness_lines(shown: Results, editions: tuple[str, str]) -> Iterator[str]:
    witness = shown.witness
    situation = witness.situation
    yield f"  witness: {action_words(witness)}"
    for name, value in situation.settings.items():
        yield f"      {name} {value}"
    yield from (f"      {line}" for line in shown.position)
    for name, value in situation.parameters.items():
        yield f"    {name}: {described(value)}"
    for edition, judgement in zip(editions, witness.judgements, strict=True):
        yield f"    {edition}: {verdict(judgement)}"
        wanted = witness.differs or tuple(judgement.after)
        after = {path: judgement.after[path] for path in wanted}
        before = {path: situation.before[path] for path in wanted if path in situation.before}
        seen = changes(before, after) if situation.before else position(after)
        yield from (f"      {line}" for line in seen if judgement.legal)
    if not witness.whole:
        yield f"    {OTHER_SWITCHES}"
    if not witness.least:
        yield f"    {NOT_LEAST}"
    for scenario in shown.scenarios:
        yield f"    scenario {scenario.id}"
    if shown.no_scenario:
        yield f"    no scenario: {shown.no_scenario}"


def _something(model: Model, state: Mapping[str, Any]) -> dict[str, Any]:
    """A state without the fields that hold a record that is nothing."""
    nothing = model.as_dict(model.from_dict({}))
    return {path: value for path, value in state.items() if value != nothing[path] or isinstance(value, str)}


def as_plain(answer: Answer, editions: tuple[str, str]) -> dict[str, Any]:
    """An answer for machines."""
    difference = answer.difference
    return {
        "id": difference.id,
        "says": difference.says,
        "switch": difference.switch,
        "readings": {edition: difference.reading(edition) for edition in editions},
        "entries": difference.entries,
        "read_by": answer.read_by,
        "none": answer.none,
        "witnesses": [_plain_witness(shown, editions) for shown in answer.shown],
    }


def _plain_witness(shown: Results, editions: tuple[str, str]) -> dict[str, Any]:
    witness = shown.witness
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
        "scenarios": shown.scenarios,
        "no_scenario": shown.no_scenario,
    }


def write_scenarios(folder: Path, answers: list[Answer]) -> None:
    """Write every scenario into a file of its own. Raises UserError where that cannot be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: cannot be made ({error.strerror})", "choose another folder") from None
    for answer in answers:
        for shown in answer.shown:
            for scenario in shown.scenarios:
                name = scenario.id.replace(":", "-").replace(".", "-")
                write_whole(folder / f"{name}.toml", scenario_toml(scenario).encode())


def scenario_toml(scenario: Scenario) -> str:
    """A scenario as the file that the spec keeps scenarios in."""
    head = {
        "id": scenario.id,
        "title": scenario.title,
        "rules": scenario.rules,
        "editions": scenario.editions,
    }
    rows = [f"{key} = {_inline(value)}" for key, value in head.items()]
    rows += [f"given.{key} = {_inline(value)}" for key, value in scenario.given.items()]
    for step in scenario.steps:
        rows += ["", "[[step]]", *(f"{key} = {_inline(value)}" for key, value in _step(step).items())]
    return "\n".join(rows) + "\n"


def _step(step: Step) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(step)
    return {key: value for key, value in plain.items() if value is not None}


def _inline(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, Mapping):
        inner = (f"{_key(key)} = {_inline(item)}" for key, item in value.items() if item is not None)
        return "{ " + ", ".join(inner) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else str(value)


def _key(name: str) -> str:
    return name if name.replace("_", "").isalnum() else quoted(name)
