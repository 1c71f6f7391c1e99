"""What was seen to fail is on record of a check as it was then, and says nothing of one that changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.seen_to_fail import (
    CaughtFaults,
    SeenToFail,
    read_seen_to_fail,
    rules_of_faults,
    seen_to_fail,
)
from rulehound_testing.made_up_evidence import DECLARED, GUARD, INVARIANT, SETUP

RECORD = """
[caught]
"engine:ends" = { faults = ["a process stays"] }
"guard:wait:tide" = { content = "g1", faults = ["tide of 4", "tide of 2"] }
"invariant:tide" = { content = "t0", faults = ["tide of 4"] }
"setup:basket" = { faults = ["one shell less"] }
"vector:wait:tide" = { content = "v1", faults = ["tide of 4"] }

[breaks]
"tide of 4" = ["tide.limit"]
"""


def test_entries_of_checks_that_changed_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "seen_to_fail.toml").write_text(RECORD)
    assert read_seen_to_fail(tmp_path)["guard:wait:tide"] == CaughtFaults(("tide of 4", "tide of 2"), "g1")
    caught = {
        "engine:ends": ("a process stays",),
        GUARD.id: ("tide of 4", "tide of 2"),
        "vector:wait:tide": ("tide of 4",),
    }
    assert seen_to_fail(tmp_path, DECLARED) == SeenToFail(
        caught, [INVARIANT.id, SETUP.id], {"tide of 4": ("tide.limit",)}
    )


def test_the_rules_of_faults(tmp_path: Path) -> None:
    assert rules_of_faults(tmp_path) == {}
    (tmp_path / "seen_to_fail.toml").write_text(RECORD)
    assert rules_of_faults(tmp_path) == {"tide of 4": ("tide.limit",)}


def test_nothing_on_record(tmp_path: Path) -> None:
    assert seen_to_fail(tmp_path, DECLARED) == SeenToFail({}, [])


BAD = (
    "caught = 1",
    '[caught]\n"a" = ["b"]',
    "[caught]\n[breaks]\na = 1",
    "[seen]",
    '[caught]\n"a" = { faults = 3 }',
    "[",
)


@pytest.mark.parametrize("text", BAD)
def test_a_bad_record_is_told_in_a_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "seen_to_fail.toml").write_text(text)
    with pytest.raises(UserError, match=r"seen_to_fail\.toml: "):
        read_seen_to_fail(tmp_path)
