"""The code of an installed engine is found, and never run."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from rulehound.checker.engines.source import files, modules
from rulehound.checker.engines.source.citations import citations_of
from rulehound.checker.engines.source.files import engine_code
from rulehound.checker.engines.source.modules import read_engine
from rulehound.checker.model.content_hashes import source_content


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
    code = engine_code("shells", "tides")
    assert (code.folder if code else None) == (None if found is None else tmp_path / found)
    assert engine_code("pebbles", "tides") is None


def test_what_is_called_like_another_game_is_no_code_of_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("__init__", "adapter", "tides/waves", "stones/__init__", "stones/deep/throws"):
        path = tmp_path / f"sims/{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# rule: tide.wait\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    point = EntryPoint("shells", "sims.adapter:create", "rulehound.engines")
    monkeypatch.setattr(files, "installed_engines", lambda: {"shells": point})
    monkeypatch.setattr(modules, "installed_engines", lambda: {"shells": point})
    monkeypatch.setattr(files, "installed_games", lambda: {"tides": None, "stones": None})

    def seen(game: str) -> tuple[list[str], list[str], str]:
        """The modules that are read, the files that cite a rule, and the hash of the code."""
        code = engine_code("shells", game)
        assert code is not None
        read = [module.name for module in read_engine("shells", game).modules]
        cited = citations_of("shells", game, ["tide.wait"])["tide.wait"]
        return read, [place.partition(":")[0] for place in cited], source_content(code.folder, code.modules())

    tides, stones = seen("tides"), seen("stones")
    assert tides[0] == ["sims", "sims.adapter", "sims.tides.waves"]
    assert tides[1] == ["sims/__init__.py", "sims/adapter.py", "sims/tides/waves.py"]
    assert stones[0] == ["sims", "sims.adapter", "sims.stones", "sims.stones.deep.throws"]
    (tmp_path / "sims/stones/deep/throws.py").write_text("# rule: tide.wait, twice\n")
    assert seen("tides") == tides
    assert seen("stones")[2] != stones[2]
    (tmp_path / "sims/adapter.py").write_text("# rule: tide.wait, of both\n")
    assert seen("tides")[2] != tides[2]
