"""What a solver found is asked for once, and again where anything that it rests on may have changed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.model.prove import solver_cache as keeping
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.suite import vectors as vectors_of_games
from rulehound.spec.dcg import game, vectors

Answer = tuple[list[int], str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEHOUND_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


class Asked:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Answer:
        self.times += 1
        return [self.times], "found"


def test_the_same_question_is_solved_once() -> None:
    asked = Asked()
    answers = [
        keeping.cached_answer(Answer, ["dcg", {"b": 1, "a": 2}], vectors.small, asked) for _ in range(2)
    ]
    answers.append(keeping.cached_answer(Answer, ["dcg", {"a": 2, "b": 1}], vectors.small, asked))
    assert answers == [([1], "found")] * 3
    assert keeping.cached_answer(Answer, ["dcg", {"a": 2, "b": 2}], vectors.small, asked) == ([2], "found")


def test_a_change_of_the_source_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked()
    keeping.cached_answer(Answer, 1, vectors.small, asked)
    monkeypatch.setattr(keeping, "_version", lambda: "another")
    keeping.cached_answer(Answer, 1, vectors.small, asked)
    assert asked.times == 2


def test_a_damaged_file_is_solved_again(folder: Path) -> None:
    asked = Asked()
    keeping.cached_answer(Answer, 1, vectors.small, asked)
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:5])
    assert keeping.cached_answer(Answer, 1, vectors.small, asked) == ([2], "found")
    assert keeping.cached_answer(Answer, 1, vectors.small, asked) == ([2], "found")


OTHERS = {"another's": lambda: None, "of no file": len, "without a name": partial(vectors.small, {})}


@pytest.mark.parametrize("code", OTHERS.values(), ids=OTHERS)
def test_nothing_is_kept_of_a_game_whose_source_is_not_known(code: Callable[..., Any], folder: Path) -> None:
    asked = Asked()
    for _ in range(2):
        keeping.cached_answer(Answer, 1, code, asked)
    assert asked.times == 2
    assert not folder.exists()


def test_what_a_solver_found_does_not_hang_on_where_the_spec_lies(tmp_path: Path, folder: Path) -> None:
    """Its rules and scenarios do; boundary inputs rest on the model and on the facts alone."""
    elsewhere = replace(game, directory=tmp_path / "my-spec")
    with patch.object(vectors_of_games, "solved_vectors", Mock(return_value=([], ["left out"]))) as solved:
        for same in (game, elsewhere):
            assert vectors_of_games.vector_scenarios(same, {"memory.max": 10}) == ([], ["left out"])
        assert solved.call_count == 1
        assert vectors_of_games.vector_scenarios(elsewhere, {"memory.max": 12}) == ([], ["left out"])
        assert solved.call_count == 2


def pid(_: int) -> Answer:
    return [os.getpid()], "found"


def killed(_: int) -> Answer:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_question_is_put_to_a_process_that_was_asked_nothing(jobs: int) -> None:
    """A solver's answer may hang on what it was asked before."""
    with WorkerPool(jobs) as workers:
        asked = [keeping.solve_in_background(workers, Answer, one, vectors.small, pid, one) for one in (1, 2)]
        (first, _), (second, _) = (answer() for answer in asked)
        assert len({*first, *second, os.getpid()}) == 3
        again = keeping.solve_in_background(workers, Answer, 1, vectors.small, killed, 1)
        assert again() == (first, "found"), "kept, and no process is begun for it"
    assert keeping.cached_answer(Answer, 2, vectors.small, Asked()) == (second, "found")


def test_where_nothing_is_kept_a_question_is_still_put_to_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping, "cache_folder", lambda: None)
    with WorkerPool(1) as workers:
        answer = keeping.solve_in_background(workers, Answer, 1, vectors.small, pid, 1)
        assert answer() == answer(), "it is asked once"
        assert answer()[0] != [os.getpid()]
        assert keeping.solve_in_background(workers, Answer, 1, len, pid, 1)()[0] == [os.getpid()], (
            "its source is not known"
        )


def test_a_solver_that_is_ended_is_one_line() -> None:
    with WorkerPool(1) as workers:
        answer = keeping.solve_in_background(workers, Answer, 1, vectors.small, killed, 1)
        with pytest.raises(UserError, match=r"the solver was ended: .* by signal 9, 2 times; try again"):
            answer()


def test_a_folder_that_cannot_be_written_keeps_nothing(folder: Path) -> None:
    folder.write_text("a file", encoding="utf-8")
    asked = Asked()
    for _ in range(2):
        assert keeping.cached_answer(Answer, 1, vectors.small, asked)[1] == "found"
    assert asked.times == 2
