"""`rulehound explore`: what it prints, its limits, and its checkpoints."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.cli.commands.explore import memory_size
from rulehound.checker.errors import UserError
from rulehound.checker.model.search import BoundExceeded, export
from rulehound.spec.dcg import game
from rulehound.spec.language import MissingValue
from rulehound_testing.dcg.values import VALUES

BREEDING = ["explore", "--configuration", "breeding", "--backend", "python"]
SMALL = "unsettled"
"""A configuration of a sixth as many states, for what does not hang on which states there are."""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def explore_small(*arguments: str) -> list[str]:
    return ["explore", "--configuration", SMALL, "--backend", "python", *arguments]


def explored(
    capfd: pytest.CaptureFixture[str], *arguments: str, status: int = 0, small: bool = False
) -> dict[str, Any]:
    """What the search of a configuration printed as JSON."""
    command = explore_small() if small else BREEDING
    assert cli.run([*command, "--json", *arguments]) == status
    found: dict[str, Any] = json.loads(capfd.readouterr().out)
    return found


def test_json_has_every_statistic_and_is_the_same_again(capfd: pytest.CaptureFixture[str]) -> None:
    one, other = explored(capfd, small=True), explored(capfd, small=True)
    search = one["searches"][SMALL]
    assert search["complete"]
    assert sum(search["levels"]) == search["states"] == sum(search["degrees"].values())
    assert len(search["levels"]) == search["depth"] + 1
    assert sum(search["taken"].values()) == search["transitions"]
    assert set(search["never_taken"]) == {name for name, count in search["taken"].items() if not count}
    assert not set(search["guards_never_true"]) & set(search["guards_never_false"])
    assert {"cut", "met", "deadlocks", "stopped", "bits", "guards_never_reached"} <= search.keys()
    assert one["effort"][SMALL]["backend"] == "plain Python"
    assert {"cores", "seconds", "states_per_second", "bytes_per_state"} <= one["effort"][SMALL].keys()
    del one["effort"], other["effort"]
    assert one == other


def test_people_get_a_table_and_the_speed_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(explore_small()) == 0
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
    whole = explored(capfd, small=True)
    stopped = explored(capfd, "--checkpoint", "kept", "--max-states", "200", status=3, small=True)
    assert stopped["searches"][SMALL]["states"] < whole["searches"][SMALL]["states"]
    resumed = explored(capfd, "--resume", "kept", small=True)
    assert resumed["searches"] == whole["searches"]
    assert resumed["records"] == whole["records"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["explore", "--checkpoint", "kept"], "give --configuration, and no --graph"),
        ([*BREEDING, "--checkpoint", "kept", "--graph", "a.dot"], "give --configuration, and no --graph"),
        ([*BREEDING, "--checkpoint", "kept", "--analyse"], "and no --graph, --analyse or --to"),
        ([*BREEDING, "--to", "nowhere"], "--to nowhere: nowhere names no property and no value of states; "),
        ([*BREEDING, "--to", "size=1"], "--to size=1: a state has no field size; use one of "),
        ([*BREEDING, "--graph", "a.svg"], "a.svg: a picture of "),
        ([*BREEDING, "--graph", "none/a.dot"], "none/a.dot: cannot be written (no such folder); "),
        ([*BREEDING, "--export", "a.txt"], "a.txt: unknown kind of model file; end its name in .pml or .m"),
        (
            [*BREEDING, "--export", "none/a.pml"],
            "none/a.pml: cannot be written (No such file",
        ),
        ([*BREEDING, "--export", "a.pml", "--analyse"], "--export writes the model and searches nothing; "),
        (["explore", "--export", "a.pml"], "--export writes the model under one configuration; give"),
        (["explore", "--configuration", "vast", "--export", "a.m"], "no configuration vast; use one of "),
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


GRAPHS = ("--analyse", "--to=main,memory=0", "--graph=states.svg")


@pytest.mark.parametrize("asked", [(), *((what,) for what in GRAPHS)])
def test_a_backend_that_is_not_there_is_told(
    asked: tuple[str, ...], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", str(tmp_path / "no-compiler"))
    assert cli.run([*BREEDING, *asked, "--backend", "c"]) == 2
    assert "no search in generated C: $CC is " in capfd.readouterr().err


def test_an_analysis_judges_the_graph_and_says_what_it_looks_like(
    capfd: pytest.CaptureFixture[str],
) -> None:
    found = explored(capfd, "--analyse")
    search, analysis = found["searches"]["breeding"], found["analysis"]
    assert analysis["states"] == search["states"]
    assert analysis["whole"]["count"] == analysis["states"], "no cards come back: the graph has no cycle"
    assert analysis["rounds"] == {**analysis["rounds"], "cyclic": 0, "on_cycles": 0}
    assert analysis["violations"] == []
    checks = {record["check"] for record in found["records"]}
    assert {"graph:no-cycle", "graph:turn-ends", "graph:game-ends", "graph:no-deadlock"} <= checks
    wanted = [record for record in found["records"] if record["check"] == "sometimes:game.ends"]
    assert [record["verdict"] for record in wanted] == ["pass", "pass"], "met at all, and within reach of all"
    assert cli.run(explore_small("--analyse")) == 0
    said = capfd.readouterr().out
    for words in ("The graph: all ", "within a turn, without an effect", "graph:no-deadlock"):
        assert words in said


def test_an_analysis_of_a_search_that_was_stopped_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    stopped = explored(capfd, "--analyse", "--max-depth", "6", status=3)
    verdicts = {r["check"]: r["verdict"] for r in stopped["records"] if r["check"].startswith("graph:")}
    assert set(verdicts.values()) == {"inconclusive"}
    assert cli.run([*BREEDING, "--analyse", "--max-depth", "6"]) == 3
    said = capfd.readouterr().out
    assert "complete to depth 6, from " in said
    assert "of which no step was taken" in said


def test_the_way_to_a_state_is_a_shortest_one_and_replays(capfd: pytest.CaptureFixture[str]) -> None:
    found = explored(capfd, "--to", "winner!=0")
    way = found["way"]
    assert way["steps"]
    (Path() / "way.json").write_text(json.dumps(way))
    assert cli.run(["replay", "way.json", "--json"]) == 1, "it is still so"
    replayed = json.loads(capfd.readouterr().out)["result"]
    assert (replayed["reproduced"], replayed["steps"]) == (True, len(way["steps"]))
    shorter = explored(capfd, "--to", "over", "--max-depth", str(len(way["steps"]) - 1), status=3)
    assert shorter["way"] is None
    assert cli.run([*BREEDING, "--to", "winner!=0"]) == 0
    said = capfd.readouterr().out
    assert f"winner!=0: after {len(way['steps'])} steps, and no fewer" in said
    assert way["steps"][-1]["text"] in said


def test_steps_are_told_in_words(capfd: pytest.CaptureFixture[str]) -> None:
    """Records by field and name, without what is 0, false or empty in them."""
    steps = explored(capfd, "--to", "placed,me.battle=1")["way"]["steps"]
    card = "card {number 5, kind digimon, level 3, has_dp yes, dp 2, play_cost 3, colours [red]}"
    assert [step["text"] for step in steps[-2:]] == [
        f"play {card}",
        f"place-played shown {{{card}, procedure play, cost 3}}",
    ]
    assert cli.run([*BREEDING, "--to", "placed,me.battle=1"]) == 0
    assert "[red], keywords []" not in capfd.readouterr().out


def test_a_state_that_is_not_there_is_no_success(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(explore_small("--to", "memory=99")) == 3
    assert "memory=99: in none of all " in capfd.readouterr().out


def test_a_graph_file_has_every_state(capfd: pytest.CaptureFixture[str]) -> None:
    found = explored(capfd, "--graph", "states.dot", small=True)
    lines = Path("states.dot").read_text(encoding="utf-8").splitlines()
    assert sum("tooltip" in line for line in lines) == found["searches"][SMALL]["states"]


def test_a_picture_of_the_first_steps(capfd: pytest.CaptureFixture[str]) -> None:
    found = explored(capfd, "--max-depth", "6", "--graph", "states.svg", status=3)
    picture = Path("states.svg").read_text(encoding="utf-8")
    assert picture.count("<g ") == found["searches"]["breeding"]["states"]


@pytest.mark.parametrize(("file", "begins"), [("a.pml", "/* dcg, breeding, "), ("a.m", "-- dcg, breeding, ")])
def test_an_export_is_written_and_nothing_is_searched(
    file: str, begins: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([*BREEDING, "--export", file]) == 0
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "")
    text = Path(file).read_text(encoding="utf-8")
    assert text.startswith(begins)
    assert cli.run([*BREEDING, "--export", f"again-{file}"]) == 0
    assert Path(f"again-{file}").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (
            MissingValue("fact", "memory.max"),
            "a.pml: breeding cannot be written: the fact memory.max has no value",
        ),
        (ValueError("too many parts"), "a.pml: breeding cannot be written: too many parts; "),
        (BoundExceeded("State.memory"), "the start of breeding lies outside the bounds of State.memory; "),
    ],
    ids=["missing", "value", "bound"],
)
def test_a_model_that_cannot_be_exported_is_one_line(
    error: Exception,
    says: str,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> str:
        raise error

    monkeypatch.setattr(export, "EXPORTS", {".pml": fail})
    assert cli.run([*BREEDING, "--export", "a.pml"]) == 2
    said = capfd.readouterr().err
    assert said.startswith(f"rulehound: {says}")
    assert said.count("\n") == 1
    assert not Path("a.pml").exists()


@pytest.mark.parametrize("asked", [(), *((what,) for what in GRAPHS)])
def test_a_start_outside_the_bounds_is_one_line(
    asked: tuple[str, ...], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    breeding = game.configurations(VALUES)["breeding"]
    outside = replace(breeding, bounds={**breeding.bounds, "State.memory": (5, 5)})
    monkeypatch.setattr("rulehound.checker.pipeline.explore.chosen_configurations", lambda *_: [outside])
    assert cli.run([*BREEDING, *asked]) == 2
    said = capfd.readouterr().err
    assert said.startswith("rulehound: the start of breeding lies outside the bounds of State.memory; ")
    assert said.count("\n") == 1


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
