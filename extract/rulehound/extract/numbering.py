"""How documents number their clauses: what a number looks like, and which numbers may follow it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

Number = tuple[int, ...]
"""1-4-2 is (1, 4, 2): its length is its depth."""


class Scheme(NamedTuple):
    """A way of writing numbers of several levels."""

    name: str
    separator: str
    """One character between the levels."""
    closer: str
    """One character that may close a number."""

    def write(self, number: Number) -> str:
        """The number as the scheme writes it, not closed: "1-4-2"."""
        return self.separator.join(map(str, number))


DASHED = Scheme("dashed", "-", ".")
DOTTED = Scheme("dotted", ".", ".")
SCHEMES = (DASHED, DOTTED)


class Reading(NamedTuple):
    """One way to read the start of a line as a number."""

    number: Number
    text: str
    """What follows the number on its line."""
    form: str
    """`closed` ("1-1. Text"), `spaced` ("1-1 Text") or `glued` ("1-1Text")."""
    split: bool
    """The last digits printed were taken as text: "1-12 cards" read as 1-1 and "2 cards"."""


_LARGEST = 999  # of one level; a longer row of digits is a year or an amount


def read_number(line: str, scheme: Scheme) -> Iterator[Reading]:
    """All readings of the start of `line` as a number: none, one, or several where digits may be text."""
    match = _pattern(scheme).match(line)
    if match is None:
        return
    head, last, closer, blank, text = (
        match["head"],
        match["last"],
        match["closer"],
        match["blank"],
        match["text"],
    )
    above = tuple(int(level) for level in head.split(scheme.separator)[:-1])
    if any(level > _LARGEST for level in above):
        return
    if int(last) <= _LARGEST:
        form = "closed" if closer else "spaced" if blank or not text else "glued"
        yield Reading((*above, int(last)), text, form, False)
    if above and not closer:
        for end in range(1, min(len(last), len(str(_LARGEST)) + 1)):
            yield Reading((*above, int(last[:end])), last[end:] + blank + text, "glued", True)


def _pattern(scheme: Scheme) -> re.Pattern[str]:
    separator, closer = re.escape(scheme.separator), re.escape(scheme.closer)
    return re.compile(
        rf"(?P<head>(?:[1-9][0-9]*{separator})*)(?P<last>[1-9][0-9]*)(?P<closer>{closer}?)(?P<blank>\s*)(?P<text>.*)"
    )


def following(number: Number) -> Iterator[Number]:
    """The numbers that may come next without a hole: the first below it, the next at its level or above."""
    yield (*number, 1)
    for depth in range(len(number), 0, -1):
        yield (*number[: depth - 1], number[depth - 1] + 1)
