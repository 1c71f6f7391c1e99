"""Clauses through editions: which are related, over any number of splits and merges."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.spec.documents.lineage import Lineage, nearest
from rulehound.spec.documents.spec_records import RecordedClause


def clause(id: str, *was: str) -> RecordedClause:
    return RecordedClause(
        id=id, key=id, kind="clause", page=1, boxes=(), fingerprint="f", sketch="s", was=was
    )


def lineage(**editions: dict[str, tuple[str, ...]]) -> Lineage:
    """Editions of clauses, each with the ids that it came from."""
    return Lineage(
        {
            version: {id: clause(id, *was) for id, was in clauses.items()}
            for version, clauses in editions.items()
        }
    )


BOATS = lineage(
    first={"boat": (), "oar": (), "sail": ()},
    second={"bow": ("boat",), "stern": ("boat",), "oar": (), "sail": ()},
    third={"gear": ("oar", "sail"), "stern": ("boat",), "bow": ("boat",)},
)


def ids(id: str, version: str) -> list[str]:
    return [clause.id for clause in BOATS.related(id, version)]


@pytest.mark.parametrize(
    ("id", "version", "related"),
    [
        ("boat", "first", ["boat"]),
        ("boat", "second", ["bow", "stern"]),
        ("boat", "third", ["stern", "bow"]),
        ("bow", "first", ["boat"]),
        ("bow", "second", ["bow"]),
        ("oar", "third", ["gear"]),
        ("gear", "first", ["oar", "sail"]),
        ("gear", "second", ["oar", "sail"]),
        ("unheard-of", "first", []),
    ],
)
def test_related_clauses_in_the_order_of_the_document(id: str, version: str, related: list[str]) -> None:
    assert ids(id, version) == related


def test_an_edition_that_is_not_recorded_is_an_error() -> None:
    with pytest.raises(KeyError):
        BOATS.related("boat", "fourth")


def test_clauses_of_one_origin_are_no_kin() -> None:
    assert BOATS.kin("bow") == {"bow", "boat"}
    assert BOATS.kin("boat") == {"boat", "bow", "stern"}
    assert BOATS.kin("gear") == {"gear", "oar", "sail"}
    assert BOATS.kin("oar") == {"oar", "gear"}
    assert BOATS.kin("unheard-of") == {"unheard-of"}


def test_versions_and_ids() -> None:
    assert BOATS.versions == ("first", "second", "third")
    assert set(BOATS.by_id["second"]) == {"bow", "stern", "oar", "sail"}
    assert Lineage({}).versions == ()


@settings(max_examples=60)
@given(st.dictionaries(st.integers(0, 7), st.sets(st.integers(0, 7), max_size=3), max_size=8))
def test_kin_by_brute_force(came_from: dict[int, set[int]]) -> None:
    """Even where the records go in circles: what a path of arrows leads to, forth or back."""
    made = lineage(only={str(id): tuple(map(str, sorted(was))) for id, was in came_from.items()})
    ways = {(id, before) for id, was in came_from.items() for before in was} | {(n, n) for n in range(8)}
    for middle, one, other in product(range(8), repeat=3):
        if (one, middle) in ways and (middle, other) in ways:
            ways.add((one, other))
    for id in range(8):
        kin = {other for other in range(8) if (id, other) in ways or (other, id) in ways}
        assert made.kin(str(id)) == set(map(str, kin))


@pytest.mark.parametrize(
    ("version", "among", "expected"),
    [
        ("c", "ab", "b"),
        ("c", "ba", "b"),
        ("c", "ad", "a"),
        ("a", "db", "b"),
        ("b", "dcb", "b"),
        ("b", "", None),
        ("d", "abcd", "c"),
    ],
)
def test_the_nearest_edition(version: str, among: str, expected: str | None) -> None:
    assert nearest(version, among, "abcd") == expected
