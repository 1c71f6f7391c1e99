"""A command that runs again whenever a file changes that its result rests on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rulehound.checker.cli import watching
from rulehound.checker.cli.exit_status import UNDER_WATCH
from rulehound.checker.cli.watching import places_of, snapshot, watched
from rulehound_testing.command_line import COMMAND
from rulehound_testing.folders import ROOT
from rulehound_testing.running_processes import wait_for


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """A folder with an engine, what others wrote, and what its runs write."""
    folder = tmp_path / "engine"
    for name in ("adapter.py", "cards/list.toml", "node_modules/left.js", ".git/index", "run.log"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("1")
    (folder / "report").mkdir()
    (folder / "report" / "report.json").write_text("1")
    return folder


def test_files_of_an_engine_count_and_what_a_run_writes_does_not(engine: Path) -> None:
    places = list(places_of([f"python {engine / 'adapter.py'} --fast"], "dcg", None))
    assert places == [engine]
    seen = snapshot(places, engine / "report")
    assert {path.relative_to(engine).as_posix() for path in seen} == {"adapter.py", "cards/list.toml"}


def test_an_installed_engine_is_its_package_and_what_a_user_names_counts(tmp_path: Path) -> None:
    places = list(places_of(["reference"], "dcg", tmp_path / "book.pdf", None))
    assert places == [ROOT / "engine/rulehound/engine", tmp_path / "book.pdf"]


def test_a_change_begins_another_run_and_an_interrupt_ends_it(
    engine: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    runs: list[tuple[Sequence[str], str]] = []

    def run(
        command: Sequence[str], *, check: bool, env: dict[str, str]
    ) -> subprocess.CompletedProcess[bytes]:
        runs.append((command[4:], env[UNDER_WATCH]))
        return subprocess.CompletedProcess(command, 130 if len(runs) == 3 else 1)

    def change(seconds: float) -> None:
        (engine / "adapter.py").write_text(f"run {len(runs)}".ljust(10 + len(runs)))

    monkeypatch.setattr(watching.subprocess, "run", run)
    monkeypatch.setattr(watching.time, "sleep", change)
    assert watched(["check", "-w"], [engine], engine / "report") == 130
    assert runs == [(["check", "-w"], "1")] * 3
    watching_again = "watching 2 files; Ctrl-C ends it\n\nadapter.py changed; running again\n"
    assert capfd.readouterr().err == watching_again * 2


def test_the_command_watches_its_engine(tmp_path: Path, engine: Path) -> None:
    """The engine does not start, and its change begins another run."""
    adapter = engine / "adapter.py"
    adapter.write_text("raise SystemExit(1)")
    arguments = ["check", "--watch", "--engine", f"{sys.executable} {adapter}", "--rule", "memory.limit"]
    with (tmp_path / "said").open("wb") as said:
        run = subprocess.Popen([*COMMAND, *arguments], stderr=said, cwd=tmp_path, start_new_session=True)
    try:
        for times in (1, 2):
            assert wait_for(
                lambda times=times: (tmp_path / "said").read_text().count("Ctrl-C ends it") == times
            )
            adapter.write_text(f"raise SystemExit({times} + 1)")
    finally:
        os.killpg(run.pid, signal.SIGTERM)
        run.wait()
    assert (tmp_path / "said").read_text().count("did not complete its handshake") >= 2
