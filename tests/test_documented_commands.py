"""Every command that README and docs print is run as it is printed, here or by another test.

A command that is in none of the tables fails the first test: whoever prints a new one says where it is run,
or why it is not.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from rulehound.checker.cli import main as cli
from rulehound_testing.documented_commands import documented_commands
from rulehound_testing.folders import ROOT

PRINTED = sorted({(page, command) for page, command in documented_commands()})

OF_OTHER_TESTS = {
    "asking.md": "test_asked_pages",
    "editions.md": "test_update_story",
    "new-game.md": "test_new_game_page",
    "tutorial.md": "test_tutorial",
}
"""Pages whose commands are all run in order, with what they print, by another test."""

RUN = (
    ["extract comprehensive-rules.pdf"],
    ["show memory.limit --rules comprehensive-rules.pdf --picture clause.png"],
    ["lint comprehensive-rules.pdf"],
    ["diff old.pdf new.pdf --html difference.html"],
    ["review memory.limit"],
    ["show memory.limit"],
    ["show dcg/memory.py:16"],
    ["prove --stack my-stack.toml"],
    ["explore --configuration counters --max-depth 3 --graph docs/graph.svg"],
    ["adapter check 'node my-simulator/adapter.js'"],
    ["check --rule memory.limit", "check --last-failed --rule memory.limit"],
    ["check --clause 3-3-2"],
    ["scenario run --game dmb rulings/counter"],
    ["scenario show rulings/rush-01 --svg out.svg"],
    ["scenario new my/first --out first.toml"],
    ["scenario new my/first --about 'end of turn'", "scenario new mine/end --about end-of-turn"],
    [
        "scenario new mine/first --out first.toml",
        "scenario check first.toml",
        "scenario run first.toml",
        "scenario show first.toml --svg first.svg",
    ],
    ["show ko.win --game dmb"],
)
"""Commands that are run here, those of a list one after the other."""

LEFT_OPEN = {"explore --configuration counters --max-depth 3 --graph docs/graph.svg"}
"""Of these the exit status is 3: three steps do not come to every state that there should be."""

ELSEWHERE = {
    "conform --engine 'python my_adapter.py'": "test_examples",
    "conform --engine 'python my_adapter.py' --cards my_cards.toml": "test_example_with_own_cards",
    "conform --engine 'python my_adapter.py' --write-baseline known.json": "checker/cli/commands",
    "conform --engine 'python my_adapter.py' --baseline known.json": "checker/diagnosis",
    "play --game dmb --games 20 --cards effects": "spec/dmb",
    "serve": "checker/serving/test_server",
    "serve --engine 'python examples/python/adapter.py'": "checker/serving/test_beside",
    "serve --game dmb": "checker/serving",
    "new-game my_game --rules my-rulebook.pdf": "checker/cli/commands/test_new_game",
    "check --game my_game": "test_new_game_page",
    "check --game dmb": "spec/dmb",
    "trace --game dmb": "spec/dmb",
    "check --rules comprehensive-rules.pdf": "test_end_to_end, with another name of the file",
    "trace": "checker/pipeline/test_traceability",
    "trace --by chapter": "checker/cli/views/test_trace",
    "trace --out build/clauses": "checker/report/clauses",
    "trace --gate": "checker/evidence/test_gate",
    "prove --consistency": "checker/cli/commands/test_prove",
}
"""Commands that another test runs, or the function behind them."""

LEFT_OUT = {
    "check --last-failed": "after a run without a failure it is a whole check, which takes minutes",
    "check --rule memory.limit --watch": "it never ends; checker/cli/test_watching lets it run twice",
    "extract new.pdf --update": "it writes into the installed spec; test_update_story does it in a copy",
    "impact dcg-comprehensive-rules-en@4.0 new.pdf --code my-simulator/": "the document is not bundled; "
    "test_update_story runs it on the bundled one",
    "explore": "it takes minutes; the same of one configuration is run",
    "explore --configuration keywords": "it takes minutes",
    "prove": "it takes minutes; checker/cli/commands/test_prove runs it for one action",
    "prove --between manual-2.3 comprehensive-4.0": "it takes minutes; checker/suite/witnesses has it",
    "mutate --sample 20": "it takes minutes; checker/cli/commands/test_mutate runs it for fewer faults",
    "mutate --action security-battle": "it takes minutes",
    "mutate --guards --sample 400 --json": "it takes an hour; it is how the record of evidence is made",
    "mutate --engine reference --cited --json": "it takes hours; it is how the record of evidence is made",
    "mutate --engine reference --sample 300 --seed 31 --keep tried.jsonl --beside drafts": "it takes hours",
    "check --edition comprehensive-4.0 --out build/now": "it takes minutes; it is how the record is made",
    "trace --record build/now/report.json": "it writes into the installed spec",
    "trace --record model.json --record engine.json": "it writes into the installed spec",
    "scenario run": "it takes a minute; spec/dcg/test_scenarios runs all of them",
    "conform --engine 'node my-simulator/adapter.js'": "it takes a minute; adapter check asks the engine",
    "conform --game dmb --engine 'node my-battles/adapter.js'": "there is no example of such an engine",
}
"""Commands that no test runs as they are printed, with the reason."""


ON_THE_WAY = {"check --last-failed --rule memory.limit"}
"""Commands that are run in place of printed ones that are left out."""


def run_here() -> set[str]:
    """The printed commands that are run here."""
    return {command for commands in RUN for command in commands} - ON_THE_WAY


def table_of(page: str, command: str) -> str:
    """Where a printed command is run or excused; "" where nowhere."""
    if page in OF_OTHER_TESTS or command.startswith("ask "):
        return "elsewhere"
    tables = {"run": run_here(), "elsewhere": ELSEWHERE, "left out": LEFT_OUT}
    return next((name for name, table in tables.items() if command in table), "")


def test_every_printed_command_is_run_or_has_a_reason() -> None:
    assert [(page, command) for page, command in PRINTED if not table_of(page, command)] == []


def test_the_tables_name_what_is_printed_and_nothing_else() -> None:
    printed = {command for _, command in PRINTED}
    assert (run_here() | LEFT_OUT.keys() | ELSEWHERE.keys()) - printed == set()
    assert len(run_here()) + len(LEFT_OUT) + len(ELSEWHERE) == len(run_here() | {*LEFT_OUT, *ELSEWHERE})


def test_tests_that_run_commands_of_a_page_are_there() -> None:
    for test in (*OF_OTHER_TESTS.values(), *(where.split(",")[0] for where in ELSEWHERE.values())):
        assert (ROOT / "tests" / f"{test}.py").exists() or (ROOT / "tests" / test).is_dir(), test


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the pages name."""
    place = tmp_path_factory.mktemp("documented")
    books = ROOT / "spec/rulehound/spec/dcg/rulebook"
    for name, edition in (("old.pdf", "1.0"), ("new.pdf", "1.1"), ("comprehensive-rules.pdf", "1.1")):
        shutil.copy(books / f"rulehound-rulebook-{edition}.pdf", place / name)
    shutil.copytree(ROOT / "examples/javascript", place / "my-simulator")
    for path in (ROOT / "examples/python").glob("*.py"):
        shutil.copy(path, place / ("my_adapter.py" if path.name == "adapter.py" else path.name))
    page = (ROOT / "docs/model.md").read_text("utf-8")
    for file in re.finditer(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", page, re.DOTALL):
        (place / file[1]).write_text(file[2], "utf-8")
    (place / "docs").mkdir()
    return place


@pytest.mark.parametrize("commands", RUN, ids=lambda commands: commands[0])
def test_printed_commands_work(
    commands: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    if "node " in commands[0] and shutil.which("node") is None:
        pytest.skip("there is no node")
    (folder / "first.toml").unlink(missing_ok=True)
    for command in commands:
        status = cli.run(shlex.split(command))
        said = capfd.readouterr()
        assert status == (3 if command in LEFT_OPEN else 0), said.err
        assert said.out or "--out " in command


def test_what_a_page_says_that_is_printed_is_printed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert cli.run(["prove", "--stack", "my-stack.toml"]) == 0
    page = (ROOT / "docs/model.md").read_text("utf-8")
    printed = page.partition("$ rulehound prove --stack my-stack.toml\n")[2].partition("\n\n")[0]
    assert [line.strip() for line in printed.splitlines()] == [
        line.strip() for line in capfd.readouterr().out.splitlines()
    ]
