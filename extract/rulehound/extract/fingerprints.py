"""Short hashes of a clause's words, the same for two printings that differ in typography alone."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from rulehound.extract.document import Reference

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
# A dash or a point counts where it is part of a number ("-2000 DP" is not "+2000 DP", "1-2" is not "12").
_WORDS = re.compile(r"[^\W_]|[+%=≤≥≠]|-(?=\d)|(?<=\d)\.(?=\d)")
# Tags of running text and tables, in lower case: other words in angle brackets may be the document's own.
_TAG = re.compile(r"</?(?:p|br|b|i|u|em|strong|span|div|ul|ol|li|table|tr|td|th|sup|sub)\s*/?>")
_BULLET = re.compile(r"^\s*[-+*‐–—−]\s+(?=\S)")
_CUT = "/"  # stands where a reference stood: no word, and keeps those around it from growing together


def fingerprint(text: str, references: Sequence[Reference] = ()) -> str:
    """16 hexadecimal digits that depend on the words of `text` alone: letters, digits and arithmetic signs.

    The text is taken in Unicode's NFKC form and case-folded; white space, soft hyphens, quotes, brackets,
    kinds of dash, other punctuation, markup and the bullet of a list do not count. The signs of numbers do.
    Of `references`, which are those of the text in its order, neither numbers nor titles count.
    """
    return _digest(_words(_CUT.join(_around(text, references))))


def resolved_fingerprint(text: str, references: Sequence[Reference], names: Mapping[str, str]) -> str:
    """As `fingerprint`, with each reference counted as the permanent name of the clause that it names.

    `names` gives that name for the key of each clause; a key stands for itself where it gives none, and for a
    reference to no clause its number counts. So a reference whose clause was only renumbered does not change
    it, and one that names another clause does.
    """
    stretches = _around(text, references)
    parts = [_words(next(stretches))]
    for reference, stretch in zip(references, stretches, strict=True):
        if reference.target is None:
            named = f"number {reference.number}"
        elif reference.target in names:
            named = f"name {names[reference.target]}"
        else:
            named = f"key {reference.target}"
        parts += [named, _words(stretch)]
    return _digest("\n".join(parts))


def _around(text: str, references: Sequence[Reference]) -> Iterator[str]:
    """The stretches of the text before, between and behind its references."""
    position = 0
    for reference in references:
        yield text[position : reference.start]
        position = reference.end
    yield text[position:]


def _words(text: str) -> str:
    """What counts of a text."""
    bare = _TAG.sub(" ", _BULLET.sub("", text))
    folded = unicodedata.normalize("NFKC", bare.translate(_DASHES)).casefold()
    # Case folding can undo the normal form (U+0345), so it is taken again.
    squeezed = "".join(unicodedata.normalize("NFKC", folded).translate(_DASHES).split())
    return "".join(_WORDS.findall(squeezed))


def _digest(words: str) -> str:
    return hashlib.blake2b(words.encode(), digest_size=8).hexdigest()
