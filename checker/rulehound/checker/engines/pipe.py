"""A child process that answers one line with one line, under limits on time, size and memory.

POSIX only: the child leads a session of its own, so that it can be ended with everything that it started.
"""

from __future__ import annotations

import os
import re
import selectors
import subprocess
import time
import uuid
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, NoReturn

from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour, quoted
from rulehound.checker.engines.process_end import ENDED_WELL, MARK, end, how_ended

CHUNK = 1 << 16
STDERR_KEPT = 1 << 16
GRACE = 0.5
"""Seconds to wait for the exit status of a child that closed a pipe or cut an answer short."""

LOOK = 0.1
"""Seconds between two looks at whether the child still runs, on systems that send no notice."""

_NO_MEMORY = re.compile(r"out ?of ?memory|MemoryError|bad_alloc|memory allocation of", re.IGNORECASE)
"""Last words of Python, the JVM, .NET, node, Go, C++ and Rust when memory is at its end."""


_BELOW = re.compile(r"\s|Node\.js v|note: ")
"""Beginnings of lines that follow an error message: the stack trace (Java, .NET, node, Go), the version
(node), a hint (Rust)."""

_WRONG = re.compile(r"Error|Exception|ERROR|panic")
"""Words of a line that names an error."""


def last_words(written: str) -> str:
    """The last words of a process on standard error; '' where there are none.

    They are its last line, or the line that names the error where the last one is part of a stack trace.
    """
    lines = [line for line in written.splitlines() if line.strip()]
    if not lines or not _BELOW.match(lines[-1]):
        return lines[-1].strip() if lines else ""
    above = [line for line in lines if not _BELOW.match(line)]
    wrong = [line for line in above if _WRONG.search(line)]
    return (wrong or above or lines)[-1].strip()


@dataclass(frozen=True)
class EngineLimits:
    """The limits on what an engine may use."""

    seconds: float = 10.0
    """Seconds for one message."""
    message: int = 1 << 20
    """Bytes of one message."""
    memory: int = 4 << 30
    """Bytes of data of each process of the engine."""
    ending: float = 5.0
    """Seconds to end by itself once it is asked to and its input is closed."""


def engine_limits(seconds: float, megabytes: int) -> EngineLimits:
    """The limits of an engine that has so many seconds for a message, and so much memory for each process."""
    return EngineLimits(seconds=seconds, memory=megabytes << 20)


