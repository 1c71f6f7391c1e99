"""SPIN, rumur and our own search as programs that search an instance of the kernel and tell their counts."""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

SIZES: Mapping[str, tuple[int, int, int, int, int]] = {
    "S": (2, 2, 2, 1, 0),
    "M": (2, 3, 2, 2, 1),
    "L": (2, 3, 3, 2, 1),
}
"""Slots of the battle area; cards in hand, deck, security stack and Digi-Egg deck at the start."""

STATES = {"S": 71_159, "M": 2_566_145, "L": 27_749_011}
"""What the instances have, for the size of SPIN's table alone; what is counted is compared, not this."""

NAMES = ("SLOTS", "HAND", "DECK", "SECURITY", "EGGS")


class Missing(Exception):
    """A tool that is not there."""


@dataclass(frozen=True)
class Counts:
    """What every tool must agree on."""

    states: int
    transitions: int


@dataclass(frozen=True)
class Measured:
    """One run: what was counted, seconds of the search without building, by the clock and of the processors,
    largest resident size in bytes."""

    counts: Counts
    seconds: float
    processor: float
    memory: int
    start: float | None = None
    """Seconds from the call to the first state with everything compiled before, where it is told."""


@dataclass(frozen=True)
class Prepared:
    """A search that is built: the command that runs it, and what reads its output, given the seconds of the
    whole program by the clock and of the processors: the same of the search, after its counts."""

    command: tuple[str, ...]
    folder: Path
    read: Callable[[str, float, float], tuple[Counts, float, float, float | None]]


@dataclass(frozen=True)
class Tool:
    """One side of the comparison: how it is built for an instance, and the instances that it is run on."""

    name: str
    says: str
    prepare: Callable[[str, Path], Prepared]
    sizes: tuple[str, ...] = ("S", "M", "L")


WARMED = 1_500_000_000
"""Bytes that are written and let go of before each search: more than any of them takes at size L.

A virtual machine gives memory back to its host when a program ends, and the next program pays for taking it
again. Unless that is done before, a search is slower by a fifth when the one before it was a large one.
"""


