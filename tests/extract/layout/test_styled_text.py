"""Joining, cutting and squeezing a text: every character keeps its style."""

from __future__ import annotations

from itertools import groupby

from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.extract.document import Span, Style
from rulehound.extract.layout.styled_text import StyledText, joined, part, squeezed

STYLES = [Style("Oars", size, False, False, "#000000") for size in (8.0, 9.0, 10.0)]

Character = tuple[str, Style]


def text_of(characters: list[Character]) -> StyledText:
    """A text of characters, each in its own style: the plain form that the tests compare with."""
    spans, end = [], 0
    for style, run in groupby(characters, lambda character: character[1]):
        start, end = end, end + len(list(run))
        spans.append(Span(start, end, style))
    return StyledText("".join(letter for letter, _ in characters), tuple(spans))


def characters_of(words: StyledText) -> list[Character]:
    return [(words.text[at], span.style) for span in words.spans for at in range(span.start, span.end)]


CHARACTERS = st.lists(st.tuples(st.sampled_from("ab \t\n\u3000\x07"), st.sampled_from(STYLES)), max_size=10)


@settings(max_examples=60)
@given(CHARACTERS, CHARACTERS, st.sampled_from(["", " ", " – "]))
def test_joined_texts_keep_their_styles(
    first: list[Character], second: list[Character], between: str
) -> None:
    result = joined(text_of(first), text_of(second), between)
    assert result.text == text_of(first).text + between + text_of(second).text
    if first:
        gap = [(letter, first[-1][1]) for letter in between]
        assert result == text_of([*first, *gap, *second])
    elif not between:
        assert result == text_of(second)


def test_what_is_between_has_the_style_before_it() -> None:
    one, other = text_of([("a", STYLES[0])]), text_of([("b", STYLES[1])])
    assert joined(one, other) == text_of([("a", STYLES[0]), (" ", STYLES[0]), ("b", STYLES[1])])


def test_texts_without_styles_are_joined_and_cut() -> None:
    assert joined(StyledText("row", ()), StyledText("on", ())) == StyledText("row on", ())
    assert part(StyledText("row on", ()), 4) == StyledText("on", ())


@settings(max_examples=60)
@given(CHARACTERS, st.integers(0, 10), st.integers(0, 10))
def test_a_part_is_its_characters(characters: list[Character], start: int, end: int) -> None:
    start, end = sorted((min(start, len(characters)), min(end, len(characters))))
    assert part(text_of(characters), start, end) == text_of(characters[start:end])
    assert part(text_of(characters), start) == text_of(characters[start:])


@settings(max_examples=100)
@given(CHARACTERS)
def test_white_space_is_squeezed_and_styles_stay(characters: list[Character]) -> None:
    result = squeezed(text_of(characters))
    assert result.text == " ".join(text_of(characters).text.split())
    assert "".join(result.text[span.start : span.end] for span in result.spans) == result.text
    kept = [character for character in characters if not character[0].isspace()]
    assert [character for character in characters_of(result) if character[0] != " "] == kept


def test_a_text_without_anything_to_squeeze_is_left_alone() -> None:
    words = text_of([("a", STYLES[0]), (" ", STYLES[0]), ("b", STYLES[1])])
    assert squeezed(words) is words


def test_neighbours_of_one_style_become_one_span_where_space_goes() -> None:
    words = StyledText("a \t b", (Span(0, 2, STYLES[0]), Span(2, 3, STYLES[1]), Span(3, 5, STYLES[0])))
    assert squeezed(words) == StyledText("a b", (Span(0, 3, STYLES[0]),))
