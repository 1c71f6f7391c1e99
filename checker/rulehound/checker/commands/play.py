"""`rulehound play`: an engine played and judged step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulehound.checker.effort import EFFORTS
from rulehound.checker.engines import open_engine
from rulehound.checker.output import print_json
from rulehound.checker.play import play
from rulehound.checker.records import exit_status
from rulehound.checker.rulebook import BookOptions
from rulehound.checker.terminal import console, print_records, progress
from rulehound.checker.traces import Hunt


def run(options: BookOptions, engine: str, seed: int, games: int, as_json: bool) -> int:
    """Play so many random games and let Hypothesis make up as many; print what was judged and how often."""
    scope = replace(EFFORTS["normal"].play, games=games, examples=games, seconds=None)
    with progress() as report:
        law = options.law(report)
        hunt = Hunt(law.game, law.edition, law.values, engine)
        played = play(
            hunt, lambda: open_engine(engine, law.game.name), seed=seed, scope=scope, progress=report
        )
    if as_json:
        print_json(played)
        return exit_status(played.records)
    to = console()
    print_records(played.records, to)
    to.print(f"\n{played.games:,} games, {played.steps:,} steps; {scope}")
    for title, counts in (
        ("actions", played.actions),
        ("effects", played.effects),
        ("not judged", played.not_judged),
        ("games not judged from some step on", played.given_up),
    ):
        to.print(f"{title}: {_counted(counts)}", soft_wrap=True)
    return exit_status(played.records)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none"
