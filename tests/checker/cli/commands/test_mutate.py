"""`rulehound mutate`: what it draws, prints and keeps, and bad input."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.model.content_hashes import action_content
from rulehound.checker.mutation import Catch, ModelCatcher, ModelOutcome, Mutant, mutants
from rulehound.checker.mutation.trial import on_record
from rulehound.checker.rulebook import reading
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.catalogue import checks_of_model
from rulehound.spec.dcg.model import model as dcg
from rulehound_testing.toy import game as toy


@dataclass
class ToyRules:
    """The toy's rules, as they are read from its rulebook."""

    root: Path
    full: int = 7

    def complete_model(self) -> BoundModel:
        return BoundModel(replace(toy.game, directory=self.root), "only", {"heap.full": self.full})


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ToyRules:
    """The toy's rules, which every command of the test reads in the place of the bundled ones."""
    (tmp_path / "spec").mkdir()
    rules = ToyRules(tmp_path / "spec")
    monkeypatch.setattr(reading, "read_rulebook", lambda *arguments: rules)
    return rules


def run(*options: str) -> int:
    """The exit status of the command."""
    return cli.run(["mutate", *options])


def found(capfd: pytest.CaptureFixture[str], *options: str, status: int = 3) -> list[dict[str, Any]]:
    """What became of each mutant, as JSON says it."""
    assert run(*options, "--json") == status
    printed = json.loads(capfd.readouterr().out)
    assert (printed["edition"], printed["seed"]) == ("only", 0)
    mutants: list[dict[str, Any]] = printed["mutants"]
    return mutants


