"""Runs functions on untrusted files in processes of their own, under limits of memory and time.

For a single call:

    in_child(function, path, limits=Limits())

`function` stands at the top level of an importable module; its arguments and result can be pickled. What it
raises is raised here. ChildFailed means that it crashed, or took too long or too much memory.

Memory is limited where the system limits address space: on Linux, but not on macOS, where only time is.
"""

import contextlib
import os
import pickle
import signal
import socket
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Literal, TypeAlias, TypeVar, TypeVarTuple

import msgspec

from rulehound.extract.processes.launcher import start_child

R = TypeVar("R")
Arguments = TypeVarTuple("Arguments")


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What reading one file may take. An honest document of 2,000 pages stays far below each of these."""

    memory: int = 1 << 30
    """Bytes of address space, for each process."""
    open_seconds: float = 30
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
    """A process did not do its work. str() says why, as in "took longer than 20 s"."""

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
"""A reply of a child: a result, an exception, that memory ran out; or that it has ended."""

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
        setup = pickle.dumps((_here(), limits, target, arguments, once), pickle.HIGHEST_PROTOCOL)
        try:
            self._launcher, self._number, self._socket = start_child()
        except OSError as error:
            raise ChildFailed("crash", f"needs a process, and none could be started ({error})") from error
        self._status: int | None = None
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

    def close(self) -> int:
        """End the process, whatever it is doing; its exit status, negative for a signal."""
        if self._status is None:
            try:
                self._status = self._launcher.end(self._number)
            except OSError:  # the launcher is gone, and took it along
                self._status = -signal.SIGKILL
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._listener.join()
            self._socket.close()
        return self._status

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
        """The result in a reply of this child. Raises what its function raised, or ChildFailed."""
        if reply == "result":
            return content
        if reply == "raised":
            raise content
        if reply == "memory":
            raise ChildFailed("memory", f"needed more than {self._limits.memory >> 20} MB of memory")
        status = self.close()
        if status == -signal.SIGXCPU:
            raise too_slow(self._limits.document_seconds)
        raise ChildFailed("crash", f"made the process crash that read it ({_ending(status)})")

    def _write(self, message: bytes) -> None:
        with contextlib.suppress(OSError):
            self._socket.sendall(message)

    def _listen(self) -> None:
        """Pass on replies until the process ends; then say once that it is gone."""
        try:
            with self._socket.makefile("rb") as stream:
                while True:
                    reply, content = pickle.load(stream)
                    self._replies.put((self, reply, content))
        except Exception:  # the end of the stream, or whatever a dying process leaves in it
            self._replies.put((self, "gone", None))


def in_child(function: Callable[[*Arguments], R], *arguments: *Arguments, limits: Limits = DEFAULT) -> R:
    """Call the function in a process of its own; `limits.memory` and `limits.document_seconds` hold.

    Raises what the function raises, and ChildFailed where it does not come to an end by itself.
    """
    result: R = call_in_child(f"{function.__module__}:{function.__qualname__}", *arguments, limits=limits)
    return result


def call_in_child(target: str, *arguments: object, limits: Limits = DEFAULT) -> Any:
    """The result of a function written "module:function", called in a process of its own.

    This process need not import the function. Limits and errors are those of `in_child`.
    """
    replies: Replies = SimpleQueue()
    with Child(target, *arguments, limits=limits, replies=replies, once=True) as child:
        return child.wait(limits.document_seconds)


def _here() -> str | None:
    """The working directory, which the launcher need not share; None where it has been removed."""
    try:
        return os.getcwd()
    except OSError:
        return None


def _ending(status: int) -> str:
    """An exit status in words: the name of a signal, or the number."""
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"exit status {status}"