def run(prepared: Prepared) -> Measured:
    """One search. Its memory is its own: what other programs of ours took does not count."""
    subprocess.run([sys.executable, "-c", f"b'1' * {WARMED}"], check=True)
    began = time.perf_counter()
    with subprocess.Popen(
        prepared.command, cwd=prepared.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - began
    if process.returncode:
        raise SystemExit(f"{' '.join(prepared.command)} failed:\n{output}")
    told = prepared.read(output, seconds, usage.ru_utime + usage.ru_stime)
    counts, searched, processor, start = told
    return Measured(counts, searched, processor, usage.ru_maxrss * 1024, start)


def _built(folder: Path, *commands: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for command in commands:
        words = command.split()
        if shutil.which(words[0]) is None:
            raise Missing(f"{words[0]} is not installed")
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode or "Error:" in done.stdout:
            raise SystemExit(f"{command} failed:\n{done.stdout}{done.stderr}")


def spin(options: str, exported: bool, size: str, folder: Path) -> Prepared:
    """SPIN with these options for its C: full storage, a table with about one state to a slot."""
    settings = (f"-D{name}={value}" for name, value in zip(NAMES, SIZES[size], strict=True))
    text = _exported("promela", size) if exported else (HERE / "by_hand" / "kernel.pml").read_text()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.pml").write_text(text)
    _built(
        folder,
        f"spin {'' if exported else ' '.join(settings)} -a kernel.pml",
        f"gcc {options} -DSAFETY -DNOREDUCE -DMEMLIM=16000 -w -o pan pan.c",
    )
    slots = max(STATES[size].bit_length(), 18)
    # no path of the kernel is as long as 10,000 steps; where one were, SPIN says so and the counts differ
    return Prepared(("./pan", "-m10000", f"-w{slots}"), folder, _read_spin)


def _read_spin(output: str, seconds: float, processor: float) -> tuple[Counts, float, float, None]:
    states = re.search(r"^ *([\d.e+]+) states, stored", output, re.MULTILINE)
    transitions = re.search(r"^ *([\d.e+]+) transitions", output, re.MULTILINE)
    if not states or not transitions or "errors: 0" not in output or "max search depth too small" in output:
        raise SystemExit(f"SPIN did not complete its search:\n{output}")
    # it counts the start as a transition
    return Counts(int(float(states[1])), int(float(transitions[1])) - 1), seconds, processor, None


RUMUR = "--threads 1 --deadlock-detection off --output-format machine-readable"


def rumur(options: str, exported: bool, size: str, folder: Path) -> Prepared:
    """rumur with these options, on one core."""
    text = _exported("murphi", size) if exported else _murphi_by_hand(size)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.m").write_text(text)
    _built(
        folder,
        f"rumur {RUMUR} {options} -o kernel.c kernel.m",
        "gcc -std=c11 -O3 -march=native -mcx16 -w -o kernel kernel.c -lpthread",
    )
    return Prepared(("./kernel",), folder, _read_rumur)


def _read_rumur(output: str, seconds: float, processor: float) -> tuple[Counts, float, float, None]:
    found = re.search(r'<summary states="(\d+)" rules_fired="(\d+)" errors="0"', output)
    if not found:
        raise SystemExit(f"rumur did not complete its search:\n{output[-2000:]}")
    return Counts(int(found[1]), int(found[2])), seconds, processor, None


def _murphi_by_hand(size: str) -> str:
    text = (HERE / "by_hand" / "kernel.m").read_text()
    for name, value in zip(map(str.capitalize, NAMES), SIZES[size], strict=True):
        text, replaced = re.subn(rf"^  {name}: \d+;$", f"  {name}: {value};", text, flags=re.MULTILINE)
        assert replaced == 1
    return text


def _exported(language: str, size: str) -> str:
    from rulehound.checker.model.search.export import murphi, promela
    from rulehound_testing.kernel import instance, kernel

    return {"promela": promela, "murphi": murphi}[language](kernel, {}, instance(*SIZES[size]))


def ours(backend: str, cores: int, size: str, folder: Path) -> Prepared:
    """Our own search in a process of its own."""
    command = (sys.executable, __file__, backend, str(cores), size)
    _built(folder, " ".join([*command, "--start"]))
    return Prepared(command, folder, _read_ours)


def _read_ours(output: str, _seconds: float, _processor: float) -> tuple[Counts, float, float, float]:
    told = json.loads(output.splitlines()[-1])
    return Counts(told["states"], told["transitions"]), told["seconds"], told["processor"], told["start"]


def search_here(backend: str, cores: int, size: str, whole: bool) -> None:
    """Search an instance in this process and print what was counted, and the seconds of it.

    The start is what this process takes up to where the first state has been expanded: tracing, generating,
    loading what was compiled before, imports of the backend. The search is what a whole search takes beyond
    one that ends there, once all of that is loaded. Without `whole` there is no more than the start.
    """
    from rulehound.checker.model.search import SearchLimits, SearchResult, search
    from rulehound_testing.kernel import instance, kernel

    def timed(limits: SearchLimits) -> tuple[float, float, SearchResult]:
        gc.collect()  # what was left over before is not of this search
        began, processor = time.perf_counter(), time.process_time()
        result = search(kernel, {}, instance(*SIZES[size]), limits, backend=backend, cores=cores)
        return time.perf_counter() - began, time.process_time() - processor, result

    first_state = SearchLimits(depth=1)
    start, _, _ = timed(first_state)
    if not whole:
        return
    before, processor_before, _ = timed(first_state)
    seconds, processor, result = timed(SearchLimits())
    if not result.complete:
        raise SystemExit(f"the search did not complete: {result.stopped}")
    counted = {"states": result.states, "transitions": result.transitions}
    searched = {"seconds": seconds - before, "processor": processor - processor_before}
    print(json.dumps({**counted, **searched, "start": start}))


if __name__ == "__main__":
    search_here(sys.argv[1], int(sys.argv[2]), sys.argv[3], whole="--start" not in sys.argv)
