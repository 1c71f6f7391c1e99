"""Holds the words of a PDF as we read them against those of other readers: PDFium, and pdfminer's own layout.

The order of the words is left apart, since every reader has its own.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

import msgspec
import pypdfium2
from pdfminer.high_level import extract_text

from rulehound.extract.layout.lines import read_lines
from rulehound.extract.layout.styled_text import SPACELESS
from rulehound.extract.pdf.pages import Page
from rulehound.extract.pdf.serving import serve
from rulehound.extract.processes.isolation import DEFAULT

MOST_PAGES = 12
"""Of a longer file, so many pages spread over it are compared."""
_SAMPLES = 3

_SPACELESS_SCRIPT = re.compile(f"[{SPACELESS}]")
# All kinds of hyphens; PDFium has U+0002 and U+FFFE for the one at the end of a line.
_HYPHENS = dict.fromkeys(map(ord, "\x02\ufffe\xad\u2010\u2011"), "-")
_WITHOUT_LETTER = re.compile(r"\(cid:\d+\)")


class WordDifferences(msgspec.Struct, kw_only=True):
    """Counts of words of which readers say different things; samples by kind."""

    words: int = 0
    """Words with a letter or digit that the other reader has."""
    glued: int = 0
    """Word gaps that the other reader has and we do not."""
    parted: int = 0
    """Word gaps that we have and the other reader does not."""
    lost: int = 0
    """Words of the other reader of which letters are nowhere on our page."""
    left_out: int = 0
    """Such words on pages that are said to have text in another direction."""
    unlettered: int = 0
    """Words of ours with a glyph for which the file names no letter."""
    moved: int = 0
    """Words whose parts we have in another order, as raised numbers of footnotes and formulas."""
    glued_for_both: int = 0
    """Of `glued`: gaps that a third reader has as well."""
    parted_for_both: int = 0
    """Of `parted`: gaps that a third reader does not have either."""
    samples: dict[str, list[str]] = {}

    def add(self, other: "WordDifferences") -> None:
        """Add the counts of another page or file, and keep the first samples of each kind."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for kind, samples in other.samples.items():
            self.samples[kind] = [*self.samples.get(kind, []), *samples][:_SAMPLES]


COUNTS = tuple(name for name in WordDifferences.__struct_fields__ if name != "samples")


def differences_of(path: str) -> WordDifferences:
    """Compare the words of pages of a PDF. Call it in a process of its own; raises DocumentError."""
    reading = serve(path, DEFAULT)
    opening = next(reading)
    total = WordDifferences()
    with pypdfium2.PdfDocument(path) as pdf:
        for index in _spread(min(len(pdf), opening.pages)):  # type: ignore[union-attr]
            page = reading.send(index + 1)
            if isinstance(page, Page):
                textpage = pdf[index].get_textpage()
                ours = words_in("\n".join(line.text for line in read_lines([page])))
                theirs = words_in(textpage.get_text_bounded())
                third = _third_reader(path, index)
                differences = compare_words(ours, theirs, third)
                if any("left out" in warning for warning in page.warnings):
                    differences.left_out, differences.lost = differences.lost, 0
                total.add(differences)
    return total


def _spread(pages: int) -> list[int]:
    """Indices of at most MOST_PAGES pages, the first and the last among them."""
    if pages <= MOST_PAGES:
        return list(range(pages))
    return sorted({round(place * (pages - 1) / (MOST_PAGES - 1)) for place in range(MOST_PAGES)})


def _third_reader(path: str, index: int) -> Callable[[], Sequence[str]]:
    def words() -> Sequence[str]:
        return words_in(extract_text(path, page_numbers=[index]))

    return words


def words_in(text: str) -> list[str]:
    """The words of a text, as far as its script has spaces, in a form in which those of readers are equal."""
    lettered = _WITHOUT_LETTER.sub("\N{REPLACEMENT CHARACTER}", text.translate(_HYPHENS))
    text = unicodedata.normalize("NFKC", lettered)
    kept = "".join(
        letter
        for letter in text
        if letter.isspace() or unicodedata.category(letter) not in ("Cc", "Cf", "Co", "Mn")
    )
    return [word for word in kept.split() if not _SPACELESS_SCRIPT.search(word)]


def _is_word(word: str) -> bool:
    """False for signs alone, such as dots that lead to a page number."""
    return any(letter.isalnum() for letter in word)


def compare_words(
    ours: Sequence[str], theirs: Sequence[str], third: Callable[[], Sequence[str]] = list
) -> WordDifferences:
    """Say what became of the words that only one reader has. `third`: the words of one more reader."""
    missing = Counter("".join(theirs)) - Counter("".join(ours))
    ours, theirs = list(filter(_is_word, ours)), list(filter(_is_word, theirs))
    found = WordDifferences(words=len(theirs))
    only_ours, only_theirs = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
    if not only_ours and not only_theirs:
        return found
    used = Counter[str]()
    glued = _joined(only_ours, theirs)
    parted = _joined(only_theirs, ours)
    third_words = Counter(third()) if glued or parted else Counter[str]()
    for word, parts in glued:
        found.glued += len(parts) - 1
        used.update(parts)
        if not third_words[word]:
            found.glued_for_both += len(parts) - 1
        _sample(found, "glued", " ".join(parts))
    for word, parts in parted:
        used[word] += 1
        if parts[0].endswith("-"):  # a word hyphenated at the end of a line
            continue
        found.parted += len(parts) - 1
        if third_words[word]:
            found.parted_for_both += len(parts) - 1
        _sample(found, "parted", " ".join(parts))
    for word in (only_theirs - used).elements():
        lacking = Counter(letter for letter in word if letter.isalnum()) & missing
        if not lacking:
            found.moved += 1
            continue
        missing -= lacking
        kind = "unlettered" if "\N{REPLACEMENT CHARACTER}" in "".join(only_ours) else "lost"
        setattr(found, kind, getattr(found, kind) + 1)
        _sample(found, kind, word)
    return found


def _joined(words: Counter[str], parts: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    """Those of the words that are neighbours of the other reader set as one, each with its parts."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, part in enumerate(parts):
        places[part[:1]].append(place)
    joined: list[tuple[str, Sequence[str]]] = []
    for word in words.elements():
        for place in places[word[:1]]:
            end, text = place, ""
            while end < len(parts) and len(text) < len(word) and word.startswith(text):
                text += parts[end]
                end += 1
            if text == word and end > place + 1:
                joined.append((word, parts[place:end]))
                break
    return joined


def _sample(found: WordDifferences, kind: str, text: str) -> None:
    samples = found.samples.setdefault(kind, [])
    if len(samples) < _SAMPLES:
        samples.append(text[:80])


def total_of(differences: Iterable[WordDifferences]) -> WordDifferences:
    """The sum of these counts."""
    total = WordDifferences()
    for each in differences:
        total.add(each)
    return total
