"""Work in a fork of this process, under limits of time and memory.

A fork has everything that this process has loaded, and costs milliseconds. Each piece of its work has a limit
of processor time, which the system enforces. POSIX only.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from rulehound.extract.processes.confinement import be_silent, end_with, limit_resources

MEMORY = 4 << 30
"""Bytes of address space for one process."""

WAITING = 20.0
"""Limit of time by the clock, as a multiple of the limit of processor time, for a process that only waits."""

PATIENCE = 900.0
"""Seconds without a message after which a process is ended although its limits should have ended it."""


@dataclass
class ForkEnd:
    """The messages that a process sent until it ended, and its status: 0, or minus the number of a signal."""

    messages: list[Any] = field(default_factory=list)
    status: int = 0

    @property
    def took_too_long(self) -> bool:
        """Whether the process reached its limit of time."""
        return self.status in (-signal.SIGPROF, -signal.SIGALRM)


Send = Callable[[object], None]
"""Sends something that can be pickled to the parent."""


def in_fork(work: Callable[[Send], None]) -> ForkEnd:
    """Call `work` in a fork of this process. All its changes stay in the fork.

    Work that does not set a limit for itself (`limit`) may go on for ever.
    """
    receiving, sending = Pipe(duplex=False)
    parent = os.getpid()
    number = os.fork()
    if number == 0:
        _be_child(work, parent, receiving, sending)
    sending.close()
    end = ForkEnd()
    try:
        while receiving.poll(PATIENCE):
            end.messages.append(receiving.recv())
    except (EOFError, OSError):
        pass
    finally:
        receiving.close()
        _end_group(number)
        end.status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    return end


def limit(seconds: float) -> None:
    """End this process unless it calls this function again within so many seconds of processor time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * WAITING)


def _be_child(work: Callable[[Send], None], parent: int, receiving: Connection, sending: Connection) -> None:
    """Do the work, and end without a way back into the parent's code."""
    status = 1
    try:
        os.setpgid(0, 0)
        receiving.close()
        end_with(parent)
        limit_resources({resource.RLIMIT_AS: MEMORY})
        for number in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        be_silent()
        work(sending.send)
        status = 0
    finally:
        os._exit(status)


def _end_group(number: int) -> None:
    """End a child and what it has started, where they still run. The child must not have been reaped."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(number, signal.SIGKILL)
