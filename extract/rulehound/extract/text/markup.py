"""The marks of Markdown: marks around words, and marks of whole rows.

CommonMark 0.31 without the features that would change the words of a plain text: indented code, HTML,
entities, references to links. It is stricter about emphasis: `4*3*2` is words.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rulehound.extract.document import Span, Style
from rulehound.extract.layout.styled_text import StyledText

UNDERLINE = re.compile(r" {0,3}(?P<mark>=|-)(?P=mark)+")
"""A row that makes the row above it a heading."""
RULE = re.compile(r" {0,3}(?P<mark>[-*_])(?:[ \t]*(?P=mark)){2,}")
"""A line drawn across the page."""
FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,})[^`]*")
"""A row that opens text which is not Markdown. Without further words it also closes such text."""
QUOTE = re.compile(r"^(?: {0,3}>[ \t]?)+")
"""The beginning of a row of a quotation."""

_HEADING = re.compile(r" {0,3}(?P<level>#{1,6})[ \t]+(?=\S)")
_TOKEN = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<ticks>`+)"
    r"|(?P<stars>\*+|_+)"
    # An address has a scheme or looks like a path; "[When Attacking](Once)" is words.
    r"|!?\[(?P<words>[^\[\]]*)\]\((?:[a-z][a-z0-9+.-]*:|[#./]|[\w%-]+[./])[^\s()]*(?:\s+\"[^\"]*\")?\)"
    r"|(?P<newline><br\s*/?>)",
    re.IGNORECASE,
)


class Heading(NamedTuple):
    """A heading that is marked at its start. Level 1 is the most important."""

    level: int
    text: str


def heading_in(row: str) -> Heading | None:
    """The heading in a row; None if it has none."""
    start = _HEADING.match(row)
    if start is None:
        return None
    text = row[start.end() :].rstrip()
    open_text = text.rstrip("#")  # the marks may be there again, apart from the words
    return Heading(len(start["level"]), open_text.rstrip() if open_text[-1:] in ("", " ", "\t") else text)


class _Part(NamedTuple):
    text: str
    mark: str
    """`*` or `_`, once to three times; empty for words."""
    opens: bool = False
    closes: bool = False


def marked_text(text: str) -> StyledText:
    """The words of a row or cell without the marks of Markdown, with the styles of these marks.

    Marks without a counterpart are words.
    """
    words: list[str] = []
    spans: list[Span] = []
    end = 0
    for style, parts in groupby(_styled(_parts(text)), lambda part: part[1]):
        words.append("".join(words for words, _ in parts))
        spans.append(Span(end, end + len(words[-1]), style))
        end += len(words[-1])
    return StyledText("".join(words), tuple(spans))


def _parts(text: str) -> list[_Part]:
    """Words and marks in turn, marks cleared of what they escape, link or break."""
    parts: list[_Part] = []
    end = 0
    for token in _TOKEN.finditer(text):
        if token.start() < end:
            continue  # within code
        parts.append(_Part(text[end : token.start()], ""))
        start, end = token.span()
        if token["ticks"]:
            close = text.find(token["ticks"], end)
            if close >= 0:
                parts.append(_Part(text[end:close], ""))
                end = close + len(token["ticks"])
            else:
                parts.append(_Part(token.group(), ""))
        elif len(token["stars"] or "") > 3:  # a gap to be filled in
            parts.append(_Part(token.group(), ""))
        elif token["stars"]:
            before, after = text[start - 1 : start], text[end : end + 1]
            inside = token["stars"] == "**"  # bold may begin and end within a word
            parts.append(
                _Part(
                    token.group(),
                    token["stars"],
                    opens=bool(after.strip()) and (inside or not _is_word(before)),
                    closes=bool(before.strip()) and (inside or not _is_word(after)),
                )
            )
        else:
            parts.append(_Part(" " if token["newline"] else token["escaped"] or token["words"] or "", ""))
    return [*parts, _Part(text[end:], "")]


def _is_word(letter: str) -> bool:
    """True for what makes a mark beside it part of a word. Scripts without spaces mark within words."""
    return letter.isalnum() and letter.isascii()


def _styled(parts: Sequence[_Part]) -> Iterator[tuple[str, Style]]:
    """The words, and marks without counterpart, each with its style."""
    turns = _turns(parts)
    bold = italic = 0
    for index, part in enumerate(parts):
        turn = turns.get(index, 0)
        if turn:
            bold += turn * (len(part.mark) >= 2)
            italic += turn * (len(part.mark) != 2)
        elif part.text:
            yield part.text, Style("", 1.0, bold > 0, italic > 0, "#000000")


def _turns(parts: Sequence[_Part]) -> dict[int, int]:
    """The marks with a counterpart, by index: 1 where the style begins, -1 where it ends."""
    turns: dict[int, int] = {}
    opened: dict[str, list[int]] = {}
    for index, part in enumerate(parts):
        mine = opened.setdefault(part.mark, [])
        if part.closes and mine:
            start = mine.pop()
            turns[start], turns[index] = 1, -1
            for others in opened.values():  # what was opened within has no counterpart within
                while others and others[-1] > start:
                    others.pop()
        elif part.opens:
            mine.append(index)
    return turns
