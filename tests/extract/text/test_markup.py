"""Marks of Markdown around words; markdown-it, which follows CommonMark, is the judge where both go."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from rulehound.extract.text.markup import FENCE, QUOTE, RULE, UNDERLINE, heading_in, marked_text


def styled(text: str) -> list[tuple[str, str]]:
    """The pieces of a text, each with `b` for bold and `i` for italic."""
    words = marked_text(text)
    return [
        (words.text[span.start : span.end], "b" * span.style.bold + "i" * span.style.italic)
        for span in words.spans
    ]


def by_markdown_it(text: str) -> list[tuple[str, str]]:
    """The same by another reader."""
    pieces: list[tuple[str, str]] = []
    bold = italic = 0
    for token in MarkdownIt("commonmark").parseInline(text)[0].children or []:
        bold += (token.type == "strong_open") - (token.type == "strong_close")
        italic += (token.type == "em_open") - (token.type == "em_close")
        style = "b" * bool(bold) + "i" * bool(italic)
        if token.content and pieces and pieces[-1][1] == style:
            pieces[-1] = pieces[-1][0] + token.content, style
        elif token.content:
            pieces.append((token.content, style))
    return pieces


AGREED = [
    "plain words",
    "**bold** words",
    "some *italic* words",
    "some _italic_ words",
    "***both***",
    "**bold *both* bold**",
    r"\*no\* style \\ here",
    "`code * not` *italic*",
    "``a ` b``",
    '[Boats](boats.md) and [oars](https://example.org/ "Oars")',
    "half**way**down",
    "2 * 3 * 4",
    "a snake_case_name",
    "**open",
    "no ` close",
    "(*tight*).",
    "_row **the_ boat**",
]


@pytest.mark.parametrize("text", AGREED)
def test_as_commonmark_has_it(text: str) -> None:
    assert styled(text) == by_markdown_it(text)


@settings(max_examples=60)
@given(
    st.recursive(
        st.sampled_from(["oars", "a boat", "Row"]).map(lambda words: (words, 0)),
        lambda inner: st.tuples(st.lists(inner, min_size=1, max_size=2), st.sampled_from((1, 2))),
        max_leaves=5,
    )
)
def test_nested_marks_as_commonmark_has_them(tree: tuple[object, int]) -> None:
    def written(node: object, above: frozenset[int]) -> str:
        inner, mark = node  # type: ignore[misc]
        if mark == 0:
            return str(inner)
        text = " and ".join(written(one, above | {mark}) for one in inner)
        # the same mark within itself is another mark to CommonMark, and the two must not touch
        return text if mark in above else f"{'*_'[mark == 1] * mark}{text}{'*_'[mark == 1] * mark}"

    text = written(tree, frozenset())
    assert styled(text) == by_markdown_it(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4*3*2", "4*3*2"),
        ("my__init__file", "my__init__file"),
        ("* oars * sails *", "* oars * sails *"),
        ("fill in ____ here", "fill in ____ here"),
        ("[When Attacking](Once)", "[When Attacking](Once)"),
        ("one<br>two<BR />three", "one two three"),
        ("![a boat](boat.png)", "a boat"),
        ("[](boat.png)", ""),
        ("", ""),
    ],
)
def test_what_is_words_and_what_is_none(text: str, words: str) -> None:
    assert marked_text(text).text == words


@settings(max_examples=80)
@given(st.text("ab *_`\\[]()./", max_size=16))
def test_styles_cover_the_text_from_end_to_end(text: str) -> None:
    words = marked_text(text)
    assert "".join(words.text[span.start : span.end] for span in words.spans) == words.text
    ends = [0, *(span.end for span in words.spans)]
    assert [span.start for span in words.spans] == ends[:-1]
    assert words.text.count("a") <= text.count("a")


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("# Tides", (1, "Tides")),
        ("   ###### Tides ##", (6, "Tides")),
        ("## C#", (2, "C#")),
        ("## C# #", (2, "C#")),
        ("# #", (1, "")),
        ("####### Tides", None),
        ("    # Tides", None),
        ("#Tides", None),
        ("#", None),
        ("Tides #", None),
    ],
)
def test_headings(row: str, expected: tuple[int, str] | None) -> None:
    assert heading_in(row) == expected


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (UNDERLINE, ("==", "---", "   ===="), ("=", "=-=", "- -", "    ==", "")),
        (RULE, ("***", "- - -", " _  _ _"), ("**", "*-*", "- - x", "    ***")),
        (FENCE, ("```", "~~~~", "```python", "  ```"), ("``", "``` a`b", "    ```")),
    ],
)
def test_rows_that_are_no_words(pattern, yes, no) -> None:  # type: ignore[no-untyped-def]
    assert all(pattern.fullmatch(row) for row in yes)
    assert not any(pattern.fullmatch(row) for row in no)


def test_quotations() -> None:
    assert QUOTE.sub("", "> > Row.") == "Row."
    assert QUOTE.sub("", "  >Row > and row.") == "Row > and row."
    assert QUOTE.sub("", "a > b") == "a > b"
