"""Ending the process of an engine, with every process that it started.

POSIX only. Without /proc (macOS), only processes in the engine's process group are found.
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
"""Environment variable that marks an engine and every process that it starts."""

TICK = 0.002
"""Seconds between two looks at whether a process has ended."""

LOOK = 0.02
"""Seconds between two looks at all processes."""

LINGER = 1.0
"""Seconds that processes started by an engine may take to end after it."""

ROUNDS = 200
"""How many times processes are killed and looked for again, since they may start more meanwhile."""

ENDED_WELL = "it ended with status 0"

QUIET = 2
"""Looks in a row that must find no process: one look may miss a process that forks and ends meanwhile."""

PROC = Path("/proc")


@dataclass(frozen=True)
class _Process:
    """A process as /proc describes it."""

    parent: int
    session: int
    began: int
    """Start time in clock ticks since boot. It tells processes apart whose number was used again."""
    running: bool
    """It is not a zombie, which has ended and only waits for its parent to ask how."""


def how_ended(process: int, seconds: float) -> str:
    """How a child ended, in words; '' where it has not ended within these seconds.

    The child is not reaped, so that the id of its process group stays taken and the group can be killed.
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
    """End a child, which leads a session and carries the mark, and every process that it started.

    Its input is closed, and it gets `seconds` to end by itself. Returns a complaint where it did not, or left
    processes running; else ''.
    """
    known = _started_by(child.pid, mark, {})  # now that it still is the parent of its children
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream:
            stream.close()
    complaint = ""
    if not how_ended(child.pid, seconds):
        complaint = f"it did not end within {seconds:g} s of being asked to and of its input being closed"
    elif left_running := _left_running(child.pid, mark, known):
        complaint = f"it ended, and left {left_running} running of the processes that it had started"
    quiet = 0
    for _ in range(ROUNDS):
        running = _started_by(child.pid, mark, known)
        known |= running
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        for process in running:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        quiet = 0 if running else quiet + 1
        if quiet >= (QUIET if known else 1) and how_ended(child.pid, 0):
            break
        time.sleep(TICK)
    child.wait()
    return complaint


def _left_running(child: int, mark: str, known: Mapping[int, int]) -> int:
    """How many processes of a child that has ended still run `LINGER` seconds later."""
    deadline = time.monotonic() + LINGER
    while count := len(_started_by(child, mark, known)):
        if time.monotonic() >= deadline:
            return count
        time.sleep(LOOK)
    return 0


def _started_by(child: int, mark: str, known: Mapping[int, int]) -> dict[int, int]:
    """Running processes that a child has started, each with its start time; none without /proc.

    These are the processes of its session, its descendants, those that carry its mark, and those in `known`.
    So processes are found that left the session, or whose parent has ended.
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
    processes = {}
    for entry in PROC.glob("[0-9]*"):
        with suppress(OSError):
            # after the name, which stands in brackets and may hold anything
            fields = (entry / "stat").read_bytes().rpartition(b")")[2].split()
            running = fields[0] not in (b"Z", b"X")
            processes[int(entry.name)] = _Process(int(fields[1]), int(fields[3]), int(fields[19]), running)
    return processes


def _descends(number: int, ancestor: int, processes: Mapping[int, _Process]) -> bool:
    """Whether a process descends from the ancestor."""
    visited = set()
    while number in processes and number not in visited:
        visited.add(number)
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
