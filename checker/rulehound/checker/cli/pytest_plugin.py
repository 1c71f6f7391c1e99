"""pytest plugin: `pytest --rulehound-engine CMD` makes a test item of every rule and of every scenario.

The suite runs once, with the first item; each item then reports the verdict of its rule or scenario. Its
clauses are properties of the item, even if it is skipped. Imports are delayed, so the plugin costs nothing in
a pytest run that does not use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulehound.checker.records import CheckRecord
    from rulehound.checker.run_record import Run, Violation
    from rulehound.spec.documents.spec_records import Rule
    from rulehound.spec.documents.store import Store
    from rulehound.spec.formats import Adapter, Scenario
    from rulehound.spec.game import Game

MARKER = "rulehound"
ENGINE = "--rulehound-engine"
REPORT = "--rulehound-report"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of `rulehound conform` that make sense here."""
    group = parser.getgroup(MARKER, "Rulehound: an engine against the rules of its game")
    group.addoption(ENGINE, metavar="CMD", help="the engine: an installed one by name, or a command")
    group.addoption("--rulehound-edition", metavar="NAME", help="the edition to judge by")
    group.addoption("--rulehound-cards", metavar="FILE", help="cards that the engine has, or a kind of ours")
    group.addoption(
        "--rulehound-effort", metavar="LEVEL", default="normal", help="brief, quick, normal or deep"
    )
    group.addoption("--rulehound-seed", metavar="N", type=int, default=0, help="where all randomness starts")
    group.addoption("--rulehound-game", metavar="NAME", help="the game whose spec is used")
    group.addoption(
        "--rulehound-baseline", metavar="FILE", help="known violations, which are skipped and do not fail"
    )
    group.addoption(REPORT, metavar="DIR", help="write the conformance report to this folder as well")


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known: `-m rulehound` runs these items alone."""
    config.addinivalue_line("markers", f"{MARKER}: a rule or scenario of the game on the engine under test")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add an item for every rule and scenario of the game, where an engine is named."""
    command = config.getoption(ENGINE)
    if command:
        checked_engine = CheckedEngine(config, command)
        checked_engine.require_start()
        folder = Rules.from_parent(session, name=MARKER, checked_engine=checked_engine)
        items += list(folder.collect())


class CheckedEngine:
    """The engine under test, and the one run of the suite on it."""

    def __init__(self, config: pytest.Config, command: str) -> None:
        self.config, self.command = config, command

    @cached_property
    def game(self) -> Game:
        """The game that is asked for, else that of the command line. Raises UserError for an unknown one."""
        from rulehound.checker.cli.options import DEFAULT_GAME
        from rulehound.checker.rulebook.reading import open_game

        return open_game(self.config.getoption("--rulehound-game") or DEFAULT_GAME)

    @property
    def opener(self) -> Callable[[], Adapter]:
        """A function that opens the engine. Raises UserError for an unknown game."""
        from rulehound.checker.engines import open_engine

        return partial(open_engine, self.command, self.game.name)

    def require_start(self) -> None:
        """Raise a usage error where the engine does not start, or its file of cards cannot be read."""
        from rulehound.checker.errors import UserError
        from rulehound.checker.suite.play.own_cards import asked_for
        from rulehound.spec.documents.spec_records import SpecError

        try:
            asked_for(self.game, self.config.getoption("--rulehound-cards"))
            self.opener().close()
        except (UserError, SpecError) as error:
            raise pytest.UsageError(str(error)) from None

    @cached_property
    def store(self) -> Store:
        """The spec of the game."""
        from rulehound.checker.errors import UserError
        from rulehound.checker.rulebook.reading import load_spec

        try:
            return load_spec(self.game)
        except UserError as error:
            raise pytest.UsageError(str(error)) from None

    @cached_property
    def run(self) -> Run:
        """What came of the engine; the report is written with it, where one is asked for."""
        from rulehound.checker.diagnosis.baseline import read_baseline
        from rulehound.checker.pipeline.conform import conform_engines
        from rulehound.checker.pipeline.engine_run import RunSettings
        from rulehound.checker.report.directory import CONFORMANCE, require_output, write_conformance

        option = self.config.getoption
        known, out = option("--rulehound-baseline"), option(REPORT)
        if out:
            require_output(Path(out), CONFORMANCE)
        settings = RunSettings(
            effort=option("--rulehound-effort"),
            edition=option("--rulehound-edition"),
            seed=option("--rulehound-seed"),
            cards=option("--rulehound-cards"),
        )
        baseline = read_baseline(Path(known)) if known else None
        engines = [(self.command, self.opener)]
        conformance, pictures = conform_engines(self.game, engines, settings, baseline)
        if out:
            write_conformance(Path(out), conformance, pictures, out)
        return conformance.runs[0]

    @cached_property
    def records(self) -> Mapping[str, CheckRecord]:
        """The records by check."""
        return {record.check: record for record in self.run.records}


