"""The coverage of play, as text: each check with how often it was judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console

from rulehound.checker.cli.terminal import print_records
from rulehound.checker.judging.coverage import BY_EFFECT, BY_STEPS, OFFERS, STACKS, STEPS
from rulehound.checker.pipeline.play import EnginePlay
from rulehound.checker.suite.play import Played
from rulehound.checker.wording import counted

NOT_COMPARED = "not compared"
"""Parts of steps that are judged."""

NAMED = 8
"""How many of those that were never reached are named."""

REASONS: Mapping[str, str] = {OFFERS: "offered: ", STACKS: "stacks: ", NOT_COMPARED: NOT_COMPARED}
"""What is not judged, to how the reasons for it begin; all other reasons are of steps."""


def print_play(play: EnginePlay, to: Console) -> None:
    """Print the records of play, how much was played, what was reached, and what was not judged and why."""
    played = play.played
    print_records(played.records, to)
    to.print(
        f"\n{counted(played.games, 'game')}, {counted(played.steps, 'step')}; "
        f"{play.scope}; edition {play.edition}",
        soft_wrap=True,
    )
    for line in _statistics(played, play.actions):
        to.print(line, soft_wrap=True, markup=False)


def _statistics(played: Played, actions: Sequence[str]) -> Iterator[str]:
    for title, counts in (("actions", played.actions), ("effects", played.effects)):
        yield f"{title}: {_counts(counts)}"
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
    if by_steps := played.seen.get(BY_STEPS, 0):
        yield f"{BY_STEPS}: {_share(by_steps, played.seen[STACKS])}"
    for why, times in played.not_judged.items():
        if _of(why) == NOT_COMPARED:
            yield f"{why}: in {_share(times, steps)} steps"
    if played.given_up:
        yield f"games not judged from some step on: {_counts(played.given_up)}"


def _of(why: str) -> str:
    return next((what for what, start in REASONS.items() if why.startswith(start)), STEPS)


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,}" + (f" ({part / whole:.1%})" if whole else "")


def _reached(counts: Mapping[str, int], names: Sequence[str]) -> str:
    never = [name for name in names if not counts.get(name)]
    rest = f" and {len(never) - NAMED} more (--json has what was)" if len(never) > NAMED else ""
    missed = f"; never: {', '.join(never[:NAMED])}{rest}" if never else ""
    return f"{len(names) - len(never)} of {len(names)} reached{missed}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none"
