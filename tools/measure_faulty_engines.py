"""Measure how well `rulehound conform` names the faults of engines, and whether it accuses sound ones.

    python tools/measure_faulty_engines.py                       every planted fault, an engine each
    python tools/measure_faulty_engines.py --sample 120          so many, drawn by lot
    python tools/measure_faulty_engines.py --pairs 40            engines with two faults each
    python tools/measure_faulty_engines.py --sound 20            sound engines, by seeds 0 to 19
    python tools/measure_faulty_engines.py --sound 20 --game dmb     those of Digimon Battles
    ... --effort quick --seed 1 --jobs 2 --keep FILE             FILE keeps what is done

Prints a line for each engine that is not as it should be, and a summary. An engine with a planted fault
should be found with the rule of the fault first, or with one that a second reader of the fault named
(`second_reading.toml` beside the faults); a candidate is a rule that the first finding says may be broken as
well. An engine with two faults should have a finding under the rule of each; the reference engine, its
variants and the sample engines should have no finding and no error. Exit status 1 where a sound engine is
accused; the other figures are for people to read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from random import Random

from rulehound.checker.processes.kept_answers import Answers
from rulehound.extract.source_hash import folders_hash

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from rulehound_testing.faults import naming  # noqa: E402  (lies with the tests)
from rulehound_testing.faults.naming import Naming  # noqa: E402  (so does this)

Ask = Callable[[], Naming]


SOUND: Mapping[str, tuple[Sequence[str], Callable[[str, int, str], Naming]]] = {
    "dcg": (naming.SOUND, naming.of_sound),
    "dmb": (tuple(naming.SOUND_BATTLES), naming.of_sound_battles),
}
"""Game to its sound engines, and what puts one of them through the suite."""


def questions(wanted: argparse.Namespace) -> dict[str, Ask]:
    """Name to question: an engine that is put through the suite."""
    effort, seed, names = wanted.effort, wanted.seed, naming.single_faults()
    if wanted.sound:
        names_of_sound, of_sound = SOUND[wanted.game]
        return {
            f"{name}, seed {number}": partial(of_sound, name, number, effort)
            for name in names_of_sound
            for number in range(wanted.sound)
        }
    if wanted.pairs:
        drawn: Sequence[tuple[str, ...]] = naming.pairs(wanted.pairs, seed)
    else:
        size = min(wanted.sample or len(names), len(names))
        drawn = [(name,) for name in sorted(Random(seed).sample(names, size))]
    return {" + ".join(faults): partial(naming.of_faulty, faults, seed, effort) for faults in drawn}


def answers(asked: Mapping[str, Ask], kept: Answers[Naming], key: str, jobs: int) -> dict[str, Naming]:
    """The answers to all questions; those that are not kept are asked in so many processes."""
    known = {name: kept.get(f"{name}, {key}") for name in asked}
    done = {name: answer for name, answer in known.items() if answer is not None}
    with ProcessPoolExecutor(jobs) as pool:
        tasks = {pool.submit(ask): name for name, ask in asked.items() if name not in done}
        for number, task in enumerate(as_completed(tasks), 1):
            name = tasks[task]
            done[name] = kept.add(f"{name}, {key}", task.result())
            print(
                f"{number} of {len(tasks)}: {name}: {verdict(name, done[name])}", file=sys.stderr, flush=True
            )
    return {name: done[name] for name in asked}


def verdict(name: str, answer: Naming) -> str:
    """How well an engine was named, in a word or two."""
    if not answer.expected:
        return "accused" if answer.named else "error" if answer.errors else "right"
    rules, rightly = answer.rules, [naming.accepted(fault) for fault in name.split(" + ")]
    if not rules:
        return "breaks the engine" if answer.errors else "not found"
    if not all(set(accepted) & set(rules) for accepted in rightly):
        if len(rightly) > 1:
            return "one of two"
        return "right, as a candidate" if {*rightly[0]} & {*answer.candidates} else "another rule"
    return "right" if len(rightly) > 1 or rules[0] in rightly[0] else "right, not first"


def summary(done: Mapping[str, Naming]) -> list[str]:
    """The engines that are not as they should be, a line each, and how many are of each kind."""
    verdicts = {name: verdict(name, answer) for name, answer in done.items()}
    lines = [
        f"{kind}: {name} [{done[name].edition}] expected {', '.join(done[name].expected) or 'nothing'};"
        f" named {', '.join(done[name].named[:4]) or 'nothing'}"
        for name, kind in sorted(verdicts.items(), key=lambda each: (each[1], each[0]))
        if kind != "right"
    ]
    kinds = sorted(set(verdicts.values()))
    counts = ", ".join(f"{sum(each == kind for each in verdicts.values())} {kind}" for kind in kinds)
    findings = sum(len(answer.rules) for answer in done.values())
    seconds = sum(answer.seconds for answer in done.values())
    return [
        *lines,
        f"{len(done)} engines: {counts}; {findings} rules named in all; {seconds:.0f} s of processor time",
    ]


def main() -> None:
    """Ask, and print the summary."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--sample", type=int, default=0, metavar="N", help="so many faults, drawn by lot")
    what.add_argument("--pairs", type=int, default=0, metavar="N", help="so many pairs of faults")
    what.add_argument("--sound", type=int, default=0, metavar="N", help="sound engines, by so many seeds")
    parser.add_argument("--game", choices=[*SOUND], default="dcg", help="whose sound engines")
    parser.add_argument("--effort", choices=("little", "quick", "normal"), default="normal")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="what is done, kept from run to run")
    wanted = parser.parse_args()
    if wanted.game != "dcg" and not wanted.sound:
        parser.error("--game goes with --sound alone: faults of other games are put to their checks by tests")
    rooms = [ROOT / room for room in ("spec", "extract", "checker", "engine", "examples")]
    rests_on = folders_hash([*rooms, ROOT / "tests/rulehound_testing"]) if wanted.keep else ""
    kept = Answers(wanted.keep, rests_on, Naming, "measure_faulty_engines")
    done = answers(questions(wanted), kept, f"{wanted.effort}, {wanted.seed}", wanted.jobs)
    print("\n".join(summary(done)))
    if wanted.sound and any(answer.named or answer.errors for answer in done.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
