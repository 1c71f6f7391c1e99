"""The number of a page within a sentence is noise; an amount is none."""

from __future__ import annotations

import msgspec
import pytest

from rulehound.spec.documents.alignment import Alignment, AlignmentSide, align
from rulehound_testing.editions.made_up import FAIR, side

PLACES = ("1-2", "2-2", "3-1")


def paged(printed: dict[str, str], first: int = 14) -> AlignmentSide:
    """The fair, a chapter a page, with a number in the middle of the sentences of some clauses."""
    texts = dict(FAIR)
    for number, digits in printed.items():
        words = texts[number].split()
        texts[number] = " ".join([*words[:4], digits, *words[4:]])
    made = side(texts)
    return AlignmentSide(
        "",
        tuple(
            msgspec.structs.replace(one, page=first - 1 + int(one.number.split("-")[0]))
            for one in made.passages
        ),
    )


def reworded(alignment: Alignment) -> list[str]:
    return [each.new[0] for each in alignment.correspondences if "reworded" in each.changes]


PAGES = {"1-2": "14", "2-2": "15", "3-1": "16"}


@pytest.mark.parametrize("offset", [0, 3])
def test_numbers_that_ascend_with_the_pages_are_noise(offset: int) -> None:
    printed = {number: str(int(page) + offset) for number, page in PAGES.items()}
    for before, after in ((paged({}), paged(printed)), (paged(printed), paged({}))):
        assert not [each for each in align(before, after).correspondences if each.changes]


@pytest.mark.parametrize(
    "printed",
    [
        {"1-2": "14", "2-2": "15"},
        {"1-2": "14", "2-2": "15", "3-1": "15"},
        {"1-2": "14", "1-3": "14", "2-2": "15"},
        {"1-2": "3", "2-2": "3", "3-1": "3"},
    ],
    ids=str,
)
def test_amounts_are_none(printed: dict[str, str]) -> None:
    """Two pages prove nothing, and an amount does not ascend with the pages."""
    assert reworded(align(paged({}), paged(printed))) == sorted(printed)


def test_a_number_that_changed_is_no_page_number() -> None:
    changed = {number: str(int(page) + 1) for number, page in PAGES.items()}
    assert reworded(align(paged(PAGES), paged(changed))) == list(PLACES)


def test_other_words_that_changed_beside_it_are_reworded() -> None:
    new = paged(PAGES)
    texts = tuple(
        msgspec.structs.replace(one, text=f"{one.text} Or not.", fingerprint="0")
        if one.number == "2-2"
        else one
        for one in new.passages
    )
    assert "2-2" in reworded(align(paged({}), AlignmentSide("", texts)))
