"""A second reader: comparing the characters that PDFium reads on each page with those of pdfplumber.

Neither reader is right by itself. Where they differ, and where both read invisible text, a person should look
at the page. White space, hyphens at line ends, the order of the text and ligatures are no difference.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
import pypdfium2

from rulehound.extract.document import Box
from rulehound.extract.layout.styled_text import SPACELESS
from rulehound.extract.pdf.drawing import open_page, open_pdf
from rulehound.extract.pdf.glyphs import Glyph, GlyphBox, Glyphs, letters_of, read_glyphs
from rulehound.extract.pdf.pages import Page, TextRun

Kind: TypeAlias = Literal[
    "first-only",
    "second-only",
    "different",
    "unlettered",
    "overlay",
    "doubled",
    "hidden",
    "ligature",
    "glued",
    "unread",
]

_SAYS: dict[Kind, str] = {
    "first-only": "read by pdfplumber alone",
    "second-only": "read by PDFium alone",
    "different": "read differently by pdfplumber and by PDFium",
    "unlettered": "glyphs whose letter the file does not name",
    "overlay": "printed over one another",
    "doubled": "printed twice in nearly the same place",
    "hidden": "read, but invisible on the page",
    "ligature": "ligatures, which one of the readers splits",
    "glued": "read without the spaces that PDFium sees",
    "unread": "cannot be read by PDFium",
}
NOISE: frozenset[Kind] = frozenset({"ligature"})
"""Kinds that are no reason to look at the page, reported for completeness."""

# Bold print is imitated by printing again beside it, a shadow a little further off: in sizes of the text.
_BESIDE = 0.15
_LONGEST_SAMPLE = 60
# Points: runs are looked up by the strips of the page that they touch. A taller one is no print.
_STRIP, _TALLEST = 12, 2000

_SPACELESS = re.compile(f"[.․…‥·・{SPACELESS}]")
# So many words of a page, and so large a share of them, are worth a look; fewer are set unusually.
_FEWEST_WORDS, _SHARE_OF_WORDS = 3, 0.02
_Item = TypeVar("_Item")


class Disagreement(msgspec.Struct, frozen=True):
    """Something on a page that a person should look at."""

    page: int
    kind: Kind
    count: int
    """The number of glyphs."""
    sample: str
    """Some of them."""
    boxes: tuple[Box, ...]
    """The places of the glyphs."""

    @property
    def warning(self) -> str:
        """One line: `page 7: read by PDFium alone: "abc" (3 characters)`."""
        return (
            f"page {self.page}: {_SAYS[self.kind]}: {self.sample} "
            f"({self.count} character{'' if self.count == 1 else 's'})"
        )


def compare(
    path: str | Path,
    pages: Sequence[Page],
    progress: Callable[[int, int], None] | None = None,
    password: str | None = None,
) -> tuple[Disagreement, ...]:
    """Read the pages of the PDF at `path` again, and return where the readers differ, page by page.

    `pages`: results of `read_pages`. `progress` is called with pages done and pages in all. PDFium
    is native code, so call this for files of strangers in a process of its own
    (`rulehound.extract.processes.isolation`). A page with thousands of overlays may use up its limits. Raises
    DocumentError if PDFium cannot open the file.
    """
    disagreements: list[Disagreement] = []
    with open_pdf(path, password) as pdf:
        for count, page in enumerate(pages, start=1):
            try:
                with closing(open_page(pdf, page.number, path, page.turned)) as opened:
                    glyphs = read_glyphs(opened)
            except pypdfium2.PdfiumError as error:
                disagreements.append(Disagreement(page.number, "unread", 0, str(error), ()))
            else:
                disagreements += compare_page(page, glyphs)
            if progress is not None:
                progress(count, len(pages))
    return tuple(disagreements)


def warnings_of(path: str | Path, pages: Sequence[Page], password: str | None = None) -> tuple[str, ...]:
    """The results of `compare` that a person should look at, a line each."""
    disagreements = compare(path, pages, password=password)
    return tuple(each.warning for each in disagreements if each.kind not in NOISE)


def compare_page(page: Page, second: Glyphs) -> Iterator[Disagreement]:
    """The disagreements about one page, kind by kind."""
    different = _differences(page.runs, second.glyphs)
    for kind, letters in different.of_first.items():
        if letters:
            runs = dict.fromkeys(run for run, _ in letters)
            sample = _quoted("".join(letter for _, letter in letters))
            yield Disagreement(
                page.number, kind, len(letters), sample, tuple(_box(page, run) for run in runs)
            )
    if different.glued:
        runs = dict.fromkeys(run for run, _ in different.glued)
        sample = _quoted(" ".join(word for _, word in different.glued))
        count = sum(len(letters_of(word)) for _, word in different.glued)
        yield Disagreement(page.number, "glued", count, sample, tuple(_box(page, run) for run in runs))
    if different.second_only:
        yield _of_glyphs(page, "second-only", different.second_only)
    unlettered = {run: count for run in page.runs if (count := _unlettered(run.text))}
    if unlettered:
        sample = _quoted(next(iter(unlettered)).text.replace("\0", "\N{REPLACEMENT CHARACTER}"))
        yield Disagreement(
            page.number,
            "unlettered",
            sum(unlettered.values()),
            sample,
            tuple(_box(page, run) for run in unlettered),
        )
    if second.printed_over:
        under, over = (
            [second.glyphs[place] for place in sorted(set(places))]
            for places in zip(*second.printed_over, strict=True)
        )
        sample = f"{_quoted(_text(under))} under {_quoted(_text(over))}"
        yield _of_glyphs(page, "overlay", over, sample)
    if hidden := [glyph for glyph in second.glyphs if not glyph.shown]:
        yield _of_glyphs(page, "hidden", hidden)


def doubled_runs(runs: Sequence[TextRun]) -> tuple[TextRun, ...]:
    """The runs that repeat the text of another run in nearly the same place."""
    by_text: dict[str, list[TextRun]] = {}
    doubled: list[TextRun] = []
    for run in runs:
        alike, near = by_text.setdefault(run.text, []), _BESIDE * run.size
        if any(
            abs(run.x0 - other.x0) <= near
            and abs(run.x1 - other.x1) <= near
            and abs(run.baseline - other.baseline) <= near
            for other in alike
        ):
            doubled.append(run)
        else:
            alike.append(run)
    return tuple(doubled)


class _Differences(NamedTuple):
    of_first: dict[Kind, list[tuple[TextRun, str]]]
    """Letters of the first reader, each with its run."""
    second_only: list[Glyph]
    glued: list[tuple[TextRun, str]]
    """Words of the first reader within which the second has spaces, each with its run."""


class _Match(NamedTuple):
    """A run, compared with the second reader's glyphs in its place."""

    run: TextRun
    missing: Counter[str]
    """Letters of the run that the second reader does not have."""
    besides: list[Glyph]
    """Glyphs whose letters the run does not hold."""
    here: list[Glyph]
    """All glyphs in its place, in the order of PDFium."""


