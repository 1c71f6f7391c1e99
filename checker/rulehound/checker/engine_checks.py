"""The checks of one engine: against itself, then play under the model, the scenarios and the vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulehound.checker.effort import Effort
from rulehound.checker.engines import EngineStartError
from rulehound.checker.play import Played, play
from rulehound.checker.prices import price_checks
from rulehound.checker.progress import Progress
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook import Rulebook
from rulehound.checker.scenarios import run_scenarios
from rulehound.checker.scenarios.given import load_vocabulary
from rulehound.checker.shown import Shown
from rulehound.checker.shuffling import shuffling
from rulehound.checker.traces import Hunt
from rulehound.checker.trials import trials
from rulehound.checker.vectors import grouped
from rulehound.spec.formats import Adapter, Scenario
from rulehound.spec.language import Model

STARTS_AGAIN = "engine:starts-again"
"""Check that an engine which has started does so again; it is recorded only where it fails."""

SCENARIO_WORDS = "scenarios/defaults.toml"
"""File of a game's directory with the words that its scenarios are written in."""


def engine_checks(
    book: Rulebook,
    opened: Callable[[], Adapter],
    vectors: Sequence[Scenario],
    *,
    engine: str,
    seed: int,
    effort: Effort,
    report: Progress,
) -> Shown:
    """Everything that is checked of an engine, in a fixed order. Whatever it does is a record.

    `engine` is how records call it. That an engine which did start does not start again is a record too.
    Raises UserError where the words of the scenarios are missing.
    """
    hunt = Hunt(book.game, book.edition, book.values, engine)
    words = load_vocabulary(book.store.root / SCENARIO_WORDS) if book.store.scenarios or vectors else None
    played, told = Played([]), []
    try:
        report("trying the engine against itself", 0, 1)
        told += trials(hunt, opened, seed)
        report("trying the engine against itself", 1, 1)
        played = play(hunt, opened, seed=seed, scope=effort.play, progress=report)
        told += shuffling(hunt, opened)
        if words is not None:
            report("running scenarios", 0, 2)
            told += run_scenarios(hunt, opened, book.store.scenarios, words)
            report("running scenarios", 1, 2)
            told += grouped(run_scenarios(hunt, opened, vectors, words))
            told += price_checks(hunt, opened, words)
            report("running scenarios", 2, 2)
    except EngineStartError as error:
        told.append(_not_again(hunt, error))
    return Shown(
        records=[*played.records, *told],
        bounds=[f"play: {effort.play}; {played.games:,} games and {played.steps:,} steps were played"],
        never_taken=[f"{name} (play)" for name in never_played(hunt.game.model(), played)],
        limits=[
            *(f"not judged in play, {count:,} times: {why}" for why, count in played.not_judged.items()),
            *(
                f"{count:,} of {played.games:,} games of play not judged from where this was used: {why}"
                for why, count in played.given_up.items()
            ),
        ],
    )


def _not_again(hunt: Hunt, error: EngineStartError) -> CheckRecord:
    """The record of an engine that did not start again, so that nothing more could be asked of it."""
    return CheckRecord(
        check=STARTS_AGAIN,
        rules=[],
        verdict=Verdict.ERROR,
        scope="the engine started anew for every part of the checks",
        shown="nothing",
        edition=hunt.edition,
        engine=hunt.engine,
        explanation=f"it does not start again, so that the checks from there on were not run: {error}",
    )


def never_played(model: Model, played: Played) -> list[str]:
    """The actions of the model that no step of play was seen to be."""
    return [name for name in model.actions if name not in played.taken]
