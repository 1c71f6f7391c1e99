"""What stands around a clause and may change its meaning: the heading above it, its order among its siblings.

A clause of the same words under another number is the same, wherever an update puts it. It is not where the
heading above it says something else, or where steps change places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Protocol

from rulehound.spec.documents.alignment.sequences import certainly_in_order

ORDERED: frozenset[str] = frozenset({"clause", "step"})
"""The kinds of clauses whose order may mean something. Questions and definitions stand in any."""


class PlacedClause(Protocol):
    """A clause in its document, as it was read or as it is recorded."""

    @property
    def key(self) -> str: ...
    @property
    def parent(self) -> str | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...


def changed_surroundings(
    old: Mapping[str, PlacedClause], new: Mapping[str, PlacedClause], counterparts: Mapping[str, str]
) -> Mapping[str, str]:
    """What changed around clauses of one edition in another, in words, by old key.

    Both by key in the order of the documents. `counterparts`: the new key of each old key that is the same
    clause in both, one to one.
    """
    found = dict.fromkeys(
        _reordered(old, new, counterparts), "it stands in another order among its neighbours"
    )
    origins = {later: key for key, later in counterparts.items()}
    for key, later in counterparts.items():
        above, now = old.get(old[key].parent or ""), new.get(new[later].parent or "")
        if above is None or now is None or above.kind != "heading" or above.fingerprint == now.fingerprint:
            continue
        both_without = above.key not in counterparts and now.key not in origins
        if counterparts.get(above.key) == now.key or both_without:
            found[key] = f"the heading above it, {now.key}, has other words"
    return found


def _reordered(
    old: Mapping[str, PlacedClause], new: Mapping[str, PlacedClause], counterparts: Mapping[str, str]
) -> set[str]:
    """Keys of clauses that are not in order with the others that have the same parent in both editions."""
    place = {key: index for index, key in enumerate(new)}
    families: dict[str | None, list[str]] = defaultdict(list)
    for key, clause in old.items():
        later = counterparts.get(key)
        if later is None or clause.kind not in ORDERED or new[later].kind not in ORDERED:
            continue
        parent = new[later].parent
        if (clause.parent is None and parent is None) or (
            clause.parent is not None and counterparts.get(clause.parent) == parent
        ):
            families[clause.parent].append(key)
    return {
        family[index]
        for family in families.values()
        for index in _strays([place[counterparts[key]] for key in family])
    }


def _strays(values: Sequence[int]) -> set[int]:
    return set(range(len(values))) - certainly_in_order(values)
