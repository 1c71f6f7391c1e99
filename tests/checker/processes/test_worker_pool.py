"""Tasks shared out to processes: their results, what breaks them, and that nothing is left running."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.engines import EngineStartError, open_engine
from rulehound.checker.errors import UserError
from rulehound.checker.processes.worker_pool import WorkerError, WorkerPool
from rulehound.checker.progress import Progress, silent
from rulehound.spec.game import Game, find_game
from rulehound_testing.folders import TESTS
from rulehound_testing.running_processes import running, wait_for
from rulehound_testing.toy import game as toy

SLEEPER = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
"""An engine, as it were, that does not end when it is asked to."""


def double(number: int) -> int:
    return 2 * number


def process(_: int) -> int:
    time.sleep(0.05)
    return os.getpid()


def refuse(what: str) -> None:
    raise EngineStartError(what, "mend it")


def divide(number: int) -> float:
    return 1 / number


def killed(folder: str, times: int) -> str:
    """Killed so often, and then not; each time leaves a file."""
    been = len(list(Path(folder).iterdir()))
    Path(folder, str(been)).touch()
    if been < times:
        os.kill(os.getpid(), signal.SIGKILL)
    return f"done after {been}"


def unspeakable() -> Any:
    return lambda: None


def sleep_with_an_engine(folder: str) -> None:
    """Start a process that leads a session of its own, as engines do, and wait for it."""
    child = subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=True)
    try:
        Path(folder, f"{os.getpid()}").write_text(str(child.pid))
        child.wait()
    finally:
        child.kill()
        child.wait()


def name_of(game: Game) -> tuple[str, Path]:
    return game.name, game.directory


def double_and_report(number: int, report: Progress) -> int:
    report("doubling", 1, 2)
    return 2 * number


def report_endlessly(folder: str, report: Progress) -> None:
    """Report more than a pipe holds, and then wait for ever."""
    for done in range(5000):
        report("waiting", done, 0)
    Path(folder, f"{os.getpid()}").write_text("reported")
    while True:
        time.sleep(0.01)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_are_those_of_the_tasks_in_whatever_order_they_are_asked_for(jobs: int) -> None:
    with WorkerPool(jobs) as workers:
        tasks = [workers.begin(double, number) for number in range(7)]
        assert [task.result() for task in reversed(tasks)] == [12, 10, 8, 6, 4, 2, 0]
        assert tasks[3].result() == 6


def test_no_more_processes_than_jobs_and_none_before_it_has_something_to_do() -> None:
    with WorkerPool(3) as workers:
        there = {task.result() for task in [workers.begin(process, number) for number in range(8)]}
    assert 1 <= len(there) <= 3
    assert os.getpid() not in there
    assert not any(map(running, there))
    with WorkerPool(1) as workers:
        assert workers.begin(process, 0).result() == os.getpid()


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_done_apart_has_a_process_of_its_own_that_ends_with_it(jobs: int) -> None:
    with WorkerPool(jobs) as workers:
        before = workers.begin(process, 0)
        apart = [workers.begin_apart(process, number) for number in (1, 2)]
        after = workers.begin(process, 3)
        alone, others = [task.result() for task in apart], {before.result(), after.result()}
        assert len({*alone, os.getpid()}) == 3
        assert others.isdisjoint(alone)
        assert not any(map(running, alone))


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_of_a_task_is_reported_in_this_process(jobs: int) -> None:
    progress: list[tuple[str, int, int]] = []
    with WorkerPool(jobs) as workers:
        task = workers.begin_apart(double_and_report, 21, report=lambda *step: progress.append(step))
        assert task.result() == 42
    assert progress == [("doubling", 1, 2)]


def test_a_task_apart_is_ended_with_the_pool_and_not_held_up_by_what_it_reports(tmp_path: Path) -> None:
    with WorkerPool(2) as workers:
        workers.begin_apart(report_endlessly, str(tmp_path), report=silent)
        assert wait_for(lambda: [file for file in tmp_path.iterdir() if file.read_text()] != [])
    (child,) = tmp_path.iterdir()
    assert not running(int(child.name))


def test_a_process_that_ends_with_nothing_to_do_is_replaced() -> None:
    with WorkerPool(2) as workers:
        for _ in range(3):
            idle = workers.begin(process, 0).result()
            os.kill(idle, signal.SIGKILL)
            assert wait_for(lambda idle=idle: not running(idle))
        assert workers.begin(double, 4).result() == 8


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_task_raises_is_raised_here(jobs: int) -> None:
    with WorkerPool(jobs) as workers:
        with pytest.raises(EngineStartError, match="it is gone; mend it") as caught:
            workers.begin(refuse, "it is gone").result()
        assert (caught.value.what, caught.value.remedy) == ("it is gone", "mend it")
        task = workers.begin(divide, 0)
        with pytest.raises(ZeroDivisionError) as error:
            task.result()
        if jobs == 2:
            assert "in divide" in error.value.__notes__[0]
        assert workers.begin(divide, 4).result() == 0.25


def test_a_task_whose_process_is_killed_is_begun_once_more(tmp_path: Path) -> None:
    once, always = tmp_path / "once", tmp_path / "always"
    once.mkdir()
    always.mkdir()
    with WorkerPool(2) as workers:
        tasks = workers.begin(killed, str(once), 1), workers.begin(killed, str(always), 9)
        rest = [workers.begin(double, number) for number in range(3)]
        assert tasks[0].result() == "done after 1"
        with pytest.raises(
            WorkerError, match="the process that worked on it was killed by signal 9, 2 times"
        ):
            tasks[1].result()
        assert [task.result() for task in rest] == [0, 2, 4]


def test_what_cannot_go_to_another_process_is_done_in_this_one_and_told() -> None:
    def here() -> int:
        return os.getpid()

    with WorkerPool(2) as workers:
        with pytest.warns(UserWarning, match="done in one process: .*here"):
            task = workers.begin(here)
        assert task.result() == os.getpid()
        with pytest.warns(UserWarning, match="done in one process: the game toy is not the one"):
            assert workers.begin(name_of, toy.game).result()[0] == "toy"


def test_a_result_that_cannot_come_back_is_an_error_and_the_process_goes_on() -> None:
    with WorkerPool(2) as workers:
        with pytest.raises((WorkerError, AttributeError, pickle.PicklingError)):
            workers.begin(unspeakable).result()
        assert workers.begin(double, 2).result() == 4


def test_an_installed_game_goes_by_its_name_with_its_folder(tmp_path: Path) -> None:
    game = replace(find_game("dcg"), directory=tmp_path)
    with WorkerPool(2) as workers:
        assert workers.begin(name_of, game).result() == ("dcg", tmp_path)
    with pytest.raises(TypeError, match="not the one that is installed"):
        pickle.dumps(replace(game, title="another"))


def test_an_error_of_the_user_pickles() -> None:
    error = pickle.loads(pickle.dumps(UserError("what; is; it", "do it")))
    assert (str(error), error.what, error.remedy) == ("what; is; it; do it", "what; is; it", "do it")
    with WorkerPool(2) as workers, pytest.raises(EngineStartError, match="does not exist"):
        workers.begin(open_engine, "no-such-program", "dcg").result()


CODE = f"""
import sys, time
sys.path.insert(0, {str(TESTS)!r})
from checker.processes.test_worker_pool import WorkerPool, sleep_with_an_engine
if __name__ == "__main__":
    with WorkerPool(2) as workers:
        tasks = [workers.begin(sleep_with_an_engine, sys.argv[1]) for _ in range(3)]
        tasks[0].result()
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["interrupt", "kill"])
def test_nothing_is_left_running_however_this_process_ends(tmp_path: Path, how: signal.Signals) -> None:
    """Neither a process of the pool nor what it has started, though that does not end by itself."""
    if signal.getsignal(how) is signal.SIG_IGN:
        pytest.skip("this run was started deaf to the keyboard, and so are its children")
    (tmp_path / "parent.py").write_text(CODE)
    found = tmp_path / "found"
    found.mkdir()
    parent = subprocess.Popen(
        [sys.executable, "-P", str(tmp_path / "parent.py"), str(found)],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert wait_for(lambda: len([file for file in found.iterdir() if file.read_text()]) == 2)
    there = [int(text) for file in found.iterdir() for text in (file.name, file.read_text())]
    assert all(map(running, there))
    if how is signal.SIGINT:
        os.killpg(parent.pid, how)  # as a terminal does: every process of the group gets it
    else:
        parent.kill()
    parent.wait()
    assert wait_for(lambda: not any(map(running, there)))
