"""The record of which planted faults each check has been seen to catch, and how it is made."""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from caught_faults import checks_that_catch_contrary, rulebook
from caught_in_model import contradictions, inconsistent, invariants_left, with_action
from contrary_engines import CONTRARY
from model_mutants import EARLY_MUTANTS, GRAPH_MUTANTS, MUTANTS
from rulehound.checker.declared import checks_of_model
from rulehound.checker.model_checks import GRAPH_CHECKS
from rulehound.checker.proof_checks import CONSISTENCY
from rulehound.spec.dcg.model import model

ROOT = Path(__file__).resolve().parents[3]


@cache
def tool() -> Any:
    found = importlib.util.spec_from_file_location("record", ROOT / "tools/record_seen_to_fail.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@cache
def recorded() -> dict[str, list[str]]:
    text: dict[str, Any] = tomllib.loads(tool().RECORD.read_text("utf-8"))
    caught: dict[str, list[str]] = text["caught"]
    return caught


def test_every_check_of_the_model_alone_has_been_seen_to_fail() -> None:
    own = {check.id for check in checks_of_model(model) if check.id.startswith(("invariant:", "sometimes:"))}
    own |= {f"graph:{name}" for name in GRAPH_CHECKS} | set(CONSISTENCY)
    assert own <= set(recorded())
    faults = {fault for check in own for fault in recorded()[check] if fault.startswith("model: ")}
    planted = {mutant.name for mutant in (*MUTANTS, *EARLY_MUTANTS, *GRAPH_MUTANTS)}
    assert faults == planted | {f"model: {name}" for name in contradictions(rulebook().law)}


def test_every_engine_that_contradicts_itself_is_caught() -> None:
    caught = {fault for found in recorded().values() for fault in found}
    assert set(CONTRARY) <= caught


def recorded_of(fault: str) -> set[str]:
    return {check for check, found in recorded().items() if fault in found}


@pytest.mark.parametrize("name", ["every game begins alike", "quotes one more", "refuses hatch: turn.end"])
def test_a_contrary_engine_is_caught_as_recorded(name: str) -> None:
    """A few; the tool runs them all."""
    assert checks_that_catch_contrary(name) == recorded_of(name) != set()


@pytest.mark.parametrize("mutant", MUTANTS[::7], ids=lambda mutant: mutant.name)
def test_a_fault_of_the_model_is_caught_as_recorded(mutant: Any) -> None:
    assert invariants_left(rulebook().law, mutant) == recorded_of(mutant.name) != set()


def test_a_contradiction_is_caught_as_recorded_and_a_sound_model_has_none() -> None:
    law = rulebook().law
    for name, (sound, faulty) in contradictions(law).items():
        assert inconsistent(law, sound, faulty) == recorded_of(f"model: {name}") != set()
    only = with_action(model, model.actions["pass"])
    assert inconsistent(law, only, only) == frozenset()


def asking(asked: list[str], name: str) -> Callable[[], dict[str, frozenset[str]]]:
    def ask() -> dict[str, frozenset[str]]:
        asked.append(name)
        return {f"fault of {name}": frozenset({"b", "a"})}

    return ask


def test_what_is_kept_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool(), "_hash", lambda: "this tree")
    file, asked = tmp_path / "kept.jsonl", list[str]()
    first = tool().Kept(file)
    answers = [first.answer(name, asking(asked, name)) for name in ("one", "two")]
    again = tool().Kept(file)
    assert [again.answer(name, asking(asked, name)) for name in ("one", "two", "three")][:2] == answers
    assert asked == ["one", "two", "three"]
    monkeypatch.setattr(tool(), "_hash", lambda: "another tree")
    tool().Kept(file).answer("one", asking(asked, "one"))
    assert asked[3:] == ["one"]


def test_the_record_is_written_in_an_order_of_its_own() -> None:
    caught = {"z": frozenset({"check:b", "check:a"}), "y": frozenset({"check:b"}), "none": frozenset[str]()}
    text = tool().as_toml(tool().by_check(caught))
    assert text.splitlines()[-2:] == ['"check:a" = ["z"]', '"check:b" = ["y", "z"]']
    assert list(recorded()) == sorted(recorded())
    assert tool().as_toml(recorded()) == tool().RECORD.read_text("utf-8")
