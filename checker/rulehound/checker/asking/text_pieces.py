"""Splitting a text at certain characters or words, outside quotes and parentheses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class TextPiece(NamedTuple):
    """A piece of a text, with where it begins, counted from 0."""

    text: str
    start: int


def without_comments(text: str) -> str:
    """The text with spaces for lines that begin with #, so that places stay."""
    return "\n".join(" " * len(x) if x.lstrip().startswith("#") else x for x in text.split("\n"))


def quoteless(text: str) -> str:
    """The text with what stands in quotes and parentheses blanked out."""
    return "".join(" " if depth else character for character, depth in _depths(text))


def _depths(text: str) -> Iterator[tuple[str, bool]]:
    """Each character, and whether it stands in quotes or parentheses, these included."""
    depth, quoted = 0, False
    for character in text:
        if character == '"':
            quoted = not quoted
            yield character, True
        elif quoted:
            yield character, True
        elif character == "(":
            depth += 1
            yield character, True
        else:
            yield character, depth > 0
            depth -= character == ")" and depth > 0


def split(text: str, at: str, start: int = 0) -> Iterator[TextPiece]:
    """The pieces between these characters, outside quotes and parentheses; none that are empty."""
    begin = 0
    for place, character in enumerate(f"{quoteless(text)}{at[0]}"):
        if character in at:
            if text[begin:place].strip():
                yield TextPiece(text[begin:place], start + begin)
            begin = place + 1


def split_words(text: str, word: str) -> list[str]:
    """The pieces between this word, outside quotes and parentheses."""
    pieces, begin = [], 0
    for match in re.finditer(rf"\s{re.escape(word)}\s", quoteless(text), re.IGNORECASE):
        pieces.append(text[begin : match.start()])
        begin = match.end()
    return [*pieces, text[begin:]]
