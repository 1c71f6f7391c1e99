"""Forks of this process that do harm to nobody: their limits, and what they leave behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulehound.checker.processes.fork import Send, in_fork, limit


def test_it_sends_and_ends_and_changes_nothing_here(capfd: pytest.CaptureFixture[str]) -> None:
    here: list[int] = []

    def work(send: Send) -> None:
        os.write(1, b"noise")
        here.append(1)
        send("one")
        send(os.getpid())

    end = in_fork(work)
    assert end.messages[0] == "one"
    assert end.messages[1] != os.getpid()
    assert (end.status, end.took_too_long, here) == (0, False, [])
    assert capfd.readouterr().out == ""


def test_what_was_told_before_it_died_is_there() -> None:
    def work(send: Send) -> None:
        send("before")
        os._exit(3)

    end = in_fork(work)
    assert (end.messages, end.status, end.took_too_long) == (["before"], 3, False)


def test_an_exception_is_an_end_as_well() -> None:
    def work(send: Send) -> None:
        send("before")
        raise SystemExit

    assert in_fork(work).status != 0


def test_it_ends_where_it_computes_for_too_long() -> None:
    def work(send: Send) -> None:
        limit(0.1)
        send("begun")
        while True:
            pass

    end = in_fork(work)
    assert (end.messages, end.took_too_long, end.status) == (["begun"], True, -signal.SIGPROF)


def test_it_ends_where_it_waits_for_too_long() -> None:
    def work(_send: Send) -> None:
        limit(0.02)
        time.sleep(600)

    end = in_fork(work)
    assert (end.took_too_long, end.status) == (True, -signal.SIGALRM)


def test_what_it_has_started_ends_with_it() -> None:
    def work(send: Send) -> None:
        send(subprocess.Popen(["sleep", "600"]).pid)

    (started,) = in_fork(work).messages
    for _ in range(100):
        if not _runs(started):
            return
        time.sleep(0.1)
    pytest.fail("a process was left running")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_it_ends_with_its_parent() -> None:
    program = """
import time
from rulehound.checker.processes.fork import in_fork
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