class Rules(pytest.Collector):
    """All rules and scenarios of a game."""

    def __init__(self, *, checked_engine: CheckedEngine, **more: Any) -> None:
        super().__init__(**more)
        self.checked_engine = checked_engine

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each rule, then one for each scenario."""
        from rulehound.checker.suite.catalogue import scenario_check

        store = self.checked_engine.store
        for rule in store.rules.values():
            yield RuleItem.from_parent(
                self, name=f"rule:{rule.id}", checked_engine=self.checked_engine, rule=rule
            )
        for scenario in store.scenarios:
            name = scenario_check(scenario)
            yield ScenarioItem.from_parent(
                self, name=name, checked_engine=self.checked_engine, scenario=scenario
            )


class ConformItem(pytest.Item):
    """What an item has: its engine, its marker, the rules it is about, and their clauses as properties."""

    def __init__(self, *, checked_engine: CheckedEngine, rules: list[Rule], says: str, **more: Any) -> None:
        super().__init__(**more)
        self.checked_engine, self.says = checked_engine, says
        self.add_marker(MARKER)
        self.user_properties += [("rules", " ".join(rule.id for rule in rules)), ("says", says)]
        self.user_properties += [("clauses", clauses) for rule in rules for clauses in _clauses(rule)]

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the item comes from, and its name."""
        return Path(self.checked_engine.command), None, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The violation in words, without the insides of the plugin."""
        if isinstance(excinfo.value, RuleFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class RuleFailure(Exception):
    """The engine breaks a rule, or broke itself."""


class RuleItem(ConformItem):
    """A rule on the engine."""

    def __init__(self, *, rule: Rule, **more: Any) -> None:
        super().__init__(rules=[rule], says=rule.says, **more)
        self.rule = rule

    def runtest(self) -> None:
        """Fail where the rule is violated or its check broke, skip where it was not judged or not
        exercised."""
        from rulehound.checker.report.matrix import NOT_HELD, matrix

        run = self.checked_engine.run
        cell = {row.rule.id: row.cells[0] for row in matrix([run])}.get(self.rule.id)
        if cell is None:
            pytest.skip(f"{NOT_HELD} in {run.edition}")
        new = [each for each in cell.violations if not each.follows and not each.known]
        if new:
            raise RuleFailure(
                "\n\n".join(_in_words(violation, self.config.getoption(REPORT)) for violation in new)
            )
        why = "; ".join(cell.counted_reasons)
        if cell.verdict == "error":
            raise RuleFailure(why)
        if cell.verdict != "pass":
            pytest.skip(f"{'known violation' if cell.verdict == 'violation' else cell.verdict}: {why}")


class ScenarioItem(ConformItem):
    """A scenario on the engine."""

    def __init__(self, *, scenario: Scenario, checked_engine: CheckedEngine, **more: Any) -> None:
        rules = [checked_engine.store.rules[rule] for rule in scenario.rules]
        super().__init__(checked_engine=checked_engine, rules=rules, says=scenario.title, **more)
        self.user_properties += [("ruling", f"{name} {key}") for name, key in scenario.clauses.items()]

    def runtest(self) -> None:
        """Fail where the engine does otherwise than the scenario demands, skip where it was not run.

        What fails of a violation whose rule has an item in the same session is skipped: that one fails.
        """
        record = self.checked_engine.records.get(self.name)
        if record is None:
            pytest.skip("holds in other editions only")
        violation = next(
            (v for v in self.checked_engine.run.broken if v.fingerprint == record.violation), None
        )
        if violation is not None:
            if violation.known:
                pytest.skip(f"known violation: {record.explanation}")
            cause = f"rule:{violation.rule}"
            if cause in {item.name for item in self.session.items}:
                pytest.skip(f"fails from the same cause as {cause}: {record.explanation}")
        if record.verdict in ("violation", "error"):
            raise RuleFailure(record.explanation)
        if record.verdict != "pass":
            pytest.skip(f"{record.verdict.value}: {record.explanation}")


def _clauses(rule: Rule) -> Iterator[str]:
    """Where a rule is stated: each edition of a document, with the clauses there."""
    for source in rule.sources:
        for edition in source.clause:
            yield f"{source.document} {edition}: {', '.join(source.clauses(edition))}"


def _in_words(violation: Violation, folder: str | None) -> str:
    """A violation with its trace; with the command that replays it where a report in this folder holds it."""
    from rulehound.checker.report.summary import replay_command, times
    from rulehound.checker.report.trace_text import trace_lines

    head = f"{violation.rule}: {violation.element}, seen {times(violation.times)}, {violation.again}"
    if violation.trace is None:
        return f"{head}\n  expected: {violation.expected}; observed: {violation.observed}"
    command = replay_command(violation.file, violation.trace, folder) if folder else ""
    replay = command or f"give {REPORT} DIR for a trace to replay"
    return "\n".join([head, *trace_lines(violation.trace), f"  replay: {replay}"])
