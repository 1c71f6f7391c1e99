"""One search, by SPIN, by rumur and by us: equal counts, then states per second and memory.

    .venv/bin/python benchmarks/search/run.py [--sizes S,M,L] [--repeat 5] [--only TOOL,…] [--json FILE]

All tools search the same kernel of the rules (by_hand/, tests/rulehound_testing/kernel.py), each in a process
of its own. They take turns, and medians are printed, so that a busy machine slows down all of them. Seconds
are those of the search: with the growth of tables and whatever is kept to tell a way to a state, without
building. Where two
tools count differently there is no table, and the exit status is 1.

Bytes a state are the growth of the largest resident size from the smallest size that was run to this one,
over the states that came with it. A tool that is not installed is left out, with a word on standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))
from searchers import SIZES, Measured, Missing, Tool, ours, rumur, run, spin

TOOLS = [
    Tool("spin", "SPIN, by hand, -O2, full storage", partial(spin, "-O2", False)),
    Tool("c", "ours, C, one core", partial(ours, "c", 1)),
    Tool("c-2", "ours, C, two cores", partial(ours, "c", 2)),
    Tool("python", "ours, plain Python", partial(ours, "python", 1), ("S",)),
    Tool("rumur", "rumur, by hand", partial(rumur, "", False)),
    Tool(
        "rumur-tuned",
        "rumur, by hand, tuned",
        partial(rumur, "--pack-state off --set-capacity 1073741824", False),
    ),
    Tool("spin-exported", "SPIN, our export", partial(spin, "-O2", True), ("S", "M")),
    Tool("rumur-exported", "rumur, our export", partial(rumur, "", True), ("S", "M")),
]
"""All of the comparison. `sizes` leaves out what would take many minutes."""

VARIANTS = [
    Tool(f"spin {options}", f"SPIN {options}", partial(spin, options, False))
    for options in (
        "-O2",
        "-O3 -march=native",
        "-O2 -DNOCOMP",
        "-O2 -DSFH",
        "-O2 -DCOLLAPSE",
        "-O2 -DMA=28",
    )
]
"""Exact ways in which SPIN can store its states, of which the fastest is in TOOLS (--tune)."""

SLOW = 40.0
"""Seconds above which a tool is run three times at a size, not `--repeat` times."""

Results = dict[tuple[str, str], list[Measured]]
"""Tool and size to what was measured."""


def compare(tools: Sequence[Tool], sizes: Sequence[str], repeat: int, folder: Path) -> Results:
    """Run everything in turns. Raises SystemExit where two tools count differently."""
    results: Results = {}
    for size in sizes:
        prepared = {}
        for tool in tools:
            if size in tool.sizes:
                try:
                    prepared[tool.name] = tool.prepare(size, folder / f"{tool.name}-{size}".replace(" ", ""))
                except Missing as missing:
                    print(f"{tool.says}: left out, {missing}", file=sys.stderr)
        for turn in range(repeat):
            for name, search in prepared.items():
                before = results.setdefault((name, size), [])
                if turn < 3 or median(one.seconds for one in before) < SLOW:
                    before.append(run(search))
                    print(f"{size} {turn + 1}/{repeat} {name}: {before[-1].seconds:.2f} s", file=sys.stderr)
        found = {name: {one.counts for one in results[name, size]} for name in prepared}
        if len(set().union(*found.values())) > 1:
            said = "\n".join(f"  {name}: {counts}" for name, counts in found.items())
            raise SystemExit(f"size {size}: the tools do not agree, so no times\n{said}")
    return results


def row(tool: Tool, size: str, results: Results) -> dict[str, object]:
    """What is told of one tool at one size."""
    measured = results[tool.name, size]
    seconds = median(one.seconds for one in measured)
    processor = median(one.processor for one in measured)
    states = measured[0].counts.states
    peer = results.get(("spin", size))
    starts = [one.start for one in measured if one.start is not None]
    return {
        "tool": tool.says,
        "size": size,
        "states": states,
        "transitions": measured[0].counts.transitions,
        "runs": len(measured),
        "seconds": seconds,
        "fastest": min(one.seconds for one in measured),
        "million states a second": states / seconds / 1e6,
        "times SPIN": median(one.seconds for one in peer) / seconds if peer else None,
        "processor seconds": processor,
        "times SPIN, processor": median(one.processor for one in peer) / processor if peer else None,
        "start": median(starts) if starts else None,
        "peak bytes": max(one.memory for one in measured),
        "bytes a state": _growth(tool.name, size, results),
    }


def _growth(name: str, size: str, results: Results) -> float | None:
    first = next(each for each in SIZES if (name, each) in results)
    if first == size:
        return None
    small, large = (
        (max(one.memory for one in results[name, each]), results[name, each][0].counts.states)
        for each in (first, size)
    )
    return (large[0] - small[0]) / (large[1] - small[1])


def _table(rows: Sequence[Mapping[str, object]]) -> None:
    heads = ("", "states", "seconds", "M/s", "x SPIN", "CPU s", "x SPIN", "start", "bytes/state", "runs")
    lines = [heads] + [
        (
            f"{each['size']} {each['tool']}",
            f"{each['states']:,}",
            _number(each["seconds"]),
            _number(each["million states a second"]),
            _number(each["times SPIN"]),
            _number(each["processor seconds"]),
            _number(each["times SPIN, processor"]),
            _number(each["start"]),
            _number(each["bytes a state"]),
            str(each["runs"]),
        )
        for each in rows
    ]
    widths = [max(map(len, column)) + 2 for column in zip(*lines, strict=True)]
    for name, *rest in lines:
        print(name.ljust(widths[0]) + "".join(f"{one:>{w}}" for one, w in zip(rest, widths[1:], strict=True)))


def _number(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else ""


def main() -> None:
    """Run what was asked for and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [tool.name for tool in TOOLS]
    parser.add_argument("--sizes", default="S,M,L", help="some of S,M,L")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--only", default=",".join(names), help=f"some of {','.join(names)}")
    parser.add_argument("--tune", action="store_true", help="compare SPIN's own ways to store states instead")
    parser.add_argument("--counts", action="store_true", help="compare the counts alone, without times")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    sizes, only = options.sizes.split(","), options.only.split(",")
    for given, known in ((sizes, list(SIZES)), (only, names)):
        if unknown := [one for one in given if one not in known]:
            parser.error(f"{', '.join(unknown)}: not one of {', '.join(known)}")
    tools = VARIANTS if options.tune else [tool for tool in TOOLS if tool.name in only]
    with tempfile.TemporaryDirectory() as folder:
        results = compare(tools, sizes, 1 if options.counts else options.repeat, Path(folder))
    if options.counts:
        for (name, size), (one, *_) in results.items():
            print(f"{size} {name}: {one.counts.states:,} states, {one.counts.transitions:,} transitions")
        return
    rows = [row(tool, size, results) for size in sizes for tool in tools if (tool.name, size) in results]
    _table(rows)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
