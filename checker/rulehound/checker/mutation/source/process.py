"""An engine with a changed module, opened in a process of its own that cannot do harm or last.

The process is a fork of one that has everything but the engine, so that it costs little more than importing
the engine does. Each piece of its work has a limit of processor time, kept by the system: whatever the engine
does, its process ends there. POSIX only.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType
from typing import Any

MEMORY = 4 << 30
"""Bytes of address space for one process."""

WAITING = 20.0
"""Times the limit of processor time that a process may take by the clock, for one that only waits."""

PATIENCE = 900.0
"""Seconds without a word after which a process is ended that its limits should have ended."""

_PARENT_DIED = 1
"""PR_SET_PDEATHSIG of prctl(2): Linux ends a process when its parent ends."""


@dataclass(frozen=True)
class ModuleText:
    """A module by its name and file, and what it is to be."""

    name: str
    file: Path
    text: str


@dataclass
class Ended:
    """What a process told until it ended, and its status then: 0, or minus the signal that ended it, say."""

    told: list[Any] = field(default_factory=list)
    status: int = 0

    @property
    def took_too_long(self) -> bool:
        """It came to its limit of time."""
        return self.status in (-signal.SIGPROF, -signal.SIGALRM)


Tell = Callable[[object], None]
"""Sends something that can be pickled to the parent."""


def in_fork(work: Callable[[Tell], None]) -> Ended:
    """Do some work in a fork of this process, with all that it changes kept there.

    Work that does not set a limit for itself (`limit`) may go on for ever.
    """
    receiving, sending = Pipe(duplex=False)
    parent = os.getpid()
    number = os.fork()
    if number == 0:
        _be_child(work, parent, receiving, sending)
    sending.close()
    ended = Ended()
    try:
        while receiving.poll(PATIENCE):
            ended.told.append(receiving.recv())
    except (EOFError, OSError):
        pass
    finally:
        receiving.close()
        _end_group(number)
        ended.status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    return ended


def limit(seconds: float) -> None:
    """End this process unless it calls this again within so many seconds of processor time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * WAITING)


def plant(changed: ModuleText) -> None:
    """Have a module that is not loaded yet come from this text instead of its file."""
    sys.meta_path.insert(0, _Planted(changed))


class _Planted:
    """Finds one module, and gives it another source than its file has."""

    def __init__(self, changed: ModuleText) -> None:
        self._changed = changed

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """The module where it is the one, nothing else."""
        if name != self._changed.name:
            return None
        file = self._changed.file
        within = [str(file.parent)] if file.name == "__init__.py" else None
        loader = _Loader(name, str(file), self._changed.text)
        return spec_from_file_location(name, file, loader=loader, submodule_search_locations=within)


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed source, which is cached nowhere."""
        del fullname
        return compile(self._text, self.path, "exec", dont_inherit=True)


def _be_child(work: Callable[[Tell], None], parent: int, receiving: Connection, sending: Connection) -> None:
    """Do the work, and end without a way back into the parent's code."""
    status = 1
    try:
        os.setpgid(0, 0)
        receiving.close()
        _confine(parent)
        work(sending.send)
        status = 0
    finally:
        os._exit(status)


def _confine(parent: int) -> None:
    """Set limits, end with the parent, print nothing, and leave interrupts to the parent."""
    with contextlib.suppress(AttributeError, OSError):  # a system that is not Linux has no prctl
        ctypes.CDLL(None).prctl(_PARENT_DIED, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it was gone before
        os._exit(1)
    for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(kind)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _end_group(number: int) -> None:
    """End a child, with what it has started, where they still run; it is not reaped before."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(number, signal.SIGKILL)
