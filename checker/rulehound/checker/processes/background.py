"""Work in a second process, so that two parts of a run share two cores.

The child ends with its parent however that ends: an interrupt is the parent's to handle, and a parent that is
killed is noticed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from rulehound.checker.progress import Progress

Result = TypeVar("Result")

_CONTEXT = multiprocessing.get_context("spawn")
"""A fresh interpreter: threads and open engines of this process are not taken along."""


class BackgroundError(Exception):
    """The work broke, or its process was killed. str() is one line; `traceback` is what it printed."""

    def __init__(self, what: str, printed: str = "") -> None:
        super().__init__(what)
        self.traceback = printed


class Background(Generic[Result]):
    """A function that runs in a process of its own; its progress is told here by a thread."""

    def __init__(self, report: Progress, function: Callable[..., Result], *arguments: Any) -> None:
        """Start it. The function, a top-level one, is given the arguments and a Progress at the end."""
        self._report = report
        self._outcome: tuple[str, Any] = ("failed", ("its process ended without a word", ""))
        self._receiving, sending = _CONTEXT.Pipe(duplex=False)
        self._process = _CONTEXT.Process(target=_work, args=(sending, function, arguments), daemon=True)
        with signals_held():
            self._process.start()
        sending.close()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def result(self) -> Result:
        """Wait for the end. Raises BackgroundError where the work broke."""
        self._listener.join()
        self._process.join()
        kind, value = self._outcome
        if kind == "failed":
            raise BackgroundError(*value)
        done: Result = value
        return done

    def stop(self) -> None:
        """End the process, whatever it does; nothing where it has ended."""
        self._process.kill()
        self._process.join()

    def _listen(self) -> None:
        while True:
            try:
                kind, value = self._receiving.recv()
            except (EOFError, OSError):
                return
            if kind == "progress":
                self._report(*value)
            else:
                self._outcome = kind, value


@contextmanager
def signals_held() -> Iterator[None]:
    """Put off interrupts and terminations, which would leave a process that is only half started.

    A process started meanwhile never gets an interrupt at all: it inherits the blocked signal.
    """
    held: list[int] = []
    handlers = {
        number: signal.signal(number, lambda number, _: held.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    resource_tracker.ensure_running()  # which would unblock the signal again if it were started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for late in held:
            signal.raise_signal(late)


def _work(sending: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def report(what: str, done: int, of: int) -> None:
        sending.send(("progress", (what, done, of)))

    try:
        sending.send(("done", function(*arguments, report)))
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        sending.send(("failed", (what, traceback.format_exc())))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
