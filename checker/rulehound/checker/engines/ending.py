"""How the process of an engine ends: by itself, or by force with everything that it started.

POSIX. Where there is no /proc (macOS), only the process group is found of what an engine started.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MARK = "RULEHOUND_ENGINE"
"""Environment variable that everything started by an engine carries, and is found by."""

TICK = 0.002
"""Seconds between two looks at whether a process has ended."""

LOOK = 0.02
"""Seconds between two looks at all processes."""

LINGER = 1.0
"""Seconds that what an engine started may take to end after it."""

ROUNDS = 200
"""How often what an engine started is ended by force, and looked for again: it may start more meanwhile."""

ENDED_WELL = "it ended with status 0"

QUIET = 2
"""Looks in a row that find nothing more: one may miss a process that forks and ends meanwhile."""

PROC = Path("/proc")


@dataclass(frozen=True)
class _Process:
    """A process as /proc tells of it."""

    parent: int
    session: int
    began: int
    """In clock ticks since the system started: numbers are given again."""
    running: bool
    """It is not a zombie, which has ended and only waits for its parent to ask how."""


def how_ended(process: int, seconds: float) -> str:
    """How a child ended, '' if it has not within these seconds.

    It is not reaped: while its process id stays taken, so does that of its group, and the group can be ended.
    """
    deadline = time.monotonic() + seconds
    while (state := os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is None:
        if time.monotonic() >= deadline:
            return ""
        time.sleep(TICK)
    if state.si_code == os.CLD_EXITED:
        return f"it ended with status {state.si_status}"
    return f"it was ended by {signal.Signals(state.si_status).name}"


def end(child: subprocess.Popen[bytes], mark: str, seconds: float) -> str:
    """End a child, which leads a session of its own and carries the mark, and all that it started.

    Its input is closed, and it gets these seconds to end by itself. Returns what it did not do by itself: ''
    where it ended and left nothing running.
    """
    known = _started_by(child.pid, mark, {})  # now that it still is the parent of its children
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream:
            stream.close()
    complaint = ""
    if not how_ended(child.pid, seconds):
        complaint = f"it did not end within {seconds:g} s of being asked to and of its input being closed"
    elif left := _left_running(child.pid, mark, known):
        complaint = f"it ended, and left {left} running of the processes that it had started"
    quiet = 0
    for _ in range(ROUNDS):
        found = _started_by(child.pid, mark, known)
        known |= found
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        for process in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        quiet = 0 if found else quiet + 1
        if quiet >= (QUIET if known else 1) and how_ended(child.pid, 0):
            break
        time.sleep(TICK)
    child.wait()
    return complaint


def _left_running(child: int, mark: str, known: Mapping[int, int]) -> int:
    """How many processes a child that has ended left running, and that do not end soon after it."""
    deadline = time.monotonic() + LINGER
    while left := len(_started_by(child, mark, known)):
        if time.monotonic() >= deadline:
            return left
        time.sleep(LOOK)
    return 0


def _started_by(child: int, mark: str, known: Mapping[int, int]) -> dict[int, int]:
    """Running processes that a child has started, each with the time at which it began.

    Those of its session, those that descend from it, those that carry its mark, and those that are known. So
    also what left the group and the session, and what was left by its parent. Nothing without /proc.
    """
    processes = _processes()
    if child not in processes:
        return {}
    first = processes[child].began
    return {
        number: process.began
        for number, process in processes.items()
        if process.running
        and process.began >= first
        and number not in (child, os.getpid())
        and (
            process.session == child
            or known.get(number) == process.began
            or _descends(number, child, processes)
            or _carries(number, mark)
        )
    }


def _processes() -> dict[int, _Process]:
    """All processes by their numbers; see proc_pid_stat(5)."""
    found = {}
    for entry in PROC.glob("[0-9]*"):
        with suppress(OSError):
            # after the name, which stands in brackets and may hold anything
            fields = (entry / "stat").read_bytes().rpartition(b")")[2].split()
            running = fields[0] not in (b"Z", b"X")
            found[int(entry.name)] = _Process(int(fields[1]), int(fields[3]), int(fields[19]), running)
    return found


def _descends(number: int, ancestor: int, processes: Mapping[int, _Process]) -> bool:
    """Whether a process is a child of the ancestor at any remove."""
    seen = set()
    while number in processes and number not in seen:
        seen.add(number)
        number = processes[number].parent
        if number == ancestor:
            return True
    return False


def _carries(number: int, mark: str) -> bool:
    try:
        environment = (PROC / str(number) / "environ").read_bytes()
    except OSError:
        return False
    return f"{MARK}={mark}".encode() in environment.split(b"\0")
