"""Answers kept in a file: known again, cut off, of something else, and shared by several processes."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.checker.errors import Terminated, UserError
from rulehound.checker.processes.kept_answers import Answers, program_hash


class Size(StrEnum):
    """Of a thing."""

    SMALL = "small"
    LARGE = "large"


@dataclass(frozen=True)
class Thing:
    """An answer of several types."""

    size: Size
    names: tuple[str, ...]
    within: frozenset[str] = frozenset()


THING = Thing(Size.SMALL, ("a", "é\n"), frozenset({"x", "y"}))


def things(path: Path | None, of: str = "this") -> Answers[Thing]:
    return Answers(path, of, Thing, "the test")


def test_an_answer_is_known_again_and_asked_for_once(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    assert things(file).answer("one", lambda: THING) == THING
    again = things(file)
    assert (again.get("one"), again.get("two")) == (THING, None)
    assert again.answer("one", lambda: pytest.fail("asked again")) == THING


def test_without_a_file_answers_are_known_for_this_run_alone(tmp_path: Path) -> None:
    answers = things(None)
    answers.add("one", THING)
    assert answers.answer("one", lambda: pytest.fail("asked again")) == THING
    assert not list(tmp_path.iterdir())


def test_what_rests_on_something_else_stays_in_the_file_and_is_not_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    things(file, "that").add("one", THING)
    Answers(file, "a number", int, "the test").add("one", 3)  # of another type altogether
    answers = things(file)
    assert answers.get("one") is None
    answers.add("one", THING)
    assert things(file, "that").get("one") == things(file).get("one") == THING
    assert len(file.read_bytes().splitlines()) == 3


@given(cut=st.integers(0, 400))
def test_a_file_that_was_cut_off_anywhere_holds_the_whole_lines_before(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    file = tmp_path_factory.mktemp("cut") / "kept.jsonl"
    for number in range(4):
        things(file).add(str(number), THING)
    whole = file.read_bytes()
    file.write_bytes(whole[:cut])
    left = whole[:cut].count(b"\n")
    answers = things(file)
    assert [answers.get(str(number)) for number in range(4)] == [THING] * left + [None] * (4 - left)
    for number in range(4):
        answers.answer(str(number), lambda: THING)
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    "line",
    [
        "no JSON",
        "3",
        "{}",
        "",
        '{"of": "this", "asked": "one", "answer": 3}',
        '{"of": "this", "asked": "one", "answer": {"size": "vast", "names": []}}',
        '{"of": "other", "asked": "one", "answer": {}, "more": 1}',
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, line: str) -> None:
    file = tmp_path / "kept.jsonl"
    things(file).add("one", THING)
    before = file.read_bytes() + line.encode() + b"\n"
    file.write_bytes(before)
    with pytest.raises(UserError, match=r"kept\.jsonl:2: is not what the test keeps; give another file"):
        things(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("end", ["a note of mine", '{"some": "JSON"}', '{"of": "'])
def test_an_end_that_is_no_beginning_of_a_line_is_refused_and_left_alone(tmp_path: Path, end: str) -> None:
    file = tmp_path / "mine"
    file.write_text(end)
    with pytest.raises(UserError, match="mine:1: is not what the test keeps; give another file"):
        things(file)
    assert file.read_text() == end


def test_a_file_that_cannot_be_had_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot be read .Is a directory.; give another file"):
        things(tmp_path)
    with pytest.raises(UserError, match=r"cannot be written .No such file or directory.; give another file"):
        things(tmp_path / "none" / "kept.jsonl").add("one", THING)


def _add_many(file: Path, writer: int) -> None:
    answers = things(file)
    for number in range(50):
        answers.add(f"{writer}/{number}", Thing(Size.LARGE, ("name" * 5_000,)))


def test_several_processes_share_a_file(tmp_path: Path) -> None:
    """Lines that are longer than what a system writes in one piece do not get into each other."""
    file = tmp_path / "kept.jsonl"
    writers = [
        multiprocessing.get_context("fork").Process(target=_add_many, args=(file, n)) for n in range(3)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    answers = things(file)
    assert all(answers.get(f"{writer}/{number}") for writer in range(3) for number in range(50))


def test_the_hash_of_the_program_is_that_of_its_files_and_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    known = program_hash()
    program_hash.cache_clear()
    assert program_hash() == known
    program_hash.cache_clear()
    monkeypatch.setattr("rulehound.checker.processes.kept_answers.version", lambda name: "0")
    assert program_hash() != known
    program_hash.cache_clear()


@pytest.mark.parametrize("ended", [KeyboardInterrupt, Terminated])
def test_a_run_that_a_signal_ends_says_what_is_kept(
    ended: type[BaseException], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.jsonl"
    things(file).add("one", THING)
    with pytest.raises(ended), things(file):
        _raise(ended())
    assert f"the test was interrupted; parts kept in {file}: 1; " in capsys.readouterr().err


def test_a_run_without_a_file_or_with_an_end_of_its_own_says_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt), things(None):
        _raise(KeyboardInterrupt())
    with things(tmp_path / "kept.jsonl") as answers:
        answers.add("one", THING)
    with pytest.raises(UserError), things(tmp_path / "kept.jsonl"):
        _raise(UserError("something", "do something"))
    assert capsys.readouterr().err == ""


def _raise(error: BaseException) -> None:
    raise error
