"""An engine that is opened again after it breaks, so that one breakdown does not end all checks of it.

The whole engine is started anew: its process or adapter is closed, and another one is opened, without the
game that was under way. That is done RESTARTS times. An engine that breaks once more, or does not start
again, stays closed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import TypeVar

from rulehound.checker.engines.misbehaviour import EngineError, EngineStartError
from rulehound.spec.formats import Adapter

Answer = TypeVar("Answer")

RESTARTS = 3
"""How often an engine that breaks is opened again by whoever asks it; in scenarios, in a row."""


class RestartedEngine:
    """One engine for many questions; closed at the end of a `with`.

    `opened` opens the engine, here at once. Raises EngineStartError where it does not start; with
    `must_start=False` it is closed from the beginning instead.
    """

    def __init__(self, opened: Callable[[], Adapter], *, must_start: bool = True) -> None:
        self._opened = opened
        self._adapter: Adapter | None = None
        self._breaks = 0
        self.closed = True
        try:
            self._open()
        except EngineStartError:
            if must_start:
                raise

    @property
    def adapter(self) -> Adapter:
        """The engine as it was opened last, which may be closed. Raises EngineStartError where it never
        started."""
        if self._adapter is None:
            raise EngineStartError("the engine has not started", "start it by hand and look at what it says")
        return self._adapter

    def restart(self) -> bool:
        """Close the engine after it broke, and open it again; False where it has broken too often for that.

        Raises EngineStartError where it does not start again. It stays closed then, as it does after False.
        """
        self.close()
        self._breaks += 1
        if self._breaks <= RESTARTS:
            self._open()
        return not self.closed

    def forget_breaks(self) -> None:
        """Count the breaks from here on: of an engine that is given up where it breaks so often in a row."""
        self._breaks = 0

    def ask(self, question: Callable[[Adapter], Answer], broken: Answer) -> Answer:
        """The answer to a question.

        `broken` where the engine breaks over it or is closed. It is opened again for the next question, as
        far as it starts.
        """
        if self.closed:
            return broken
        try:
            return question(self.adapter)
        except EngineError:
            with suppress(EngineStartError):
                self.restart()
            return broken

    def close(self) -> None:
        """Let go of the engine."""
        if not self.closed:
            self.closed = True
            self.adapter.close()

    def _open(self) -> None:
        self._adapter = self._opened()
        self.closed = False

    def __enter__(self) -> RestartedEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
