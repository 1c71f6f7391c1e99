"""`rulehound play`: an engine played and judged step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rulehound.checker.effort import EFFORTS
from rulehound.checker.engines import Limits, open_engine
from rulehound.checker.judge import BY_EFFECT, OFFERS, STACKS, STEPS
from rulehound.checker.output import print_json
from rulehound.checker.play import Played, Scope, play
from rulehound.checker.play.ground import setups
from rulehound.checker.play.shares import Kept, play_shares, rests_on
from rulehound.checker.records import exit_status
from rulehound.checker.rulebook import BookOptions
from rulehound.checker.terminal import console, print_records, progress
from rulehound.checker.traces import Hunt

REASONS: Mapping[str, str] = {OFFERS: "offered: ", STACKS: "stacks: "}
"""What is not judged, to how the reasons for it begin; all other reasons are of steps."""


@dataclass(frozen=True)
class Games:
    """How much is played, and with which cards: so many games, or steps in all where they are given."""

    games: int
    cards: str
    steps: int | None = None
    offers_every: int = 1
    kept: Path | None = None

    @property
    def scope(self) -> Scope:
        """What is declared before it is played."""
        normal = EFFORTS["normal"].play
        return replace(
            normal,
            games=self.games,
            examples=self.games if self.steps is None else normal.examples,
            seconds=None,
            enough=self.steps,
            offers_every=self.offers_every,
            cards=self.cards,
        )


def run(
    options: BookOptions, engine: str, seed: int, games: Games, as_json: bool, limits: Limits | None = None
) -> int:
    """Play random games and let Hypothesis make up more; print what was judged and how often."""
    scope = games.scope
    with progress() as report:
        law = options.law(report)
        setups(law.game, scope.cards)
        hunt = Hunt(law.game, law.edition, law.values, engine)
        kept = Kept(games.kept, rests_on(hunt, seed, scope) if games.kept else "")
        played = play_shares(
            scope,
            kept,
            lambda share: play(
                hunt,
                lambda: open_engine(engine, law.game.name, limits),
                seed=seed,
                scope=share,
                progress=report,
            ),
        )
    if as_json:
        print_json(played)
        return exit_status(played.records)
    to = console()
    print_records(played.records, to)
    to.print(f"\n{played.games:,} games, {played.steps:,} steps; {scope}", soft_wrap=True)
    for line in _statistics(played, list(law.game.model().actions)):
        to.print(line, soft_wrap=True, markup=False)
    return exit_status(played.records)


def _statistics(played: Played, actions: list[str]) -> Iterator[str]:
    for title, counts in (("actions", played.actions), ("effects", played.effects)):
        yield f"{title}: {_counted(counts)}"
    yield f"actions of the model: {_reached(played.taken, actions)}"
    if played.mechanics:
        yield f"mechanics: {_reached(played.mechanics, list(played.mechanics))}"
    steps = played.seen.get(STEPS, 0)
    yield f"{BY_EFFECT}: {_share(played.seen.get(BY_EFFECT, 0), steps)}"
    for what in (STEPS, OFFERS, STACKS):
        reasons = {why: times for why, times in played.not_judged.items() if _of(why) == what}
        yield f"{what} not judged: {_share(sum(reasons.values()), played.seen.get(what, 0))}"
        yield from (f"  {times:,}: {why}" for why, times in sorted(reasons.items(), key=lambda one: -one[1]))
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
