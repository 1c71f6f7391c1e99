"""The exports, judged by the tools that they are for: SPIN and rumur count what our search counts."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulehound.checker.model.search import BoundExceeded, SearchLimits, search
from rulehound.checker.model.search.export import murphi, promela
from rulehound.spec.language import (
    Amount,
    Configuration,
    MissingValue,
    Model,
    Number,
    Record,
    bag_field,
    number_field,
    require,
)
from rulehound_testing import kernel
from rulehound_testing.folders import ROOT, TESTS
from rulehound_testing.random_models import CONDITIONS, CONFIGURATION, STATEMENTS, Board, Piece, model_of
from rulehound_testing.rotating import of_this_run
from rulehound_testing.search.other_checkers import Counts, Violated, rumur, spin
from rulehound_testing.toy import game as toy

BY_HAND = ROOT / "benchmarks" / "search" / "by_hand"
SMALL_SETTINGS = {"SLOTS": 1, "HAND": 1, "DECK": 1, "SECURITY": 1, "EGGS": 0}


class Thing(Record):
    """What stands in a bag; `level` can be negative."""

    level = number_field()


class Shelf(Record):
    """Two bags that are no equals of each other, and a number that is negative at the start."""

    height = number_field()
    upper = bag_field(Thing)
    lower = bag_field(Thing)


def shelf() -> Model:
    """Things are put up and taken down; an amount has gaps."""
    model = Model("shelf", Shelf, round_field="height", over=lambda _: False)

    @model.initial
    def start(s: Shelf) -> None:
        s.height = -3
        s.upper.add(Thing(level=-2))
        s.upper.add(Thing(level=1))

    @model.action("add", height=Amount("height"))
    def add(s: Shelf, height: Number) -> None:
        require(s.height + height <= 2, "shelf")
        s.height += height
        s.lower.add(Thing(level=height - 3))

    @model.action("clear")
    def clear(s: Shelf) -> None:
        s.upper.discard(lambda thing: thing.level < 0)
        s.upper.update(lambda thing: thing.replace(level=thing.level - 1))

    @model.invariant("low")
    def low(s: Shelf) -> Any:
        return s.lower.total(lambda thing: thing.level) >= -4

    return model


SHELF = Configuration(
    "shelf",
    "",
    bounds={"Shelf.height": (-3, 2), "Thing.level": (-2, 3)},
    capacities={"Shelf.upper": 2, "Shelf.lower": 2},
    ranges={"height": (1, 2, 5)},
)


def counted(model: Model, values: Mapping[str, Any], configuration: Configuration) -> Counts:
    """Our own counts: those of plain Python, which shares no program with the exports."""
    result = search(model, values, configuration, backend="python")
    assert result.complete
    return Counts(result.states, result.transitions)


def confirmed(model: Model, values: Mapping[str, Any], configuration: Configuration, folder: Path) -> Counts:
    """The counts that both tools have in common."""
    counts = spin(promela(model, values, configuration), folder)
    assert rumur(murphi(model, values, configuration), folder) == counts
    return counts


def by_hand(language: str, sizes: Mapping[str, int]) -> tuple[str, list[str]]:
    """The kernel as it was written by hand at a size, and the settings that SPIN takes."""
    text = (BY_HAND / f"kernel.{language}").read_text(encoding="utf-8")
    if language == "pml":
        return text, [f"-D{name}={value}" for name, value in sizes.items()]
    for name, value in sizes.items():
        line = next(line for line in text.splitlines() if line.startswith(f"  {name.capitalize()}: "))
        text = text.replace(line, f"  {name.capitalize()}: {value};")
    return text, []


def test_the_kernel_is_the_one_written_by_hand(tmp_path: Path) -> None:
    expected = counted(kernel.kernel, {}, kernel.SMALL)
    text, options = by_hand("pml", SMALL_SETTINGS)
    assert spin(text, tmp_path, *options) == expected
    assert rumur(by_hand("m", SMALL_SETTINGS)[0], tmp_path) == expected
    assert confirmed(kernel.kernel, {}, kernel.SMALL, tmp_path) == expected


def test_the_toy(tmp_path: Path) -> None:
    values = {"heap.full": 7}
    configuration = toy.configurations(values)["small"]
    assert confirmed(toy.model, values, configuration, tmp_path) == Counts(14, 22)


def test_bounds_gaps_and_negative_numbers(tmp_path: Path) -> None:
    """A step that leaves the bounds counts and leads nowhere; ours counts it likewise."""
    expected = counted(shelf(), {}, SHELF)
    assert search(shelf(), {}, SHELF, backend="python").cut
    assert confirmed(shelf(), {}, SHELF, tmp_path) == expected


@pytest.mark.parametrize(("export", "tool"), [(promela, spin), (murphi, rumur)])
def test_a_broken_invariant_is_found(
    export: Callable[..., str], tool: Callable[..., Counts], tmp_path: Path
) -> None:
    model = shelf()

    @model.invariant("never-above-1")
    def never_above(s: Shelf) -> Any:
        return s.height <= 1

    with pytest.raises(Violated, match=r"assertion violated|never-above-1"):
        tool(export(model, {}, SHELF), tmp_path)


@settings(
    max_examples=70,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[
        HealthCheck.filter_too_much,
        HealthCheck.too_slow,
        HealthCheck.function_scoped_fixture,
    ],
)
@given(
    st.tuples(st.lists(CONDITIONS, max_size=1), st.lists(STATEMENTS, min_size=2, max_size=5), st.booleans())
)
def test_random_actions(tmp_path: Path, program: Any) -> None:
    model = model_of(program)

    @model.initial
    def start(s: Board) -> None:
        s.score = 1
        s.me.pieces.add(Piece(size=-1))
        s.me.pieces.add(Piece(size=1, tired=True))
        s.other.pieces.add(Piece(size=2))

    configuration = Configuration(
        "random",
        "",
        bounds={"Board.score": (-2, 3), "Side.coins": (-2, 2), "Piece.size": (-1, 3)},
        capacities={"Side.pieces": 3, "Board.heap": 2, "Piece.under": 2},
        pools=CONFIGURATION.pools,
        ranges={"times": (0, 2)},
    )
    result = search(model, {}, configuration, SearchLimits(states=3_000), backend="python")
    if result.complete and result.states > 5:  # most go on for too long, or do nothing
        assert confirmed(model, {}, configuration, tmp_path) == Counts(result.states, result.transitions)


def test_exports_are_the_same_byte_for_byte(tmp_path: Path) -> None:
    program = (
        "from rulehound_testing import kernel; "
        "from rulehound.checker.model.search.export import murphi, promela; "
        "print(promela(kernel.kernel, {}, kernel.S), murphi(kernel.kernel, {}, kernel.S))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(TESTS)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


@pytest.mark.parametrize("export", [promela, murphi])
def test_what_cannot_be_exported_is_refused(export: Callable[..., str]) -> None:
    small = toy.configurations({"heap.full": 7})["small"]
    with pytest.raises(MissingValue, match=r"heap\.full"):
        export(toy.model, {}, small)
    with pytest.raises(BoundExceeded):
        export(shelf(), {}, replace(SHELF, bounds={**SHELF.bounds, "Shelf.height": (0, 2)}))


@pytest.mark.parametrize("tool", of_this_run(["spin", "rumur"], 2))
def test_the_benchmark_finds_the_counts_of_the_small_instance(tool: str) -> None:
    """What was written by hand and what was exported, by one of the tools, beside our own search in C."""
    for needed in (tool, "gcc"):
        if shutil.which(needed) is None:
            pytest.skip(f"{needed} is not installed")
    only = f"c,{tool},{tool}-exported"
    done = subprocess.run(
        [sys.executable, str(BY_HAND.parent / "run.py"), "--sizes", "S", "--counts", "--only", only],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == sorted(
        f"S {name}: 71,159 states, 164,142 transitions" for name in only.split(",")
    )
