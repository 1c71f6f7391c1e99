"""The search in C: what it finds is what plain Python finds, on one core and on many; and how it fails."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.model.search import BackendMissing, SearchLimits, SearchResult, breadth_first, search
from rulehound.checker.model.search.native import compiler as compiler_module
from rulehound.checker.model.search.native import search as native_search
from rulehound.checker.model.search.native.compiler import FAST, FLAGS, SOON, compiler, library
from rulehound.checker.model.search.result import PackedStates
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import By, Configuration, Interpreter, Model
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.kernel import SMALL, M, S, instance, kernel
from rulehound_testing.search.alike import assert_alike, assert_same_counts, require_compiler
from rulehound_testing.search.small_models import bounded, counter, replayed, wide
from rulehound_testing.toy import game as toy


@pytest.fixture(autouse=True)
def needs_a_compiler() -> None:
    require_compiler()


def test_the_kernel_has_the_counts_that_other_tools_found() -> None:
    result = search(kernel, {}, M, backend="c")
    assert (result.states, result.transitions, result.depth) == (2_566_145, 6_377_689, 26)
    assert result.complete
    assert result.backend == "generated C"
    assert sum(result.taken.values()) == result.transitions
    assert sum(result.levels) == sum(result.degrees.values()) == result.states
    assert sum(degree * states for degree, states in result.degrees.items()) == result.transitions
    assert result.bytes is not None
    assert result.bytes / result.states < 45


def cases() -> Iterator[Any]:
    yield pytest.param(kernel, {}, instance(1, 2, 2, 1, 0), id="kernel")
    values = {"heap.full": 7}
    yield pytest.param(toy.model, values, toy.configurations(values)["small"], id="toy")
    yield pytest.param(dcg, VALUES, configurations(VALUES)["breeding"], id="dcg")


@pytest.mark.parametrize(("model", "values", "configuration"), list(cases()))
def test_it_finds_what_plain_python_finds(
    model: Model, values: dict[str, Any], configuration: Configuration
) -> None:
    limits = SearchLimits(depth=12)
    plain = search(model, values, configuration, limits, backend="python")
    native = search(model, values, configuration, limits, backend="c")
    assert_same_counts(native, plain)


def test_many_cores_find_what_one_finds() -> None:
    """Byte for byte: states in the same order, with the same parents."""
    one, *more = (search(kernel, {}, S, backend="c", cores=cores, keep_edges=True) for cores in (1, 2, 3, 7))
    for result in more:
        assert_alike(result, one)
        assert records(result) == records(one)


def records(result: SearchResult) -> bytes:
    """All states with their parents, as a checkpoint holds them."""
    packed = result.packed
    assert isinstance(packed, PackedStates)
    return packed.run.records(0, result.states)


@pytest.mark.parametrize("words", [1, 2, 3])
def test_states_of_any_width(words: int) -> None:
    model, configuration = wide(words)
    plain = search(model, {}, configuration, backend="python")
    native = search(model, {}, configuration, backend="c", cores=2)
    assert native.packing.words >= words
    assert (native.packing.words == 1) == (words == 1)
    assert native.states == 10 * 4 * 2 * (configuration.capacities["Side.pieces"] + 1)
    assert_same_counts(native, plain)
    assert native.cut == plain.cut != {}


@pytest.mark.parametrize("cores", [1, 3])
def test_states_whose_hashes_are_the_same_are_told_apart(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hash of seven values, and with batches of any size divided among the threads."""
    changes = {
        "return h ^ h >> 29;": "return (words[0] % 7 + 1) << 32;",
        "ALONE = 256": "ALONE = 0",
    }

    def poor(source: str, level: str) -> Any:
        for old, new in changes.items():
            assert source.count(old) == 1
            source = source.replace(old, new)
        return library(source, level)

    monkeypatch.setattr(native_search, "library", poor)
    model, configuration = wide(2)
    result = search(model, {}, configuration, backend="c", cores=cores)
    assert_alike(result, search(model, {}, configuration, backend="python"))


def test_what_searches_few_states_is_compiled_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = []

    def noted(source: str, level: str) -> Any:
        levels.append(level)
        return library(source, level)

    monkeypatch.setattr(native_search, "library", noted)
    few, many = (SearchLimits(states=native_search.FEW + more) for more in (0, 1))
    results = [search(kernel, {}, SMALL, limits, backend="c") for limits in (few, many, None)]
    assert levels == [SOON, FAST, FAST]
    for result in results[1:]:
        assert_alike(results[0], result)


