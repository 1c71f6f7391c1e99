"""Random playouts of the reference engine beside those of python-chess, on one core.

    .venv/bin/pip install chess
    .venv/bin/python benchmarks/engine/playouts.py [--actions 20000] [--repeat 7] [--json FILE]
    .venv/bin/python benchmarks/engine/playouts.py --profile probe

A playout takes one of the legal actions at random until the game is over. Every action is chosen from a full
list of the legal ones: of python-chess by `list(board.legal_moves)` and `board.push`, of ours by
`Game.legal_actions` and `Game.apply`, which asks all guards again. Chess ends with no legal move or by the
75-move rule; its other ends are not looked for, which is in its favour. Decks: `vanilla` has no card with an
effect, `probe` has every mechanic; `battles` and `battles-effects` are decks of Digimon Battles.

All sides run in turns in one process, and the medians of their actions for a second of processor time are
printed; ratios carry over to other machines, seconds do not. Starting games counts, making decks does not.
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
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from rulehound.engine import dcg, dmb
from rulehound.spec.dcg import decks
from rulehound.spec.dmb import decks as battle_decks
from rulehound.spec.formats import Setup

VALUES = {"deck.size": 50, "deck.copies": 4, "egg-deck.max": 5, "egg-deck.copies": 4}
"""The numbers by which decks of the Digimon Card Game are made; those of Digimon Battles are its engine's."""

SETUPS: Mapping[str, Callable[[int], Setup]] = {
    "vanilla": lambda seed: decks.setup(seed, VALUES),
    "probe": lambda seed: decks.probe_setup(seed, VALUES),
    "battles": lambda seed: battle_decks.setup(seed, dmb.editions.NUMBERS),
    "battles-effects": lambda seed: battle_decks.effects_setup(seed, dmb.editions.NUMBERS),
}
GAMES: Mapping[str, type[dcg.Game] | type[dmb.Game]] = {"battles": dmb.Game, "battles-effects": dmb.Game}
"""The game of these decks, where it is not the Digimon Card Game."""
WANTED = {"vanilla": 1 / 2, "probe": 1 / 5, "battles": 1 / 2, "battles-effects": 1 / 2}
"""The share of python-chess's actions for a second that is aimed at."""

LONGEST_GAME = 5_000
"""Actions; no game of these decks comes near it."""

MOVES_BEFORE_A_DRAW = 150
"""Half moves without a capture or a pawn's move."""


def our_playout(setup: Setup, which: str) -> int:
    """One playout; the number of actions."""
    chance = random.Random(setup.seed)
    game: Any = GAMES.get(which, dcg.Game).new(setup)
    for actions in range(LONGEST_GAME):
        legal = game.legal_actions()
        if not legal:
            return actions
        game.apply(chance.choice(legal))
    raise RuntimeError(f"the game of seed {setup.seed} is not over after {LONGEST_GAME} actions")


def chess_playout(seed: int) -> int:
    """One playout of python-chess; the number of moves."""
    import chess

    chance = random.Random(seed)
    board = chess.Board()
    while board.halfmove_clock < MOVES_BEFORE_A_DRAW:
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(chance.choice(legal))
    return int(board.ply())


def seeds(turn: int) -> Iterator[int]:
    """The seeds of a turn: other ones in each."""
    return iter(range(turn * 100_000, (turn + 1) * 100_000))


def actions_a_second(playouts: Iterator[Callable[[], int]], wanted: int) -> float:
    """The rate of as many whole playouts as so many actions take."""
    done, spent = 0, 0.0
    while done < wanted:
        playout = next(playouts)
        begun = time.process_time()
        done += playout()
        spent += time.process_time() - begun
    return done / spent


def ours(which: str, turn: int) -> Iterator[Callable[[], int]]:
    """Playouts of one kind of decks."""
    for seed in seeds(turn):
        setup = SETUPS[which](seed)
        yield partial(our_playout, setup, which)


def theirs(turn: int) -> Iterator[Callable[[], int]]:
    """Playouts of python-chess."""
    for seed in seeds(turn):
        yield partial(chess_playout, seed)


def measure(wanted: int, repeat: int) -> dict[str, list[float]]:
    """Side to its actions a second, in each turn."""
    rates: dict[str, list[float]] = {"python-chess": [], **{which: [] for which in SETUPS}}
    for turn in range(repeat):
        rates["python-chess"].append(actions_a_second(theirs(turn), wanted))
        for which in SETUPS:
            rates[which].append(actions_a_second(ours(which, turn), wanted))
    return rates


def table(rates: Mapping[str, list[float]]) -> Iterator[str]:
    """The medians, as Markdown."""
    peer = statistics.median(rates["python-chess"])
    yield "| playouts | actions a second | lowest, highest | of python-chess | wanted |"
    yield "|---|---|---|---|---|"
    for side, found in rates.items():
        rate = statistics.median(found)
        aim = f"{WANTED[side]:.2f}" if side in WANTED else ""
        span = f"{min(found):,.0f}, {max(found):,.0f}"
        yield f"| {side} | {rate:,.0f} | {span} | {rate / peer:.2f} | {aim} |"


def profile(which: str, wanted: int) -> None:
    """Where the time of playouts goes."""
    profiler = cProfile.Profile()
    done, playouts = 0, ours(which, 0)
    while done < wanted:
        playout = next(playouts)
        done += profiler.runcall(playout)
    print(f"{done:,} actions")
    pstats.Stats(profiler, stream=sys.stdout).sort_stats("tottime").print_stats(40)


def main() -> int:
    """Measure or profile, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--actions", type=int, default=20_000, help="at least so many for each side and turn")
    parser.add_argument("--repeat", type=int, default=7, help="turns")
    parser.add_argument("--json", type=Path, help="write all figures there too")
    parser.add_argument("--profile", choices=list(SETUPS), help="profile these decks instead")
    given = parser.parse_args()
    if given.profile:
        profile(given.profile, given.actions)
        return 0
    try:
        import chess
    except ImportError:
        print("playouts: python-chess is missing; install it with `pip install chess`", file=sys.stderr)
        return 2
    rates = measure(given.actions, given.repeat)
    print(f"python-chess {chess.__version__}, Python {platform.python_version()}, {given.repeat} turns\n")
    print("\n".join(table(rates)))
    if given.json:
        given.json.write_text(json.dumps(rates, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
