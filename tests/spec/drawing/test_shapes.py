"""Parts of a picture: words stay within their place, whatever they are, and markup stays text."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.drawing.shapes import LETTER, CardPlace, short, stripe, text, two_lines


@given(st.text(st.characters(categories=("L", "N", "P", "Zs")), max_size=60), st.integers(2, 40))
def test_short_words_are_no_longer_than_they_may_be(words: str, most: int) -> None:
    assert len(short(words, most)) <= most
    assert short(words, most) == words or short(words, most).endswith("…")


@given(st.text(st.characters(categories=("L", "Zs")), max_size=60), st.integers(6, 20))
def test_a_name_takes_two_lines_at_most(name: str, most: int) -> None:
    lines = two_lines(name, most)
    assert len(lines) <= 2
    assert all(len(line) <= most + 4 for line in lines)


def test_wide_words_are_drawn_narrower_and_markup_is_text() -> None:
    wide = ElementTree.fromstring(text("tiny", 0, 0, "<b>&" * 20, 50))
    assert wide.text == "<b>&" * 20
    assert wide.get("textLength") == "50"
    assert ElementTree.fromstring(text("tiny", 0, 0, "ab", 3 * LETTER["tiny"])).get("textLength") is None


def test_colours_share_the_upper_edge() -> None:
    drawn = [ElementTree.fromstring(one) for one in stripe(["#111", "#222"], CardPlace(10, 20, 60, 80))]
    assert [(one.get("x"), one.get("width"), one.get("fill")) for one in drawn] == [
        ("10", "30", "#111"),
        ("40", "30", "#222"),
    ]
