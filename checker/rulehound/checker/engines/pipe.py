"""A child process that answers one line with one line, under limits on time, size and memory.

POSIX only: the child leads a session of its own, so that it can be ended with everything that it started.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
import uuid
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NoReturn

from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour, quoted

MARK = "RULEHOUND_ENGINE"
"""Environment variable that everything started by an engine carries, and is found by."""

CHUNK = 1 << 16
STDERR_KEPT = 2048
GRACE = 0.5
"""Seconds that a child gets to end by itself once its input is closed."""


@dataclass(frozen=True)
class Limits:
    """What an engine may use."""

    seconds: float = 10.0
    """For one message."""
    message: int = 16 << 20
    """Bytes of one message."""
    memory: int = 4 << 30
    """Bytes of data of each process of the engine."""


class Pipe:
    """A running child. Not safe for use by several threads."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start the command. Raises OSError where it cannot be started."""
        self.limits = limits
        mark = uuid.uuid4().hex
        self._child = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, MARK: mark},
        )
        limit_memory(self._child.pid, limits.memory)
        streams = (self._child.stdin, self._child.stdout, self._child.stderr)
        self._stdin, self._stdout, self._stderr = (_non_blocking(stream) for stream in streams if stream)
        self._pending = bytearray()
        self._complaint = bytearray()
        self._open_stderr = True
        self._end = weakref.finalize(self, end, self._child, mark)

    def exchange(self, line: bytes, seconds: float | None = None) -> bytes:
        """Send a line, wait for a line. Raises EngineError: exited, timeout or too much output.

        Standard error is drained all the while, so that a talkative engine does not block on it.
        """
        deadline = time.monotonic() + (self.limits.seconds if seconds is None else seconds)
        unsent = memoryview(line + b"\n")
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            selector.register(self._stdout, selectors.EVENT_READ)
            if self._open_stderr:
                selector.register(self._stderr, selectors.EVENT_READ)
            while unsent or b"\n" not in self._pending:
                if len(self._pending) > self.limits.message:
                    self._too_much()
                left = deadline - time.monotonic()
                if left <= 0:
                    self._late(bool(unsent))
                for key, _ in selector.select(left):
                    if key.fd == self._stdin:
                        unsent = self._write(unsent)
                        if not unsent:
                            selector.unregister(self._stdin)
                    elif key.fd == self._stderr:
                        if not self._drain_stderr():
                            selector.unregister(self._stderr)
                    elif not self._read():
                        self._gone()
        answer, _, rest = self._pending.partition(b"\n")
        self._pending = rest
        if len(answer) > self.limits.message:
            self._too_much()
        return bytes(answer)

    def complaint(self) -> str:
        """The last line that the child wrote to standard error, or ''."""
        if self._open_stderr:
            self._drain_stderr()
        lines = [line for line in self._complaint.decode("utf-8", "replace").splitlines() if line.strip()]
        return quoted(lines[-1].strip()) if lines else ""

    def close(self) -> None:
        """End the child with everything that it started; may be called again."""
        self._end()

    def _write(self, unsent: memoryview) -> memoryview:
        try:
            return unsent[os.write(self._stdin, unsent[:CHUNK]) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            self._gone()

    def _read(self) -> bool:
        try:
            chunk = os.read(self._stdout, CHUNK)
        except BlockingIOError:
            return True
        self._pending += chunk
        return bool(chunk)

    def _drain_stderr(self) -> bool:
        try:
            chunk = os.read(self._stderr, CHUNK)
        except BlockingIOError:
            return True
        self._complaint = (self._complaint + chunk)[-STDERR_KEPT:]
        self._open_stderr = bool(chunk)
        return bool(chunk)

    def _gone(self) -> NoReturn:
        how = ended(self._child.pid, GRACE) or "it closed its output"
        partial = " in the middle of a line" if self._pending else ""
        complaint = self.complaint()
        raise EngineError(Misbehaviour.EXITED, how + partial + (f" ({complaint})" if complaint else ""))

    def _too_much(self) -> NoReturn:
        raise EngineError(Misbehaviour.TOO_MUCH, f"over {self.limits.message} bytes in one message")

    def _late(self, unsent: bool) -> NoReturn:
        if ended(self._child.pid, 0):
            self._gone()
        what = "a part of an answer" if self._pending else "no answer"
        what = "its input not read" if unsent else what
        raise EngineError(Misbehaviour.TIMEOUT, f"{what} within {self.limits.seconds:g} s")


def limit_memory(process: int, size: int) -> None:
    """Limit the data of a process, and of those that it will start, where the system can do that (Linux).

    Data and not address space: runtimes such as V8, the JVM and .NET reserve far more than they use.
    """
    try:
        from resource import RLIM_INFINITY, RLIMIT_DATA, prlimit
    except ImportError:
        return
    with suppress(ProcessLookupError):
        hard = prlimit(process, RLIMIT_DATA)[1]
        size = size if hard == RLIM_INFINITY else min(size, hard)
        prlimit(process, RLIMIT_DATA, (size, size))


def ended(process: int, seconds: float) -> str:
    """How a child ended, '' if it has not within these seconds.

    It is not reaped: while its process id stays taken, so does that of its group, and the group can be ended.
    """
    deadline = time.monotonic() + seconds
    while (state := os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is None:
        if time.monotonic() >= deadline:
            return ""
        time.sleep(0.002)
    if state.si_code == os.CLD_EXITED:
        return f"it ended with status {state.si_status}"
    return f"it was ended by {signal.Signals(state.si_status).name}"


def end(child: subprocess.Popen[bytes], mark: str) -> None:
    """End a child: by closing its input, then by force, with its group and whatever carries its mark."""
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream:
            stream.close()
    ended(child.pid, GRACE)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    for process in marked(mark):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)
    child.wait()


def marked(mark: str) -> Iterator[int]:
    """Processes that carry the mark in their environment, those that left the group among them (Linux)."""
    sought = f"{MARK}={mark}".encode()
    for entry in sorted(Path("/proc").glob("[0-9]*")):
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:
            continue
        if sought in environment.split(b"\0"):
            yield int(entry.name)


def _non_blocking(stream: IO[bytes]) -> int:
    os.set_blocking(stream.fileno(), False)
    return stream.fileno()
