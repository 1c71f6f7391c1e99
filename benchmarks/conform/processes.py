"""What playing in several processes gains: `--jobs 1` beside `--jobs N`, in `play` and in `conform`.

    .venv/bin/python benchmarks/conform/processes.py [--jobs 2] [--repeat 3] [--steps 4000] [--only play]

Each run is a program of its own: `rulehound play --steps N --cards probe`, and `rulehound conform` of the
reference engine with every check (`--effort normal`). All sides run in turns, and medians of the clock are
printed, with the processor time of the program and all of its processes: beside something else that keeps the
processors busy the ratio means nothing. A run that is not counted comes first, so that what is kept between
runs (texts that were read, generated code, answers of the solver) is there for both sides. What the program
prints must be the same, byte for byte, with any number of processes, or there is no table.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

COMMANDS: Mapping[str, Sequence[str]] = {
    "play": ("play", "--cards", "probe", "--offers-every", "10", "--json"),
    "conform": ("conform", "--engine", "reference", "--json"),
}
RULEHOUND = Path(sys.executable).with_name("rulehound")


class Run(NamedTuple):
    """How long one run took, in seconds, and what it printed."""

    clock: float
    processor: float
    printed: bytes


def run(command: Sequence[str], jobs: int, cache: str) -> Run:
    """Run the program with so many processes. Raises CalledProcessError where it finds anything."""
    before, begun = _processor(), time.perf_counter()
    done = subprocess.run(
        [RULEHOUND, *command, "--jobs", str(jobs)],
        check=True,
        stdout=subprocess.PIPE,
        env={**os.environ, "RULEHOUND_CACHE": cache},
    )
    return Run(time.perf_counter() - begun, _processor() - before, done.stdout)


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(runs: Mapping[tuple[str, int], Sequence[Run]]) -> Iterator[str]:
    """Medians, as Markdown; the ratio is that of one process to so many, by the clock."""
    yield "| command | processes | seconds | lowest, highest | processor seconds | times as fast |"
    yield "|---|---|---|---|---|---|"
    for (name, jobs), found in runs.items():
        clock = [one.clock for one in found]
        alone = statistics.median(one.clock for one in runs[name, 1])
        seconds, processor = (statistics.median(times) for times in (clock, [one.processor for one in found]))
        spread = f"{min(clock):.1f}, {max(clock):.1f}"
        yield f"| {name} | {jobs} | {seconds:.1f} | {spread} | {processor:.1f} | {alone / seconds:.2f} |"


def main() -> int:
    """Measure, compare, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=2, help="processes, beside one alone")
    parser.add_argument("--repeat", type=int, default=3, help="turns")
    parser.add_argument("--steps", type=int, default=4_000, help="steps of play")
    parser.add_argument("--effort", default="normal", help="effort of conform")
    parser.add_argument("--only", choices=COMMANDS, help="one of the commands alone")
    given = parser.parse_args()
    more = {"play": ("--steps", str(given.steps)), "conform": ("--effort", given.effort)}
    names = [given.only] if given.only else list(COMMANDS)
    runs: dict[tuple[str, int], list[Run]] = {(name, jobs): [] for name in names for jobs in (1, given.jobs)}
    with tempfile.TemporaryDirectory() as cache:
        for turn in range(given.repeat + 1):
            for name, jobs in runs:
                if turn or jobs == 1:
                    done = run([*COMMANDS[name], *more[name]], jobs, cache)
                    runs[name, jobs] += [done] if turn else []
    for name in names:
        if len({one.printed for (of, _), found in runs.items() if of == name for one in found}) > 1:
            print(f"processes: {name} does not print the same each time", file=sys.stderr)
            return 1
    print(f"{given.repeat} turns; what is printed is the same\n")
    print("\n".join(table(runs)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