@pytest.fixture
def caught(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The mutants that are caught anew, as they are."""
    names = []
    catch = ModelCatcher.catch

    def counted(self: ModelCatcher, mutant: Mutant) -> Catch:
        names.append(mutant.name)
        return catch(self, mutant)

    monkeypatch.setattr(ModelCatcher, "catch", counted)
    return names


def test_json_says_of_every_mutant_what_became_of_it(
    capfd: pytest.CaptureFixture[str], book: ToyRules
) -> None:
    every = found(capfd)
    assert [catch["outcome"] for catch in every] == [
        *("open", "open", "search", "search", "open", "open", "counts", "search", "search"),
        *("counts", "counts"),
    ]
    assert every[2] == {
        "mutant": "add: without the guard heap.full",
        "planted": "model",
        "place": "add",
        "content": action_content(toy.model.actions["add"]),
        "rules": ["heap.full"],
        "outcome": "search",
        "guard": "heap.full",
        "by": ["invariant:heap.full"],
        "shown": "small: invariant heap.full",
    }
    assert [catch.get("by", []) for catch in every[6:]] == [
        ["guard:add:add.few"],
        ["invariant:heap.full"],
        ["guard:add:heap.full"],
        [],  # counts show it, and no guard is faulty
        [],
    ]


def test_only_guards(capfd: pytest.CaptureFixture[str], book: ToyRules) -> None:
    every = found(capfd, "--guards")
    assert len(every) == 9
    assert all("guard" in catch["mutant"] for catch in every)


def test_games_are_played_where_the_game_says_with_what(
    capfd: pytest.CaptureFixture[str], book: ToyRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_three = replace(toy.configurations({"heap.full": 7})["small"], ranges={"amount": (0, 1, 2, 3)})
    monkeypatch.setattr(toy, "game", replace(toy.game, random_games=lambda _: by_three))
    every = found(capfd, status=0)
    assert every[1]["mutant"] == "add: without the guard add.few"
    assert (every[1]["outcome"], every[1]["by"]) == ("steps", ["guard:add:add.few"])
    assert every[1]["shown"] == "other steps among 14 states of small by only"


def test_what_players_are_not_held_to_is_no_check() -> None:
    """Effects of cards resolve where something set them off: no engine is asked for one where it may not."""
    named = {}
    for mutant in mutants(dcg):
        if mutant.fault == f"without the guard {mutant.guard}":
            catch = Catch(mutant.name, mutant.rules, ModelOutcome.STEPS, "other steps")
            named[mutant.name] = on_record(mutant, catch, dcg).by
    assert named["hatch: without the guard breeding.hatch-eggs"] == ("guard:hatch:breeding.hatch-eggs",)
    assert named["effect-draw-mine: without the guard effects.timing"] == ()
    declared = {check.id for check in checks_of_model(dcg)}
    assert {check for checks in named.values() for check in checks} <= declared


def test_people_get_the_counts_and_what_is_open(capfd: pytest.CaptureFixture[str], book: ToyRules) -> None:
    assert run() == 3
    printed = capfd.readouterr().out
    assert "7 of 11 caught, 0 cannot matter" in printed
    assert "add: without the guard add.few (add.few): the same steps in all 14 states of small" in printed


def test_a_sample_is_the_same_for_the_same_seed(capfd: pytest.CaptureFixture[str], book: ToyRules) -> None:
    def names(seed: int) -> list[str]:
        assert run("--sample", "3", "--seed", str(seed), "--json") in (0, 3)
        return [catch["mutant"] for catch in json.loads(capfd.readouterr().out)["mutants"]]

    assert names(1) == names(1)
    assert {len(names(seed)) for seed in range(5)} == {3}
    assert len({tuple(names(seed)) for seed in range(5)}) > 1


def test_where_all_are_caught_the_status_is_0(capfd: pytest.CaptureFixture[str], book: ToyRules) -> None:
    """Seed 4 draws the fault that counts show."""
    statuses = {run("--sample", "1", "--seed", str(seed), "--json") for seed in range(8)}
    assert statuses == {0, 3}


def test_what_is_kept_is_not_done_again_even_where_a_run_was_cut_off(
    capfd: pytest.CaptureFixture[str], book: ToyRules, tmp_path: Path, caught: list[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    whole = found(capfd, "--keep", str(kept))
    assert len(caught) == 11
    text = kept.read_text()
    lines = text.splitlines(keepends=True)
    kept.write_text("".join(lines[:4]) + lines[4][:30])
    caught.clear()
    assert found(capfd, "--keep", str(kept)) == whole
    assert caught == [catch["mutant"] for catch in whole[4:]]
    assert kept.read_text() == text
    caught.clear()
    assert found(capfd, "--keep", str(kept)) == whole
    assert not caught


def test_what_was_kept_of_another_model_is_done_again(
    capfd: pytest.CaptureFixture[str], book: ToyRules, tmp_path: Path, caught: list[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    found(capfd, "--keep", str(kept))
    caught.clear()
    book.full = 6
    found(capfd, "--keep", str(kept))
    assert len(caught) == 11
    book.full = 7
    (book.root / "model.py").write_text("")
    found(capfd, "--keep", str(kept))
    assert len(caught) == 22


@pytest.mark.parametrize("line", ["no JSON", "3", "{}", '{"mutant": "a", "rules": [], "outcome": "odd"}'])
def test_a_file_of_something_else_is_refused_and_left_alone(
    capfd: pytest.CaptureFixture[str], book: ToyRules, tmp_path: Path, line: str
) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text(line + "\n")
    assert run("--keep", str(kept), "--json") == 2
    said = capfd.readouterr().err
    assert said.endswith("kept.jsonl:1: is not what mutate keeps; give another file\n")
    assert kept.read_text() == line + "\n"


def test_a_file_that_cannot_be_had_is_one_line(
    capfd: pytest.CaptureFixture[str], book: ToyRules, tmp_path: Path
) -> None:
    assert run("--keep", str(tmp_path)) == 2
    assert "cannot be read" in capfd.readouterr().err
    assert run("--keep", str(tmp_path / "none" / "kept.jsonl")) == 2
    assert "cannot be written" in capfd.readouterr().err


@pytest.mark.usefixtures("book")
def test_bad_names(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("--action", "fly") == 2
    assert "no action fly; give one of add" in capfd.readouterr().err
    assert run("--configuration", "vast") == 2
    assert "no configuration vast; give one of small" in capfd.readouterr().err


def test_bad_numbers_on_the_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--sample", "0"], ["--sample", "many"], ["--seed", "x"], ["--rule", "add.some"]):
        assert cli.run(["mutate", *arguments]) == 2
        assert "Traceback" not in capfd.readouterr().err
