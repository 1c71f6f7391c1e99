"""The floors of the evidence: read from a file that people edit, with one clear line where it is wrong."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.floors import (
    NAME,
    ExcusedRule,
    Floors,
    LoweredFloor,
    lowered_problems,
    raise_floors,
    read_floors,
    read_reached,
)
from rulehound.checker.evidence.storage import FOLDER


def write(directory: Path, text: str) -> Path:
    (directory / FOLDER).mkdir()
    path = directory / FOLDER / NAME
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_there_are_no_floors(tmp_path: Path) -> None:
    assert read_floors(tmp_path) == Floors()
    assert (Floors().rules_seen_to_fail, Floors().verified, Floors().excused) == (0, {}, ())


def test_every_floor_is_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        """
rules-seen-to-fail = 0.9
model-guards = 0.8
engine-code = 1
citations = 0.5
[verified]
"shells 1.0" = 3
[demands]
"demands of shells 1.0" = 7
[[excused]]
rule = "tide.limit"
reason = "nothing can break it"
""",
    )
    assert read_floors(tmp_path) == Floors(
        verified={"shells 1.0": 3},
        demands={"demands of shells 1.0": 7},
        rules_seen_to_fail=0.9,
        model_guards=0.8,
        engine_code=1.0,
        citations=0.5,
        excused=(ExcusedRule("tide.limit", "nothing can break it"),),
    )


@pytest.mark.parametrize(
    "text",
    [
        "model_guards = 0.8",
        'model-guards = "much"',
        "model-guards 0.8",
        "[verified]\nshells = 1.5",
        "[demands]\nshells = 'all'",
        '[[excused]]\nrule = "tide.limit"',
        '[[excused]]\nrule = "tide.limit"\nreason = ""\nuntil = "May"',
    ],
)
def test_a_bad_file_is_named_with_what_may_stand_in_it(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(UserError) as caught:
        read_floors(tmp_path)
    assert caught.value.what.startswith(f"{path}: ")
    assert "rules-seen-to-fail" in caught.value.remedy


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = write(tmp_path, "")
    path.write_bytes(b"\xff")
    with pytest.raises(UserError, match="floors"):
        read_floors(tmp_path)


REACHED = Floors({"shells 1.0": 4}, rules_seen_to_fail=1.0, engine_code=0.8)


def test_a_floor_that_is_lower_than_it_was_needs_a_reason() -> None:
    assert list(lowered_problems(REACHED, REACHED)) == []
    lower = Floors({}, rules_seen_to_fail=0.9, engine_code=0.8)
    lines = [
        "the floor of rules-seen-to-fail is 0.9, and was 1.0: raise it in floors.toml, or give the reason "
        "there under [[lowered]]",
        "the floor of shells 1.0 is 0, and was 4: raise it in floors.toml, or give the reason there under "
        "[[lowered]]",
    ]
    assert list(lowered_problems(lower, REACHED)) == lines
    reasons = (
        LoweredFloor("shells 1.0", "the document is withdrawn"),
        LoweredFloor("rules-seen-to-fail", " "),
    )
    assert list(lowered_problems(msgspec.structs.replace(lower, lowered=reasons), REACHED)) == lines[:1]


def test_a_reason_for_a_floor_that_is_not_lower_is_none() -> None:
    floors = msgspec.structs.replace(REACHED, lowered=(LoweredFloor("engine-code", "?"),))
    assert list(lowered_problems(floors, REACHED)) == [
        "floors.toml gives a reason for a lower floor of engine-code, which is not lower"
    ]


def test_floors_rise_with_what_is_recorded_and_never_fall(tmp_path: Path) -> None:
    text = 'model-guards = 0.5\nrules-seen-to-fail = 0.9\n[verified]\n"shells 1.0" = 3 # few\n"sand" = 9\n'
    path = write(tmp_path, text)
    counts = {"model-guards": 0.9512, "rules-seen-to-fail": 1.0, "citations": 0.7, "shells 1.0": 5, "sand": 2}
    raise_floors(tmp_path, counts)
    assert path.read_text() == (
        'model-guards = 0.93\nrules-seen-to-fail = 1.0\n[verified]\n"shells 1.0" = 5 # few\n"sand" = 9\n'
    )
    floors = read_floors(tmp_path)
    assert read_reached(tmp_path) == floors
    raise_floors(tmp_path, {})
    assert read_floors(tmp_path) == read_reached(tmp_path) == floors
    path.write_text(text)
    assert len(list(lowered_problems(read_floors(tmp_path), read_reached(tmp_path)))) == 3


def test_a_floor_that_a_reason_keeps_low_is_not_raised(tmp_path: Path) -> None:
    lowered = '[[lowered]]\nfloor = "engine-code"\nreason = "half of it is new"\n'
    path = write(tmp_path, f"engine-code = 0.9\n{lowered}")
    raise_floors(tmp_path, {})
    path.write_text(f"engine-code = 0.4\n{lowered}")
    raise_floors(tmp_path, {"engine-code": 0.99})
    assert (read_floors(tmp_path).engine_code, read_reached(tmp_path).engine_code) == (0.4, 0.9)


def test_floors_of_demands_rise_beside_those_of_clauses(tmp_path: Path) -> None:
    text = '[verified]\n"shells 1.0" = 3\n[demands]\n"demands of shells 1.0" = 7\n'
    path = write(tmp_path, text)
    raise_floors(tmp_path, {"shells 1.0": 3, "demands of shells 1.0": 9})
    assert path.read_text(encoding="utf-8") == text.replace("7", "9")
    reached = read_reached(tmp_path)
    assert (reached.verified, reached.demands) == ({"shells 1.0": 3}, {"demands of shells 1.0": 9})
    [line] = lowered_problems(Floors(verified={"shells 1.0": 3}), reached)
    assert line.startswith("the floor of demands of shells 1.0 is 0, and was 9")
