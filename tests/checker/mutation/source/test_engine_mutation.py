"""`rulehound mutate --engine` from end to end, on a made-up engine of the heap game."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from rulehound.checker.engines.source.files import EngineCode
from rulehound.checker.engines.source.modules import read_source
from rulehound.checker.mutation.source.mutants import chosen_engine_mutants, source_mutants
from rulehound.checker.mutation.source.trial import FEW
from rulehound_testing.heap_world import HERE, World, world

EVERY_OUTCOME = {
    "heaps.refusing::1 2 is one more": ("caught", "scenario:heap/too-many"),
    "heaps.refusing::1 2 is one less": ("caught", "guard:add:add.few"),
    "heaps.refusing:why_not:1 always": ("caught", "guard:add:add.some"),
    "heaps.refusing:why_not:1 never": ("survived",),
    "heaps.refusing:why_not:1 < is <=": ("caught", "guard:add:add.some"),
    "heaps.refusing:why_not:1 1 is one more": ("caught", "guard:add:add.some"),
    "heaps.refusing:why_not:1 1 is one less": ("survived",),
    "heaps.refusing:why_not:3 always": ("caught", "guard:add:add.few"),
    "heaps.refusing:why_not:3 never": ("caught", "scenario:heap/too-many"),
    "heaps.refusing:why_not:3 > is >=": ("caught", "guard:add:add.few"),
    "heaps.refusing:why_not:5 always": ("caught", "guard:add:heap.full"),
    "heaps.refusing:why_not:5 never": ("caught", "guard:add:heap.full"),
    "heaps.refusing:why_not:5 > is >=": ("caught", "guard:add:heap.full"),
    "heaps.taking:grown:1 never": ("caught", "scenario:heap/turns"),
    "heaps.taking:grown:2 always": ("caught", "scenario:heap/turns"),
    "heaps.taking:grown:2 never": ("timed out",),
    "heaps.taking:grown:2 == is !=": ("caught", "scenario:heap/turns"),
    "heaps.taking:grown:2 0 is one more": ("caught", "scenario:heap/turns"),
    "heaps.taking:grown:2 0 is one less": ("caught", "scenario:heap/turns"),
    "heaps.taking:next_turn:1 always": ("caught", "scenario:heap/turns"),
    "heaps.taking:next_turn:1 never": ("survived",),
    "heaps.taking:next_turn:1 > is >=": ("caught", "games of plain cards"),
    "heaps.taking:next_turn:1 1 is one more": ("survived",),
    "heaps.taking:next_turn:1 1 is one less": ("caught", "games of plain cards"),
    "heaps.taking:next_turn:2 3 is one more": ("survived",),
    "heaps.taking:next_turn:2 3 is one less": ("survived",),
    "heaps.taking:next_turn:3 returns one more": ("caught", "scenario:heap/turns"),
    "heaps.taking:next_turn:3 returns one less": ("caught", "scenario:heap/turns"),
    "heaps.taking:next_turn:3 - is +": ("caught", "games of plain cards"),
    "heaps.taking:next_turn:3 1 is one more": ("caught", "scenario:heap/turns"),
    "heaps.taking:next_turn:3 1 is one less": ("caught", "scenario:heap/turns"),
}
"""Every mutant of the engine, and what becomes of it: nobody tries an amount of 0, no turn is above 1; a heap
that does not stop growing hangs, and a turn that is passed to nobody ends the process."""

PART = ("--cited", "--module", "heaps.refusing", "--jobs", "1")
"""The mutants of one module, none of which hangs."""


@pytest.fixture
def heaps(tmp_path: Path) -> World:
    return world(tmp_path)


def test_what_becomes_of_every_mutant_however_many_try_them(heaps: World, tmp_path: Path) -> None:
    kept = ("--keep", str(tmp_path / "kept"))
    tried = heaps.tried("--cited", "--jobs", "2", *kept)
    assert {each.mutant: (each.outcome, *each.by) for each in tried.mutants} == EVERY_OUTCOME
    shown = {each.mutant: each.shown for each in tried.mutants}
    assert shown["heaps.taking:grown:2 never"] == "line 9: amount == 0 -> False; in scenario:heap/turns"
    assert shown["heaps.taking:next_turn:1 always"] == "line 16: turn > 1 -> True; its process ends"
    assert shown["heaps.taking:grown:1 never"] == "line 8: True -> False; it breaks"
    assert heaps.tried("--cited", "--jobs", "1", *kept) == tried
    printed = heaps.run("--cited", "--jobs", "1", *kept)
    assert "24 of 31 caught, a score of 0.774; 6 survived, 1 timed out" in printed
    row = next(line.split() for line in printed.splitlines() if line.startswith("add.turns"))
    assert row == ["add.turns", "18", "13", "10", "1", "4", "0"]


def test_every_statement_is_tried_by_the_questions_that_run_it(heaps: World, tmp_path: Path) -> None:
    """Questions that do not run a line are not put, and that changes no outcome."""
    kept = ("--keep", str(tmp_path / "kept"))
    tried = heaps.tried("--jobs", "2", *kept).mutants
    assert {each.mutant: (each.outcome, *each.by) for each in tried if each.rules} == EVERY_OUTCOME
    others = {each.mutant: each for each in tried if not each.rules}
    assert len(others) > FEW - len(EVERY_OUTCOME)
    assert {each.near for each in others.values()} <= {
        ("add.some",),
        ("add.few",),
        ("heap.full",),
        ("add.turns",),
    }
    grown = others["heaps.taking:grown:statement 2 1 is one more"]
    assert (grown.outcome, grown.by, grown.near) == ("caught", ("scenario:heap/turns",), ("add.turns",))
    survived = [each.mutant for each in others.values() if each.outcome == "survived"]
    printed = heaps.run("--jobs", "2", *kept)
    assert all(f"  {name} (near " in printed for name in survived)


def test_all_checks_that_catch_are_named_where_that_is_asked_for(heaps: World) -> None:
    arguments = (*PART, "--rule", "add.few")
    first = heaps.tried(*arguments, status=0).mutants[0]
    every = heaps.tried(*arguments, "--all-checks", status=0).mutants[0]
    assert (first.mutant, first.by) == ("heaps.refusing::1 2 is one more", ("scenario:heap/too-many",))
    assert (every.mutant, set(every.by)) == (first.mutant, {"scenario:heap/too-many", "guard:add:add.few"})


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    source = read_source(EngineCode(HERE / "heaps"), "heaps")
    every = source_mutants(source, ["add.some", "add.few", "add.turns"])

    def names(seed: int) -> list[str]:
        return [mutant.name for mutant in chosen_engine_mutants(every, sample=4, seed=seed)]

    assert names(1) == names(1)
    assert len({tuple(names(seed)) for seed in range(9)}) > 1
    assert {len(names(seed)) for seed in range(9)} == {4}


def test_what_fails_without_the_fault_too_has_caught_nothing(heaps: World) -> None:
    scenario = heaps.root / "spec/scenarios/heap/too-many.toml"
    scenario.write_text(scenario.read_text().replace("amount = 3", "amount = 2"))
    tried = heaps.tried(*PART, "--rule", "add.few", status=0)
    assert {check for mutant in tried.mutants for check in mutant.by} == {"guard:add:add.few"}


def test_what_cannot_start_shows_nothing(heaps: World) -> None:
    adapter = heaps.engine / "adapter.py"
    adapter.write_text(adapter.read_text().replace("FULL = 7\n", "FULL = {7: 7}[7]  # rule: heap.full\n"))
    printed = heaps.run("--cited", "--module", "heaps.adapter", "--jobs", "1", status=0)
    assert "2 of 2 caught, a score of 1.000; " in printed
    assert "0 equivalent, 4 does not start" in printed


def test_a_mutant_that_cannot_matter_is_listed_with_a_reason(heaps: World) -> None:
    one, other = [
        mutant for mutant in heaps.tried(*PART, "--rule", "add.some").mutants if mutant.outcome == "survived"
    ]
    listed = heaps.root / "spec/equivalent_mutants.toml"

    def entry(content: str) -> str:
        said = {"engine": "heaps", "mutant": one.mutant, "content": content, "reason": "Nobody asks for 0."}
        return "[[mutant]]\n" + "".join(f'{key} = "{value}"\n' for key, value in said.items())

    listed.write_text(entry(one.content))
    outcomes = {m.mutant: (m.outcome, m.shown) for m in heaps.tried(*PART, "--rule", "add.some").mutants}
    assert outcomes[one.mutant] == ("equivalent", f"{one.shown}; Nobody asks for 0.")
    assert outcomes[other.mutant][0] == "survived"
    listed.write_text(entry("0123456789abcdef"))
    outcomes = {m.mutant: (m.outcome, m.shown) for m in heaps.tried(*PART, "--rule", "add.some").mutants}
    assert outcomes[one.mutant][0] == "survived"
    listed.write_text("[[mutant]]\nengine = 1\n")
    assert "equivalent_mutants.toml:2: " in heaps.run(*PART, status=2)


def test_only_what_has_changed_is_tried_again(heaps: World, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    arguments = (*PART, "--rule", "add.few", "--keep", str(kept))
    before = heaps.tried(*arguments, status=0)
    assert len(kept.read_text().splitlines()) == 5
    heaps.scenario(count=4)
    assert heaps.tried(*arguments, status=0) == before
    assert len(kept.read_text().splitlines()) == 5
    scenario = heaps.root / "spec/scenarios/heap/too-many.toml"
    scenario.write_text(scenario.read_text().replace("count = 0", "count = 1"))
    assert heaps.tried(*arguments, status=0) == before
    assert len(kept.read_text().splitlines()) == 7
    refusing = heaps.engine / "refusing.py"
    refusing.write_text(refusing.read_text().replace("amount > MOST", "MOST < amount"))
    heaps.tried(*arguments, status=0)
    assert len(kept.read_text().splitlines()) == 10


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_a_run_that_was_killed_goes_on_and_leaves_nothing_running(heaps: World, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    arguments = ("--module", "heaps.refusing", "--jobs", "2", "--keep", str(kept))
    run = subprocess.Popen(
        heaps.command(*arguments), env=heaps.environment(), start_new_session=True, stdout=subprocess.DEVNULL
    )
    while not (kept.exists() and len(kept.read_text().splitlines()) >= 3):
        assert run.poll() is None
        time.sleep(0.05)
    run.send_signal(signal.SIGKILL)
    run.wait()
    for _ in range(200):
        if not _session(run.pid):
            break
        time.sleep(0.1)
    assert not _session(run.pid)
    known = kept.read_bytes()
    whole = heaps.tried(*arguments)
    assert Counter(mutant.outcome for mutant in whole.mutants) == {"caught": 11, "survived": 2}
    assert kept.read_bytes().startswith(known[: known.rfind(b"\n") + 1])
    assert len(kept.read_text().splitlines()) == 13


def _session(leader: int) -> list[str]:
    """The processes of a session that run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session, *_ = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found.append(stat.parent.name)
    return found


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--engine", "shells"], "there is no source of an installed engine 'shells'"),
        (["--rule", "no.rule"], "there is no such mutant; name a rule"),
        (["--module", "heaps.none"], "there is no such mutant; name a rule"),
        (["--sample", "0"], "--sample"),
        (["--keep", "."], "cannot be read"),
        (["--action", "add"], "--action, --guards and --configuration are for mutants of the model"),
    ],
)
def test_bad_input_is_one_line(heaps: World, arguments: list[str], line: str) -> None:
    printed = heaps.run(*arguments, status=2)
    assert line in printed
    assert "Traceback" not in printed


def test_a_game_that_imports_its_engine_is_told(heaps: World) -> None:
    game = heaps.root / "heap_game.py"
    game.write_text(f"import heaps.adapter\n{game.read_text()}")
    printed = heaps.run(*PART, status=2)
    assert "the code of engine 'heaps' is in use already (heaps" in printed
