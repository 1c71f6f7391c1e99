"""`rulehound play` from end to end: the rules are read, then an engine is played and judged by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rulehound.checker.efforts import PLAIN, Scope, Walks
from rulehound.checker.engines import EngineLimits, open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.pipeline.edition import judged_by
from rulehound.checker.processes.kept_answers import Answers
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.progress import Progress, silent
from rulehound.checker.suite.edition import EditionChoice
from rulehound.checker.suite.lockstep import lockstep
from rulehound.checker.suite.play import Played
from rulehound.checker.suite.play.own_cards import asked_for, census
from rulehound.checker.suite.play.shares import SharedPlay, rests_on
from rulehound.spec.game import Game


class EnginePlay(NamedTuple):
    """What came of playing an engine, with what it was judged by."""

    played: Played
    scope: Scope
    """How much was to be played."""
    edition: str
    edition_reason: str
    actions: Sequence[str]
    """The names of all actions of the model."""


def play_engine(
    game: Game,
    engine: str,
    scope: Scope,
    *,
    limits: EngineLimits | None = None,
    rules: Path | None = None,
    edition: str | None = None,
    cards: str | None = None,
    seed: int = 0,
    jobs: int = 1,
    kept: Path | None = None,
    beside: str | None = None,
    report: Progress = silent,
    tell: Callable[[EditionChoice], None] | None = None,
) -> EnginePlay:
    """Play random games of an engine, have Hypothesis make up more, and judge every step.

    `cards`: a kind of the game's, or a file of the engine's own; None: plain ones. `kept`: a file in which
    the results of parts are kept, and from which the next call goes on. The result does not depend on `jobs`,
    the number of processes. `beside`: an installed engine that is taken through as many games of each kind of
    cards; both must do the same. `tell` is told by which edition the engine is judged, before it is played.

    Raises UserError, SpecError or DocumentError for what is wrong with the user's input.
    """
    playing, kind = asked_for(game, cards)
    scope = replace(scope, cards=kind or PLAIN)
    opener = partial(open_engine, engine, playing.name, limits)
    book, target, choice = judged_by(playing, engine, opener, rules, edition, report)
    bound = book.complete_model()
    playing.setup(seed, bound.values)  # before anything is played: there may be too few cards
    if tell is not None:
        tell(choice)
    answers = Answers(kept, rests_on(target, seed) if kept else "", Played, "play")
    with answers, WorkerPool(jobs) as workers:
        shared = SharedPlay(target, seed=seed, scope=scope, workers=workers, kept=answers)
        played = shared.result(report)
    if beside is not None:
        other = target_of(bound, beside, partial(open_engine, beside, playing.name))
        walks = Walks(scenarios=0, games=scope.games, game_steps=scope.steps)
        compared = lockstep(target, other, [], list(book.store.rules), None, walks, seed)
        played = replace(played, records=[*played.records, *compared])
    played = replace(played, own_cards=census(target, played.seen, seed, played.games))
    return EnginePlay(played, scope, bound.edition, choice.reason, list(bound.game.model().actions))
