"""Paths, and what changed between two JSON values."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.checker.judging.observations.json_paths import (
    NothingThere,
    NotObserved,
    Where,
    changes,
    look_up,
    parse,
    same,
    things,
)

VALUE = {"a": {"b": [{"id": "x", "n": 1}, [5, 6]]}, "count": 3, "none": None, "flag": True}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("a.b[0].n", 1),
        ("a.b[1][1]", 6),
        ("a.b.count", 2),
        ("count", 3),
        ("count.count", 3),
        ("none", None),
    ],
)
def test_a_path_finds_what_stands_there(path: str, found: Any) -> None:
    assert look_up(VALUE, parse(path)) == found


STOCK = {
    "shelf": [{"kind": "jar", "full": True, "n": 1}, {"kind": "jar", "full": False, "n": 2}, 7, {"n": -3}]
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("shelf[kind=jar].n", 1),
        ("shelf[kind=jar,full=false].n", 2),
        ("shelf[full=false, kind=jar].n", 2),
        ("shelf[n=-3]", {"n": -3}),
        ("shelf[full=true].full", True),
    ],
)
def test_a_thing_of_a_list_is_found_by_what_it_is_like(path: str, found: Any) -> None:
    assert look_up(STOCK, parse(path)) == found


@pytest.mark.parametrize("path", ["shelf[kind=jar,n=3].full", "shelf[full=1,kind=jar,n=9]"])
def test_nothing_in_a_list_is_like_that(path: str) -> None:
    with pytest.raises(NothingThere):
        look_up(STOCK, parse(path))


@pytest.mark.parametrize("path", ["shelf[kind=box]", "shelf[kind=box,n=-3]", "shelf[full=1]"])
def test_a_thing_that_leaves_out_what_is_asked_for_may_be_the_one(path: str) -> None:
    with pytest.raises(NotObserved):
        look_up(STOCK, parse(path))


def test_only_in_a_list_is_looked_for_what_is_like_that() -> None:
    with pytest.raises(NotObserved):
        look_up({"shelf": {"kind": "jar"}}, parse("shelf[kind=jar]"))


def test_one_of_several_values_will_do() -> None:
    assert look_up(STOCK, ["shelf", Where((("n", (5, 2)),)), "full"]) is False


@pytest.mark.parametrize("path", ["z", "a.z", "count.z", "count[0]", "a.b[0].z", "flag.count"])
def test_a_name_that_is_not_there_is_not_shown(path: str) -> None:
    with pytest.raises(NotObserved):
        look_up(VALUE, parse(path))


@pytest.mark.parametrize("path", ["a.b[2]", "a.b[2].n", "none.z", "none[0]", "a.b[1][2]"])
def test_past_the_end_and_below_null_is_nothing(path: str) -> None:
    with pytest.raises(NothingThere):
        look_up(VALUE, parse(path))


@pytest.mark.parametrize(
    "path", ["", ".a", "a.", "a[]", "a[x]", "[0]", "a[0]b", "a..b", "a[=1]", "a[b=]", "a[b=1,]"]
)
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="is not a path"):
        parse(path)


def test_things_are_told_apart_by_their_ids_whatever_their_order() -> None:
    before = {"hand": [{"id": "a"}, {"id": "b"}, {"id": "c", "up": False}], "memory": 0}
    after = {"hand": [{"id": "c", "up": True}, {"id": "b"}], "memory": -3, "new": 1}
    assert changes(before, after) == {
        "hand[a]": [{"id": "a"}, None],
        "hand[c].up": [False, True],
        "memory": [0, -3],
        "new": [None, 1],
    }
    assert changes({"hand": before["hand"][:2]}, {"hand": before["hand"][1::-1]}) == {  # type: ignore[index]
        "hand.order": [["a", "b"], ["b", "a"]]
    }


def test_things_within_things_are_found_outer_first() -> None:
    stack = {"id": "p1", "cards": [{"id": "a1"}, {"id": "a2"}]}
    assert [thing["id"] for thing in things({"battle": [stack]})] == ["p1", "a1", "a2"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["x", "y"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "p", "q"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON, JSON)
def test_no_changes_are_told_exactly_of_equal_values(one: Any, other: Any) -> None:
    assert changes(one, one) == {}
    if not _alike(one, other):
        assert changes({"v": one}, {"v": other})


def _alike(one: Any, other: Any) -> bool:
    """Equal as JSON, where a name that is null is as good as one that is not there."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_alike(one.get(name), other.get(name)) for name in {*one, *other})
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    return same(one, other)
