"""The floors of the evidence: read from a file that people edit, with one clear line where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.floors import NAME, ExcusedRule, Floors, read_floors
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
[[excused]]
rule = "tide.limit"
reason = "nothing can break it"
""",
    )
    assert read_floors(tmp_path) == Floors(
        verified={"shells 1.0": 3},
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
