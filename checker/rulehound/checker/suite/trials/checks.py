"""The checks of an engine against itself, each with its verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import msgspec

from rulehound.checker.engines import EngineError, EngineStartError
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.capabilities import GAME, SAVED_GAME, START, cannot, does_not_follow
from rulehound.checker.suite.trials.tapes import Kind, Tape, again, back_again, record
from rulehound.checker.suite.trials.unreadable import broken_by
from rulehound.checker.wording import counted
from rulehound.spec.formats import Adapter, Handshake, Refused, Ruleset, Setup
from rulehound.spec.game import Game

DETERMINISTIC = "engine:deterministic"
"""The same games in two fresh processes go the same way."""
FRESH_GAMES = "engine:fresh-games"
"""A game goes the same way whatever games were played before it in the process."""
SAVE_RESTORES = "engine:save-restores"
"""A restored state is the saved one, and the game goes on from there in the same way."""
ENDS = "engine:ends"
"""The process ends when it is asked to, with everything that it started."""
REFUSES_UNREADABLE = "engine:refuses-unreadable"
"""Cards and positions that mean nothing are refused, and break nothing."""

GAMES = 3
"""Games that are played; two would not show which of the earlier games a later one depends on."""
GAMES_WITH_EFFECTS = 6
"""Games of each kind of cards with effects that are saved and restored: what lasts is seldom there."""
STEPS = 40
"""Most steps of one game."""
EVERY = 8
"""Most steps between two saves of the game, and steps that are taken after each save and restore."""


@dataclass(frozen=True)
class _Trial:
    """The target, seed and cards that all trials of one engine share."""

    target: Target
    seed: int

    def record(
        self, check: str, verdict: Verdict, scope: str, shown: str, explanation: str = ""
    ) -> CheckRecord:
        return CheckRecord(
            check=check,
            rules=[],
            verdict=verdict,
            scope=scope,
            shown=shown,
            edition=self.target.edition,
            engine=self.target.engine,
            seed=self.seed,
            explanation=explanation,
        )

    def starts(self) -> list[Start]:
        """The games that are played. Raises KeyError where a fact for them is missing."""
        return self._begun_by([self.target.game.setup], GAMES)

    def starts_with_effects(self) -> list[Start]:
        """Games of each kind of cards with effects; none where the engine takes no effects.

        Raises KeyError where a fact for them is missing.
        """
        takes_effects = "card-effects" in self.target.greeting.capabilities
        return self._begun_by(self.target.game.decks.values() if takes_effects else (), GAMES_WITH_EFFECTS)

    def kept(self) -> list[Start]:
        """The position with what a saved game has to keep; none where the engine takes no such position."""
        kept, edition = self.target.game.kept, self.target.edition
        if kept is None or cannot(self.target.greeting, kept.needs):
            return []
        return [Start(position=kept.position, cards=kept.cards, edition=edition)]

    def _begun_by(self, kinds: Iterable[Callable[[int, Ruleset], Setup]], games: int) -> list[Start]:
        """So many games of each kind of cards."""
        edition = self.target.edition
        setups = (make(self.seed * 1000 + n, self.target.values) for make in kinds for n in range(games))
        return [Start(msgspec.structs.replace(setup, edition=edition), edition=edition) for setup in setups]


def trials(target: Target, seed: int = 0) -> list[CheckRecord]:
    """One record for each check of the engine against itself, whatever it does.

    Raises EngineStartError where it does not even start once.
    """
    trial = _Trial(target, seed)
    target.open().close()
    asked = [check for check, how in _CHECKS.items() if how.concerns(target.game)]
    return [_verdict(trial, check, target.greeting) for check in asked]


def _verdict(trial: _Trial, check: str, greeting: Handshake) -> CheckRecord:
    """The record of one check, also where the engine breaks it off, refuses it or cannot do it."""
    how = _CHECKS[check]
    scope, nothing = how.scope, "nothing"
    if why := does_not_follow(greeting, trial.target.edition):
        return trial.record(check, Verdict.UNSUPPORTED, scope, nothing, why)
    try:
        starts = trial.starts()
    except KeyError as missing:
        return trial.record(check, Verdict.INCONCLUSIVE, scope, nothing, f"no value for {missing.args[0]}")
    needed = [*how.needs, *trial.target.game.cards_need] if starts[0].known else how.needs
    if why := cannot(greeting, needed):
        return trial.record(check, Verdict.UNSUPPORTED, scope, nothing, why)
    try:
        verdict, shown, why = how.run(trial, starts)
    except Refused as refusal:
        why = f"the engine refuses a legal game, or what it offered: {quoted(str(refusal))}"
        return trial.record(check, Verdict.INCONCLUSIVE, scope, nothing, why)
    except EngineStartError as error:
        return trial.record(check, Verdict.ERROR, scope, nothing, f"the engine does not start again: {error}")
    except EngineError as error:
        broke = trial.record(check, Verdict.ERROR, scope, nothing, str(error))
        return msgspec.structs.replace(broke, label=error.kind.value)
    return trial.record(check, verdict, scope, shown, why)


Outcome: TypeAlias = tuple[Verdict, str, str]
"""The verdict, what was covered, and the explanation where it is no pass."""


def _deterministic(trial: _Trial, starts: Sequence[Start]) -> Outcome:
    tapes = _tapes(trial, starts)
    return _outcome(tapes, _differing(trial, tapes), "the same seed and actions give the same game")


def _fresh_games(trial: _Trial, starts: Sequence[Start]) -> Outcome:
    tapes = _tapes(trial, starts)
    differing = _differing(trial, tapes[::-1])
    if differing and _differing(trial, tapes):
        return Verdict.INCONCLUSIVE, "nothing", "the engine is not deterministic, so that games differ anyhow"
    return _outcome(tapes, differing, "a game goes the same way whatever games came before it")


def _save_restores(trial: _Trial, starts: Sequence[Start]) -> Outcome:
    """A game of plain cards, and some of each kind of cards with effects where the engine takes them: what
    effects have done has to be restored as well. So has what a position gives, if the engine sets it up.
    """
    tapes = _tapes(trial, [*starts[:1], *trial.starts_with_effects()])
    with suppress(Refused):
        tapes += _tapes(trial, trial.kept())
    reader = trial.target.game.reader
    with _opened(trial) as adapter:
        known = set[Kind]()
        goes = (back_again(adapter, tape, reader, EVERY, known) for tape in tapes)
        differing = next(filter(None, goes), "")
    return _outcome(tapes, differing, "what was saved is restored, and goes on from there in the same way")


def _ends(trial: _Trial, starts: Sequence[Start]) -> Outcome:
    with _opened(trial) as adapter:
        starts[0].begin(adapter)
    if not isinstance(adapter, EngineClient) or adapter.ending is None:
        return Verdict.UNSUPPORTED, "nothing", "it has no process of its own, which would have to end"
    if adapter.ending:
        expected = "the process ends with everything that it started"
        return Verdict.VIOLATION, "1 process", f"expected: {expected}; observed: {adapter.ending}"
    return Verdict.PASS, "1 process", ""


def _refuses_unreadable(trial: _Trial, starts: Sequence[Start]) -> Outcome:
    given, greeting, setup = trial.target.game.unreadable, trial.target.greeting, starts[0].setup
    assert given is not None
    assert setup is not None
    if why := cannot(greeting, given.needs):
        return Verdict.UNSUPPORTED, "nothing", why
    if greeting.card_words:
        return Verdict.UNSUPPORTED, "nothing", "the engine takes only cards with the words that it names"
    with _opened(trial) as adapter:
        number, broken = broken_by(adapter, trial.target, given, setup)
    shown = counted(number, "unreadable start")
    if broken:
        expected = "what cannot be read is refused, and changes nothing"
        return Verdict.VIOLATION, shown, f"expected: {expected}; observed: {broken}"
    return Verdict.PASS, shown, ""


@dataclass(frozen=True)
class _Check:
    """How an engine is checked against itself."""

    scope: str
    needs: Sequence[str]
    """Capabilities of the engine."""
    run: Callable[[_Trial, Sequence[Start]], Outcome]
    """Given at least one new game."""
    concerns: Callable[[Game], bool] = lambda _: True
    """Whether a game has what is asked about."""


_CHECKS: Mapping[str, _Check] = {
    DETERMINISTIC: _Check(f"{GAMES} games of up to {STEPS} steps in two processes", GAME, _deterministic),
    FRESH_GAMES: _Check(f"{GAMES} games of up to {STEPS} steps in two orders", GAME, _fresh_games),
    SAVE_RESTORES: _Check(
        f"a game of plain cards, {GAMES_WITH_EFFECTS} of each kind with effects, and a position, "
        f"of up to {STEPS} steps, saved at every {EVERY}th and where something new is shown, and restored "
        "twice",
        SAVED_GAME,
        _save_restores,
    ),
    ENDS: _Check("a process closed after the start of a game", START, _ends),
    REFUSES_UNREADABLE: _Check(
        "a position, cards with effects and a new game, damaged in one place each time",
        START,
        _refuses_unreadable,
        lambda game: game.unreadable is not None,
    ),
}
AGAINST_ITSELF = tuple(_CHECKS)
"""The checks of an engine against itself, in the order in which they are run."""


def _tapes(trial: _Trial, starts: Sequence[Start]) -> list[Tape]:
    """The games as played in a process of their own. Raises Refused and EngineError."""
    with _opened(trial) as adapter:
        return [
            record(adapter, start, Random(f"{trial.seed}/{number}"), STEPS)
            for number, start in enumerate(starts)
        ]


def _differing(trial: _Trial, tapes: Sequence[Tape]) -> str:
    """The first of these games that differs when they are played again, in this order, in a process of their
    own.
    """
    with _opened(trial) as adapter:
        for number, tape in enumerate(tapes, 1):
            if different := again(adapter, tape, trial.target.game.reader):
                seed = tape.start.setup.seed if tape.start.setup else 0
                return f"the game of seed {seed}, now game {number} of its process, {different}"
    return ""


def _outcome(tapes: Sequence[Tape], differing: str, expected: str) -> Outcome:
    steps = sum(len(tape.choices) for tape in tapes)
    shown = f"{counted(len(tapes), 'game')}, {counted(steps, 'step')}"
    if differing:
        return Verdict.VIOLATION, shown, f"expected: {expected}; observed: {differing}"
    if not steps:
        return Verdict.INCONCLUSIVE, shown, "the engine offered nothing to do"
    return Verdict.PASS, shown, ""


@contextmanager
def _opened(trial: _Trial) -> Iterator[Adapter]:
    adapter = trial.target.open()
    try:
        yield adapter
    finally:
        adapter.close()
