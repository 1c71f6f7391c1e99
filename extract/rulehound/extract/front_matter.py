"""What a document says about itself before its first clause: title, version, date."""

import datetime
import re
from collections.abc import Sequence
from typing import NamedTuple

from rulehound.extract.lines import Line


class FrontMatter(NamedTuple):
    """Each is empty where the document does not say it."""

    title: str
    version: str
    date: str
    """ISO 8601."""


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


def read_front_matter(front: Sequence[Line], named: str) -> FrontMatter:
    """Title, version and date from the lines before the first clause.

    The title is the largest print on the first page that has any, without version and date. `named`, the
    title that the file gives itself, stands in where no line has one, and may hold the version and date.
    """
    lines = [line for line in front if line.box.page == front[0].box.page]
    largest = max((line.size for line in lines), default=0.0)
    heads: list[str] = []
    for line in lines:
        if line.size == largest and not _VERSION.search(line.text) and not _date_in(line.text):
            heads.append(line.text)
        elif heads:
            break
    texts = [*(line.text for line in lines), named]
    version = next((found for text in texts if (found := _version_in(text))), "")
    date = next((found for text in texts if (found := _date_in(text))), "")
    return FrontMatter(" ".join(heads) or named, version, date)


def _version_in(text: str) -> str:
    found = _VERSION.search(text)
    return (found["version"] or found["edition"]) if found else ""


def _date_in(text: str) -> str:
    for pattern in _DATES:
        for found in pattern.finditer(text):
            month = found["month"]
            number = int(month) if month.isdigit() else _MONTHS.index(month.lower()) + 1
            try:
                return datetime.date(int(found["year"]), number, int(found["day"])).isoformat()
            except ValueError:
                continue  # 2024/13/45 is no date
    return ""
