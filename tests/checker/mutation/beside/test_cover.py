"""A small cover catches whatever any scenario catches."""

from __future__ import annotations

from rulehound.checker.mutation.beside.cover import small_cover


def test_the_scenario_that_catches_most_of_the_rest_is_chosen_each_time() -> None:
    caught_by = {"one": {"a"}, "two": {"a", "b", "c"}, "three": {"c", "d"}, "four": {"b", "d"}, "five": set()}
    assert small_cover(caught_by) == {"two": ["a", "b", "c"], "three": ["d"]}


def test_without_faults_nothing_is_chosen() -> None:
    assert small_cover({"one": set()}) == {}
