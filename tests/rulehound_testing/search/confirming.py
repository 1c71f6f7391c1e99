"""Ask SPIN or rumur whether they count the states and transitions of a configuration as we do.

    python -m rulehound_testing.search.confirming --game dmb --configuration lines --tool spin
    ... --deck 1      with so many cards more in the decks than the configuration has

Prints both counts, the processor seconds of each and the largest memory; exit status 1 where they differ.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from rulehound.checker.model.search import search
from rulehound.checker.model.search.export import murphi, promela
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.spec.language import Configuration
from rulehound_testing.search.other_checkers import Counts, rumur, spin

TOOLS = {"spin": (promela, spin), "rumur": (murphi, rumur)}

DECK = "start.deck"
"""The setting that says how many cards a deck has."""

LONG = 10 * 3600
"""Seconds that a tool may take."""


def with_more_cards(configuration: Configuration, more: int) -> Configuration:
    """The configuration with so many cards more in each deck, and room for them in every pile."""
    bounds = {
        name: (low, high + more) if name.startswith("Player.") and high and name in PILES else (low, high)
        for name, (low, high) in configuration.bounds.items()
    }
    settings = {**configuration.settings, DECK: configuration.settings[DECK] + more}
    return replace(configuration, bounds=bounds, settings=settings)


PILES = frozenset(f"Player.{pile}" for pile in ("deck", "hand", "trash", "cards", "dp_cards", "deleted"))
"""The fields that count cards which may come from a deck."""


def seconds_of_children() -> float:
    """The processor seconds of the programs that were run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def confirm(bound: BoundModel, configuration: Configuration, tool: str) -> bool:
    """Count with our search and with a tool, and print both."""
    start = time.process_time() + seconds_of_children()
    result = search(bound.game.model(), bound.values, configuration, backend="c", cores=1)
    ours = Counts(result.states, result.transitions)
    took = time.process_time() + seconds_of_children() - start
    print(
        f"{configuration.name}: {ours.states:,} states, {ours.transitions:,} transitions; {took:.1f} s",
        flush=True,
    )
    export, count = TOOLS[tool]
    before = seconds_of_children()
    with tempfile.TemporaryDirectory() as folder:
        theirs = count(export(bound.game.model(), bound.values, configuration), Path(folder), seconds=LONG)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024**2
    took = seconds_of_children() - before
    print(
        f"{tool}: {theirs.states:,} states, {theirs.transitions:,} transitions; {took:.1f} s, {memory:.1f} GB"
    )
    return result.complete and ours == theirs


def main() -> None:
    """Confirm one configuration by one tool."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="dcg")
    parser.add_argument("--configuration", required=True)
    parser.add_argument("--tool", choices=[*TOOLS], default="spin")
    parser.add_argument("--deck", type=int, default=0, metavar="N", help="so many cards more in the decks")
    wanted = parser.parse_args()
    bound = read_rulebook(open_game(wanted.game)).complete_model()
    configuration = bound.game.configurations(bound.values)[wanted.configuration]
    if wanted.deck:
        configuration = with_more_cards(configuration, wanted.deck)
    if not confirm(bound, configuration, wanted.tool):
        sys.exit("the counts differ, or the search was not complete")


if __name__ == "__main__":
    main()
