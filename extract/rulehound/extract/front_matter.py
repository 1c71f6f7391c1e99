"""The front matter of a document: the title, version and date before its first clause."""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rulehound.extract.headings import section_of
from rulehound.extract.layout.flow import running_text, usage_of
from rulehound.extract.layout.lines import Line


class FrontMatter(NamedTuple):
    """Title, version and date; each is empty where the document does not give it."""

    title: str
    version: str
    date: str
    """ISO 8601."""
    lines: tuple[Line, ...]
    """The lines that print the title."""


_VERSION = re.compile(
    r"\b(?:version|ver\.?|v\.?|edition|revision|rev\.?)\s*(?P<version>\d+(?:\.\d+)*)"
    r"|第\s*(?P<edition>\d+(?:\.\d+)*)\s*版"
    r"|(?:バージョン|版本)\s*[:：]?\s*(?P<other>\d+(?:\.\d+)*)",
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
_PARTING = " ,;:、，；：|–—-"  # what parts a title from the version beside it
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|（\s*）|\[\s*\]|【\s*】")


def read_front_matter(front: Sequence[Line], file_title: str) -> FrontMatter:
    """Title, version and date from the lines before the contents and the first clause.

    The title is the largest print on the first page with text. Version and date in its line do not belong to
    it, nor does the heading of the contents that they separate from it. `file_title`, the title in the file's
    own data, is used where no line has one, and may hold the version and date.
    """
    lines = [line for line in front if line.box.page == front[0].box.page]
    texts = [*(line.text for line in lines), file_title]
    version = next((match for text in texts if (match := version_in(text))), "")
    date = next((match for text in texts if (match := date_in(text))), "")
    # Of lines of one size, one that is title alone is preferred.
    heads = [*_heads(lines, _is_title), *_heads(lines, _holds_title)]
    title = max(heads, key=lambda head: head[0].size, default=())
    if not title:
        return FrontMatter(file_title, version, date, ())
    printed = without_version_and_date(running_text(title, usage_of(front)).text)
    if version:
        printed = printed.removesuffix(version)
    return FrontMatter(printed.strip(_PARTING) or file_title, version, date, title)


def _heads(lines: Sequence[Line], may_be: Callable[[Line], bool]) -> list[tuple[Line, ...]]:
    """Groups of lines of one size, one below the other, that may be a title.

    A last group that other lines separate from those before is left out: it is the heading of the contents.
    """
    sizes = [line.size if may_be(line) else 0 for line in lines]
    heads = [
        tuple(lines[index] for index in group)
        for size, group in groupby(range(len(lines)), key=sizes.__getitem__)
        if size
    ]
    if len(heads) > 1 and sizes[-1] and not sizes[-1 - len(heads[-1])]:
        heads.pop()
    return heads


def _is_title(line: Line) -> bool:
    return not (version_in(line.text) or date_in(line.text) or section_of(line.text))


def _holds_title(line: Line) -> bool:
    """True if the line has words beside a version or date."""
    rest = without_version_and_date(line.text)
    return rest != line.text and any(map(str.isalpha, rest))


def version_in(text: str) -> str:
    """The first version that a text names: "2.3" of "Ver. 2.3"; empty if it names none."""
    match = _VERSION.search(text)
    return (match["version"] or match["edition"] or match["other"]) if match else ""


def date_in(text: str) -> str:
    """The first date of a text, as ISO 8601; empty if it has none."""
    return next((date for date, _ in _dates(text)), "")


def without_version_and_date(text: str) -> str:
    """A text without the versions and dates that it names, and without the brackets left empty."""
    return " ".join(_EMPTY_BRACKETS.sub("", blanked(text, versions_and_dates(text))).split())


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """A text with spaces in place of the characters of these spans."""
    characters = list(text)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return "".join(characters)


def versions_and_dates(text: str) -> list[tuple[int, int]]:
    """The spans of versions and dates in a text, as start and end, in its order."""
    return sorted([*(match.span() for match in _VERSION.finditer(text)), *(span for _, span in _dates(text))])


def _dates(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The dates of a text, as ISO 8601, with their spans."""
    for pattern in _DATES:
        for match in pattern.finditer(text):
            month = match["month"]
            number = int(month) if month.isdigit() else _MONTHS.index(month.lower()) + 1
            try:
                date = datetime.date(int(match["year"]), number, int(match["day"]))
            except ValueError:
                continue  # 2024/13/45 is no date
            yield date.isoformat(), match.span()
