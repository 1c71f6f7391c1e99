"""How much memory is free: of the machine, and of the group that a process is in."""

from __future__ import annotations

from pathlib import Path

from rulehound.checker.model.search import memory


def test_it_is_what_the_machine_and_the_group_leave(tmp_path: Path) -> None:
    (tmp_path / "meminfo").write_text("MemTotal:  200 kB\nMemFree: 50 kB\nMemAvailable:  100 kB\n")
    assert memory._of_machine(tmp_path / "meminfo") == 102_400
    (tmp_path / "memory.max").write_text("1000\n")
    (tmp_path / "memory.current").write_text("400\n")
    assert memory._of_group(tmp_path) == 600
    (tmp_path / "memory.max").write_text("max\n")
    assert memory._of_group(tmp_path) == memory._ENOUGH
    assert memory._of_group(tmp_path / "none") == memory._ENOUGH


def test_a_machine_that_says_nothing_is_asked_otherwise(tmp_path: Path) -> None:
    assert 0 < memory._of_machine(tmp_path / "none") <= memory._ENOUGH
    assert 0 < memory.free_memory() <= memory._ENOUGH
