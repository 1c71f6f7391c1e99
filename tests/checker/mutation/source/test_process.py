"""Processes that do harm to nobody: limits, what they leave behind, and a module from another text."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulehound.checker.mutation.source.process import ModuleText, Tell, in_fork, limit, plant


def test_it_tells_and_ends_and_changes_nothing_here(capfd: pytest.CaptureFixture[str]) -> None:
    here: list[int] = []

    def work(tell: Tell) -> None:
        os.write(1, b"noise")
        here.append(1)
        tell("one")
        tell(os.getpid())

    ended = in_fork(work)
    assert ended.told[0] == "one"
    assert ended.told[1] != os.getpid()
    assert (ended.status, ended.took_too_long, here) == (0, False, [])
    assert capfd.readouterr().out == ""


def test_what_was_told_before_it_died_is_there() -> None:
    def work(tell: Tell) -> None:
        tell("before")
        os._exit(3)

    ended = in_fork(work)
    assert (ended.told, ended.status, ended.took_too_long) == (["before"], 3, False)


def test_an_exception_is_an_end_as_well() -> None:
    def work(tell: Tell) -> None:
        tell("before")
        raise SystemExit

    assert in_fork(work).status != 0


def test_it_ends_where_it_computes_for_too_long() -> None:
    def work(tell: Tell) -> None:
        limit(0.1)
        tell("begun")
        while True:
            pass

    ended = in_fork(work)
    assert (ended.told, ended.took_too_long, ended.status) == (["begun"], True, -signal.SIGPROF)


def test_it_ends_where_it_waits_for_too_long() -> None:
    def work(_tell: Tell) -> None:
        limit(0.02)
        time.sleep(600)

    ended = in_fork(work)
    assert (ended.took_too_long, ended.status) == (True, -signal.SIGALRM)


def test_what_it_has_started_ends_with_it() -> None:
    def work(tell: Tell) -> None:
        tell(subprocess.Popen(["sleep", "600"]).pid)

    (started,) = in_fork(work).told
    for _ in range(100):
        if not _runs(started):
            return
        time.sleep(0.1)
    pytest.fail("a process was left running")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_it_ends_with_its_parent() -> None:
    program = """
import time
from rulehound.checker.mutation.source.process import in_fork
def work(tell):
    import os
    os.write(there, f"{os.getpid()}\\n".encode())
    time.sleep(600)
import os
there = os.dup(1)
in_fork(work)
"""
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert _runs(child)
    parent.kill()
    parent.wait()
    for _ in range(100):
        if not _runs(child):
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    pytest.fail("it outlived its parent")


def _runs(number: int) -> bool:
    """Whether a process is there, and not only waiting to be reaped."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_module_comes_from_another_text_and_only_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "shells_of_process"
    package.mkdir()
    (package / "__init__.py").write_text("SIZE = 1\n")
    (package / "inner.py").write_text("from shells_of_process import SIZE\n")
    (package / "data.txt").write_text("data")
    monkeypatch.syspath_prepend(str(tmp_path))

    def work(tell: Tell) -> None:
        plant(ModuleText("shells_of_process", package / "__init__.py", "SIZE = 2\n"))
        from importlib.resources import files

        import shells_of_process.inner

        tell(shells_of_process.inner.SIZE)
        tell(files("shells_of_process").joinpath("data.txt").read_text())

    assert in_fork(work).told == [2, "data"]
    assert "shells_of_process" not in sys.modules
    assert (package / "__init__.py").read_text() == "SIZE = 1\n"
