"""The whole model of the game, not the kernel alone: states a second and bytes a state of its configurations.

    .venv/bin/python benchmarks/search/full_model.py [--repeat 3] [--cores 1] [--json FILE] [CONFIGURATION …]

The configurations take turns, each search in a process of its own, and medians are printed. Seconds are those
of the search; "start" is what comes before its first state with everything compiled: tracing, generating,
loading. Bytes are the most that states and tables took, as the search counts them: of a small configuration
they are mostly what the tables are given to begin with, and its seconds are lost in those of the start.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))


def search_here(name: str, cores: int) -> dict[str, Any]:
    """Search a configuration in this process: what was counted, and the seconds of it."""
    from rulehound.checker.model.search import SearchLimits, SearchResult, search
    from rulehound.spec.dcg.model import model
    from rulehound.spec.dcg.model.configurations import configurations
    from rulehound_testing.dcg.values import VALUES

    def timed(limits: SearchLimits) -> tuple[float, SearchResult]:
        began = time.perf_counter()
        configuration = configurations(VALUES)[name]
        result = search(model, VALUES, configuration, limits, backend="c", cores=cores)
        return time.perf_counter() - began, result

    first_state = SearchLimits(depth=1)
    timed(first_state)
    start, _ = timed(first_state)
    whole, result = timed(SearchLimits())
    if not result.complete:
        raise SystemExit(f"{name}: the search did not complete: {result.stopped}")
    return {
        "configuration": name,
        "backend": result.backend,
        "states": result.states,
        "transitions": result.transitions,
        "depth": result.depth,
        "bits": result.bits,
        "bytes": result.bytes,
        "start": start,
        "seconds": whole - start,
    }


def measured(name: str, cores: int) -> dict[str, Any]:
    """The same in a process of its own."""
    command = [sys.executable, __file__, "--here", name, "--cores", str(cores)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr or f"{name}: the search failed")
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def main() -> None:
    """Run what was asked for and print a line for each configuration."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("configurations", nargs="*")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--here", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        print(json.dumps(search_here(options.here, options.cores)))
        return
    from rulehound.spec.dcg.model.configurations import SEARCHED

    names = options.configurations or list(SEARCHED["normal"])
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for _ in range(options.repeat):
        for name, results in runs.items():
            results.append(measured(name, options.cores))
    rows = []
    for results in runs.values():
        row = {**results[0], **{of: median(each[of] for each in results) for of in ("start", "seconds")}}
        row["states a second"] = row["states"] / row["seconds"]
        row["bytes a state"] = row["bytes"] and row["bytes"] / row["states"]
        rows.append(row)
        print(
            f"{row['configuration']}: {row['states']:,} states, {row['transitions']:,} transitions, "
            f"depth {row['depth']}, {row['bits']} bits; {row['seconds']:.2f} s, "
            f"{row['states a second']:,.0f} states/s, {row['bytes a state'] or 0:.0f} bytes a state, "
            f"start {row['start']:.2f} s ({row['backend']}, median of {options.repeat})"
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
