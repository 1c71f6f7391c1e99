"""What somebody decided stands, whatever the words say."""

from __future__ import annotations

import pytest

from rulehound.spec.documents.alignment import align
from rulehound.spec.documents.spec_records import SpecError
from rulehound_testing.editions.made_up import FAIR, side

NEW = {**FAIR, "2-2": FAIR["2-3"], "2-3": FAIR["2-2"]}


def forced(*pairings: str) -> list[str]:
    alignment = align(side(FAIR), side(NEW), pairings)
    assert alignment.forced == pairings
    assert sorted(key for each in alignment.correspondences for key in each.old) == sorted(FAIR)
    assert sorted(key for each in alignment.correspondences for key in each.new) == sorted(NEW)
    return [
        f"{' '.join(each.old)} > {' '.join(each.new)}: {' '.join(each.changes)}"
        for each in alignment.correspondences
        if each.changes
    ]


def test_a_pairing_is_corrected() -> None:
    assert sorted(forced()) == ["2-2 > 2-3: renumbered moved", "2-3 > 2-2: renumbered"]
    assert sorted(forced("2-2=2-2", "2-3=2-3")) == ["2-2 > 2-2: reworded", "2-3 > 2-3: reworded"]


def test_a_clause_may_be_said_to_be_gone_or_new() -> None:
    assert sorted(forced("2-2=", "=2-3")) == [" > 2-3: added", "2-2 > : removed", "2-3 > 2-2: renumbered"]


def test_several_pairings_of_a_clause_are_a_split_or_a_merge() -> None:
    assert "1-1 > 1-1 1-2: reworded split" in forced("1-1=1-1", "1-1=1-2")
    assert "3-1 3-2 > 3-2: reworded merged" in forced("3-1=3-2", "3-2=3-2")


@pytest.mark.parametrize(
    ("pairings", "says"),
    [
        (("1-1",), "'1-1' is no pairing; write OLD=NEW"),
        (("=",), "'=' is no pairing"),
        (("9-9=1-1",), "the old edition has no clause 9-9; name one that it has"),
        (("1-1=9-9",), "the new edition has no clause 9-9"),
        (("1-1=1-1", "1-2=1-1", "1-2=1-2"), "1-1 1-2 would become several together"),
    ],
)
def test_what_is_no_pairing_is_refused(pairings: tuple[str, ...], says: str) -> None:
    with pytest.raises(SpecError) as refusal:
        align(side(FAIR), side(NEW), pairings)
    assert says in str(refusal.value)
