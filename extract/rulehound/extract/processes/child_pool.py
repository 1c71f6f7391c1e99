"""Tasks shared out to several child processes, even if some of them crash or take too long."""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from queue import Empty
from typing import Any, NamedTuple, TypeAlias

from rulehound.extract.document import DocumentError
from rulehound.extract.processes.isolation import Child, ChildFailed, Limits, Replies, Reply, too_slow

Outcome: TypeAlias = tuple[int, Any]
"""A task and its result, or a ChildFailed."""


class _Job(NamedTuple):
    """The present work of a child: its task, or, before that, opening the file."""

    task: int
    opened: bool
    fresh: bool
    """It is the first task of its child: nothing that came before has used up memory."""
    seconds: float
    until: float


class ChildPool:
    """Children that do tasks: each takes the next one that waits. `start` starts one more child.

    Whether a task fails does not depend on what its child did before: a task that fails for anything but time
    is tried once more by a new child. All children are ended with the last outcome, or when the iterator is
    closed.
    """

    def __init__(self, start: Callable[[], Child], replies: Replies, limits: Limits) -> None:
        self._start = start
        self._replies = replies
        self._limits = limits
        self._waiting: deque[int] = deque()
        self._running: dict[Child, _Job] = {}
        self._end = time.monotonic() + limits.document_seconds

    def outcomes(self, first: Child, tasks: Iterable[int], workers: int) -> Generator[Outcome, None, None]:
        """Do every task on `workers` children; `first` is one of them, and has the file open.

        Raises DocumentError where a child does, and ChildFailed where none can be started.
        """
        self._waiting.extend(tasks)
        try:
            if self._waiting:
                self._give(first, self._waiting.popleft(), fresh=True)
            for _ in range(workers - 1):
                self._hire()
            while self._running:
                yield from self._overdue()
                yield from self._answered()
        finally:
            for child in (first, *self._running):
                child.close()

    def _give(self, child: Child, task: int, *, fresh: bool) -> None:
        child.send(task)
        seconds = self._limits.page_seconds
        self._running[child] = _Job(task, True, fresh, seconds, time.monotonic() + seconds)

    def _hire(self) -> None:
        """Start a child for the next task, if there is one."""
        if not self._waiting:
            return
        try:
            child = self._start()
        except ChildFailed:
            if not self._running:
                raise
            return  # those that there are do it
        seconds = self._limits.open_seconds
        until = time.monotonic() + seconds
        self._running[child] = _Job(self._waiting.popleft(), False, True, seconds, until)

    def _overdue(self) -> Iterator[Outcome]:
        """End whatever takes too long: one child, or all of them."""
        now = time.monotonic()
        for child, job in [item for item in self._running.items() if item[1].until <= now]:
            self._dismiss(child)
            yield job.task, too_slow(job.seconds)
            self._hire()
        if now >= self._end:
            failure = ChildFailed("time", f"the document {too_slow(self._limits.document_seconds)}")
            for child, job in list(self._running.items()):
                self._dismiss(child)
                yield job.task, failure
            for task in self._waiting:
                yield task, failure
            self._waiting.clear()

    def _answered(self) -> Iterator[Outcome]:
        """Wait for one reply, or until something is overdue."""
        until = min((self._end, *(job.until for job in self._running.values())))
        try:
            child, reply, content = self._replies.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            return
        job = self._running.get(child)
        if job is None:  # it has been ended since
            return
        if reply != "result":
            yield from self._failed(child, job, reply, content)
        elif not job.opened:
            self._give(child, job.task, fresh=True)
        else:
            if self._waiting:
                self._give(child, self._waiting.popleft(), fresh=False)
            else:
                self._dismiss(child)
            yield job.task, content

    def _failed(self, child: Child, job: _Job, reply: Reply, content: Any) -> Iterator[Outcome]:
        try:
            child.result(reply, content)
        except DocumentError:
            raise
        except ChildFailed as error:
            failure = error
        except Exception as error:  # nothing that one file makes go wrong may take the others along
            failure = ChildFailed("crash", f"made its reader fail ({type(error).__name__})")
        self._dismiss(child)
        if job.fresh or failure.kind == "time":
            yield job.task, failure
        else:
            self._waiting.appendleft(job.task)
        self._hire()

    def _dismiss(self, child: Child) -> None:
        del self._running[child]
        child.close()
