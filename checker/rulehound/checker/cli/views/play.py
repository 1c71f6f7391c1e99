"""An engine played, and what was judged and how often as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, print_records, progress
from rulehound.checker.efforts import PLAIN, Scope
from rulehound.checker.engines import EngineLimits, editions_named, open_engine
from rulehound.checker.judging.coverage import BY_EFFECT, OFFERS, STACKS, STEPS
from rulehound.checker.judging.target import target_of
from rulehound.checker.processes.journal import Answers
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.records import exit_status
from rulehound.checker.rulebook.reading import read_rulebook
from rulehound.checker.suite.play import Played
from rulehound.checker.suite.play.own_cards import asked_for, census
from rulehound.checker.suite.play.shares import SharedPlay, rests_on
from rulehound.extract.processes.cores import usable_cores
from rulehound.spec.game import Game

NOT_COMPARED = "not compared"
"""Parts of steps that are judged."""

REASONS: Mapping[str, str] = {OFFERS: "offered: ", STACKS: "stacks: ", NOT_COMPARED: NOT_COMPARED}
"""What is not judged, to how the reasons for it begin; all other reasons are of steps."""


@dataclass(frozen=True)
class Games:
    """How much is played, and with which cards: so many games, or steps in all where they are given."""

    games: int
    cards: str | None
    steps: int | None = None
    offers_every: int = 1
    kept: Path | None = None
    jobs: int | None = None
    """How many processes play; None: as many as are of use."""

    @property
    def scope(self) -> Scope:
        """What is declared before it is played."""
        return Scope(
            games=self.games,
            examples=self.games if self.steps is None else Scope.examples,
            enough=self.steps,
            offers_every=self.offers_every,
            guided=True,
        )


def run(
    game: Game,
    rules: Path | None,
    edition: str | None,
    engine: str,
    seed: int,
    games: Games,
    as_json: bool,
    limits: EngineLimits | None = None,
) -> int:
    """Play random games and let Hypothesis make up more; print what was judged and how often."""
    scope = games.scope
    with progress() as report:
        editions = partial(editions_named, engine, game.name, limits)
        bound = read_rulebook(game, rules, edition, report, editions).complete_model()
        playing, kind = asked_for(bound.game, games.cards)
        scope = replace(scope, cards=kind or PLAIN)
        playing.setup(seed, bound.values)  # before anything is played: there may be too few cards
        opener = partial(open_engine, engine, playing.name, limits)
        target = target_of(replace(bound, game=playing), engine, opener)
        kept = Answers(games.kept, rests_on(target, seed) if games.kept else "", Played, "play")
        with kept, WorkerPool(games.jobs or usable_cores()) as workers:
            shared = SharedPlay(target, seed=seed, scope=scope, workers=workers, kept=kept)
            played = shared.result(report)
    counted = census(target, played.seen, seed, played.games)
    played = replace(played, own_cards=counted)
    if as_json:
        print_json(played)
        return exit_status(played.records)
    to = console()
    print_records(played.records, to)
    to.print(
        f"\n{played.games:,} games, {played.steps:,} steps; {scope}; edition {bound.edition}", soft_wrap=True
    )
    for line in _statistics(played, list(bound.game.model().actions)):
        to.print(line, soft_wrap=True, markup=False)
    return exit_status(played.records)


def _statistics(played: Played, actions: list[str]) -> Iterator[str]:
    for title, counts in (("actions", played.actions), ("effects", played.effects)):
        yield f"{title}: {_counted(counts)}"
    yield f"actions of the model: {_reached(played.taken, actions)}"
    if played.mechanics and played.own_cards is None:  # of a file's cards most cannot be told from texts
        yield f"mechanics: {_reached(played.mechanics, list(played.mechanics))}"
    steps = played.seen.get(STEPS, 0)
    if played.own_cards is not None:
        yield str(played.own_cards)
    yield f"{BY_EFFECT}: {_share(played.seen.get(BY_EFFECT, 0), steps)}"
    for what in (STEPS, OFFERS, STACKS):
        reasons = {why: times for why, times in played.not_judged.items() if _of(why) == what}
        yield f"{what} not judged: {_share(sum(reasons.values()), played.seen.get(what, 0))}"
        yield from (f"  {times:,}: {why}" for why, times in sorted(reasons.items(), key=lambda one: -one[1]))
    for why, times in played.not_judged.items():
        if _of(why) == NOT_COMPARED:
            yield f"{why}: in {_share(times, steps)} steps"
    if played.given_up:
        yield f"games not judged from some step on: {_counted(played.given_up)}"


def _of(why: str) -> str:
    return next((what for what, start in REASONS.items() if why.startswith(start)), STEPS)


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,}" + (f" ({part / whole:.1%})" if whole else "")


def _reached(counts: Mapping[str, int], names: list[str]) -> str:
    never = [name for name in names if not counts.get(name)]
    missed = f"; never: {', '.join(never)}" if never else ""
    return f"{len(names) - len(never)} of {len(names)} reached{missed}"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none"
