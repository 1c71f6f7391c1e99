"""The lines of an engine that are run."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from rulehound.checker.engines.source.lines_run import EVERY_LINE, LineRecorder, LinesRun, lines_run

TEXT = """\
def f(x):
    if x:
        return [
            y
            for y in range(x)
        ]
    return g()


def g():
    return 0
"""


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    path = tmp_path / "engine" / "rules.py"
    path.parent.mkdir()
    path.write_text(TEXT)
    spec = importlib.util.spec_from_file_location("rules_of_lines_run", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_lines_that_are_run_and_no_others(module: ModuleType, tmp_path: Path) -> None:
    run = lines_run(tmp_path / "engine", lambda: module.f(0))
    assert run == LinesRun({"rules.py": frozenset({1, 2, 7, 10, 11})})
    assert run.holds("rules.py", range(11, 12))
    assert not run.holds("rules.py", range(3, 7))
    assert not run.holds("other.py", range(1, 12))
    assert lines_run(tmp_path / "engine", lambda: module.f(2)).holds("rules.py", range(3, 7))


def test_a_recorder_adds_up_what_is_run_while_it_records(module: ModuleType, tmp_path: Path) -> None:
    recorder = LineRecorder(tmp_path / "engine")
    assert recorder.record(lambda: module.f(0)) == 0
    module.f(2)
    assert recorder.lines == lines_run(tmp_path / "engine", lambda: module.f(0))
    recorder.record(lambda: module.f(2))
    assert recorder.lines.holds("rules.py", range(3, 7))


def test_files_elsewhere_do_not_count(module: ModuleType, tmp_path: Path) -> None:
    assert lines_run(tmp_path / "other", lambda: module.f(0)) == LinesRun({})


def test_a_fault_in_the_work_ends_the_tracing(module: ModuleType, tmp_path: Path) -> None:
    before = sys.gettrace()
    with pytest.raises(TypeError):
        lines_run(tmp_path / "engine", lambda: module.f("a"))
    assert sys.gettrace() is before


def test_where_nothing_is_known_every_line_may_be_run() -> None:
    assert EVERY_LINE.holds("rules.py", range(3, 4))
