"""The checker's overhead over an engine that answers at once: how long judging one step takes.

    .venv/bin/python benchmarks/conform/overhead.py [--steps 1000] [--repeat 5] [--json FILE]
    .venv/bin/python benchmarks/conform/overhead.py --profile probe

Random games of the reference engine are played, and a judge looks at each step as it does in `rulehound
play`: at the step, then at the state that it leads to. The judge alone is timed, as if the engine answered
at once. What is offered is looked at before every tenth step, and timed apart. `plain` decks have no card
with an effect, `probe` decks every mechanic. The facts are those of the bundled rulebook.

All kinds run in turns in one process, each turn on games of its own, and medians of processor time are
printed; a first turn is not counted: in it the model is compiled. Beside them stands what the engine itself
takes for a step, its observation and the list of legal actions included. Ratios carry over to other machines,
milliseconds do not.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import platform
import pstats
import random
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.records import Finding
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.play.played_engine import PLAIN, setups
from rulehound.engine.adapter import create
from rulehound.spec.formats import Action, Reason, Refused

CARDS = (PLAIN, "probe")
SIDES = ("step", "offers", "engine")
"""What is timed: judging a step and its state, judging what is offered, the engine itself."""
LONGEST = 300
"""Steps of a game."""
OFFERS_EVERY = 10
WANTED = 1.0
"""Milliseconds for judging a step, at the median, that are aimed at."""

Times = dict[tuple[str, str], list[float]]
"""Cards and side, to milliseconds of each time."""


class Stopwatch:
    """Processor time in milliseconds, by cards and side; and what judges found, which should be nothing."""

    def __init__(self) -> None:
        self.times: Times = {(cards, side): [] for cards in CARDS for side in SIDES}
        self.found: list[Finding] = []

    @contextmanager
    def timing(self, cards: str, side: str) -> Iterator[None]:
        """Time what is done inside."""
        begun = time.process_time()
        yield
        self.times[cards, side].append((time.process_time() - begun) * 1000)


def play(cards: str, seed: int, at_hand: CompiledModel, watch: Stopwatch) -> int:
    """One random game under a judge; the number of its steps."""
    adapter, chance = create("dcg"), random.Random(seed)
    setup = setups(at_hand.game, cards)(seed, at_hand.values)
    judge = Judge(at_hand, {card.number: card for card in setup.cards})
    before = adapter.new_game(setup)
    judge.state(before)
    offered = adapter.legal_actions()

    def refusal(action: Action) -> Sequence[Reason]:
        token = adapter.save()
        try:
            adapter.apply(action)
        except Refused as refused:
            return refused.reasons
        adapter.restore(token)
        return ()

    for step in range(LONGEST):
        if not offered:
            return step
        if step % OFFERS_EVERY == 0:
            with watch.timing(cards, "offers"):
                watch.found += judge.legal(before, offered, refusal)
        action = chance.choice(offered)
        with watch.timing(cards, "engine"):
            after = adapter.apply(action)
            offered = adapter.legal_actions()
        with watch.timing(cards, "step"):
            watch.found += [*judge.step(before, action, after), *judge.state(after)]
        before = after
    return LONGEST


def turn(cards: str, number: int, steps: int, at_hand: CompiledModel, watch: Stopwatch) -> None:
    """As many games as so many steps take: other ones in each turn."""
    done = 0
    for seed in count(number * 1_000):
        if done >= steps:
            return
        done += play(cards, seed, at_hand, watch)


def measure(steps: int, repeat: int, at_hand: CompiledModel) -> Stopwatch:
    """Every kind of cards in turns, after a turn that is not counted."""
    for cards in CARDS:
        turn(cards, repeat, steps // 2, at_hand, Stopwatch())
    watch = Stopwatch()
    for number in range(repeat):
        for cards in CARDS:
            turn(cards, number, steps, at_hand, watch)
    return watch


def table(times: Mapping[tuple[str, str], list[float]]) -> list[str]:
    """Medians, means and the slowest hundredth, as Markdown."""
    lines = [
        "| cards | timed | times | median ms | mean ms | 99th | wanted |",
        "|---|---|---|---|---|---|---|",
    ]
    for (cards, side), found in times.items():
        slow = statistics.quantiles(found, n=100)[98]
        wanted = f"{WANTED:.1f}" if side == "step" else ""
        lines.append(
            f"| {cards} | {side} | {len(found):,} | {statistics.median(found):.2f} "
            f"| {statistics.mean(found):.2f} | {slow:.1f} | {wanted} |"
        )
    return lines


def main() -> int:
    """Measure or profile, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=1_000, help="at least so many for each kind and turn")
    parser.add_argument("--repeat", type=int, default=5, help="turns")
    parser.add_argument("--json", type=Path, help="write all figures there too")
    parser.add_argument("--profile", choices=CARDS, help="profile these cards instead")
    given = parser.parse_args()
    bound = read_rulebook(open_game("dcg")).complete_model()
    at_hand = CompiledModel(bound.game, bound.values)
    if given.profile:
        turn(given.profile, given.repeat, given.steps // 2, at_hand, Stopwatch())
        profiler = cProfile.Profile()
        profiler.runcall(turn, given.profile, 0, given.steps, at_hand, Stopwatch())
        pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(40)
        return 0
    watch = measure(given.steps, given.repeat, at_hand)
    times = watch.times
    print(f"Python {platform.python_version()}, {given.repeat} turns of {given.steps:,} steps\n")
    print("\n".join(table(times)))
    if given.json:
        figures = {f"{cards} {side}": found for (cards, side), found in times.items()}
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    for finding in watch.found:
        print(f"overhead: the judge found something: {finding}", file=sys.stderr)
    return 1 if watch.found else 0


if __name__ == "__main__":
    sys.exit(main())
