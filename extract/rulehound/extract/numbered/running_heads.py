"""Finding running heads and feet that look like clauses: "8-3 Attacks 41" above each page of a chapter."""

import re
from collections.abc import Sequence
from itertools import pairwise

from rulehound.extract.headings import CLOSING, LEADERS, section_of
from rulehound.extract.layout.lines import Line
from rulehound.extract.numbered.numbering import Number, Scheme, read_number
from rulehound.extract.numbered.successors import continues_sentence

_PAGE_NUMBER = re.compile(r"\W*\b\d+\W*$")


def running_heads(lines: Sequence[Line], scheme: Scheme) -> list[int]:
    """Indices of the first and last lines of pages that repeat the number and title of a clause on them.

    A clause with that number and title stands on an earlier line. An entry of the contents is none: between
    it and its repetition the numbers begin anew.
    """
    edges = _page_edges(lines)
    titles: dict[Number, set[str]] = {}
    first: Number | None = None
    largest: Number = ()
    is_closing = False
    heads = []
    for index, line in enumerate(lines):
        is_closing = is_closing or section_of(line.text) in CLOSING
        reading = next(read_number(line.text, scheme), None)
        if reading is None or LEADERS.search(reading.text) or continues_sentence(lines, index, reading.text):
            continue
        number, title = reading.number, _PAGE_NUMBER.sub("", reading.text).casefold()
        begins_anew = first is None or number < first or (number == first and largest[:1] > first[:1])
        if begins_anew and not reading.bare:  # all before was of the contents
            titles.clear()
            first = largest = number
            is_closing = False
        has_words = any(map(str.isalpha, title))
        repeats = number in titles and (title in titles[number] or not has_words)
        if repeats and index in edges and not is_closing:
            heads.append(index)
            continue
        if not reading.bare:
            largest = max(largest, number)
        titles.setdefault(number, set()).add(title)
    return heads


def _page_edges(lines: Sequence[Line]) -> set[int]:
    """Indices of the first and last lines of all pages, but for the first line and the last of a document."""
    return {
        index
        for after, (line, following) in enumerate(pairwise(lines), start=1)
        if line.box.page != following.box.page
        for index in (after - 1, after)
    }