class Pipe:
    """A running child. Not safe for use by several threads."""

    def __init__(self, command: Sequence[str], limits: EngineLimits) -> None:
        """Start the command. Raises OSError where it cannot be started."""
        self.limits = limits
        self.ending = ""
        """Complaint about how the child ended when it was closed; '' where it ended and left nothing."""
        self._mark = uuid.uuid4().hex
        self._child = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, MARK: self._mark},
        )
        limit_data(self._child.pid, limits.memory)
        streams = (self._child.stdin, self._child.stdout, self._child.stderr)
        self._stdin, self._stdout, self._stderr = (_non_blocking(stream) for stream in streams if stream)
        self._pending = bytearray()
        self._complaint = bytearray()
        self._open_stderr = True
        self._forgotten = weakref.finalize(self, end, self._child, self._mark, GRACE)

    def exchange(self, line: bytes, seconds: float | None = None) -> bytes:
        """Send a line and wait for one. Raises EngineError where none comes, with the kind of misbehaviour.

        `seconds` is the limit for both together, however slowly bytes come. Standard error is drained
        meanwhile, so that the engine does not block on it. After the child has ended, only what it wrote
        before counts, not what other processes write to the same pipe.
        """
        deadline = time.monotonic() + (self.limits.seconds if seconds is None else seconds)
        if how_ended(self._child.pid, 0):
            self._gone()
        unsent = memoryview(line + b"\n")
        searched = 0
        with _Life(self._child.pid) as life, selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            selector.register(self._stdout, selectors.EVENT_READ)
            if life.signal is not None:
                selector.register(life.signal, selectors.EVENT_READ)
            if self._open_stderr:
                selector.register(self._stderr, selectors.EVENT_READ)
            while unsent or self._pending.find(b"\n", searched) < 0:
                searched = len(self._pending)
                self._require_short()
                seconds_left = deadline - time.monotonic()
                if seconds_left <= 0:
                    self._late(bool(unsent))
                for key, _ in selector.select(
                    seconds_left if life.signal is not None else min(seconds_left, LOOK)
                ):
                    if key.fd == self._stdin:
                        unsent = self._write(unsent)
                        if not unsent:
                            selector.unregister(self._stdin)
                    elif key.fd == self._stderr:
                        if not self._drain_stderr():
                            selector.unregister(self._stderr)
                    elif key.fd == self._stdout and not self._read():
                        self._gone()
                if life.over() and (self._holds_no_line() or unsent):
                    self._gone()
        answer, _, rest = self._pending.partition(b"\n")
        self._pending = rest
        if len(answer) > self.limits.message:
            self._too_much()
        return bytes(answer)

    def complaint(self) -> str:
        """The last words of the child on standard error, on one line, or ''."""
        if self._open_stderr:
            self._drain_stderr()
        return quoted(last_words(self._complaint.decode("utf-8", "replace")))

    def close(self, *, broken: bool = False) -> None:
        """End the child with everything that it started. A second call does nothing.

        A broken child gets no time to end by itself, and no complaint is kept.
        """
        if self._forgotten.detach() is not None:
            complaint = end(self._child, self._mark, 0 if broken else self.limits.ending)
            self.ending = "" if broken else complaint

    def _write(self, unsent: memoryview) -> memoryview:
        try:
            return unsent[os.write(self._stdin, unsent[:CHUNK]) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            self._gone("input")

    def _read(self) -> bool:
        """Read what is there into `_pending`. Returns whether the output is still open."""
        try:
            chunk = os.read(self._stdout, CHUNK)
        except BlockingIOError:
            return True
        self._pending += chunk
        return bool(chunk)

    def _read_the_rest(self) -> bool:
        """Read all that is there, up to the limit. Returns whether the output is still open."""
        while len(self._pending) <= self.limits.message:
            try:
                chunk = os.read(self._stdout, CHUNK)
            except BlockingIOError:
                return True
            if not chunk:
                return False
            self._pending += chunk
        return True

    def _holds_no_line(self) -> bool:
        """Whether a child that has ended wrote no whole line before."""
        self._read_the_rest()
        return b"\n" not in self._pending

    def _drain_stderr(self) -> bool:
        try:
            chunk = os.read(self._stderr, CHUNK)
        except BlockingIOError:
            return True
        self._complaint = (self._complaint + chunk)[-STDERR_KEPT:]
        self._open_stderr = bool(chunk)
        return bool(chunk)

    def _gone(self, closed: str = "output") -> NoReturn:
        """Raise EngineError for a child that has ended or closed a pipe."""
        how = how_ended(self._child.pid, GRACE)
        complaint = self.complaint()
        quoted_complaint = f" ({complaint})" if complaint else ""
        if not how:
            raise EngineError(Misbehaviour.EXITED, f"it closed its {closed}{quoted_complaint}")
        still_open = self._read_the_rest()
        partial = bool(self._pending) and not self._pending.endswith(b"\n")
        if _NO_MEMORY.search(complaint):
            kind = Misbehaviour.OUT_OF_MEMORY
        elif how != ENDED_WELL:
            kind = Misbehaviour.CRASHED
        elif still_open:
            kind = Misbehaviour.OUTLIVED
        else:
            kind = Misbehaviour.CUT_OFF if partial else Misbehaviour.EXITED
        how += " in the middle of a line" if partial else ""
        how += ", and its output is still open" if still_open else ""
        raise EngineError(kind, how + quoted_complaint)

    def _require_short(self) -> None:
        if len(self._pending) > self.limits.message:
            self._too_much()

    def _too_much(self) -> NoReturn:
        raise EngineError(Misbehaviour.TOO_MUCH, f"over {self.limits.message} bytes in one message")

    def _late(self, unsent: bool) -> NoReturn:
        if how_ended(self._child.pid, 0):
            self._gone()
        kind, what = Misbehaviour.TIMEOUT, "no answer"
        if unsent:
            kind, what = Misbehaviour.UNREAD, "its input not read"
        elif self._pending:
            kind, what = Misbehaviour.UNFINISHED, "a part of an answer"
        raise EngineError(kind, f"{what} within {self.limits.seconds:g} s")


class _Life:
    """Whether a child runs. `signal` becomes readable when it ends, where the system offers that (Linux)."""

    def __init__(self, process: int) -> None:
        self._process = process
        self.signal: int | None = None
        if hasattr(os, "pidfd_open"):
            with suppress(OSError):  # a kernel before 5.3, or a sandbox
                self.signal = os.pidfd_open(process)

    def __enter__(self) -> _Life:
        return self

    def __exit__(self, *_: object) -> None:
        if self.signal is not None:
            os.close(self.signal)

    def over(self) -> bool:
        """The child has ended."""
        return bool(how_ended(self._process, 0))


def limit_data(process: int, memory: int) -> None:
    """Limit the data of a process, and of those that it will start, where the system can do that (Linux).

    The limit is on data, not on address space, of which V8, the JVM and .NET reserve far more than they use.
    Core dumps are switched off.
    """
    try:
        from resource import RLIM_INFINITY, RLIMIT_CORE, RLIMIT_DATA, prlimit
    except ImportError:
        return
    for limit, size in ((RLIMIT_DATA, memory), (RLIMIT_CORE, 0)):
        with suppress(ProcessLookupError):
            hard = prlimit(process, limit)[1]
            allowed = size if hard == RLIM_INFINITY else min(size, hard)
            prlimit(process, limit, (allowed, allowed))


def _non_blocking(stream: IO[bytes]) -> int:
    os.set_blocking(stream.fileno(), False)
    return stream.fileno()
