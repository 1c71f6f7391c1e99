"""The titles that a text quotes: `"2-1. Boats"`, 「2-1.舟」."""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Title(NamedTuple):
    """A title in quotes, from `start` up to `end` of the text, with quotes and number."""

    start: int
    end: int
    text: str
    """Without quotes and number."""


_CLOSING = {"「": "」", "『": "』", "“": "”"}
_STRAIGHT = "\"'"
# A straight quote does not show whether it opens or closes, but before a number it opens.
_OPENING = re.compile(r"(?<!\w)[\"'](?=\d)")
_PAIR = re.compile(r'"(?P<title>[^"]+)"')
_NUMBER = re.compile(r"旧?\d+(?:[.-]+\d+)*[a-z]?[.．:：)]?\s*")


def titles_in(text: str) -> list[Title]:
    """The titles that a text quotes, in its order, as printed. A title may contain quotes."""
    titles = [*_in_brackets(text), *(_in_straight_quotes(text) or _in_pairs(text))]
    return sorted(title for title in titles if title.text)


def _title(start: int, end: int, quoted: str) -> Title:
    number = _NUMBER.match(quoted)
    return Title(start, end, quoted[number.end() :] if number else quoted)


def _in_brackets(text: str) -> Iterator[Title]:
    """The titles in paired quotes. Quotes within them belong to the title."""
    closings: list[str] = []
    start = 0
    for index, character in enumerate(text):
        if character in _CLOSING:
            if not closings:
                start = index
            closings.append(_CLOSING[character])
        elif closings and character == closings[-1]:
            closings.pop()
            if not closings:
                yield _title(start, index + 1, text[start + 1 : index])


def _in_straight_quotes(text: str) -> list[Title]:
    """The titles in straight quotes: from one before a number to the last before the next such one."""
    openings = [opening.start() for opening in _OPENING.finditer(text)]
    titles = []
    for start, until in zip(openings, [*openings, len(text)][1:], strict=True):
        end = max(text.rfind(quote, start + 1, until) for quote in _STRAIGHT)
        quoted = text[start + 1 : end if end > 0 else until].rstrip(_STRAIGHT)
        if quoted.count('"') % 2:
            quoted += '"'  # that one closed words quoted in the title
        titles.append(_title(start, end + 1 if end > 0 else until, quoted))
    return titles


def _in_pairs(text: str) -> list[Title]:
    return [_title(pair.start(), pair.end(), pair["title"]) for pair in _PAIR.finditer(text)]
