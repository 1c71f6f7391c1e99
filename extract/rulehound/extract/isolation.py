"""Runs functions on untrusted files in processes of their own, under limits of memory and time.

For a single call:

    in_child(function, path, limits=Limits())

`function` stands at the top level of an importable module; its arguments and result can be pickled. What it
raises is raised here; ChildFailed says that it crashed, took too long or too much memory.

A child is a fresh interpreter. Neither fork (unsafe where a progress bar runs a thread) nor multiprocessing
(which imports the caller's `__main__` once more) is used. It costs about 0.3 s of CPU, nearly all of it
imports that the parent need not do. Memory is limited where the system limits address space: on Linux, but
not on macOS and Windows, where only time is limited.
"""

import contextlib
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Literal, TypeAlias, TypeVar, TypeVarTuple

import msgspec

R = TypeVar("R")
Arguments = TypeVarTuple("Arguments")

_START = "import sys; sys.path[:] = sys.argv[1:]; from rulehound.extract import child; child.main()"


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What reading one file may take. An honest document of 2,000 pages stays far below each of these."""

    memory: int = 1 << 30
    """Bytes of address space, for each process."""
    open_seconds: float = 60
    """Wall clock, to find the pages of a file."""
    page_seconds: float = 20
    """Wall clock, for each page."""
    document_seconds: float = 900
    """Wall clock for the whole file, and CPU time for each process."""
    file_bytes: int = 256 << 20
    pages: int = 20_000
    page_characters: int = 100_000
    content_bytes: int = 32 << 20
    """The drawing instructions of a page, decompressed."""


DEFAULT = Limits()

Failure: TypeAlias = Literal["time", "memory", "crash"]


class ChildFailed(Exception):
    """A process did not do its work. str() says what it did, as in "took longer than 20 s"."""

    def __init__(self, kind: Failure, reason: str) -> None:
        super().__init__(kind, reason)
        self.kind = kind
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


def too_slow(seconds: float) -> ChildFailed:
    """The failure of a process that was ended after so many seconds."""
    return ChildFailed("time", f"took longer than {seconds:g} s")


Reply: TypeAlias = Literal["result", "raised", "memory", "gone"]
"""What a child has to say: a result, an exception, that memory ran out; or that it has ended."""

Replies: TypeAlias = "SimpleQueue[tuple[Child, Reply, Any]]"
"""Where children put their replies; several may share one."""


class Child:
    """A process that runs a generator function: what that yields comes back, what is sent to it resumes it.

    A function that is no generator runs once, and `once` says so. `target` is written "module:function", so
    that the parent need not import it. The start and every task get one reply each, in `replies`.
    """

    def __init__(
        self, target: str, *arguments: object, limits: Limits, replies: Replies, once: bool = False
    ) -> None:
        self._limits = limits
        self._replies = replies
        setup = pickle.dumps((limits, target, arguments, once), pickle.HIGHEST_PROTOCOL)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _START, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        except OSError as error:
            raise ChildFailed("crash", f"needs a process, and none could be started ({error})") from error
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._write(setup)

    def __enter__(self) -> "Child":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send(self, task: object) -> None:
        """Resume the generator with `task`. Where the process is gone, its reply says so."""
        self._write(pickle.dumps(task, pickle.HIGHEST_PROTOCOL))

    def close(self) -> None:
        """End the process, whatever it is doing."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._listener.join()
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()

    def wait(self, seconds: float) -> Any:
        """The result of the start or of the last task, for a child that shares its replies with no other.

        Raises what its function raised, or ChildFailed.
        """
        try:
            _, reply, content = self._replies.get(timeout=seconds)
        except Empty:
            raise too_slow(seconds) from None
        return self.result(reply, content)

    def result(self, reply: Reply, content: Any) -> Any:
        """What a reply of this child stands for; raises what its function raised, or ChildFailed."""
        if reply == "result":
            return content
        if reply == "raised":
            raise content
        if reply == "memory":
            raise ChildFailed("memory", f"needed more than {self._limits.memory >> 20} MB of memory")
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:  # it lives, but what it says is no reply
            raise ChildFailed("crash", "made the process that read it give no answer") from None
        if status == -getattr(signal, "SIGXCPU", 0):
            raise too_slow(self._limits.document_seconds)
        raise ChildFailed("crash", f"made the process crash that read it ({_ending(status)})")

    def _write(self, message: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(message)
            self._process.stdin.flush()

    def _listen(self) -> None:
        """Pass on replies until the process ends; then say once that it is gone."""
        assert self._process.stdout is not None
        try:
            while True:
                reply, content = pickle.load(self._process.stdout)
                self._replies.put((self, reply, content))
        except Exception:  # the end of the stream, or whatever a dying process leaves in it
            self._replies.put((self, "gone", None))


def in_child(function: Callable[[*Arguments], R], *arguments: *Arguments, limits: Limits = DEFAULT) -> R:
    """Call the function in a process of its own; `limits.memory` and `limits.document_seconds` hold.

    Raises what the function raises, and ChildFailed where it does not come to an end by itself.
    """
    replies: Replies = SimpleQueue()
    target = f"{function.__module__}:{function.__qualname__}"
    with Child(target, *arguments, limits=limits, replies=replies, once=True) as child:
        result: R = child.wait(limits.document_seconds)
        return result


def _ending(status: int) -> str:
    """An exit status in words: the name of a signal, or the number."""
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"exit status {status}"
