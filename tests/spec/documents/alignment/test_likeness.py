"""How much passages have in common, seen from either side."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.alignment import AlignmentSide, align
from rulehound.spec.documents.alignment.likeness import Likeness, Overlap
from rulehound_testing.editions.made_up import FAIR, side
from rulehound_testing.editions.quality import same, without_text

WORDS = ["apple", "basket", "gate", "oak", "race", "the", "a", "of", "two", "7"]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
sides = st.lists(texts, min_size=1, max_size=4).map(
    lambda found: side((str(n), t) for n, t in enumerate(found))
)


@given(sides, sides, st.sampled_from([same, without_text]))
def test_turned_exchanges_the_sides(
    old: AlignmentSide, new: AlignmentSide, seen: Callable[[AlignmentSide], AlignmentSide]
) -> None:
    likeness = Likeness(seen(old).passages, seen(new).passages)
    turned = likeness.turned()
    for one in range(len(old.passages)):
        for other in range(len(new.passages)):
            assert turned(other, one) == likeness(one, other)
            assert turned.overlap(other, one).one == likeness.overlap(one, other).other
    olds = range(len(old.passages))
    if len(olds) > 1:
        assert turned.covered(0, olds).likeness == likeness.together(olds, [0])
    assert turned.turned().covered(0, [0]) == likeness.covered(0, [0])


@given(sides)
def test_a_text_covers_itself(edition: AlignmentSide) -> None:
    likeness = Likeness(edition.passages, edition.passages)
    for place in range(len(edition.passages)):
        found = likeness.covered(place, [place])
        assert found == Overlap(found.one, found.one, found.one)
        assert found.likeness == likeness(place, place) == 1


@pytest.mark.parametrize("seen", [same, without_text])
def test_parts_cover_the_whole_together_from_either_side(
    seen: Callable[[AlignmentSide], AlignmentSide],
) -> None:
    parts = [FAIR["1-1"], FAIR["2-1"], FAIR["3-1"]]
    whole, divided = side({"1": " ".join(parts)}), side({str(n): text for n, text in enumerate(parts)})
    likeness = Likeness(seen(whole).passages, seen(divided).passages)
    known = [likeness.covered(0, range(count)).both for count in (1, 2, 3)]
    assert sorted(known) == known
    assert likeness.together([0], [0, 1, 2]) > 0.9
    assert likeness.turned().together([0, 1, 2], [0]) == likeness.together([0], [0, 1, 2])


@pytest.mark.parametrize("seen", [same, without_text])
def test_unrelated_editions_are_not_compared_clause_by_clause(
    seen: Callable[[AlignmentSide], AlignmentSide], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = random.Random(1)

    def edition(name: str) -> AlignmentSide:
        words = [
            name * (1 + number % 5) + "aeiou"[number // 5 % 5] * (1 + number // 25) for number in range(200)
        ]
        return seen(side((name + str(n), " ".join(drawn.choices(words, k=12))) for n in range(300)))

    compared = list[tuple[int, int]]()
    overlap = Likeness.overlap

    def counted(likeness: Likeness, old: int, new: int) -> Overlap:
        compared.append((old, new))
        return overlap(likeness, old, new)

    monkeypatch.setattr(Likeness, "overlap", counted)
    found = align(edition("k"), edition("z")).correspondences
    assert {each.changes for each in found} == {("added",), ("removed",)}
    assert len(compared) < 300 * 300 / 4
