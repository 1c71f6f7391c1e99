"""What the documentation quotes of the source is what stands there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from rulehound.checker.cli import main as cli
from rulehound.checker.evidence.counts import scores
from rulehound.checker.evidence.current_tree import current_tree
from rulehound.checker.pipeline.linked import linked_to
from rulehound.checker.pipeline.traceability import traceability
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.scenarios.choosing import chosen_scenarios
from rulehound_testing.documented_commands import PAGES, commands_of
from rulehound_testing.folders import ROOT

QUOTED = re.compile(r"<!-- from (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)


def commands() -> list[tuple[str, list[str]]]:
    """Page and arguments of every command that the documentation shows."""
    return [(page.name, arguments) for page in PAGES for arguments in commands_of(page)]


def quotations() -> list[tuple[str, str]]:
    return [
        (quotation[1], quotation[2])
        for page in sorted((ROOT / "docs").glob("*.md"))
        for quotation in QUOTED.finditer(page.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("path", "text"), quotations())
def test_a_quotation_stands_in_its_file(path: str, text: str) -> None:
    assert text in (ROOT / path).read_text(encoding="utf-8")


def test_there_are_quotations() -> None:
    assert len(quotations()) >= 4


def test_the_picture_of_the_first_steps_is_what_the_command_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = tmp_path / "graph.svg"
    cli.run(["explore", "--configuration", "counters", "--max-depth", "3", "--graph", str(drawn)])
    capsys.readouterr()
    assert drawn.read_bytes() == (ROOT / "docs" / "graph.svg").read_bytes()


@pytest.mark.parametrize(("page", "arguments"), commands(), ids=lambda value: str(value)[:60])
def test_a_command_is_one_that_there_is(page: str, arguments: list[str]) -> None:
    """Its options and arguments are those of the command; nothing is run."""
    command: Any = get_command(cli.app)
    given = list(arguments)
    while hasattr(command, "commands"):
        command = command.commands[given.pop(0)]
    command.make_context(page, given)


def stale_figures(text: str, figures: Mapping[str, object]) -> list[str]:
    """The lines that give a figure of the evidence that it does not have now. `figures`: by their names."""
    lines = (line.strip() for line in text.splitlines())
    stated = [
        line for line in lines if line.partition(": ")[0] in figures and re.search(r": [\d,]+ of", line)
    ]
    return [line for line in stated if line.partition(": ")[2] != str(figures[line.partition(": ")[0]])]


def test_figures_of_the_evidence_are_those_that_it_has() -> None:
    book = read_rulebook(open_game("dcg"))
    figures = scores(traceability(book, current_tree(book, "reference")).account)
    for page in PAGES:
        assert stale_figures(page.read_text("utf-8"), figures) == [], page.name
    name, score = next(iter(figures.items()))
    assert stale_figures(f"words\n    {name}: 1 of 7 (14.3%)\n", figures) == [f"{name}: 1 of 7 (14.3%)"]
    assert stale_figures(f"    {name}: {score}\n{name}: words\n", figures) == []


def test_there_are_commands_of_every_kind_but_those_that_are_told_of_in_words() -> None:
    shown = {arguments[0] for _, arguments in commands()}
    assert set(get_command(cli.app).commands) - shown <= {"play", "replay"}  # type: ignore[attr-defined]


def test_what_a_command_is_to_show_is_there() -> None:
    book = read_rulebook(open_game("dcg"))
    every = [arguments for _, arguments in commands()]
    shown = [arguments[1:] for arguments in every if arguments[0] == "show" and "--rules" not in arguments]
    drawn = [arguments[2] for arguments in every if arguments[:2] == ["scenario", "show"]]
    assert len(shown) >= 2
    for name, *options in shown:
        if "--game" in options:
            game = open_game(options[options.index("--game") + 1])
            linked_to(read_rulebook(game), name, game.engine)
        else:
            linked_to(book, name, "reference")
    ids = [name for name in drawn if not name.endswith(".toml")]
    assert chosen_scenarios(book, ids)
