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

from rulehound.checker.engines.ending import ENDED_WELL, MARK, end, how_ended
from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour, quoted

CHUNK = 1 << 16
STDERR_KEPT = 1 << 16
GRACE = 0.5
"""Seconds that a child which closed a pipe, or whose answer was cut short, gets to tell how it ended."""

LOOK = 0.1
"""Seconds between two looks at whether the child still lives, where the system does not tell by itself."""

_NO_MEMORY = re.compile(r"out ?of ?memory|MemoryError|bad_alloc|memory allocation of", re.IGNORECASE)
"""Last words of Python, the JVM, .NET, node, Go, C++ and Rust when memory is at its end."""


_BELOW = re.compile(r"\s|Node\.js v|note: ")
"""How lines begin that stand below the words on what went wrong: the calls that led there (Java, .NET, node,
Go), the version (node), a hint (Rust)."""

_WRONG = re.compile(r"Error|Exception|ERROR|panic")
"""What stands in a line on what went wrong."""


def last_words(written: str) -> str:
    """What a process says last on standard error: its last line, or where that is one of the calls below an
    error, the line that names the error; '' where there is nothing."""
    lines = [line for line in written.splitlines() if line.strip()]
    if not lines or not _BELOW.match(lines[-1]):
        return lines[-1].strip() if lines else ""
    above = [line for line in lines if not _BELOW.match(line)]
    wrong = [line for line in above if _WRONG.search(line)]
    return (wrong or above or lines)[-1].strip()


@dataclass(frozen=True)
class Limits:
    """What an engine may use."""

    seconds: float = 10.0
    """For one message."""
    message: int = 1 << 20
    """Bytes of one message."""
    memory: int = 4 << 30
    """Bytes of data of each process of the engine."""
    ending: float = 5.0
    """Seconds to end by itself once it is asked to and its input is closed."""


def engine_limits(seconds: float, megabytes: int) -> Limits:
    """The limits of an engine that has so many seconds for a message, and so much memory for each process."""
    return Limits(seconds=seconds, memory=megabytes << 20)


class Pipe:
    """A running child. Not safe for use by several threads."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start the command. Raises OSError where it cannot be started."""
        self.limits = limits
        self.ending = ""
        """What the child did not do by itself when it was closed; '' where it ended and left nothing."""
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
        limit_resources(self._child.pid, limits.memory)
        streams = (self._child.stdin, self._child.stdout, self._child.stderr)
        self._stdin, self._stdout, self._stderr = (_non_blocking(stream) for stream in streams if stream)
        self._pending = bytearray()
        self._complaint = bytearray()
        self._open_stderr = True
        self._forgotten = weakref.finalize(self, end, self._child, self._mark, GRACE)

    def exchange(self, line: bytes, seconds: float | None = None) -> bytes:
        """Send a line, wait for a line. Raises EngineError where none comes, and for how that is.

        The time is for both together, however many bytes come one by one. Standard error is drained all the
        while, so that a talkative engine does not block on it. Of a child that has ended only what it had
        written before counts, not what others write in its place.
        """
        deadline = time.monotonic() + (self.limits.seconds if seconds is None else seconds)
        if how_ended(self._child.pid, 0):
            self._gone()
        unsent = memoryview(line + b"\n")
        looked = 0
        with _Life(self._child.pid) as life, selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            selector.register(self._stdout, selectors.EVENT_READ)
            if life.told is not None:
                selector.register(life.told, selectors.EVENT_READ)
            if self._open_stderr:
                selector.register(self._stderr, selectors.EVENT_READ)
            while unsent or self._pending.find(b"\n", looked) < 0:
                looked = len(self._pending)
                self._require_short()
                left = deadline - time.monotonic()
                if left <= 0:
                    self._late(bool(unsent))
                for key, _ in selector.select(left if life.told is not None else min(left, LOOK)):
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
        """End the child with everything that it started; may be called again.

        A broken one is not waited for, and how it ends is not told.
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
        """Whether there may be more; what was there is pending."""
        try:
            chunk = os.read(self._stdout, CHUNK)
        except BlockingIOError:
            return True
        self._pending += chunk
        return bool(chunk)

    def _read_the_rest(self) -> bool:
        """Read what there is, as far as the limit goes; whether the output is still open after that."""
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
        """Of a child that has ended: it had not written a whole line before."""
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
        """Tell how the child, which has ended or closed a pipe, is gone."""
        how = how_ended(self._child.pid, GRACE)
        complaint = self.complaint()
        said = f" ({complaint})" if complaint else ""
        if not how:
            raise EngineError(Misbehaviour.EXITED, f"it closed its {closed}{said}")
        held = self._read_the_rest()
        partial = bool(self._pending) and not self._pending.endswith(b"\n")
        if _NO_MEMORY.search(complaint):
            kind = Misbehaviour.OUT_OF_MEMORY
        elif how != ENDED_WELL:
            kind = Misbehaviour.CRASHED
        elif held:
            kind = Misbehaviour.OUTLIVED
        else:
            kind = Misbehaviour.CUT_OFF if partial else Misbehaviour.EXITED
        how += " in the middle of a line" if partial else ""
        how += ", and its output is still open" if held else ""
        raise EngineError(kind, how + said)

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
    """Whether a child lives; `told` becomes readable when it ends, where the system can tell (Linux)."""

    def __init__(self, process: int) -> None:
        self._process = process
        self.told: int | None = None
        if hasattr(os, "pidfd_open"):
            with suppress(OSError):  # a kernel before 5.3, or a sandbox
                self.told = os.pidfd_open(process)

    def __enter__(self) -> _Life:
        return self

    def __exit__(self, *_: object) -> None:
        if self.told is not None:
            os.close(self.told)

    def over(self) -> bool:
        """The child has ended."""
        return bool(how_ended(self._process, 0))


def limit_resources(process: int, memory: int) -> None:
    """Limit the data of a process, and of those that it will start, where the system can do that (Linux).

    Data and not address space: runtimes such as V8, the JVM and .NET reserve far more than they use. No image
    of a crash is written.
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
