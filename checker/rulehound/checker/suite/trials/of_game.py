"""The trials that a game asks for: of what chance decides, and of what players may not see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulehound.checker.judging.target import Target
from rulehound.checker.records import CheckRecord
from rulehound.checker.suite.trials.chance import chance_tests
from rulehound.checker.suite.trials.going_first import LOTS, going_first
from rulehound.checker.suite.trials.hiding import HIDES, hiding
from rulehound.checker.suite.trials.redrawing import REDRAWS, redrawing
from rulehound.checker.suite.trials.reshuffling import RESHUFFLES, reshuffling
from rulehound.checker.suite.trials.secrecy import SECRET, secrecy
from rulehound.checker.suite.trials.shuffling import SHUFFLES, shuffling
from rulehound.checker.suite.trials.two_games import TwoGames
from rulehound.spec.formats import Ruleset
from rulehound.spec.game import Game

Run = Callable[[Target, int], list[CheckRecord]]
"""Tries an engine, with the seed of the run."""


@dataclass(frozen=True)
class GameTrial:
    """A trial of engines, where a game has a rule for it."""

    check: str
    """The id of its check, ``KIND:NAME``."""
    rule: str
    title: str
    """What is tried, in a few words."""
    run: Run
    written_in: Sequence[Callable[..., Any]]
    """Functions and classes in whose files the trial is written."""
    takes_place: Callable[[Ruleset], bool] = lambda _values: True
    """Whether an edition with these facts has what is tried."""

    @property
    def kind(self) -> str:
        """`setup` for what chance decides, `sight` for what players may not see."""
        return self.check.partition(":")[0]


def trials_of_game(game: Game) -> Iterator[GameTrial]:
    """The trials of a game, in the order in which engines are tried."""
    if (shuffled := game.shuffled) is not None:
        written_in: Sequence[Callable[..., Any]] = (shuffling, chance_tests, shuffled.piles)
        yield GameTrial(SHUFFLES, shuffled.rule, "shuffling", _without_seed(shuffling), written_in)
        if (exchange := shuffled.exchange) is not None:
            written_in = (redrawing, chance_tests, shuffled.piles)
            run, takes_place = _without_seed(redrawing), exchange.takes_place
            yield GameTrial(REDRAWS, exchange.rule, "redraws", run, written_in, takes_place)
        if (effect := shuffled.by_effect) is not None:
            written_in = (reshuffling, chance_tests, effect.setup)
            yield GameTrial(RESHUFFLES, effect.rule, "reshuffles", _without_seed(reshuffling), written_in)
        if (first := shuffled.first) is not None:
            written_in = (going_first, chance_tests, first.of)
            yield GameTrial(LOTS, first.rule, "who goes first", _without_seed(going_first), written_in)
    if (hidden := game.hidden) is not None:
        yield GameTrial(HIDES, hidden.rule, "hidden cards", hiding, (hiding, TwoGames, hidden.cards))
    if (secret := game.secret) is not None:
        yield GameTrial(SECRET, secret.rule, "secret choices", secrecy, (secrecy, TwoGames, secret.kept))


def _without_seed(run: Callable[[Target], list[CheckRecord]]) -> Run:
    """A trial whose games have seeds of their own, whatever the seed of the run."""
    return lambda target, _seed: run(target)
