"""The suite in several processes: the same comes of it, and this one does not work while others could."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

import msgspec
import pytest

from rulehound.checker.efforts import EFFORTS, Bounds, Scope
from rulehound.checker.engines import open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.pipeline import engine_run
from rulehound.checker.pipeline.engine_run import RunSettings, run_engine
from rulehound.checker.processes.worker_pool import Task, WorkerPool
from rulehound.checker.progress import silent
from rulehound.checker.rulebook.reading import Rulebook, read_rulebook
from rulehound.checker.suite.exploration import EXPLORED
from rulehound.spec.dcg import game

SMALL = replace(
    EFFORTS["quick"],
    play=Scope(games=2, steps=15, examples=1, example_steps=5, runs=5, search_steps=0),
    with_effects=Scope(games=1, steps=15, examples=0, runs=5, search_steps=0, guided=True),
    exploration=Bounds(states=10, starts=2),
)


@cache
def book() -> Rulebook:
    """With a few scenarios alone: what is run of them is the same however many there are."""
    whole = read_rulebook(game, None, None)
    few = [one for one in whole.store.scenarios if one.id.startswith("rules/attack-")]
    return replace(whole, store=msgspec.structs.replace(whole.store, scenarios=few))


def run(jobs: int) -> bytes:
    settings = RunSettings(effort="quick", jobs=jobs)
    opener = partial(open_engine, "reference", "dcg")
    target = target_of(book().bound, "reference", opener)
    return msgspec.json.encode(run_engine(book(), target, settings, silent, asked="manual-2.3"))


def test_the_same_comes_of_it_and_play_and_exploration_are_done_by_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_run, "EFFORTS", {"quick": SMALL})
    begun: list[str] = []
    begin = WorkerPool.begin

    def watched(workers: WorkerPool, function: Callable[..., object], *arguments: object) -> Task[object]:
        begun.append(function.__name__)
        task = begin(workers, function, *arguments)
        assert (task.sent is None) == (workers is alone)
        return task

    alone = WorkerPool(1)
    monkeypatch.setattr(engine_run, "WorkerPool", lambda jobs: alone if jobs == 1 else WorkerPool(jobs))
    monkeypatch.setattr(WorkerPool, "begin", watched)
    one, by_one = run(1), list(begun)
    begun.clear()
    two = run(2)
    assert one == two
    assert sorted(begun) == sorted(by_one)
    assert begun[:2] == ["_explored", "_play"], "both are under way before anything else is done"
    assert EXPLORED.encode() in one
