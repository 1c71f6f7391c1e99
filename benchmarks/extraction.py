"""Cost of reading the pages of PDFs, beside a bare pass of pdfplumber over the same pages.

    .venv/bin/python benchmarks/extraction.py [--repeat N] [FILE.pdf …]

The peer opens the file and asks every page for its `chars`, which is where whoever reads a PDF with
pdfplumber begins. All run as programs of their own, start and imports included, in turns, so that a busy
machine slows them down alike; medians are printed, with their ratios to the bare pass. CPU time is that of
the program with all its processes, memory that of the largest of them.
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

BARE = "bare pass"
PROGRAMS = {
    BARE: """\
import sys, pdfplumber
with pdfplumber.open(sys.argv[1]) as pdf:
    for page in pdf.pages:
        page.chars
        page.close()
""",
    "pages, 1 process": """\
import sys
from rulehound.extract.pdf.pages import read_pages
read_pages(sys.argv[1], workers=1)
""",
    "pages, all cores": """\
import sys
from rulehound.extract.pdf.pages import read_pages
read_pages(sys.argv[1])
""",
    "whole document": """\
import sys
from rulehound.extract import read_document
read_document(sys.argv[1])
""",
    "second reader": """\
import sys
from rulehound.extract import read_document
read_document(sys.argv[1], second_reader=True)
""",
}


class Cost(NamedTuple):
    cpu: float
    """Seconds."""
    wall: float
    memory: int
    """Megabytes."""


def cost(program: str, file: Path) -> Cost:
    """Run a program on a file, in a fresh interpreter."""
    start = time.monotonic()
    process = subprocess.Popen([sys.executable, "-c", program, str(file)])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{file}: could not be read")
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
    print(
        f"medians of {options.repeat}; cores: {len(os.sched_getaffinity(0))}; load: {os.getloadavg()[0]:.1f}"
    )
    print(f"{'':40} {'':16} {'CPU s':>7} {'ratio':>5} {'wall s':>7} {'ratio':>5} {'MB':>5}")
    for file in files:
        found: dict[str, list[Cost]] = {way: [] for way in PROGRAMS}
        for _ in range(options.repeat):
            for way, program in PROGRAMS.items():
                found[way].append(cost(program, file))
        bare = medians(found[BARE])
        for way, costs in found.items():
            cpu, wall, memory = medians(costs)
            ratios = f"{cpu:7.2f} {cpu / bare.cpu:5.2f} {wall:7.2f} {wall / bare.wall:5.2f}"
            print(f"{file.name if way == BARE else '':40} {way:16} {ratios} {memory:5}", flush=True)


if __name__ == "__main__":
    main()
