"""The search that numba compiles finds what plain Python finds. Compiling is what takes the time here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from checker.model.search.native.test_search import assert_same_counts, wide
from rulehound.checker.model.search import BackendMissing, Limits, breadth_first, search
from rulehound.checker.model.search.jit import search as jit_search
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import Configuration, Model
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.kernel import SMALL, kernel
from rulehound_testing.rotating import of_this_run
from rulehound_testing.toy import game as toy


@pytest.fixture
def numba() -> None:
    pytest.importorskip("numba", reason="numba is not installed")


def cases() -> Iterator[Any]:
    values = {"heap.full": 7}
    yield pytest.param(toy.model, values, toy.configurations(values)["small"], id="toy")
    yield pytest.param(claimed(), {}, SMALL, id="kernel")
    model, configuration = wide(2)
    yield pytest.param(model, {}, configuration, id="two words")


def claimed() -> Model:
    """The kernel, with something that it breaks, and two things of which it meets one."""
    model = Model("claimed", kernel.state, round_field="second", over=lambda s: s.stage == 0)
    model.__dict__.update(actions=kernel.actions, start=kernel.start)
    model.invariant("claimed")(lambda s: s.memory <= 4)
    model.sometimes("six")(lambda s: s.memory == 6)
    model.sometimes("eleven")(lambda s: s.memory == 11)
    return model


@pytest.mark.usefixtures("numba")
@pytest.mark.parametrize(("model", "values", "configuration"), of_this_run(cases(), 3))
def test_it_finds_what_plain_python_finds(
    model: Model, values: dict[str, Any], configuration: Configuration
) -> None:
    jit = search(model, values, configuration, backend="numba")
    plain = search(model, values, configuration, backend="python")
    assert jit.backend == "numba"
    assert_same_counts(jit, plain)
    assert jit.found.keys() == ({"claimed"} if model.name == "claimed" else set())
    stopped = search(model, values, configuration, Limits(depth=3), backend="numba", keep_edges=True)
    limited = search(model, values, configuration, Limits(depth=3), backend="python", keep_edges=True)
    assert_same_counts(stopped, limited)
    assert {tuple(sorted(stopped.packed[at] for at in edge[:2])) for edge in stopped.edges or ()} == {
        tuple(sorted(limited.packed[at] for at in edge[:2])) for edge in limited.edges or ()
    }


@pytest.mark.usefixtures("numba")
def test_where_memory_ends_it_says_so() -> None:
    model, configuration = wide(1)
    room = replace(configuration, bounds={**configuration.bounds, "Board.score": (0, 9999)})
    result = search(model, {}, room, Limits(memory=1 << 20), backend="numba")
    assert result.stopped.endswith("of memory")
    assert not result.complete
    assert 1000 < result.states < 10_000 * 4 * 2 * 4
    assert result.bytes is not None
    assert result.bytes <= 1 << 20


@pytest.mark.usefixtures("numba")
def test_what_would_be_compiled_for_minutes_is_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BackendMissing, match=r"numba would compile this model for minutes \([\d,]+ lines"):
        search(dcg, VALUES, configurations(VALUES)["attacks"], backend="numba")
    monkeypatch.setattr(jit_search, "MOST_LINES", 10)
    with pytest.raises(BackendMissing, match="10 are too many"):
        search(kernel, {}, SMALL, backend="numba")


def test_without_numba_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit_search, "find_spec", lambda _: None)
    with pytest.raises(BackendMissing, match=r"rulehound\[native\]"):
        search(toy.model, {"heap.full": 3}, toy.configurations({"heap.full": 3})["small"], backend="numba")
    assert breadth_first.BACKENDS["numba"][1] == "numba"
