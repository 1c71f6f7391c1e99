"""The places of the nodes of a small graph in a picture: a column for each distance from the start.

The order within a column follows the heights of the neighbours (Sugiyama, Tagawa, Toda: Methods for Visual
Understanding of Hierarchical System Structures, 1981): the mean of those before, and the first of those
after, so that the path on from a node begins straight and the start stands at the top. Heights are the
nearest to those wanted that keep the nodes of a column apart (isotonic regression by pooling adjacent
violators).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

import networkx

SWEEPS = 8
"""How often the columns are gone through, forth and back; more changes little."""


def heights(graph: networkx.DiGraph[int], columns: Sequence[Sequence[int]]) -> dict[int, float]:
    """The height of every node: in a column at least 1 apart, the least one 0."""
    depth = {node: at for at, column in enumerate(columns) for node in column}
    nearer = {n: [m for m in graph.predecessors(n) if depth[m] < depth[n]] for n in graph}
    further = {n: [m for m in graph.successors(n) if depth[m] > depth[n]] for n in graph}
    height = {node: float(at) for column in columns for at, node in enumerate(column)}
    for sweep in range(SWEEPS):
        forth = sweep % 2 == 0
        for column in columns if forth else reversed(columns):
            near, meet = (nearer, fmean) if forth else (further, min)
            wanted = {n: meet(height[m] for m in near[n]) if near[n] else height[n] for n in column}
            height |= _placed(wanted, height)
    least = min(height.values())
    return {node: at - least for node, at in height.items()}


def _placed(wanted: Mapping[int, float], height: Mapping[int, float]) -> dict[int, float]:
    """A column as near to the wanted heights as it can be; what wants the same height keeps its order."""
    order = sorted(wanted, key=lambda node: (wanted[node], height[node], node))
    return dict(zip(order, _apart([wanted[node] for node in order]), strict=True))


def _apart(wanted: Sequence[float]) -> list[float]:
    """Numbers that are each at least 1 more than the one before and together nearest to the wanted ones."""
    pools: list[tuple[float, int]] = []
    for at, value in enumerate(wanted):
        mean, size = value - at, 1
        while pools and pools[-1][0] > mean:
            other, more = pools.pop()
            mean, size = (mean * size + other * more) / (size + more), size + more
        pools.append((mean, size))
    flat = [mean for mean, size in pools for _ in range(size)]
    return [value + at for at, value in enumerate(flat)]
