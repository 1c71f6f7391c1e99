"""Tasks shared out to several processes of this program; what they come to does not depend on how many.

Processes are started when there is something for them to do, each with an interpreter of its own: threads and
open engines of this process are not taken along. They end with the crew and with this process, however that
ends, and let go of the engines that they have opened. An interrupt from the keyboard is this process's to
handle.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from types import FrameType, TracebackType
from typing import Any, Generic, NoReturn, TypeVar

from rulehound.checker.processes import games  # noqa: F401  (so that games can be sent)
from rulehound.checker.processes.background import signals_held

Result = TypeVar("Result")

TRIES = 2
"""How often a task is begun whose process ends on the way: it may have been ended for the memory that other
programs use."""

ENDING = 8.0
"""Seconds that processes get to end: longer than the engines that they have to end themselves."""

_CONTEXT = multiprocessing.get_context("spawn")


class WorkerError(Exception):
    """A task whose process ended on the way, each time that it was begun."""


class Task(Generic[Result]):
    """A function and what it is given. It is done by a process of a crew, or here once it is asked for."""

    def __init__(
        self,
        workers: WorkerPool,
        function: Callable[..., Result],
        arguments: tuple[Any, ...],
        apart: bool = False,
    ) -> None:
        self._crew, self._function, self._arguments = workers, function, arguments
        self.apart = apart
        """Its process does nothing before it, and nothing after."""
        self.sent: bytes | None = None
        """As it goes to another process; None where it is done here."""
        self.tries = 0
        self.outcome: tuple[str, Any] | None = None

    @property
    def given(self) -> tuple[Callable[..., Result], tuple[Any, ...]]:
        """The function, and what it is given."""
        return self._function, self._arguments

    def result(self) -> Result:
        """What came of it. Raises what the function raises; CrewError where its process ended."""
        if self.sent is None:
            return self._function(*self._arguments)
        while self.outcome is None:
            self._crew.turn()
        how, what = self.outcome
        if how == "raised":
            raise what
        done: Result = what
        return done


class WorkerPool:
    """So many processes at most, for a `with`; with one, everything is done in this process.

    But for what is to be done apart: with one process, this one waits meanwhile.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._waiting: deque[Task[Any]] = deque()
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, Task[Any]]] = {}

    def begin(self, function: Callable[..., Result], *arguments: Any) -> Task[Result]:
        """A task that is done from now on, in the order in which tasks are begun.

        What cannot be taken to another process (a function or an engine that was made here) is done in this
        one, with a warning.
        """
        return self._begun(Task(self, function, arguments))

    def begin_apart(self, function: Callable[..., Result], *arguments: Any) -> Task[Result]:
        """The same in a process that does nothing else, however many there are: what comes of it may hang on
        what was done in the same process before."""
        return self._begun(Task(self, function, arguments, apart=True))

    def _begun(self, task: Task[Result]) -> Task[Result]:
        if self._jobs > 1 or task.apart:
            try:
                task.sent = bytes(ForkingPickler.dumps(task.given))
            except (pickle.PicklingError, TypeError, AttributeError) as error:
                warnings.warn(f"done in one process: {error}", stacklevel=3)
            else:
                self._waiting.append(task)
                if self._jobs > 1:
                    self._share_out()
        return task

    def turn(self) -> None:
        """Wait until a process has done something, and give it something else to do."""
        for connection in wait(list(self._busy)) if self._busy else ():
            assert isinstance(connection, Connection)
            worker, task = self._busy.pop(connection)
            try:
                task.outcome = connection.recv()
            except (EOFError, OSError):
                self._begin_again(task, worker)
            else:
                if task.apart:
                    _ended([worker])
                else:
                    self._idle.append(worker)
        self._share_out()

    def close(self) -> None:
        """End all processes, whatever they do; those that do not end by themselves are killed."""
        workers = [*self._idle, *(worker for worker, _ in self._busy.values())]
        self._idle, self._busy, self._waiting = [], {}, deque()
        _ended(workers)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _share_out(self) -> None:
        while self._waiting and len(self._busy) < self._jobs:
            task = self._waiting.popleft()
            worker = self._idle.pop() if self._idle and not task.apart else _Worker()
            task.tries += 1
            self._busy[worker.connection] = worker, task
            try:
                worker.connection.send_bytes(task.sent or b"")
            except OSError:  # it has ended: told when it is waited for
                continue

    def _begin_again(self, task: Task[Any], worker: _Worker) -> None:
        """Of a task whose process has ended."""
        worker.process.join()
        worker.connection.close()
        if task.tries < TRIES:
            self._waiting.appendleft(task)
            return
        status = worker.process.exitcode or 0
        how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        task.outcome = "raised", WorkerError(f"the process that worked on it {how}, {task.tries} times")


class _Worker:
    """A process, and the pipe that leads to it."""

    def __init__(self) -> None:
        self.connection, theirs = _CONTEXT.Pipe()
        self.process: BaseProcess = _CONTEXT.Process(target=_work, args=(theirs,), daemon=True)
        with signals_held():
            self.process.start()
        theirs.close()


def _ended(workers: Sequence[_Worker]) -> None:
    """End these processes; those that do not end by themselves are killed."""
    for worker in workers:
        worker.process.terminate()
        worker.connection.close()
    until = time.monotonic() + ENDING
    for worker in workers:
        worker.process.join(max(0.0, until - time.monotonic()))
        worker.process.kill()
        worker.process.join()


def _work(connection: Connection) -> None:
    """Do what comes through the connection until it is closed."""
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, _leave_to_parent)  # not ignored, which engines would inherit
    signals = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # in the thread: what it gets wakes nobody
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
    try:
        while True:
            function, arguments = connection.recv()
            connection.send(_outcome(function, arguments))
    except (EOFError, BrokenPipeError, _Ended):
        return


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", function(*arguments)
    except Exception as error:
        error.add_note(traceback.format_exc())
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # an exception that does not pickle may raise anything
            return "raised", RuntimeError(f"{type(error).__name__}: {error}\n{traceback.format_exc()}")
        return "raised", error


class _Ended(BaseException):
    """This process is to end. Not a SystemExit, which Hypothesis takes for a finding."""


def _end(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
    """End by an exception, so that engines are closed on the way out."""
    signal.signal(signal.SIGTERM, _leave_to_parent)
    raise _Ended


def _leave_to_parent(number: int, frame: FrameType | None) -> None:
    """An interrupt, which the parent handles; or a second request to end."""


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(ENDING)
        os._exit(1)
