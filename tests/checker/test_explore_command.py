"""`rulehound explore`: what it prints, its limits, and its checkpoints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker import cli
from rulehound.checker.commands.explore import memory_size
from rulehound.checker.errors import UserError

BREEDING = ["explore", "--configuration", "breeding", "--backend", "python"]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def explored(capfd: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, Any]:
    """What the search of a configuration printed as JSON."""
    assert cli.run([*BREEDING, "--json", *arguments]) == status
    found: dict[str, Any] = json.loads(capfd.readouterr().out)
    return found


def test_json_has_every_statistic_and_is_the_same_again(capfd: pytest.CaptureFixture[str]) -> None:
    one, other = explored(capfd), explored(capfd)
    search = one["searches"]["breeding"]
    assert search["complete"]
    assert sum(search["levels"]) == search["states"] == sum(search["degrees"].values())
    assert len(search["levels"]) == search["depth"] + 1
    assert sum(search["taken"].values()) == search["transitions"]
    assert set(search["never_taken"]) == {name for name, count in search["taken"].items() if not count}
    assert not set(search["guards_never_true"]) & set(search["guards_never_false"])
    assert {"cut", "met", "deadlocks", "stopped", "bits", "guards_never_reached"} <= search.keys()
    assert one["effort"]["breeding"]["backend"] == "plain Python"
    assert {"cores", "seconds", "states_per_second", "bytes_per_state"} <= one["effort"]["breeding"].keys()
    del one["effort"], other["effort"]
    assert one == other


def test_people_get_a_table_and_the_speed_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(BREEDING) == 0
    printed = capfd.readouterr()
    for said in ("Out-degree", "states by depth: 1 ", "steps: ", "never taken: ", "guards that always held"):
        assert said in printed.out
    assert "states/s" in printed.err
    assert "states/s" not in printed.out


def test_a_limit_on_states_is_inconclusive(capfd: pytest.CaptureFixture[str]) -> None:
    stopped = explored(capfd, "--max-states", "200", status=3)
    assert stopped["searches"]["breeding"]["stopped"] == "200 states"
    assert {r["verdict"] for r in stopped["records"] if r["check"].startswith("invariant:")} == {
        "inconclusive"
    }


def test_a_limit_on_time_is_inconclusive(capfd: pytest.CaptureFixture[str]) -> None:
    stopped = explored(capfd, "--time", "0", status=3)
    assert stopped["searches"]["breeding"]["stopped"] == "0 seconds"
    assert stopped["searches"]["breeding"]["states"] == 1


def test_a_depth_that_was_reached_is_a_pass_to_that_depth(capfd: pytest.CaptureFixture[str]) -> None:
    """But for what should be met somewhere, and was not met so far."""
    stopped = explored(capfd, "--max-depth", "5", status=3)
    verdicts = {record["check"]: record["verdict"] for record in stopped["records"]}
    assert {v for check, v in verdicts.items() if check.startswith("invariant:")} == {"pass"}
    assert "inconclusive" in {v for check, v in verdicts.items() if check.startswith("sometimes:")}
    assert "complete to depth 5" in stopped["records"][0]["shown"]


def test_it_goes_on_from_a_checkpoint(capfd: pytest.CaptureFixture[str]) -> None:
    whole = explored(capfd)
    stopped = explored(capfd, "--checkpoint", "kept", "--max-states", "500", status=3)
    assert stopped["searches"]["breeding"]["states"] < whole["searches"]["breeding"]["states"]
    resumed = explored(capfd, "--resume", "kept")
    assert resumed["searches"] == whole["searches"]
    assert resumed["records"] == whole["records"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["explore", "--checkpoint", "kept"], "give --configuration, and no --graph"),
        ([*BREEDING, "--checkpoint", "kept", "--graph", "a.dot"], "give --configuration, and no --graph"),
        ([*BREEDING, "--checkpoint", "kept", "--resume", "other"], "leave out --checkpoint"),
        ([*BREEDING, "--resume", "none"], "none: cannot be read (No such file or directory); "),
        (
            [*BREEDING, "--checkpoint", "none/kept"],
            "none/kept: cannot be written (No such file or directory); ",
        ),
        ([*BREEDING, "--memory", "much"], "--memory much: not an amount of memory; write it as 500M or 2.5G"),
        ([*BREEDING, "--backend", "fast"], "--backend"),
        ([*BREEDING, "--cores", "0"], "--cores"),
        ([*BREEDING, "--time", "-1"], "--time"),
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], says: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert says in printed.err
    assert printed.err.startswith("rulehound: ")
    assert printed.err.count("\n") == 1


def test_a_backend_that_is_not_there_is_told(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", str(tmp_path / "no-compiler"))
    assert cli.run([*BREEDING, "--backend", "c"]) == 2
    assert "no search in generated C: $CC is " in capfd.readouterr().err


@pytest.mark.parametrize(
    ("text", "size"),
    [("1", 1), ("500M", 500 << 20), ("2.5G", 5 << 29), ("3k", 3072), ("1TB", 1 << 40), ("7b", 7)],
)
def test_sizes_of_memory(text: str, size: int) -> None:
    assert memory_size(text) == size


@pytest.mark.parametrize("text", ["", "G", "-1", "0", "1 G G", "1e3", "0.1"])
def test_what_is_no_size_of_memory(text: str) -> None:
    with pytest.raises(UserError, match="not an amount of memory"):
        memory_size(text)
