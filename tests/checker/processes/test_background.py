"""Work in a second process: its result, its breaking, and its end with its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulehound.checker.processes.background import Background, BackgroundError
from rulehound.checker.progress import Progress, silent
from rulehound_testing.folders import TESTS
from rulehound_testing.running_processes import running, wait_for


def double(number: int, report: Progress) -> int:
    report("doubling", 1, 2)
    return 2 * number


def broken(report: Progress) -> int:
    report("breaking", 0, 0)
    raise ValueError("no such number")


def killed(report: Progress) -> int:
    report("dying", 0, 0)
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def endless(folder: str, report: Progress) -> int:
    report("waiting", 0, 0)
    (Path(folder) / "child").write_text(str(os.getpid()))
    while True:
        time.sleep(0.01)


def test_the_result_comes_back_and_progress_is_told_here() -> None:
    told: list[tuple[str, int, int]] = []
    assert Background(lambda *progress: told.append(progress), double, 21).result() == 42
    assert told == [("doubling", 1, 2)]


def test_what_it_raises_is_told_in_one_line_with_its_traceback() -> None:
    with pytest.raises(BackgroundError) as caught:
        Background(silent, broken).result()
    assert str(caught.value) == "ValueError: no such number"
    assert "def broken" not in str(caught.value)
    assert "in broken" in caught.value.traceback


def test_a_process_that_is_killed_is_told() -> None:
    with pytest.raises(BackgroundError, match="its process ended without a word"):
        Background(silent, killed).result()


def test_stopping_ends_it(tmp_path: Path) -> None:
    work = Background(silent, endless, str(tmp_path))
    assert wait_for(lambda: (tmp_path / "child").exists() and (tmp_path / "child").read_text())
    work.stop()
    with pytest.raises(BackgroundError):
        work.result()
    assert not running(int((tmp_path / "child").read_text()))


def test_it_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(TESTS)!r})\n"
        "from checker.processes.test_background import Background, endless, silent\n"
        f"if __name__ == '__main__':\n    Background(silent, endless, {str(tmp_path)!r}).result()\n"
    )
    (tmp_path / "parent.py").write_text(code)
    parent = subprocess.Popen([sys.executable, "-P", str(tmp_path / "parent.py")])
    assert wait_for(lambda: (tmp_path / "child").exists() and (tmp_path / "child").read_text())
    child = int((tmp_path / "child").read_text())
    assert running(child)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    assert wait_for(lambda: not running(child))
