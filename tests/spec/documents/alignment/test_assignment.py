"""Assignments are the best there are, by two outside oracles."""

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.alignment.assignment import assign

worths = st.integers(-3, 12).map(lambda quarter: quarter / 4)
tables = st.lists(st.dictionaries(st.integers(0, 6), worths, max_size=6), max_size=7)


def total(values: list[dict[int, float]], assigned: dict[int, int]) -> float:
    return sum(values[row][column] for row, column in assigned.items())


@given(tables)
def test_no_assignment_is_worth_more(values: list[dict[int, float]]) -> None:
    assigned = assign(values)
    assert len(set(assigned.values())) == len(assigned)
    graph = networkx.Graph()
    for row, columns in enumerate(values):
        graph.add_weighted_edges_from((("row", row), ("column", c), worth) for c, worth in columns.items())
    best = sum(graph.edges[edge]["weight"] for edge in networkx.max_weight_matching(graph))
    assert total(values, assigned) == pytest.approx(best)


def test_the_best_for_all_is_not_the_best_for_the_first() -> None:
    assert assign([{0: 1.0, 1: 0.9}, {0: 0.8}]) == {0: 1, 1: 0}


def test_a_row_stays_without_rather_than_take_what_costs() -> None:
    assert assign([{0: -0.5}, {}]) == {}
