"""Strangers on the command line, where they say that they play the game: exit status, and one clear line."""

from __future__ import annotations

import json

import pytest

from rulehound.checker.cli import main as cli
from rulehound_testing.strangers.kinds import KINDS
from rulehound_testing.strangers.starting import command

WAYS = {
    "crashes": "new_game:1",
    "hangs": "new_game:1",
    "closes-its-output": "new_game:1",
    "not-json": "new_game:1",
    "a-number": "new_game:1",
    "nested": "new_game:1",
    "no-such-method": "new_game:1",
    "swells": "new_game:1",
}
"""Way to when it begins."""

LIMITS = ["--engine-seconds", "2", "--engine-memory", "256"]


@pytest.mark.parametrize("way", WAYS)
def test_play_ends_with_an_error_of_its_name(way: str, capfd: pytest.CaptureFixture[str]) -> None:
    engine = command(way, WAYS[way], "dcg")
    assert cli.run(["play", "--games", "1", "--json", "--engine", engine, *LIMITS]) == 1
    said = capfd.readouterr()
    records = json.loads(said.out)["records"]
    assert {record["verdict"] for record in records} == {"error"}
    assert all(record["explanation"].startswith(f"{KINDS[way]}: ") for record in records)
    assert said.err == ""


def test_an_engine_that_shows_what_is_no_board_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    engine = command("sound", "observe:99", "dcg")
    assert cli.run(["play", "--games", "1", "--engine", engine, *LIMITS]) == 1
    said = capfd.readouterr()
    assert "malformed result" in said.out
    assert "Traceback" not in said.out + said.err


def test_scenarios_end_with_an_error_of_its_name(capfd: pytest.CaptureFixture[str]) -> None:
    engine = command("crashes", "position:1", "dcg")
    status = cli.run(["scenario", "run", "rulings/main-phase-08", "--json", "--engine", engine, *LIMITS])
    told = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert status == 1
    assert any(case["verdict"] == "error" and "IndexError" in case["reason"] for case in told)


def test_a_limit_that_makes_no_sense_is_bad_usage(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", "--engine-seconds", "0"]) == 2
    assert cli.run(["scenario", "run", "--engine-memory", "many"]) == 2
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("rulehound: ") for line in lines)
