"""The cases of a scenario, each a scenario of its own, and the form of ids."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.spec.documents.scenarios import SCENARIO_ID, each_case, laid_over
from rulehound.spec.formats import Case, Scenario, Step

ADD, TAKE = Step(do={"action": "add"}), Step(attempt={"action": "take"})


@pytest.mark.parametrize("id", ["a", "mine/first", "a.b/c-d_e:f", "7/8", "舟/櫂"])
def test_ids(id: str) -> None:
    assert SCENARIO_ID.fullmatch(id)


NO_IDS = ("", "/a", "a/", "a//b", "-a", "_a", ".a/b", "a/..", "a b", "a\\b", "a/.b", "a\n")


@pytest.mark.parametrize("id", NO_IDS)
def test_what_is_no_id(id: str) -> None:
    assert not SCENARIO_ID.fullmatch(id)


def test_a_scenario_without_cases_is_itself() -> None:
    scenario = Scenario("mine", "Adding", ["add"], steps=[ADD])
    assert each_case(scenario) == (scenario,)
    assert scenario.name == "mine"


def test_cases_are_numbered_and_take_what_they_leave_out_from_the_scenario() -> None:
    scenario = Scenario(
        "mine",
        "Adding",
        ["add"],
        needs=["position"],
        editions=["first"],
        given={"position": {"count": 3, "turn": 0}},
        not_executable="",
        cases=[
            Case(title="by me", steps=[ADD]),
            Case(editions=["second"], given={"position": {"turn": 1}}, steps=[TAKE], not_executable="hidden"),
        ],
    )
    first, second = each_case(scenario)
    assert (first.name, first.title, first.steps) == ("mine/1", "Adding: by me", [ADD])
    assert (first.editions, first.given) == (["first"], {"position": {"count": 3, "turn": 0}})
    assert (second.name, second.title, second.steps) == ("mine/2", "Adding", [TAKE])
    assert (second.editions, second.given) == (["second"], {"position": {"count": 3, "turn": 1}})
    assert (first.not_executable, second.not_executable) == ("", "hidden")
    assert first.needs == second.needs == ["position"]
    assert not first.cases
    assert not second.cases


def test_the_reason_of_the_scenario_holds_for_its_cases() -> None:
    scenario = Scenario("mine", "", [], not_executable="physical", cases=[Case(title="by me")])
    (only,) = each_case(scenario)
    assert (only.not_executable, only.title) == ("physical", "by me")


TABLES: st.SearchStrategy[dict[str, Any]] = st.recursive(
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), st.integers(0, 3) | inner, max_size=3),
    max_leaves=4,
)


def paths(table: dict[str, Any], above: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """The plain values and empty tables of a table, by the keys that lead to them."""
    return {
        path: value
        for key, inner in table.items()
        for path, value in (
            paths(inner, (*above, key)) if isinstance(inner, dict) and inner else {(*above, key): inner}
        ).items()
    }


@settings(max_examples=80)
@given(TABLES, TABLES)
def test_what_is_laid_over_counts(under: dict[str, Any], over: dict[str, Any]) -> None:
    before = repr(under), repr(over)
    merged = paths(laid_over(under, over))
    for path, value in paths(over).items():
        assert merged.get(path, value) == value
        assert path in merged or value == {}
    for path, value in paths(under).items():
        covered = any(path[: len(other)] == other or other[: len(path)] == path for other in paths(over))
        assert covered or merged[path] == value
    assert (repr(under), repr(over)) == before


def test_a_table_and_a_value_are_not_merged() -> None:
    assert laid_over({"a": {"b": 1}}, {"a": 2}) == {"a": 2}
    assert laid_over({"a": 2}, {"a": {"b": 1}}) == {"a": {"b": 1}}
    assert laid_over({"a": [1, 2]}, {"a": [3]}) == {"a": [3]}
    assert laid_over({"a": {"b": 1}}, {"a": {}}) == {"a": {"b": 1}}
