"""An engine that is played: its games are begun, and it is opened again when it breaks, until the time is
over."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from rulehound.checker.efforts import PLAIN
from rulehound.checker.engines import EngineError, EngineStartError, RestartedEngine, unreadable_is_malformed
from rulehound.checker.errors import UserError
from rulehound.checker.judging.coverage import Coverage
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import ENGINE_ANSWERS, Start
from rulehound.checker.records import Finding
from rulehound.checker.suite.play.play_log import PlayLog
from rulehound.checker.suite.play.session import Session, start_refused
from rulehound.spec.formats import Action, Adapter, Observation, Refused, Ruleset, Setup
from rulehound.spec.game import Game


def setups(game: Game, cards: str) -> Callable[[int, Ruleset], Setup]:
    """What gives a legal game with this kind of cards from a seed. Raises UserError where there is none."""
    kinds = {PLAIN: game.setup, **game.decks}
    if cards not in kinds:
        raise UserError(f"there are no cards {cards!r}", f"give one of {', '.join(kinds)}")
    return kinds[cards]


class Stop(BaseException):
    """Play ends here: the time is over, or the engine is. Not an Exception: Hypothesis lets it pass."""


@dataclass
class PlayedEngine:
    """An engine under test, how its games are started and judged, and what was seen of it."""

    target: Target
    restarted: RestartedEngine
    seed: int
    until: float | None
    """On the clock of `time.monotonic`."""
    log: PlayLog
    cards: str = PLAIN
    """The kind of cards that is played with."""
    guided: bool = False
    """Random games prefer what has hardly ever been done, whatever it is called."""
    begun: Start | None = None
    """Where the game under way started, or was to start."""

    @property
    def adapter(self) -> Adapter:
        """The engine as it was opened last."""
        return self.restarted.adapter

    @property
    def plays_effects(self) -> bool:
        """The engine lets effects resolve that no card has: so cards without effects are played with some."""
        return self.cards == PLAIN and "effects" in self.target.greeting.capabilities

    def effects(self, observation: Observation) -> Sequence[Action]:
        """The effects of cards that could resolve here; none for an engine that does not play any."""
        with unreadable_is_malformed():
            return self.target.game.reader.effects(observation) if self.plays_effects else ()

    def others(self, session: Session, offered: Sequence[Action]) -> list[Action]:
        """The actions that could be meant where a game stands and are not offered."""
        with unreadable_is_malformed():
            candidates = self.target.game.reader.candidates(session.observation, session.start.known)
        return [action for action in candidates if action not in offered]

    def note_reached(self, session: Session) -> None:
        """Note the mechanics that the last step has reached, where the engine did not refuse it."""
        mechanics, last = self.target.game.mechanics, session.taken[-1] if session.taken else None
        if mechanics is not None and last is not None and not last.refused and last.offered:
            with unreadable_is_malformed():
                known, values = session.start.known, self.target.values
                reached = mechanics.reached(last.before, last.action, last.after, known, values)
            self.log.mechanics.update(reached)

    def start(self, number: int) -> Start:
        """The new game of a number; the same under the same seed of play."""
        setup = setups(self.target.game, self.cards)(self.seed * 1000 + number, self.target.values)
        setup = msgspec.structs.replace(setup, edition=self.target.edition)
        return Start(setup=setup, edition=self.target.edition)

    def begin(self, number: int) -> Session | None:
        """Start a game; None where the engine refuses it.

        A refusal that names a rule, or says nothing, is a finding; one that says what the engine cannot do is
        noted as a game that was not judged, as a refused position is.
        """
        self.check_time()
        start = self.begun = self.start(number)
        try:
            session = Session(self.adapter, start, self.target.judge)
        except Refused as refusal:
            self.log.games += 1
            if str(refusal) and not any(reason.rule for reason in refusal.reasons):
                self.log.refused_starts = f"the engine refuses to start a game: {refusal}"
                self.log.coverage += Coverage.without(f"games: {self.log.refused_starts}")
            else:
                self.log.add_findings(start, (), [start_refused(refusal)])
            return None
        self.log.add_findings(start, (), session.at_start)
        return session

    def check_time(self) -> None:
        """Raise Stop where the time is over."""
        if self.until is not None and time.monotonic() >= self.until:
            self.log.unfinished = "the time for playing was over"
            raise Stop

    def broke(self, error: EngineError, session: Session | None) -> None:
        """Note how the engine broke and open it again. Raises Stop where that has been done too often."""
        finding = Finding([], "", ENGINE_ANSWERS, str(error))
        start, taken = (session.start, session.taken) if session else (self.begun, ())
        trace = self.target.trace(start, taken, finding) if start else None
        self.log.trouble.append((error, trace))
        self.log.unfinished = f"the engine broke ({error})"
        self.reopen()

    def reopen(self) -> None:
        """Open the engine again after it broke. Raises Stop where that has been done too often."""
        try:
            if not self.restarted.restart():
                raise Stop
        except EngineStartError as failure:
            self.log.unfinished = f"the engine did not start again ({failure})"
            raise Stop from failure
