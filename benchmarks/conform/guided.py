"""Guided play beside random play: how much of the model the same number of steps reaches.

    .venv/bin/python benchmarks/conform/guided.py [--steps 500,2000] [--seeds 7] [--cards probe] [--json FILE]

Both play the reference engine as `rulehound play` does, without the games of Hypothesis: guided, an action is
preferred that has hardly ever been taken of such things; at random, each game has tastes of its own by the
names of actions. Counted are the actions of the model that a step was seen to be, the rules that were seen at
work in one, and the mechanics of the game that one reached. The games of a seed start alike for both. Both
run in turns, and medians over the seeds are printed, with the processor time of a step; all but the time is
the same on every machine.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rulehound.checker.engines import open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.play import Played, Scope, play
from rulehound.checker.suite.play.played_engine import PLAIN

SIDES: Mapping[str, bool] = {"random": False, "guided": True}
"""How is played, to whether that is guided."""
REACHED = ("actions", "rules", "mechanics")
"""What is counted."""


@dataclass(frozen=True)
class Row:
    """What one run has reached."""

    side: str
    wanted: int
    """Steps that were asked for."""
    seed: int
    steps: int
    actions: int
    rules: int
    mechanics: int
    seconds: float
    """Of processor time."""


def run(bound: BoundModel, cards: str, side: str, wanted: int, seed: int) -> tuple[Row, Played]:
    """Play so many steps from a seed."""
    rules = BoundModel(bound.game, bound.edition, bound.values)
    scope = Scope(
        enough_steps=wanted, offers_every=10, cards=cards, guided=SIDES[side], examples=0, findings=0
    )
    begun = time.process_time()
    played = play(
        target_of(rules, "reference", lambda: open_engine("reference", bound.game.name)),
        seed=seed,
        scope=scope,
    )
    seconds = time.process_time() - begun
    at_work = {rule for one in played.records if one.check.startswith("effect:") for rule in one.rules}
    mechanics = sum(1 for times in played.mechanics.values() if times)
    row = Row(side, wanted, seed, played.steps, len(played.taken), len(at_work), mechanics, seconds)
    return row, played


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Medians over the seeds, lowest and highest, as Markdown."""
    yield "| steps | play | actions of the model | rules at work | mechanics | ms a step |"
    yield "|---|---|---|---|---|---|"
    for wanted in dict.fromkeys(row.wanted for row in rows):
        for side in SIDES:
            found = [row for row in rows if (row.wanted, row.side) == (wanted, side)]
            reached = " | ".join(_spread([getattr(row, name) for row in found]) for name in REACHED)
            each = statistics.median(row.seconds * 1000 / row.steps for row in found)
            yield f"| {wanted:,} | {side} | {reached} | {each:.1f} |"


def _spread(counts: Sequence[int]) -> str:
    return f"{statistics.median(counts):g} ({min(counts)} to {max(counts)})"


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", default="500,2000", help="steps of a run, separated by commas")
    parser.add_argument("--seeds", type=int, default=7, help="runs of each, from different seeds")
    parser.add_argument("--cards", default="probe", help=f"the kind of cards, or {PLAIN}")
    parser.add_argument("--json", type=Path, help="write all figures there too")
    given = parser.parse_args()
    bound, rows, wrong = read_rulebook(open_game("dcg")).complete_model(), list[Row](), list[str]()
    for wanted in map(int, given.steps.split(",")):
        for seed in range(given.seeds):
            for side in SIDES:
                row, played = run(bound, given.cards, side, wanted, seed)
                rows.append(row)
                wrong += [str(one) for one in played.records if one.verdict is not Verdict.PASS]
    print(f"{given.seeds} seeds, {given.cards} cards; median (lowest to highest)\n")
    print("\n".join(table(rows)))
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    for one in wrong:
        print(f"guided: the judge found something: {one}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
