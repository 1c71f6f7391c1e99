"""Where games are played: the engine, opened again when it breaks, until the time is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from rulehound.checker.engines import EngineError, EngineStartError
from rulehound.checker.play.notes import Notes
from rulehound.checker.play.session import JudgeFor, Session, start_refused
from rulehound.checker.records import Finding
from rulehound.checker.traces import Hunt, Start
from rulehound.spec.formats import Action, Adapter, Observation, Refused

RESTARTS = 3
"""How often an engine that breaks is started again."""


class Stop(BaseException):
    """Play ends here: the time is over, or the engine is. Not an Exception: Hypothesis lets it pass."""


@dataclass
class Ground:
    """An engine under test, how its games are started and judged, and what was seen of it."""

    hunt: Hunt
    open_adapter: Callable[[], Adapter]
    judge_for: JudgeFor
    adapter: Adapter
    seed: int
    until: float | None
    """On the clock of `time.monotonic`."""
    notes: Notes
    breaks: int = 0
    closed: bool = False
    """The engine could not be opened again."""

    @property
    def plays_effects(self) -> bool:
        """The engine lets the effects of cards resolve."""
        return "effects" in self.adapter.handshake().capabilities

    def effects(self, observation: Observation) -> Sequence[Action]:
        """The effects of cards that could resolve here; none for an engine that does not play any."""
        return self.hunt.game.reader.effects(observation) if self.plays_effects else ()

    def start(self, number: int) -> Start:
        """The new game of a number; the same under the same seed of the hunt."""
        setup = self.hunt.game.reader.setup(self.seed * 1000 + number, self.hunt.values)
        setup = msgspec.structs.replace(setup, edition=self.hunt.edition)
        return Start(setup=setup, edition=self.hunt.edition)

    def begin(self, number: int) -> Session | None:
        """Start a game; None, with the finding noted, where the engine refuses it."""
        self.check_time()
        start = self.start(number)
        try:
            session = Session(self.adapter, start, self.judge_for)
        except Refused as refusal:
            self.notes.games += 1
            self.notes.saw(start, (), [start_refused(refusal)])
            return None
        self.notes.saw(start, (), session.at_start)
        return session

    def check_time(self) -> None:
        """Raise Stop where the time is over."""
        if self.until is not None and time.monotonic() >= self.until:
            self.notes.unfinished = "the time for playing was over"
            raise Stop

    def broke(self, error: EngineError, session: Session | None) -> None:
        """Note how the engine broke and open it again. Raises Stop where that has been done too often."""
        finding = Finding("", "", "the engine answers", str(error))
        trace = self.hunt.trace(session.start, session.taken, finding) if session else None
        self.notes.trouble.append((str(error), trace))
        self.notes.unfinished = f"the engine broke ({error})"
        self.reopen()

    def reopen(self) -> None:
        """Open the engine again after it broke. Raises Stop where that has been done too often."""
        self.adapter.close()
        self.breaks += 1
        self.closed = True
        if self.breaks > RESTARTS:
            raise Stop
        try:
            self.adapter = self.open_adapter()
        except EngineStartError as failure:
            self.notes.unfinished = f"the engine did not start again ({failure})"
            raise Stop from failure
        self.closed = False
