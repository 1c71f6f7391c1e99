"""Plant small faults into the checker's own judging, and see that something notices each.

    python tools/mutate_judging.py --sample 3 --seed 7    so many, drawn by lot
    python tools/mutate_judging.py --keep FILE            all, going on where a run was ended
    python tools/mutate_judging.py --sample 100 --record  a sample, put on record for the tests

The code is that of the rooms that judge what an engine shows, and that run scenarios. Each mutant has a
process of its own, which is asked what the sound checker answers rightly: scenarios that the reference engine
passes, faults on record that their checks catch, games of sound and of faulty engines, and last the tests of
the module. A mutant is caught where an answer is another one, or none comes. Exit status 1 where the share of
those is below `--floor`.
"""

from __future__ import annotations

import argparse
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.engines.source.files import EngineCode
from rulehound.checker.engines.source.modules import Module, read_source
from rulehound.checker.mutation.mutants import drawn
from rulehound.checker.mutation.source.changed_module import ModuleText, plant
from rulehound.checker.mutation.source.mutants import SourceMutant, mutants_of_modules
from rulehound.checker.processes.kept_answers import Answers, program_hash

ROOT = Path(__file__).resolve().parent.parent
CHECKER = ROOT / "checker/rulehound/checker"
JUDGING = ("judging", "suite/scenarios")
"""The rooms of the checker into which faults are planted."""

SCENARIOS = 150
"""How many entries of the record are asked, of those that scenarios caught."""

PLAYED = ("cost-ignored", "memory-not-carried", "equal-dp-one-survives", "attack-same-turn", "draw-2")
"""Faulty engines that few games show; each is played, as the sound one is."""

SECONDS = 120
"""Of processor time; what has not answered then hangs."""

PATIENCE = 20
"""How many times as long a mutant may take by the clock, on a machine that has other work."""

SURVIVED = "survived"
HUNG = "caught: it hangs"

RECORD = ROOT / "tests/judging_mutants.json"
"""The sample that was last put on record; every run of the tests tries some of it again."""


class Recorded(msgspec.Struct, frozen=True):
    """A mutant that was caught."""

    name: str
    content: str
    """Hash of its function without the change: after an edit there it is no longer the same mutant."""


class Record(msgspec.Struct, frozen=True):
    """A sample of mutants that was tried, by `--record`."""

    sample: int
    seed: int
    survived: list[str]
    """The names of those that nothing noticed."""
    hung: list[str]
    """The names of those that did not answer, which a test would wait for in vain."""
    caught: list[Recorded]


def judging_modules() -> list[Module]:
    """The modules into which faults are planted."""
    return [
        module
        for room in JUDGING
        for module in read_source(
            EngineCode(CHECKER / room), f"rulehound.checker.{room.replace('/', '.')}"
        ).modules
    ]


def outcome_of(mutant: SourceMutant) -> str:
    """What notices a mutant, in words; `SURVIVED` where nothing does."""
    text = msgspec.json.encode([mutant.changed.name, str(mutant.changed.file), mutant.changed.text])
    command = [sys.executable, str(Path(__file__).resolve()), "--answer"]
    try:
        ended = subprocess.run(
            command, input=text, capture_output=True, timeout=PATIENCE * SECONDS, check=False, cwd=ROOT
        )
    except subprocess.TimeoutExpired:
        return HUNG
    if ended.returncode == -signal.SIGXCPU:
        return HUNG
    last = ended.stdout.decode().strip().splitlines()[-1:] or ["no answer"]
    return SURVIVED if last == ["as ever"] else f"caught: {last[0]}"


def read_record() -> Record:
    """The sample that is on record."""
    return msgspec.json.decode(RECORD.read_bytes(), type=Record)