def _differences(runs: Sequence[TextRun], glyphs: Sequence[Glyph]) -> _Differences:
    """The letters of each reader without a counterpart in the other, by the kind of difference."""
    matches, unmatched = _matched(runs, glyphs)
    again = set(map(id, doubled_runs(runs)))  # printed in the very same place, two are equal
    of_first: dict[Kind, list[tuple[TextRun, str]]] = {"doubled": [], "ligature": [], "different": []}
    alone: list[tuple[TextRun, str]] = []
    for match, repeated in zip(matches, _repeated(runs), strict=True):
        run, missing = match.run, match.missing
        if id(run) in again:
            of_first["doubled"] += [(run, letter) for letter in letters_of(run.text)]
            unmatched += match.besides
        elif missing and match.besides:
            same = _plain(missing.elements()) == _plain(glyph.letter for glyph in match.besides)
            of_first["ligature" if same else "different"] += [(run, letter) for letter in missing.elements()]
        else:
            twice = missing & repeated  # PDFium reads once what is printed twice, letter by letter
            of_first["doubled"] += [(run, letter) for letter in twice.elements()]
            alone += [(run, letter) for letter in (missing - twice).elements()]
            unmatched += match.besides
    # What a reader misses here and has too much of there, it has in another place: that is no difference.
    moved = Counter(letter for _, letter in alone) & Counter(glyph.letter for glyph in unmatched)
    of_first["first-only"] = list(_without(moved, alone, lambda left: left[1]))
    return _Differences(
        of_first, list(_without(moved, unmatched, lambda glyph: glyph.letter)), _glued(matches)
    )


