"""A module from another text than its file has, in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulehound.checker.mutation.source.changed_module import ModuleText, plant
from rulehound.checker.processes.fork import Send, in_fork


def test_a_module_comes_from_another_text_and_only_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "shells_of_process"
    package.mkdir()
    (package / "__init__.py").write_text("SIZE = 1\n")
    (package / "inner.py").write_text("from shells_of_process import SIZE\n")
    (package / "data.txt").write_text("data")
    monkeypatch.syspath_prepend(str(tmp_path))

    def work(send: Send) -> None:
        plant(ModuleText("shells_of_process", package / "__init__.py", "SIZE = 2\n"))
        from importlib.resources import files

        import shells_of_process.inner

        send(shells_of_process.inner.SIZE)
        send(files("shells_of_process").joinpath("data.txt").read_text())

    assert in_fork(work).messages == [2, "data"]
    assert "shells_of_process" not in sys.modules
    assert (package / "__init__.py").read_text() == "SIZE = 1\n"
