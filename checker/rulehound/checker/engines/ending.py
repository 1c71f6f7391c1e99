"""How the process of an engine ends: by itself, or by force with everything that it started.

POSIX. Where there is no /proc (macOS), only the process group is found of what an engine started.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MARK = "RULEHOUND_ENGINE"
"""Environment variable that everything started by an engine carries, and is found by."""

TICK = 0.002
"""Seconds between two looks at whether a process has ended."""

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
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream:
            stream.close()
    complaint = ""
    if not how_ended(child.pid, seconds):
        complaint = f"it did not end within {seconds:g} s of being asked to and of its input being closed"
    elif left := set(_started_by(child.pid, mark)):
        complaint = f"it ended, and left {len(left)} running of the processes that it had started"
    quiet = 0
    for _ in range(ROUNDS):
        left = set(_started_by(child.pid, mark))  # before the child ends, and is nobody's parent any more
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        for process in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        quiet = 0 if left else quiet + 1
        if quiet == QUIET and how_ended(child.pid, 0):
            break
        time.sleep(TICK)
    child.wait()
    return complaint


def _started_by(child: int, mark: str) -> Iterator[int]:
    """Running processes of a child's session, those that descend from it, and those that carry its mark.

    So also what left the group and the session, and what was left by its parent. Nothing without /proc.
    """
    processes = dict(_processes())
    for number, process in processes.items():
        if number in (child, os.getpid()) or not process.running:
            continue
        if process.session == child or _descends(number, child, processes) or _carries(number, mark):
            yield number


def _processes() -> Iterator[tuple[int, _Process]]:
    for entry in sorted(PROC.glob("[0-9]*")):
        with suppress(OSError):
            # the name, in brackets, may hold anything; proc_pid_stat(5)
            state, parent, _, session = (entry / "stat").read_bytes().rpartition(b")")[2].split()[:4]
            yield int(entry.name), _Process(int(parent), int(session), state not in (b"Z", b"X"))


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