def record(mutants: Sequence[SourceMutant], results: Mapping[str, str], seed: int) -> Record:
    """What became of a sample, to be put on record."""
    survived, hung = (
        [one.name for one in mutants if results[one.name] == outcome] for outcome in (SURVIVED, HUNG)
    )
    others = [one for one in mutants if results[one.name] not in (SURVIVED, HUNG)]
    return Record(len(mutants), seed, survived, hung, [Recorded(one.name, one.content) for one in others])


def answer() -> str:
    """The first answer that is another than that of the sound checker, in words; 'as ever' where none is."""
    sys.path.insert(0, str(ROOT / "tests"))
    from rulehound.checker.evidence.seen_to_fail import read_seen_to_fail
    from rulehound.checker.records import Verdict
    from rulehound.checker.suite.catalogue import scenario_check
    from rulehound.engine.adapter import create
    from rulehound_testing.faults import asking_again, catching

    record = read_seen_to_fail(catching.rulebook().game.directory)
    entries = [one for one in asking_again.entries_of(record) if one.check.startswith("scenario:")]
    asked = entries[:: max(1, len(entries) // SCENARIOS)]
    checks = {one.check for one in asked}
    for edition, scenarios in catching.scenarios_by_edition().items():
        chosen = [scenario for scenario in scenarios if scenario_check(scenario) in checks]
        for one in catching.run(create, chosen, edition):
            if one.verdict is not Verdict.PASS:
                return f"{one.check} is {one.verdict.value} on the reference engine"
    for line in asking_again.not_caught(asked):
        return line
    sound = asking_again.failed_of_sound()
    if sound:
        return f"{min(sound)} fails on the reference engine"
    for fault in PLAYED:
        if not asking_again.failed_in_few_games(fault):
            return f"nothing catches {fault} in few games"
    return "as ever"


def answer_of_tests(file: Path) -> str:
    """Whether the tests of a module of the checker fail, in words; 'as ever' where they do not."""
    within = file.relative_to(CHECKER)
    tests = ROOT / "tests/checker" / within.parent / f"test_{within.name}"
    if not tests.exists():
        return "as ever"
    ended = pytest.main(["-q", "-x", "-p", "no:cacheprovider", str(tests)])
    return "as ever" if ended == pytest.ExitCode.OK else f"{tests.relative_to(ROOT)} fails"


def outcomes(mutants: Sequence[SourceMutant], keep: Path | None) -> dict[str, str]:
    """The outcome of each mutant by its name."""
    kept = Answers(keep, program_hash() if keep else "", str, "mutate_judging")
    results = {}
    with kept:
        for mutant in mutants:
            results[mutant.name] = kept.answer(mutant.name, lambda mutant=mutant: outcome_of(mutant))  # type: ignore[misc]
            print(f"{mutant.name} ({mutant.shown}): {results[mutant.name]}", flush=True)
    return results


def main() -> None:
    """Try mutants; print a line each, and the score."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, metavar="N", help="how many, drawn by lot; all without it")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which ones")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="what is done, kept from run to run")
    parser.add_argument("--record", action="store_true", help=f"put the sample on record in {RECORD.name}")
    parser.add_argument("--floor", type=float, default=0.0, metavar="SHARE", help="the least that are caught")
    parser.add_argument("--answer", action="store_true", help="a mutant's process: the mutant comes as input")
    given = parser.parse_args()
    if given.answer:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        name, file, text = msgspec.json.decode(sys.stdin.buffer.read(), type=tuple[str, str, str])
        plant(ModuleText(name, Path(file), text))
        said = answer()
        print(answer_of_tests(Path(file)) if said == "as ever" else said)
        return
    mutants = drawn(mutants_of_modules(judging_modules()), given.sample, given.seed)
    results = outcomes(mutants, given.keep)
    if given.record:
        written = msgspec.json.encode(record(mutants, results, given.seed))
        RECORD.write_bytes(msgspec.json.format(written) + b"\n")
    caught = sum(outcome != SURVIVED for outcome in results.values())
    print(f"{caught} of {len(results)} caught")
    sys.exit(1 if caught < given.floor * len(results) else 0)


if __name__ == "__main__":
    main()
