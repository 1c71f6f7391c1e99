"""The code of an installed engine is found, and never run."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rulehound.checker.engines.source import files
from rulehound.checker.engines.source.files import engine_code


@pytest.mark.parametrize(
    ("module", "found"),
    [
        ("sims.shells.adapter", "sims/shells"),
        ("sims.shells", "sims/shells"),
        ("lone", "lone.py"),
        ("sims.shells.missing", "sims/shells"),
        ("sims.missing", None),
        ("missing", None),
    ],
)
def test_the_code_of_an_engine_is_found_without_running_it(
    module: str, found: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "sims" / "shells"
    package.mkdir(parents=True)
    for path in (package / "__init__.py", package / "adapter.py", tmp_path / "lone.py"):
        path.write_text("raise SystemExit('it was run')\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    point = EntryPoint("shells", f"{module}:create", "rulehound.engines")
    monkeypatch.setattr(files, "installed_engines", lambda: {"shells": point})
    assert engine_code("shells") == (None if found is None else tmp_path / found)
    assert engine_code("pebbles") is None
