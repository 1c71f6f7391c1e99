"""Functions in processes of their own: what they return and raise arrives, what they break stays there."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import pytest

from rulehound.extract import DocumentError
from rulehound.extract.processes import launcher
from rulehound.extract.processes.child_pool import ChildPool, Outcome
from rulehound.extract.processes.isolation import Child, ChildFailed, Limits, Replies, in_child
from rulehound_testing import child_tasks

SMALL = Limits(memory=512 << 20, page_seconds=0.5, document_seconds=60)


def test_the_result_comes_back_from_another_process() -> None:
    assert in_child(child_tasks.double, 21) == 42
    _, process = in_child(child_tasks.where)
    assert process != os.getpid()


def test_what_it_raises_is_raised_here() -> None:
    with pytest.raises(DocumentError, match=r"^a\.pdf: it smells; air it$"):
        in_child(child_tasks.refuse, "a.pdf")


@pytest.mark.parametrize(
    ("function", "kind", "reason"),
    [
        (child_tasks.hang, "time", "took longer than 0.3 s"),
        (child_tasks.devour, "memory", "needed more than 512 MB of memory"),
        (child_tasks.crash, "crash", "made the process crash that read it (SIGSEGV)"),
        (child_tasks.leave, "crash", "made the process crash that read it (exit status 3)"),
    ],
)
def test_what_it_breaks_is_said(function: "partial[None]", kind: str, reason: str) -> None:
    seconds = 0.3 if kind == "time" else 60
    with pytest.raises(ChildFailed) as caught:
        in_child(function, limits=Limits(memory=512 << 20, document_seconds=seconds))
    assert (caught.value.kind, str(caught.value)) == (kind, reason)


def test_a_result_that_cannot_be_sent_is_an_error_and_no_hang() -> None:
    with pytest.raises(Exception, match=r"pickle|local object"):
        in_child(child_tasks.unpicklable, limits=SMALL)


def test_what_it_prints_reaches_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    sys.stdout.flush()  # what a test before has left
    capfd.readouterr()
    assert in_child(child_tasks.chatter) == ""
    assert capfd.readouterr() == ("", "")


def test_it_works_where_this_process_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_child(child_tasks.double, 1)  # so that the launcher was started elsewhere
    monkeypatch.chdir(tmp_path)
    assert in_child(child_tasks.where)[0] == os.getcwd()


def test_a_launcher_that_was_killed_is_replaced() -> None:
    in_child(child_tasks.double, 1)
    dead = launcher._current[0]
    dead._process.kill()
    dead._process.wait()
    assert in_child(child_tasks.double, 4) == 8
    assert launcher._current[0] is not dead


def test_an_interrupted_launcher_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    in_child(child_tasks.double, 1)
    first = launcher._current[0]
    with monkeypatch.context() as patch:
        patch.setattr(launcher.socket, "MSG_WAITALL", "interrupt")
        with pytest.raises(TypeError):
            first.start()
    assert in_child(child_tasks.double, 4) == 8
    assert launcher._current[0] is not first


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_process_is_left_behind() -> None:
    replies: Replies = SimpleQueue()
    child = Child("rulehound_testing.child_tasks:counting", 5, limits=SMALL, replies=replies)
    assert child.wait(60) == 5
    assert child.close() == -signal.SIGKILL
    assert child.close() == -signal.SIGKILL
    assert not is_there(child._number)


def test_children_end_with_a_parent_that_is_killed() -> None:
    program = (
        "import time; from queue import SimpleQueue; from rulehound.extract.processes.isolation import *;"
        "child = Child('time:sleep', 600, limits=DEFAULT, replies=SimpleQueue(), once=True);"
        "print(child._number, flush=True); time.sleep(600)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    number = int(parent.stdout.readline())
    assert is_there(number)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    while is_there(number):  # for ever, if it stays
        time.sleep(0.05)


def test_several_threads_may_use_it() -> None:
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda n=n: found.append(in_child(child_tasks.double, n))) for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(0, 16, 2))


def shared_out(target: str, tasks: Iterable[int], workers: int, limits: Limits = SMALL) -> list[Outcome]:
    replies: Replies = SimpleQueue()
    start = partial(Child, f"rulehound_testing.child_tasks:{target}", 0, limits=limits, replies=replies)
    first = start()
    assert first.wait(60) == 0
    return list(ChildPool(start, replies, limits).outcomes(first, tasks, workers))


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_task_is_done_once(workers: int) -> None:
    outcomes = shared_out("counting", range(1, 40), workers)
    assert sorted(task for task, _ in outcomes) == list(range(1, 40))
    assert not any(isinstance(result, ChildFailed) for _, result in outcomes)


def test_no_tasks() -> None:
    assert shared_out("counting", [], 3) == []


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(
    ("bad", "kind", "reason"),
    [
        (-1, "crash", "made the process crash that read it (SIGSEGV)"),
        (-2, "time", "took longer than 0.5 s"),
        (-3, "memory", "needed more than 512 MB of memory"),
        (-4, "crash", "made its reader fail (KeyError)"),
    ],
)
def test_a_task_that_goes_wrong_does_not_take_others_along(
    workers: int, bad: int, kind: str, reason: str
) -> None:
    outcomes = dict(shared_out("counting", [1, 2, bad, 3, 4, 5], workers))
    failure = outcomes.pop(bad)
    assert isinstance(failure, ChildFailed)
    assert (failure.kind, str(failure)) == (kind, reason)
    assert sorted(outcomes) == [1, 2, 3, 4, 5]
    assert not any(isinstance(result, ChildFailed) for result in outcomes.values())


def test_what_only_fails_for_what_came_before_is_done_anew() -> None:
    assert sorted(shared_out("worn", [1, 2, 3], 1)) == [(1, -1), (2, -2), (3, -3)]


def test_a_document_that_takes_too_long_is_given_up() -> None:
    limits = Limits(memory=512 << 20, page_seconds=60, document_seconds=0.5)
    outcomes = shared_out("counting", [1, -2, 3, 4], 1, limits)
    assert [task for task, _ in outcomes] == [1, -2, 3, 4]
    assert [str(result) for _, result in outcomes[1:]] == ["the document took longer than 0.5 s"] * 3
