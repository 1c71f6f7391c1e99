"""Pages to step through, by the commands that write them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulehound.checker.cli.main import run

STACK = """
[[stack]]
name = "Higher"
kind = "digimon"
level = 4
colors = ["red"]
digivolve = [{{ color = "{}", level = 3, cost = 2 }}]
[[stack]]
name = "Lower"
kind = "digimon"
level = 3
colors = ["red"]
play_cost = 3
"""


def words(page: Path) -> str:
    return re.sub(r"<[^>]*>", " ", page.read_text("utf-8"))


def test_a_scenario_has_its_boards_what_happened_and_its_clauses(tmp_path: Path) -> None:
    assert run(["scenario", "show", "rulings/blitz-02", "--html", str(tmp_path / "out")]) == 0
    (page,) = (tmp_path / "out/walks").iterdir()
    said = words(page)
    for told in (
        "an attack of dasher is declared",
        "as demanded",
        "7-6-1",
        "turn.end",
        "Download rulings-blitz-02.toml",
    ):
        assert told in said
    assert len(set(re.findall(r'src="\.\./(boards/[^"]+)"', page.read_text("utf-8")))) >= 5
    assert list((tmp_path / "out/pictures").iterdir())


@pytest.mark.parametrize(("colour", "told"), [("red", "Legal play leads"), ("blue", "No legal play leads")])
def test_the_history_of_a_stack_is_stepped_through(tmp_path: Path, colour: str, told: str) -> None:
    (tmp_path / "stack.toml").write_text(STACK.format(colour), "utf-8")
    status = run(["prove", "--stack", str(tmp_path / "stack.toml"), "--html", str(tmp_path / "out")])
    assert status == (0 if colour == "red" else 1)
    said = words(tmp_path / "out/walks/stack.html")
    assert told in said
    assert "digivolve Lower into Higher" in said
    assert ("digivolve.requirement" in said) == (colour == "blue")


def test_pages_are_refused_where_there_is_nothing_to_step_through(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["prove", "--consistency", "--html", str(tmp_path / "out")]) == 2
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("mine")
    assert run(["scenario", "show", "rulings/blitz-02", "--html", str(tmp_path / "mine")]) == 2
    assert "no part of a report" in capsys.readouterr().err
    assert (tmp_path / "mine/notes.txt").exists()