def _matched(runs: Sequence[TextRun], glyphs: Sequence[Glyph]) -> tuple[list[_Match], list[Glyph]]:
    """Match each glyph with a run around it, preferably one that lacks its letter. The rest comes second."""
    matches = [
        _Match(run, Counter(letter for letter in letters_of(run.text) if _has_letter(letter)), [], [])
        for run in runs
    ]
    strips: dict[int, list[_Match]] = {}
    for match in matches:
        if 0 <= match.run.bottom - match.run.top < _TALLEST:
            for strip in range(int(match.run.top // _STRIP), int(match.run.bottom // _STRIP) + 1):
                strips.setdefault(strip, []).append(match)
    unmatched: list[Glyph] = []
    for glyph in glyphs:
        if not _has_letter(glyph.letter):
            continue
        x0, top, x1, bottom = glyph.cell
        x, y = (x0 + x1) / 2, (top + bottom) / 2
        here = [
            match
            for match in strips.get(int(y // _STRIP), ())
            if match.run.top <= y <= match.run.bottom and match.run.x0 - 1 <= x <= match.run.x1 + 1
        ]
        for match in here:
            if match.missing[glyph.letter] > 0:
                match.missing[glyph.letter] -= 1
                match.here.append(glyph)
                break
        else:
            if here:
                here[0].besides.append(glyph)
                here[0].here.append(glyph)
            else:
                unmatched.append(glyph)
    return [match._replace(missing=+match.missing) for match in matches], unmatched


def _glued(matches: Sequence[_Match]) -> list[tuple[TextRun, str]]:
    """The words of runs within which PDFium has spaces; none where those are few on the page.

    White space before a glyph says something only of the glyph that PDFium has before it, since PDFium orders
    glyphs in its own way. It counts where that is the neighbour on the left as well. A run of several words
    has gaps of two widths where PDFium has spaces between all of its letters: they are set wide.
    """
    glued: list[tuple[TextRun, str]] = []
    words = 0
    for run, _, _, here in matches:
        parts = [(part, letters_of(part)) for part in run.text.split()]
        words += len(parts)
        places = sorted(range(len(here)), key=lambda place: here[place].cell.x0)
        if [here[place].letter for place in places] != [letter for _, letters in parts for letter in letters]:
            continue
        start, inner, parted = 0, 0, list[str]()
        for part, letters in parts:
            pairs = list(pairwise(places[start : start + len(letters)]))
            spaces = sum(
                after == before + 1 and _is_parted(here[before], here[after]) for before, after in pairs
            )
            inner += len(pairs) - spaces
            parted += [part] * (spaces > 0)
            start += len(letters)
        if inner or len(parts) == 1:
            glued += [(run, part) for part in parted]
    return glued if len(glued) >= max(_FEWEST_WORDS, _SHARE_OF_WORDS * words) else []


def _is_parted(before: Glyph, after: Glyph) -> bool:
    """True if PDFium has a space between them; both readers guess in scripts without spaces and at dots."""
    return after.spaced and not _SPACELESS.search(before.letter + after.letter)


def _repeated(runs: Iterable[TextRun]) -> Iterator[Counter[str]]:
    """For each run, its letters that follow the same letter in the order of the file."""
    before = ""
    for run in runs:
        letters = [before, *letters_of(run.text)]
        before = letters[-1]
        yield Counter(letter for last, letter in pairwise(letters) if last == letter)


@cache
def _has_letter(letter: str) -> bool:
    """False for a glyph whose letter the file does not name."""
    return letter not in "\0\N{REPLACEMENT CHARACTER}" and unicodedata.category(letter) != "Co"


def _unlettered(text: str) -> int:
    """How many glyphs have no letter. A sign of a font's own at the start of a line is a bullet."""
    letters = letters_of(text)
    bullet = bool(letters) and unicodedata.category(letters[0]) == "Co"
    return sum(not _has_letter(letter) for letter in letters[bullet:])


def _plain(letters: Iterable[str]) -> list[str]:
    return sorted(unicodedata.normalize("NFKC", "".join(letters)))


def _without(
    counts: Counter[str], items: Iterable[_Item], letter_of: Callable[[_Item], str]
) -> Iterator[_Item]:
    """The items without `counts` of each letter."""
    remaining = counts.copy()
    for item in items:
        letter = letter_of(item)
        if remaining[letter] > 0:
            remaining[letter] -= 1
        else:
            yield item


def _of_glyphs(page: Page, kind: Kind, glyphs: Sequence[Glyph], sample: str = "") -> Disagreement:
    boxes = tuple(_box(page, cell) for cell in _stretches(glyphs))
    return Disagreement(page.number, kind, len(glyphs), sample or _quoted(_text(glyphs)), boxes)


def _text(glyphs: Iterable[Glyph]) -> str:
    return "".join(glyph.letter for glyph in glyphs)


def _stretches(glyphs: Iterable[Glyph]) -> list[GlyphBox]:
    """The rectangles of glyphs, joined where they follow each other on a line."""
    stretches: list[GlyphBox] = []
    for _, cell, *_ in glyphs:
        last = stretches[-1] if stretches else None
        high = cell.bottom - cell.top
        if last and abs(cell.bottom - last.bottom) < high / 2 and -high < cell.x0 - last.x1 < high:
            stretches[-1] = GlyphBox(
                min(last.x0, cell.x0),
                min(last.top, cell.top),
                max(last.x1, cell.x1),
                max(last.bottom, cell.bottom),
            )
        else:
            stretches.append(cell)
    return stretches


def _box(page: Page, place: TextRun | GlyphBox) -> Box:
    return Box(
        page.number, round(place.x0, 2), round(place.top, 2), round(place.x1, 2), round(place.bottom, 2)
    )


def _quoted(text: str) -> str:
    """A sample for one line of a terminal."""
    short = text if len(text) <= _LONGEST_SAMPLE else text[: _LONGEST_SAMPLE - 1] + "…"
    return (
        '"'
        + "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in short)
        + '"'
    )
