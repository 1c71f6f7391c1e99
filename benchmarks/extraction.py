"""Cost of reading the pages of PDFs, beside a bare pass of pdfplumber over the same pages.

    .venv/bin/python benchmarks/extraction.py [--repeat N] [FILE.pdf …]

The peer opens the file and asks every page for its `chars`, which is where whoever reads a PDF with
pdfplumber begins. Both run as programs of their own, start and imports included, in turns, so that a busy
machine slows down both alike; medians are printed. CPU time is that of the program with all its processes,
memory that of the largest of them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.0.pdf"
DOCUMENTS = ROOT.parent / "shared" / "documents"

PEER = """\
import sys, pdfplumber
with pdfplumber.open(sys.argv[1]) as pdf:
    for page in pdf.pages:
        page.chars
        page.close()
"""
OURS = """\
import sys
from rulehound.extract.pages import read_pages
read_pages(sys.argv[1], workers=int(sys.argv[2]))
"""


class Cost(NamedTuple):
    cpu: float
    """Seconds."""
    wall: float
    memory: int
    """Megabytes."""


def cost(program: str, *arguments: str) -> Cost:
    """Run a program in a fresh interpreter."""
    start = time.monotonic()
    process = subprocess.Popen([sys.executable, "-c", program, *arguments])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{arguments[0]}: could not be read")
    return Cost(used.ru_utime + used.ru_stime, time.monotonic() - start, used.ru_maxrss >> 10)


def medians(costs: Sequence[Cost]) -> Cost:
    """The median of each figure."""
    cpu, wall, memory = zip(*costs, strict=True)
    return Cost(median(cpu), median(wall), round(median(memory)))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path, help="default: the rulebook, and ../shared/documents")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    files = options.files or [RULEBOOK, *sorted(DOCUMENTS.glob("*.pdf"))]
    cores = len(os.sched_getaffinity(0))
    print(
        f"medians of {options.repeat}; {cores} cores; load {os.getloadavg()[0]:.1f}; ratios to the bare pass"
    )
    print(f"{'':40} {'bare pass':>23}   {'1 process':>32}   {f'{cores} processes':>32}")
    columns = f"{'CPU s':>7} {'wall s':>7} {'MB':>5}"
    print(f"{'':40} {columns:>23}" + 2 * f"   {columns} {'CPU':>5} {'wall':>5}")
    for file in files:
        found: dict[str, list[Cost]] = {"bare": [], "1": [], "all": []}
        for _ in range(options.repeat):
            found["bare"].append(cost(PEER, str(file)))
            found["1"].append(cost(OURS, str(file), "1"))
            found["all"].append(cost(OURS, str(file), str(cores)))
        bare = medians(found["bare"])
        line = f"{file.name:40} {bare.cpu:9.2f} {bare.wall:7.2f} {bare.memory:5}"
        for ours in (medians(found["1"]), medians(found["all"])):
            line += f"   {ours.cpu:7.2f} {ours.wall:7.2f} {ours.memory:5}"
            line += f" {ours.cpu / bare.cpu:5.2f} {ours.wall / bare.wall:5.2f}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
