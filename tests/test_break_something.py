"""Whatever is broken, a check, a guard or a cited line: the gate goes red and names the clauses."""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulehound.checker.evidence.current_tree import current_tree
from rulehound.checker.evidence.edition_evidence import says_content
from rulehound.checker.evidence.storage import read_evidence, write_edition
from rulehound.checker.rulebook.reading import load_spec, open_game, read_rulebook
from rulehound.checker.suite.catalogue import declared_checks
from rulehound_testing.folders import ROOT
from rulehound_testing.rotating import SEED, of_this_run

sys.path.insert(0, str(ROOT / "tools"))

from named_breaks import NAMED_BREAKS, NamedBreak


@pytest.fixture(scope="module")
def tool() -> Any:
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(ROOT / "tools")
        return importlib.import_module("break_something")


@pytest.fixture(scope="module")
def places(tool: Any) -> list[Any]:
    """Every place that can be broken."""
    return list(tool.breaks())


def test_every_kind_of_check_can_be_drawn(places: list[Any]) -> None:
    """And what is left of a file without it is still Python."""
    game = open_game("dcg")
    kinds = {check.kind for check in declared_checks(game, load_spec(game))}
    assert {place.family for place in places if place.kind != "line"} == kinds | {"vector"}
    assert all(place.rules for place in places)
    for place in places:
        if place.text is not None and place.kind != "line" and place.file.suffix == ".py":
            compile(place.text, place.file, "exec")


def test_the_gate_goes_red_at_a_place_of_each_kind(
    tool: Any, places: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Others with every seed; the same script breaks fifty in `make deep`."""
    monkeypatch.setattr(sys, "argv", ["break_something.py", "--count", "3", "--seed", str(SEED)])
    monkeypatch.setattr(tool, "breaks", lambda: iter(places))
    with pytest.raises(SystemExit) as ended:
        tool.main()
    printed = capsys.readouterr()
    assert ended.value.code == 0, printed
    lines = printed.out.splitlines()
    assert [line.partition(":")[0] for line in lines[:-1]] == ["red"] * 3
    assert {line.split(": ")[1] for line in lines[:-1]} == {"check", "guard", "line"}
    assert lines[-1] == "3 of 3 shown"


@pytest.fixture(scope="module")
def recorded_now(tool: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project whose runs on record carry every hash as it is now."""
    tree: Path = tool.copied(tmp_path_factory.mktemp("copy") / "rulehound")
    book = read_rulebook(open_game("dcg"))
    now = current_tree(book, "reference")
    says = {rule.id: says_content(rule.says) for rule in book.store.rules.values()}
    directory = tree / tool.GAME
    for edition, run in read_evidence(directory).editions.items():
        write_edition(directory, msgspec.structs.replace(run, basis=now.bases[edition], says=says))
    return tree


def test_the_gate_is_open_before_anything_is_broken(tool: Any, recorded_now: Path) -> None:
    assert tool.gate(recorded_now) == (0, [])


@pytest.mark.parametrize("one", of_this_run(NAMED_BREAKS, len(NAMED_BREAKS)), ids=lambda one: one.name)
def test_a_named_break_is_seen(tool: Any, recorded_now: Path, one: Any) -> None:
    """One of them, another with every seed; `make deep` makes them all."""
    before = (recorded_now / one.file).read_bytes()
    assert tool.what_sees(recorded_now, one)
    assert (recorded_now / one.file).read_bytes() == before


def test_a_break_that_nothing_sees_is_missed(tool: Any, recorded_now: Path) -> None:
    harmless = NamedBreak("a comment", f"{tool.GAME}/rules/memory.toml", r"\A", "# nothing\n")
    assert tool.what_sees(recorded_now, harmless) == ""


@pytest.mark.parametrize("one", NAMED_BREAKS, ids=lambda one: one.name)
def test_every_named_break_changes_its_file(one: Any) -> None:
    text = one.broken(ROOT)
    if one.file.endswith(".py"):
        compile(text, one.file, "exec")
    with pytest.raises(LookupError, match="changes nothing"):
        replace(one, pattern="that stands nowhere at all", replacement="").broken(ROOT)


def test_named_breaks_are_drawn_by_the_seed(tool: Any) -> None:
    assert tool.drawn_by_name(3, 5) == tool.drawn_by_name(3, 5)
    assert tool.drawn_by_name(len(NAMED_BREAKS), 1) == list(NAMED_BREAKS)
    assert len({one.name for one in NAMED_BREAKS}) == len(NAMED_BREAKS)
