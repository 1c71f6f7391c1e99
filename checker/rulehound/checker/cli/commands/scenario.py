"""`rulehound scenario`: scenarios run on an engine, looked through, written and shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

from rulehound.checker.cli.standard_output import print_bytes
from rulehound.checker.cli.terminal import console, print_records, progress
from rulehound.checker.engines import EngineLimits, editions_named, open_engine
from rulehound.checker.errors import UserError, printable
from rulehound.checker.files import require_place, write_whole
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.records import CheckRecord, Verdict, exit_status
from rulehound.checker.rulebook.reading import BookOptions, Rulebook
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS, words_of
from rulehound.checker.suite.play.own_cards import with_own_cards
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.showing import Sequel, board_text, followed, picture
from rulehound.checker.suite.scenarios.writing import faults
from rulehound.checker.wording import counted
from rulehound.spec.documents.scenarios import ID_REMEDY, SCENARIO_ID
from rulehound.spec.documents.store import read_scenarios
from rulehound.spec.formats import Scenario

TEMPLATE = "scenario.template.toml"
"""A scenario with its parts explained, in the directory of a game."""

TEMPLATE_ID = "SCENARIO-ID"


class Outcome(msgspec.Struct, frozen=True):
    """What one case of a scenario came to, as it is printed."""

    id: str
    case: int
    """From 1."""
    title: str
    verdict: Verdict
    reason: str
    """Why it is not a pass, or what of it was not compared; '' where there is nothing to say."""
    rules: Sequence[str]
    edition: str
    engine: str


def run(
    options: BookOptions,
    names: Sequence[str],
    engine: str,
    as_json: bool,
    limits: EngineLimits | None = None,
    cards: Path | None = None,
) -> int:
    """Run scenarios on an engine and print what each case came to, with `as_json` one object a line.

    Of `cards`, a file of the engine's own, those are taken that are what a scenario asks for.

    Cases that are listed as not executable, and those of other editions, are unsupported and do not count for
    the exit status.
    """
    with progress() as report:
        book = options.read(report, partial(editions_named, engine, options.game, limits))
        if cards is not None:
            book = replace(book, game=with_own_cards(book.game, cards))
        scenarios = chosen(book, names)
        asked = [scenario for scenario in scenarios if not _unasked(scenario, book.edition)]
        report("running scenarios", 0, 1)
        target = target_of(book.bound, engine, partial(open_engine, engine, book.game.name, limits))
        told = run_scenarios(target, asked, words_of(book))
        report("running scenarios", 1, 1)
    records = dict(zip((id(scenario) for scenario in asked), told, strict=True))
    if as_json:
        for scenario in scenarios:
            print_bytes(msgspec.json.encode(_outcome(scenario, records.get(id(scenario)), target)) + b"\n")
        return exit_status(told)
    to = console()
    print_records(told, to)
    for scenario in scenarios:
        if id(scenario) not in records:
            to.print(f"{scenario.name}: unsupported: {_unasked(scenario, book.edition)}", soft_wrap=True)
    verdicts = [records[id(s)].verdict if id(s) in records else Verdict.UNSUPPORTED for s in scenarios]
    counts = ", ".join(f"{verdicts.count(one)} {one.value}" for one in Verdict if one in verdicts)
    to.print(f"\n{counted(len(scenarios), 'case')}: {counts}; edition {book.edition}", soft_wrap=True)
    return exit_status(told)


def check(options: BookOptions, names: Sequence[str], as_json: bool) -> int:
    """Print what is wrong with how scenarios are written; the exit status is 1 if there is anything."""
    book = options.read()
    words, scenarios = words_of(book), chosen(book, names)
    found = [(scenario, list(faults(scenario, book.bound, words))) for scenario in scenarios]
    if as_json:
        for scenario, wrong in found:
            told = {"id": scenario.id, "case": max(scenario.number, 1), "faults": wrong}
            print_bytes(msgspec.json.encode(told) + b"\n")
    else:
        to = console()
        for scenario, wrong in found:
            for fault in wrong:
                to.print(f"{scenario.name}: {fault}", soft_wrap=True)
        total = sum(len(wrong) for _, wrong in found)
        to.print(f"{counted(total, 'fault')} in {counted(len(scenarios), 'case')}", soft_wrap=True)
    return 1 if any(wrong for _, wrong in found) else 0


def chosen(book: Rulebook, names: Sequence[str]) -> list[Scenario]:
    """The scenarios named, in that order; all of the spec where none is. Raises UserError and SpecError."""
    if not names:
        return list(book.store.scenarios)
    return [scenario for name in names for scenario in _named(book, name)]


def _named(book: Rulebook, name: str) -> Iterator[Scenario]:
    path = Path(name)
    if path.is_file() or name.endswith(".toml"):
        yield from read_scenarios(path, book.store, tuple(book.game.rulesets))
        return
    if name and path.is_dir():
        files = sorted(set(path.rglob("*.toml")) - set(path.rglob(Path(SCENARIO_WORDS).name)))
        if not files:
            raise UserError(f"{name} holds no scenario", "name a folder that holds some")
        for file in files:
            yield from read_scenarios(file, book.store, tuple(book.game.rulesets))
        return
    found = [s for s in book.store.scenarios if name in (s.id, s.name)]
    found = found or [s for s in book.store.scenarios if s.id.startswith(name)]
    if not found or not name:
        raise UserError(
            f"{name} is neither a file nor the id of a scenario", "name a file, or an id or its beginning"
        )
    yield from found


def _unasked(scenario: Scenario, edition: str) -> str:
    """Why a case is not even put to an engine; '' where it is."""
    if scenario.not_executable:
        return scenario.not_executable
    if scenario.editions and edition not in scenario.editions:
        return f"it holds under {', '.join(scenario.editions)}, not under {edition}"
    return ""


def _outcome(scenario: Scenario, record: CheckRecord | None, target: Target) -> Outcome:
    verdict = Verdict.UNSUPPORTED if record is None else record.verdict
    reason = _unasked(scenario, target.edition) if record is None else record.explanation
    if record is not None and verdict is Verdict.PASS:
        reason = record.shown.partition("; ")[2]
    case, rules = max(scenario.number, 1), list(scenario.rules)
    return Outcome(scenario.id, case, scenario.title, verdict, reason, rules, target.edition, target.engine)


def show(options: BookOptions, name: str, engine: str, svg: Path | None) -> int:
    """Print a scenario step by step with the board on an engine; with `svg`, write it as a picture too."""
    if svg is not None:
        require_place(svg, "--svg")
    book = options.read()
    words, to = words_of(book), console()
    scenarios = chosen(book, [name])
    if svg is not None and len(scenarios) > 1:
        cases = ", ".join(scenario.name for scenario in scenarios)
        raise UserError(f"{name} stands for several cases: {cases}", "give --svg for one of them")
    target = target_of(book.bound, engine, partial(open_engine, engine, book.game.name))
    adapter = target.open()
    try:
        for scenario in scenarios:
            sequel = followed(target, adapter, scenario, words)
            to.print(printable("\n".join(_lines(book, sequel))), soft_wrap=True)
            if svg is not None:
                write_whole(svg, picture(sequel).encode())
    finally:
        adapter.close()
    return 0


def _lines(book: Rulebook, sequel: Sequel) -> Iterator[str]:
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


def new(options: BookOptions, name: str, out: Path | None) -> int:
    """Write a scenario to begin with, its parts explained; to standard output where no file is named.

    Raises UserError for a name that no scenario may have, and where the file is there or cannot be written.
    """
    if not SCENARIO_ID.fullmatch(name):
        raise UserError(f"{name!r} is no id of a scenario", ID_REMEDY)
    game = options.open()
    text = (game.directory / TEMPLATE).read_text(encoding="utf-8").replace(TEMPLATE_ID, name)
    if out is None:
        print_bytes(text.encode())
        return 0
    if out.exists():
        raise UserError(f"{out} is there already", "choose another name, or remove it")
    write_whole(out, text.encode())
    return 0
