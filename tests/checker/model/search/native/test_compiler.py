"""The C compiler: which one is taken, and that the one in the package `ziglang` gives the same counts."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.model.search import SearchLimits, breadth_first, search
from rulehound.checker.model.search.native import compiler as compiler_module
from rulehound.checker.model.search.native.compiler import ZIG, compiler
from rulehound.spec.language import Configuration, Model
from rulehound_testing.kernel import SMALL, kernel
from rulehound_testing.search.alike import assert_alike, assert_same_counts
from rulehound_testing.search.small_models import wide
from rulehound_testing.toy import game as toy


@pytest.fixture
def ziglang(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler in the package is the one that is used."""
    pytest.importorskip("ziglang", reason="ziglang is not installed (pip install 'rulehound[native]')")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compiler_module, "CANDIDATES", (ZIG,))


def cases() -> Iterator[Any]:
    values = {"heap.full": 7}
    yield pytest.param(toy.model, values, toy.configurations(values)["small"], id="toy")
    yield pytest.param(kernel, {}, SMALL, id="kernel")
    model, configuration = wide(2)
    yield pytest.param(model, {}, configuration, id="two words")


@pytest.mark.usefixtures("ziglang")
@pytest.mark.parametrize(("model", "values", "configuration"), list(cases()))
def test_ziglang_gives_the_counts_of_plain_python(
    model: Model, values: dict[str, Any], configuration: Configuration
) -> None:
    assert compiler()[0] == ZIG
    for limits in (SearchLimits(), SearchLimits(depth=3)):
        native = search(model, values, configuration, limits, backend="c", cores=2)
        assert native.backend == "generated C"
        assert_same_counts(native, search(model, values, configuration, limits, backend="python"))


@pytest.mark.usefixtures("ziglang")
def test_ziglang_gives_what_the_compiler_of_the_machine_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte for byte: states in the same order, with the same parents and edges."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler beside ziglang")
    by_ziglang = search(kernel, {}, SMALL, backend="c", keep_edges=True)
    monkeypatch.setenv("CC", "cc")
    assert compiler()[0] == ("cc",)
    assert_alike(by_ziglang, search(kernel, {}, SMALL, backend="c", keep_edges=True))


def test_the_compiler_of_the_machine_comes_before_ziglang(monkeypatch: pytest.MonkeyPatch) -> None:
    """$CC before both, and ziglang only where neither is there."""
    monkeypatch.setattr(compiler_module, "_version", lambda command: "version 1")
    monkeypatch.setattr(compiler_module, "find_spec", lambda name: name == "ziglang")
    monkeypatch.delenv("CC", raising=False)
    programs = {"gcc", sys.executable}
    monkeypatch.setattr(compiler_module.shutil, "which", lambda name: name if name in programs else None)
    assert compiler() == (("gcc",), "version 1")
    programs.remove("gcc")
    assert compiler() == (ZIG, "version 1")
    own = shlex.join([sys.executable, "-own"])
    monkeypatch.setenv("CC", own)
    assert compiler() == ((sys.executable, "-own"), "version 1")


def test_ziglang_is_not_taken_from_the_folder_where_the_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package of that name that stands there is not run: it would print, and end with 0."""
    (tmp_path / "ziglang").mkdir()
    (tmp_path / "ziglang" / "__main__.py").write_text("print('hostile')\n")
    monkeypatch.chdir(tmp_path)
    compiler_module._version.cache_clear()
    version = compiler_module._version(ZIG)
    compiler_module._version.cache_clear()
    assert version is None or "hostile" not in version


@pytest.mark.usefixtures("ziglang")
def test_a_search_is_compiled_by_ziglang_where_nothing_else_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(breadth_first, "TRIAL", 100)
    assert search(kernel, {}, SMALL).backend == "generated C"
