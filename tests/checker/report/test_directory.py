"""Putting a report in its place: what is refused, and what a run that is killed leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rulehound.checker.report import directory
from rulehound.checker.report.directory import OutputError, require_output, write_report
from rulehound_testing.folders import TESTS
from rulehound_testing.made_up_run import one_of_each, png

RULES = ("add.one", "add.order", "total.floor", "total.limit", "total.lonely", "total.shown")

KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from rulehound_testing.made_up_run import one_of_each, png
from rulehound.checker.report import directory

def die_at(name):
    real = getattr(directory, name)
    def dying(*arguments):
        if {after}:
            real(*arguments)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(directory, name, dying)

die_at({name!r})
directory.write_report(Path({out!r}), one_of_each(), {{"1-1": png()}})
"""


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its name in it."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def refusal(out: Path) -> str:
    """Why a report may not be written there, one line."""
    with pytest.raises(OutputError) as caught:
        require_output(out)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_report_replaces_the_one_before_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "report"
    write_report(out, one_of_each(), {})
    (out / "traces" / "old.rule.json").write_text("{}")
    write_report(out, one_of_each(), {"1-1": png()})
    assert sorted(contents(out)) == [
        *("conditions.html", "findings/total.limit.html", "index.html", "junit.xml", "look/report.css"),
        *("look/report.js", "look/walk.js", "pictures/1-1.png", "report.json", "report.schema.json"),
        "rules.html",
        *(f"rules/{name}.html" for name in RULES),
        "traces/total.limit.json",
    ]
    assert os.listdir(tmp_path) == ["report"]


def test_an_empty_or_missing_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for out in (tmp_path / "empty", tmp_path / "not" / "there" / "yet"):
        write_report(out, one_of_each(), {})
        assert (out / "report.json").is_file()


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ({"notes.txt": "mine"}, "holds notes.txt, which is no part of a report"),
        (
            {"report.json": '{"format": "rulehound-report-2"}', "src/main.py": "x"},
            "holds src, which is no part",
        ),
        (
            {"report.json": '{"format": "rulehound-report-2"}', "traces/x.py": "x"},
            "holds traces/x.py, which is no",
        ),
        ({"report.json": "{}"}, "is not empty and holds no report of ours"),
        ({"report.json": "[]"}, "is not empty and holds no report of ours"),
        ({"report.json": "not json"}, "is not empty and holds no report of ours"),
        ({"index.html": "a page of somebody else's"}, "is not empty and holds no report of ours"),
    ],
)
def test_a_folder_of_somebody_else_is_refused_and_left_alone(
    tmp_path: Path, files: dict[str, str], what: str
) -> None:
    out = tmp_path / "out"
    for name, text in files.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text)
    before = contents(out)
    assert refusal(out).startswith(f"{out}: {what}")
    with pytest.raises(OutputError):
        write_report(out, one_of_each(), {})
    assert contents(out) == before


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    assert refusal(tmp_path / "out").startswith(f"{tmp_path / 'out'}: is a file")
    assert "cannot be made in" in refusal(tmp_path / "out" / "deeper")


@pytest.mark.parametrize("exchange", [True, False], ids=["exchange", "renames"])
def test_both_ways_of_putting_it_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exchange: bool
) -> None:
    if not exchange:
        monkeypatch.setattr(directory, "_exchange", lambda *_: False)
    out = tmp_path / "report"
    write_report(out, one_of_each(), {})
    without = (out / "findings/total.limit.html").read_bytes()
    write_report(out, one_of_each(), {"1-1": png()})
    assert (out / "findings/total.limit.html").read_bytes() != without
    assert os.listdir(tmp_path) == ["report"]


@pytest.mark.parametrize(
    ("name", "after", "new"),
    [
        ("site", True, False),
        ("run_junit", False, False),
        ("report_json", True, False),
        ("_put_in_place", False, False),
        ("_exchange", False, False),
        ("_exchange", True, True),
    ],
)
def test_killed_at_any_point_one_whole_report_is_there(
    tmp_path: Path, name: str, after: bool, new: bool
) -> None:
    out = tmp_path / "report"
    write_report(out, one_of_each(), {})
    old = contents(out)
    write_report(tmp_path / "wanted", one_of_each(), {"1-1": png()})
    code = KILLED.format(tests=str(TESTS), name=name, after=after, out=str(out))
    died = subprocess.run([sys.executable, "-P", "-c", code], check=False)
    assert died.returncode == -signal.SIGKILL
    assert contents(out) == (contents(tmp_path / "wanted") if new else old)

    write_report(out, one_of_each(), {})
    assert contents(out) == old
    assert sorted(os.listdir(tmp_path)) == ["report", "wanted"]


def test_a_full_disk_is_one_line_and_leaves_the_old_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "report"
    write_report(out, one_of_each(), {})
    old = contents(out)

    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(directory, "run_junit", full)
    with pytest.raises(OutputError, match="cannot be written \\(No space left on device\\); choose another"):
        write_report(out, one_of_each(), {})
    assert contents(out) == old
    assert os.listdir(tmp_path) == ["report"]


def test_an_interrupt_while_it_is_written_leaves_nothing_beside_the_old_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "report"
    write_report(out, one_of_each(), {})
    old = contents(out)

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(directory, "run_junit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_report(out, one_of_each(), {})
    assert contents(out) == old
    assert os.listdir(tmp_path) == ["report"]