@pytest.mark.parametrize("most", [7, 4, 2])
@pytest.mark.parametrize("cores", [1, 2])
def test_a_counterexample_is_shortest_and_replays(most: int, cores: int) -> None:
    model = Model("claimed", kernel.state, round_field="second", over=lambda s: s.stage == 0)
    model.__dict__.update(actions=kernel.actions, start=kernel.start)
    model.invariant("claimed")(lambda s: s.memory <= most)
    model.sometimes("six")(lambda s: s.memory == 6)
    model.sometimes("eleven")(lambda s: s.memory == 11)
    native = search(model, {}, SMALL, backend="c", cores=cores)
    plain = search(model, {}, SMALL, backend="python")
    assert_same_counts(native, plain)
    assert native.met == {"six": True, "eleven": False}
    last = replayed(Interpreter(model, {}, SMALL), native.counterexamples["claimed"])
    assert last[model.paths.index("memory")] > most


def test_an_invariant_is_judged_on_the_state_that_a_bound_cuts_off() -> None:
    model = counter()
    model.invariant("five")(lambda s: s.score <= 5)
    model.invariant("moved")(lambda s: s.score >= 1)
    found = search(model, {}, bounded(5), backend="c").counterexamples
    assert replayed(Interpreter(model, {}, bounded(5)), found["five"])[2] == 6
    assert found["moved"].steps == ()


def test_deadlocks_are_counted_and_the_first_are_told() -> None:
    model, configuration = wide(1)
    stuck = search(counter(limit=4), {}, bounded(5), backend="c")
    assert (stuck.deadlocks, [state[2] for state in stuck.deadlocked]) == (1, [4])
    free = search(model, {}, configuration, backend="c")
    assert (free.deadlocks, free.deadlocked) == (0, [])


def test_a_bound_is_no_deadlock_and_an_effect_of_a_card_no_way_on() -> None:
    cut = search(counter(), {}, bounded(5), backend="c")
    assert (cut.deadlocks, cut.cut) == (0, {"Board.score": 1})
    stuck = search(counter(by=By.ENVIRONMENT), {}, bounded(2), backend="c")
    assert (stuck.deadlocks, [state[2] for state in stuck.deadlocked]) == (3, [0, 1, 2])


