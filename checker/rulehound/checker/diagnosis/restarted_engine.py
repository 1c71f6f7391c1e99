"""An engine that many questions are put to in turn, and that is started again after it breaks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import TypeVar

from rulehound.checker.engines import RESTARTS, EngineError, EngineStartError
from rulehound.spec.formats import Adapter

Answer = TypeVar("Answer")


class RestartedEngine:
    """One engine for many questions; closed at the end of a `with`."""

    def __init__(self, opened: Callable[[], Adapter]) -> None:
        self._opened = opened
        self._adapter: Adapter | None = None
        self._breaks = 0
        self._start()

    def ask(self, question: Callable[[Adapter], Answer], broken: Answer) -> Answer:
        """The answer to a question.

        `broken` where the engine breaks over it, does not start again, or cannot be followed from where it
        was led.
        """
        if self._adapter is None:
            return broken
        try:
            return question(self._adapter)
        except EngineError:
            self._restart()
            return broken

    def _restart(self) -> None:
        self.close()
        self._breaks += 1
        if self._breaks <= RESTARTS:
            self._start()

    def _start(self) -> None:
        with suppress(EngineStartError):
            self._adapter = self._opened()

    def close(self) -> None:
        """Let go of the engine."""
        if self._adapter is not None:
            self._adapter.close()
            self._adapter = None

    def __enter__(self) -> RestartedEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
