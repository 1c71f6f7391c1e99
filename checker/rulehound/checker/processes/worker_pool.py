"""Tasks shared out to processes of this program. Results do not depend on how many processes there are.

A server process that has loaded the same modules of ours starts a process for a task: this takes
milliseconds, and copies neither threads nor open engines of this process. Processes end with the pool and
with this process, however it ends, and close the engines that they have opened. Only this process handles an
interrupt from the keyboard.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import select
import signal
import sys
import threading
import time
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from types import FrameType, TracebackType
from typing import Any, Generic, Literal, NoReturn, TypeAlias, TypeVar

from rulehound.checker.errors import Terminated
from rulehound.checker.processes import game_pickling as games  # noqa: F401  (so that games can be sent)
from rulehound.checker.progress import Progress

Result = TypeVar("Result")

Kind: TypeAlias = Literal["result", "raised", "progress", "gone"]
"""Kinds of messages from a process: a result, an exception, progress; or that the process has ended."""

TRIES = 2
"""How often a task is begun whose process ends before it is done: memory used by other programs may be the
reason.
"""

ENDING = 8.0
"""Seconds that processes get to end: longer than the engines that they have to end themselves."""

_CONTEXT = multiprocessing.get_context("forkserver")


class WorkerError(Exception):
    """A task whose process ended before it was done, each time that it was begun."""


class Task(Generic[Result]):
    """A function with its arguments, called by a process of a pool, or by this one when its result is asked
    for.
    """

    def __init__(
        self,
        workers: WorkerPool,
        function: Callable[..., Result],
        arguments: tuple[Any, ...],
        apart: bool = False,
        report: Progress | None = None,
    ) -> None:
        self._workers, self._function, self._arguments = workers, function, arguments
        self.apart = apart
        """Its process does nothing before it, and nothing after."""
        self.report = report
        """Given to the function as one more argument; called in this process."""
        self.sent: bytes | None = None
        """The task as it goes to another process; None where it is done here."""
        self.tries = 0
        self.outcome: tuple[Kind, Any] | None = None

    @property
    def message(self) -> tuple[Callable[..., Result], tuple[Any, ...], bool]:
        """The function, its arguments, and whether it reports progress."""
        return self._function, self._arguments, self.report is not None

    def result(self) -> Result:
        """The result of the function. Raises what the function raises, or WorkerError: its process ended."""
        if self.sent is None:
            return self._function(*self._arguments, *([self.report] if self.report else []))
        while self.outcome is None:
            self._workers.turn()
        kind, value = self.outcome
        if kind == "raised":
            raise value
        result: Result = value
        return result


class WorkerPool:
    """At most `jobs` processes, as a context manager; with one job, everything is done in this process.

    Tasks that are begun apart have a process of their own even then, while this one waits.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._waiting: deque[Task[Any]] = deque()
        self._idle: list[_Worker] = []
        self._busy: dict[_Worker, Task[Any]] = {}
        self._messages: Messages = SimpleQueue()

    def begin(self, function: Callable[..., Result], *arguments: Any) -> Task[Result]:
        """Begin a task; tasks are done in the order in which they are begun.

        A task that cannot be sent to another process (a function or an engine that was made here) is done in
        this one, with a warning.
        """
        return self._begun(Task(self, function, arguments))

    def begin_apart(
        self, function: Callable[..., Result], *arguments: Any, report: Progress | None = None
    ) -> Task[Result]:
        """Begin a task in a process that does nothing else, however many there are.

        So its result does not depend on earlier tasks of the same process. With `report`, the function is
        given a Progress as its last argument. The process is killed where the pool is closed: it may open no
        engine.
        """
        return self._begun(Task(self, function, arguments, apart=True, report=report))

    def _begun(self, task: Task[Result]) -> Task[Result]:
        if self._jobs > 1 or task.apart:
            try:
                task.sent = bytes(ForkingPickler.dumps(task.message))
            except (pickle.PicklingError, TypeError, AttributeError) as error:
                warnings.warn(f"done in one process: {error}", stacklevel=3)
            else:
                self._waiting.append(task)
                if self._jobs > 1:
                    self._share_out()
        return task

    def turn(self) -> None:
        """Wait until a process has finished a task, and give it the next one."""
        if self._busy:
            worker, kind, value = self._messages.get()
            if worker in self._busy:
                self._received(worker, self._busy.pop(worker), kind, value)
            elif worker in self._idle:  # it ended with nothing to do
                self._idle.remove(worker)
                _end([worker], seconds=0)
        self._share_out()

    def close(self) -> None:
        """End all processes; those that do not end by themselves are killed."""
        apart = [worker for worker, task in self._busy.items() if task.apart]
        others = [*self._idle, *(worker for worker, task in self._busy.items() if not task.apart)]
        self._idle, self._busy, self._waiting = [], {}, deque()
        _end(apart, seconds=0)
        _end(others)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _received(self, worker: _Worker, task: Task[Any], kind: Kind, value: Any) -> None:
        if kind == "gone":
            self._begin_again(task, worker)
        else:
            task.outcome = kind, value
            if task.apart:
                _end([worker], seconds=0)
            else:
                self._idle.append(worker)

    def _share_out(self) -> None:
        while self._waiting and len(self._busy) < self._jobs:
            task = self._waiting.popleft()
            worker = self._idle.pop() if self._idle and not task.apart else _Worker(self._messages)
            task.tries += 1
            self._busy[worker] = task
            worker.do(task)

    def _begin_again(self, task: Task[Any], worker: _Worker) -> None:
        """Begin a task once more whose process has ended, or let it fail."""
        _end([worker], seconds=0)
        if task.tries < TRIES:
            self._waiting.appendleft(task)
            return
        status = worker.process.exitcode or 0
        how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        task.outcome = "raised", WorkerError(f"the process that worked on it {how}, {task.tries} times")


