"""Punctuation that may change what a clause means, and typography that does not."""

from __future__ import annotations

import pytest

from rulehound.spec.documents.alignment.punctuation import punctuation, same_punctuation
from rulehound_testing.made_up_difference import clause


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ('A card with "Lv.-" has none.', 'A card with "Lv." has none.', False),
        ('A card with "Lv.-" has none.', "A card with “Lv.–” has none.", True),
        ("Draw one - at once.", "Draw one – at once.", True),
        ("Draw one - at once.", "Draw one at once.", True),
        ("A well-known card.", "A well known card.", True),
        ("It ends, if it hits.", "It ends if it hits.", False),
        ("It pays 1,000 DP.", "It pays 1000 DP.", True),
        ("It ends.", "It ends", True),
    ],
)
def test_what_counts(one: str, other: str, same: bool) -> None:
    marks = [punctuation(clause("1-1", text), {}) for text in (one, other)]
    assert all(marks)
    assert same_punctuation(*marks) is same