def test_a_search_out_of_memory_says_so_and_tells_of_whole_parts_only() -> None:
    """At every size between just enough to begin and enough."""
    whole = search(kernel, {}, S, backend="c", cores=2)
    assert whole.bytes is not None
    stopped = 0
    for eighths in (6.1, 6.4, 6.8, 7.5, 7.9, 8):
        limits = SearchLimits(memory=int(whole.bytes * eighths) // 8)
        result = search(kernel, {}, S, limits, backend="c", cores=2)
        if result.complete:
            assert_alike(result, whole)
            continue
        stopped += 1
        assert result.stopped.endswith("GB of memory")
        assert 0 < result.states < whole.states
        assert list(result.packed) == list(whole.packed)[: result.states]
        assert sum(result.taken.values()) == result.transitions
        done = sum(result.degrees.values())
        assert sum(d * n for d, n in result.degrees.items()) == result.transitions
        assert done <= result.states
    assert stopped > 0


def test_what_was_compiled_is_kept_and_what_is_damaged_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEHOUND_CACHE", str(tmp_path / "cache"))

    def answer(number: int) -> str:
        """In a process of its own, since a process loads a library but once."""
        source = f"int answer(void) {{ return {number}; }}"
        code = (
            "from rulehound.checker.model.search.native.compiler import library\n"
            f"print(library({source!r}).answer())"
        )
        done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
        return done.stdout

    assert answer(42) == "42\n"
    (made,) = (tmp_path / "cache").iterdir()
    first, size = made.stat().st_ino, made.stat().st_size
    assert answer(42) == "42\n"
    assert made.stat().st_ino == first
    made.write_bytes(b"no library")
    assert answer(42) == "42\n"
    assert list((tmp_path / "cache").iterdir()) == [made]
    assert made.stat().st_size == size
    assert answer(43) == "43\n"
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_processes_that_compile_the_same_do_not_disturb_each_other(tmp_path: Path) -> None:
    code = (
        "from rulehound.checker.model.search.native.compiler import library\n"
        "print(library('int answer(void) { return 42; }').answer())"
    )
    environment = os.environ | {"RULEHOUND_CACHE": str(tmp_path)}
    started = [
        subprocess.Popen([sys.executable, "-P", "-c", code], env=environment, stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    assert [process.communicate()[0] for process in started] == [b"42\n"] * 4
    assert len(list(tmp_path.iterdir())) == 1


def test_a_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("a file")
    monkeypatch.setenv("RULEHOUND_CACHE", str(tmp_path / "taken" / "cache"))
    assert library("int answer(void) { return 44; }\n").answer() == 44


def program(path: Path, text: str) -> str:
    """A script that can be run."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def no_search_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of 100 states is compiled, and nothing was said of missing backends yet."""
    monkeypatch.setattr(breadth_first, "TRIAL", 100)
    breadth_first._say.cache_clear()


@pytest.mark.parametrize(
    ("says", "expected"),
    [
        ("exit 1", "does not run"),
        (
            '[ "$1" = --version ] || { echo "error: no such thing" >&2; exit 1; }',
            "no such thing",
        ),
        ('[ "$1" = --version ] || kill -9 $$', "no word"),
        ('[ "$1" = --version ] || exit 0', "cannot be used"),
    ],
)
def test_a_compiler_that_fails_is_no_backend(
    says: str,
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Asked for, that is an error in one line; else the next best does it, with a word on standard error."""
    monkeypatch.setenv("CC", program(tmp_path / "cc", says))
    monkeypatch.setenv("RULEHOUND_CACHE", str(tmp_path / "cache"))
    no_search_is_too_small(monkeypatch)
    with pytest.raises(BackendMissing, match=expected) as missing:
        search(kernel, {}, SMALL, backend="c")
    assert "\n" not in str(missing.value)
    result = search(kernel, {}, SMALL)
    assert (result.states, result.backend) == (228, "plain Python")
    said = capfd.readouterr().err
    assert said.startswith("rulehound: no search in generated C: ")
    assert expected in said
    assert said.count("\n") == 1


def test_without_any_compiler_plain_python_does_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compiler_module, "find_spec", lambda _: None)
    no_search_is_too_small(monkeypatch)
    assert search(kernel, {}, SMALL).states == 228
    assert "there is no C compiler" in capfd.readouterr().err
    with pytest.raises(BackendMissing, match="there is no C compiler"):
        search(kernel, {}, SMALL, backend="c")


def test_what_is_too_small_to_compile_is_left_to_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    assert search(kernel, {}, SMALL).backend == "plain Python"
    monkeypatch.setattr(breadth_first, "TRIAL", 100)
    whole = search(kernel, {}, SMALL, cores=1)
    assert (whole.backend, whole.states, whole.complete) == ("generated C", 228, True)
    for limits in (
        SearchLimits(states=50),
        SearchLimits(states=100),
        SearchLimits(depth=4),
        SearchLimits(seconds=-1),
    ):
        stopped = search(kernel, {}, SMALL, limits)
        assert (stopped.backend, stopped.complete) == ("plain Python", False)
        assert_alike(stopped, search(kernel, {}, SMALL, limits, backend="python"))
    assert search(kernel, {}, SMALL, SearchLimits(states=150)).stopped == "150 states"


def test_the_search_in_c_has_no_warning() -> None:
    """With every usual warning on, beside models of one word and of more."""
    from rulehound.checker.model.search import Packing
    from rulehound.checker.model.search.native.c_source import c_source
    from rulehound.checker.model.search.program.translation import translated

    folder = Path(native_search.__file__).parent
    command, _ = compiler()
    for model, configuration in (wide(1), wide(2), (kernel, SMALL)):
        packing = Packing(model, configuration)
        source = c_source(translated(model, {}, configuration, packing), packing)
        source += "".join((folder / name).read_text() for name in ("store.c", "search.c"))
        flags = [flag for flag in FLAGS if flag not in ("-w", "-shared")]
        done = subprocess.run(
            [*command, *flags, "-Wall", "-Wextra", "-fsyntax-only", "-x", "c", "-"],
            input=source,
            capture_output=True,
            text=True,
            check=False,
        )
        warned = [line for line in done.stderr.splitlines() if "warning" in line and "rh_expand" not in line]
        assert (done.returncode, warned) == (0, [])


def test_memory_is_given_back_with_the_result() -> None:
    """Many searches in turn take no more than one."""

    def mapped() -> int:
        return int(Path("/proc/self/statm").read_text().split()[0])

    if not Path("/proc/self/statm").exists():
        pytest.skip("needs /proc")
    search(kernel, {}, S, backend="c", cores=2)
    before = mapped()
    for _ in range(10):
        search(kernel, {}, S, backend="c", cores=2)
    assert (mapped() - before) * os.sysconf("SC_PAGE_SIZE") < 20_000_000