class _Worker:
    """A process, the pipe that leads to it, and a thread that passes its messages on."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._report: Progress | None = None
        self.connection, theirs = _CONTEXT.Pipe()
        given = theirs, dict(os.environ)
        self.process: BaseProcess = _CONTEXT.Process(target=_work, args=given, daemon=True)
        _CONTEXT.set_forkserver_preload([name for name in sys.modules if name.startswith("rulehound.")])
        with _signals_held():
            self.process.start()
        theirs.close()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def do(self, task: Task[Any]) -> None:
        """Send a task; a process that has ended says so in its messages."""
        self._report = task.report
        with suppress(OSError):
            self.connection.send_bytes(task.sent or b"")

    def close(self) -> None:
        """Let go of the pipe, once the process has ended."""
        self._listener.join()
        self.connection.close()

    def _listen(self) -> None:
        while True:
            try:
                kind, value = self.connection.recv()
            except (EOFError, OSError):
                self._messages.put((self, "gone", None))
                return
            except Exception as error:  # what the process sent cannot be unpickled here
                kind, value = "raised", error
            if kind == "progress" and self._report is not None:
                self._report(*value)
            else:
                self._messages.put((self, kind, value))


Messages: TypeAlias = "SimpleQueue[tuple[_Worker, Kind, Any]]"
"""Where processes put what they have to say."""


def _end(workers: Sequence[_Worker], seconds: float = ENDING) -> None:
    """End these processes; those that do not end by themselves in so many seconds are killed."""
    if seconds:
        for worker in workers:
            worker.process.terminate()
    until = time.monotonic() + seconds
    for worker in workers:
        if seconds:
            worker.process.join(max(0.0, until - time.monotonic()))
        worker.process.kill()
        worker.process.join()
        worker.close()


@contextmanager
def _signals_held() -> Iterator[None]:
    """Hold back interrupts and terminations, which would leave a process half started.

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


def _work(connection: Connection, environment: Mapping[str, str]) -> None:
    """Do the tasks that come through the connection until it is closed, in the environment of the parent."""
    os.environ.clear()  # of the server, which was started earlier
    os.environ.update(environment)
    with suppress(EOFError, BrokenPipeError, Terminated):  # the request to end may come at once
        _handle_signals()
        while True:
            function, arguments, reports = connection.recv()
            report = partial(_report, connection)
            connection.send(_outcome(function, (*arguments, report) if reports else arguments))


def _handle_signals() -> None:
    """End this process where the parent ends or asks for it; the parent handles interrupts."""
    signal.signal(signal.SIGTERM, _raise_ended)
    signal.signal(signal.SIGINT, _leave_to_parent)  # not ignored, which engines would inherit
    signals = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # in the thread: what it gets wakes nobody
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)


def _report(connection: Connection, *progress: object) -> None:
    """Send progress; what nobody reads holds nothing up."""
    if select.select([], [connection], [], 0)[1]:
        connection.send(("progress", progress))


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Kind, Any]:
    try:
        return "result", function(*arguments)
    except Exception as error:
        error.add_note(traceback.format_exc())
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # an exception that does not pickle may raise anything
            return "raised", RuntimeError(f"{type(error).__name__}: {error}\n{traceback.format_exc()}")
        return "raised", error


def _raise_ended(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
    """End by an exception, so that engines are closed on the way out."""
    signal.signal(signal.SIGTERM, _leave_to_parent)
    raise Terminated


def _leave_to_parent(number: int, frame: FrameType | None) -> None:
    """An interrupt, which the parent handles; or a second request to end."""


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(ENDING)
        os._exit(1)
