"""Numbering schemes: the form of a clause's number, and the numbers that may follow it."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

Number = tuple[int, ...]
"""The number of a clause, level by level: 1-4-2 is (1, 4, 2), however it is written. Its length is the
depth."""


class Scheme(NamedTuple):
    """A way of writing numbers of several levels."""

    name: str
    separator: str
    """One character between the levels."""
    closers: str = "."
    """The characters of which one may close a number."""
    deepest: int | None = None
    """The most levels that a number has."""
    letters: str = ""
    """The letters that count the level `lettered`, in order. They follow the number without a separator."""
    lettered: int = 0
    sections_of: int = 0
    """How many numbers of the second level each of the first has, where the second counts on through all:
    with 100, section 1 holds chapters 100 to 199, and further levels follow the chapter's number. Otherwise
    0."""

    def write(self, number: Number) -> str:
        """The number as the scheme writes it, not closed: "1-4-2"."""
        letter = ""
        if len(number) == self.lettered:
            *above, last = number
            number, letter = tuple(above), self.letters[last - 1]
        if self.sections_of and len(number) > 1:
            section, chapter, *below = number
            number = (section * self.sections_of + chapter - 1, *below)
        return self.separator.join(map(str, number)) + letter


_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
# Some documents do without l and o, which are easily taken for 1 and 0.
_CLEAR_LETTERS = "abcdefghijkmnpqrstuvwxyz"

DASHED = Scheme("dashed", "-")
DOTTED = Scheme("dotted", ".")
FLAT = Scheme("flat", ".", closers=".)", deepest=1)
LETTERED = tuple(
    Scheme("lettered", ".", deepest=lettered, letters=letters, lettered=lettered, sections_of=sections_of)
    for lettered, sections_of in ((3, 0), (4, 0), (4, 100))
    for letters in (_ALPHABET, _CLEAR_LETTERS)
)
SCHEMES = (DASHED, DOTTED, *LETTERED, FLAT)
"""All schemes. Those of one name differ in the forms that they accept."""
BRACKETED = Scheme("bracketed", "", deepest=0)
"""Marks in brackets without any number above them: `rulehound.extract.numbered.brackets` reads these."""
NUMBERINGS = (*dict.fromkeys(scheme.name for scheme in SCHEMES), BRACKETED.name, "none")
"""The values for the numbering of a document: the names of the schemes, or `none`."""


class NumberReading(NamedTuple):
    """One way to read the start of a line as a number."""

    number: Number
    text: str
    """The text behind the number on its line."""
    form: str
    """`closed` ("1-1. Text"), `spaced` ("1-1 Text"), `glued` ("1-1Text") or `foreign`: with other separators
    than the scheme's."""
    split: bool
    """Whether the last digits were taken as text: "1-12 cards" read as 1-1 and "2 cards"."""
    bare: bool
    """Whether it is nothing but digits that nothing closes: "5 cards"."""


USUALLY_LARGEST = 999
"""The usual largest value of a level. A larger one is a year or an amount, unless the document counts so
far."""
_LARGEST = 9999
_DEEPEST = 12  # more levels are no number of a clause
_DIGITS = 9  # more are not even looked at
_SEPARATORS = ".・‐‑‒–—−－-"
_LEVEL = "[1-9][0-9]{0,3}"
_FOREIGN = re.compile(rf"(?P<number>{_LEVEL}(?:[{_SEPARATORS}]{_LEVEL}){{1,{_DEEPEST}}})(?![0-9])")
_GOES_ON = re.compile(rf"[{_SEPARATORS}]?[0-9]")


def read_number(line: str, scheme: Scheme) -> Iterator[NumberReading]:
    """All readings of the start of `line` as a number: none, one, or several where digits may be text."""
    match = _pattern(scheme).match(line) if scheme.deepest != 0 else None
    if match is None:
        return
    head, last, letter, closer, blank, text = match.group("head", "last", "letter", "closer", "blank", "text")
    above = tuple(int(level) for level in head.split(scheme.separator)[:-1])
    if any(level > _LARGEST for level in above):
        return
    form = "closed" if closer else "spaced" if blank or not text else "glued"
    if not above and not letter and not blank and _GOES_ON.match(text):
        return  # the first level of a number with other separators, or of a date
    bare = not (above or letter or closer)
    largest = USUALLY_LARGEST if bare else _LARGEST
    if int(last) <= largest and (number := _place((*above, int(last)), letter or "", scheme)):
        yield NumberReading(number, text, form, False, bare)
    if above and not closer and not letter:
        for end in range(1, min(len(last), len(str(_LARGEST)) + 1)):
            if last[end] == "0" and last[end + 1 :]:
                continue  # "05 cards" is no text
            if number := _place((*above, int(last[:end])), "", scheme):
                yield NumberReading(number, last[end:] + blank + text, "glued", True, bare)


def read_foreign_number(line: str, scheme: Scheme) -> Iterator[NumberReading]:
    """The number at the start of `line`, written with other separators than the scheme's: "8.4." among "8-3".

    None where there is none, or where it may be an amount: "1.5 cards", "2-1 wins".
    """
    match = _FOREIGN.match(line)
    if scheme.deepest in (0, 1) or match is None:
        return
    written = scheme.separator.join(re.findall("[0-9]+", match["number"]))
    if written == match["number"]:
        return
    for reading in read_number(written + line[match.end("number") :], scheme):
        if not (reading.split or reading.text[:1].islower()):
            yield reading._replace(form="foreign")


def _place(levels: tuple[int, ...], letter: str, scheme: Scheme) -> Number | None:
    """The number that levels and a letter stand for; None if the scheme has no such number."""
    number = levels
    if scheme.sections_of and (levels[0] >= scheme.sections_of or len(levels) > 1):
        if levels[0] > USUALLY_LARGEST:
            return None
        section, chapter = divmod(levels[0], scheme.sections_of)
        number = (section, chapter + 1, *levels[1:])
    if letter:
        number = (*number, scheme.letters.index(letter) + 1)
    is_lettered = len(number) == scheme.lettered
    too_deep = scheme.deepest is not None and len(number) > scheme.deepest
    return None if too_deep or is_lettered != bool(letter) or number[0] == 0 else number


@cache
def _pattern(scheme: Scheme) -> re.Pattern[str]:
    separator, closers = re.escape(scheme.separator), re.escape(scheme.closers)
    letter = f"(?P<letter>[{scheme.letters}](?![^\\W_]))?" if scheme.letters else "(?P<letter>(?!))?"
    return re.compile(
        rf"(?P<head>(?:[1-9][0-9]{{0,{_DIGITS}}}{separator}){{0,{_DEEPEST}}})"
        rf"(?P<last>[1-9][0-9]{{0,{_DIGITS}}}(?!{separator}?[0-9])){letter}"
        rf"(?P<closer>[{closers}]?)(?P<blank>\s*)(?P<text>.*)"
    )


def following(number: Number) -> Iterator[Number]:
    """The numbers that may come next without a gap: the first below it, the next at its level or above."""
    yield (*number, 1)
    for depth in range(len(number), 0, -1):
        yield (*number[: depth - 1], number[depth - 1] + 1)
