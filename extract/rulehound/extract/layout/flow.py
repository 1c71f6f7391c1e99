"""Joining the lines of a paragraph to its running text, with or without a space between two lines."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulehound.extract.layout.lines import Line
from rulehound.extract.layout.styled_text import SPACELESS, StyledText, joined, part, squeezed

_SPACELESS_CHARACTER = re.compile(f"[{SPACELESS}]")
# Where a script without spaces meets another, with and without a space.
_SPACED_MEETING = re.compile(f"[{SPACELESS}] \\w|\\w [{SPACELESS}]")
_CLOSE_MEETING = re.compile(f"[{SPACELESS}][A-Za-z0-9]|[A-Za-z0-9][{SPACELESS}]")

_HYPHENS = "-\u00ad\u2010"  # the soft one is what some files call the hyphen that they print
_WORD = re.compile(rf"\w+(?:[{_HYPHENS}]\w+)*")
_LAST_PART, _FIRST_PART = re.compile(r"\w+$"), re.compile(r"^\w+")
# Dashes are set without spaces, or with one before them as well.
_DASHES = _HYPHENS + "\u2012\u2013\u2014\u2015"
# A word of so many characters, and so much of the width of a line, may not fit on one: then it is broken
# where the line is full. Widths are estimated from the number of characters.
_LONG = 30
_WIDE = 0.9
_LOOKED_BACK = 200  # characters before a line end that tell what it broke, if anything


class Usage(NamedTuple):
    """The way a document writes words within its lines."""

    words: frozenset[str]
    """Its words, case folded, hyphens kept."""
    spaced: bool
    """Whether it sets a space where a script without spaces meets another."""


def usage_of(lines: Iterable[Line]) -> Usage:
    """The usage of a document with these lines."""
    words: set[str] = set()
    spaced = 0
    for line in lines:
        # The last word may go on in the next line, and the first may be the rest of one.
        words.update(_WORD.findall(line.text.casefold())[1:-1])
        spaced += len(_SPACED_MEETING.findall(line.text)) - len(_CLOSE_MEETING.findall(line.text))
    return Usage(frozenset(words), spaced > 0)


def running_text(lines: Sequence[Line], usage: Usage, skipped: int = 0) -> StyledText:
    """The text of a paragraph with single spaces and its styles, without its first `skipped` characters.

    Lines are joined with a space, except within a word that is hyphenated at the end of a line or longer than
    a line, and in scripts without spaces. A hyphen stays, unless the document writes that word without one.
    """
    first, *others = lines
    parts = [part(StyledText(first.text, first.spans), skipped)]
    betweens: list[str] = []
    end = parts[0].text[-_LOOKED_BACK:]
    before = first
    for line in others:
        if _is_hyphenated(end, line.text, usage):
            parts[-1] = part(parts[-1], 0, len(parts[-1].text) - 1)
            end, between = end[:-1], ""
        else:
            between = _between(end, before, line, usage)
        parts.append(StyledText(line.text, line.spans))
        betweens.append(between)
        end = (end + between + line.text)[-_LOOKED_BACK:]
        before = line
    return squeezed(_all_joined(parts, betweens))


def _all_joined(parts: Sequence[StyledText], betweens: Sequence[str]) -> StyledText:
    """All parts joined with the texts between them. Joining by halves keeps long paragraphs fast."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return joined(
        _all_joined(parts[:middle], betweens[: middle - 1]),
        _all_joined(parts[middle:], betweens[middle:]),
        betweens[middle - 1],
    )


def _is_hyphenated(text: str, further: str, usage: Usage) -> bool:
    """True if the hyphen at the end of a line is there only for the break."""
    start, end = _LAST_PART.search(text[:-1]), _FIRST_PART.search(further)
    if not text.endswith(tuple(_HYPHENS)) or start is None or end is None:
        return False
    if start.group()[-1].isdigit() and end.group()[0].isdigit():
        return False  # the dash of a number or of a range
    whole = (start.group() + end.group()).casefold()
    with_hyphen = (start.group() + text[-1] + end.group()).casefold()
    return whole in usage.words and with_hyphen not in usage.words


def _between(text: str, before: Line, line: Line, usage: Usage) -> str:
    """The text between two lines of a paragraph: a space or nothing. `text`: the text before."""
    if not text or (text[-1] in _DASHES and text[-2:-1].strip()):
        return ""
    meeting = bool(_SPACELESS_CHARACTER.match(text[-1])) + bool(_SPACELESS_CHARACTER.match(line.text))
    if meeting:
        return "" if meeting == 2 or not usage.spaced else " "
    return "" if _is_long_word(before, line) else " "


def _is_long_word(before: Line, line: Line) -> bool:
    """True if the last word of a line goes on in the next, as both parts together are too long for a line.

    A word that stands alone on its line is whole, as it was moved there to fit.
    """
    others, _, last = before.text.rpartition(" ")
    first = line.text.split()[0]
    if not others or len(last) + len(first) < _LONG or before.room > before.size:
        return False
    return _width(last, before) + _width(first, line) >= _WIDE * (before.box.x1 + before.room - line.box.x0)


def _width(word: str, line: Line) -> float:
    return len(word) / len(line.text) * (line.box.x1 - line.box.x0)
