"""Assignment: giving each row at most one column so that the total value is the highest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

Values = Sequence[Mapping[int, float]]
"""For each row, the columns (from 0) that it may take, with the value of each. A row may have none."""


def assign(values: Values) -> dict[int, int]:
    """The column of each row in an assignment of the highest total. Rows that are best left out have none.

    Successive shortest augmenting paths over the given pairs alone (Jonker and Volgenant, "A Shortest
    Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems", Computing 38, 1987). Every row
    has one more column of its own that is worth nothing, and taking it means to have none.
    """
    costs = [{**{col: -value for col, value in row.items()}, -1 - i: 0.0} for i, row in enumerate(values)]
    price: dict[int, float] = {}
    row_of: dict[int, int] = {}
    column_of: dict[int, int] = {}
    for start in range(len(costs)):
        column, came_from = _cheapest_free_column(start, costs, price, row_of)
        row = -1
        while row != start:
            row = came_from[column]
            row_of[column] = row
            column, column_of[row] = column_of.get(row, column), column
    return {row: column for row, column in column_of.items() if column >= 0}


def _cheapest_free_column(
    start: int, costs: Sequence[Mapping[int, float]], price: dict[int, float], row_of: Mapping[int, int]
) -> tuple[int, Mapping[int, int]]:
    """The free column that is cheapest to reach from a row, and the row from which each column is reached.

    Reaching a taken column means to move its row on to another. Prices of the columns passed are updated.
    """
    reached = {column: cost - price.get(column, 0.0) for column, cost in costs[start].items()}
    came_from = dict.fromkeys(reached, start)
    passed: list[int] = []
    final: set[int] = set()
    waiting: list[tuple[float, int]] = []
    for column, distance in reached.items():
        heappush(waiting, (distance, column))
    while True:
        distance, column = heappop(waiting)
        if column in final:
            continue
        final.add(column)
        if column not in row_of:
            for other in passed:
                price[other] = price.get(other, 0.0) + reached[other] - distance
            return column, came_from
        passed.append(column)
        row = row_of[column]
        onward = costs[row][column] - price.get(column, 0.0) - distance
        for other, cost in costs[row].items():
            through = cost - price.get(other, 0.0) - onward
            if other not in final and through < reached.get(other, float("inf")):
                reached[other] = through
                came_from[other] = row
                heappush(waiting, (through, other))
