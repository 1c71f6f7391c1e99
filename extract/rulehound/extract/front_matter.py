"""What a document says about itself before its first clause: title, version, date."""

import datetime
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rulehound.extract.headings import section_of
from rulehound.extract.layout.flow import running_text, usage_of
from rulehound.extract.layout.lines import Line


class FrontMatter(NamedTuple):
    """Each is empty where the document does not say it."""

    title: str
    version: str
    date: str
    """ISO 8601."""
    lines: tuple[Line, ...]
    """Those that print the title."""


_VERSION = re.compile(
    r"\b(?:version|ver\.?|v\.?|edition|revision|rev\.?)\s*(?P<version>\d+(?:\.\d+)*)|第\s*(?P<edition>\d+(?:\.\d+)*)\s*版",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<!\d)(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?!\d)",
        r"(?P<year>\d{4})\s*[年년]\s*(?P<month>\d{1,2})\s*[月월]\s*(?P<day>\d{1,2})\s*[日일]",
        rf"\b{_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})\b",
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+{_MONTH},?\s+(?P<year>\d{{4}})\b",
    )
)
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|（\s*）|\[\s*\]|【\s*】")


def read_front_matter(front: Sequence[Line], named: str) -> FrontMatter:
    """Title, version and date from the lines before the contents and the first clause.

    The title is the largest print on the first page that has any. Version and date are no part of it, nor is
    what they part from it at the end: the heading of the contents. `named`, the title that the file gives
    itself, stands in where no line has one, and may hold the version and date.
    """
    lines = [line for line in front if line.box.page == front[0].box.page]
    texts = [*(line.text for line in lines), named]
    version = next((found for text in texts if (found := version_in(text))), "")
    date = next((found for text in texts if (found := date_in(text))), "")
    heads = [
        tuple(lines[index] for index, _ in group)
        for size, group in groupby(enumerate(lines), key=lambda line: _title_size(line[1]))
        if size
    ]
    if len(heads) > 1 and heads[-1][-1] is lines[-1] and _title_size(lines[-1 - len(heads[-1])]) == 0:
        heads.pop()
    title = max(heads, key=lambda head: head[0].size, default=())
    if not title:
        return FrontMatter(named, version, date, ())
    printed = without_version_and_date(running_text(title, usage_of(front)).text)
    if version:
        printed = printed.removesuffix(version)
    return FrontMatter(printed.strip() or named, version, date, title)


def _title_size(line: Line) -> float:
    """The size of a line that may be part of a title, else 0."""
    return 0 if version_in(line.text) or date_in(line.text) or section_of(line.text) else line.size


def version_in(text: str) -> str:
    """The first version that a text names: "2.3" of "Ver. 2.3"; empty if it names none."""
    found = _VERSION.search(text)
    return (found["version"] or found["edition"]) if found else ""


def date_in(text: str) -> str:
    """The first date of a text, as ISO 8601; empty if it has none."""
    return next((date for date, _, _ in _dates(text)), "")


def without_version_and_date(text: str) -> str:
    """A text without the versions and dates that it names, and without the brackets left empty."""
    for _, start, end in sorted(_dates(text), key=lambda date: -date[1]):
        text = text[:start] + text[end:]
    return _EMPTY_BRACKETS.sub("", _VERSION.sub("", text)).strip()


def _dates(text: str) -> Iterator[tuple[str, int, int]]:
    """The dates of a text, as ISO 8601, and where they stand."""
    for pattern in _DATES:
        for found in pattern.finditer(text):
            month = found["month"]
            number = int(month) if month.isdigit() else _MONTHS.index(month.lower()) + 1
            try:
                date = datetime.date(int(found["year"]), number, int(found["day"]))
            except ValueError:
                continue  # 2024/13/45 is no date
            yield date.isoformat(), *found.span()
