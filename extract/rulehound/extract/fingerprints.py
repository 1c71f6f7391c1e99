"""Short hashes of a clause's words. Two printings that differ only in typography have equal hashes."""

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
    """16 hexadecimal digits that depend only on the words of `text`: letters, digits and arithmetic signs.

    The text is case-folded in Unicode's NFKC form. White space, soft hyphens, quotes, brackets, kinds of
    dash, other punctuation, markup and the bullet of a list do not count. The signs of numbers do. The
    numbers and titles of `references`, which are the references of the text in its order, do not count.
    """
    return digest(_words(_CUT.join(without_references(text, references))))


def resolved_fingerprint(text: str, references: Sequence[Reference], names: Mapping[str, str]) -> str:
    """A fingerprint in which each reference counts as the permanent name of the clause that it names.

    `names`: the permanent name for each key. A key without one stands for itself, and a reference to no
    clause counts by its number. So renumbering the clause of a reference does not change the fingerprint, and
    naming another clause does.
    """
    stretches = without_references(text, references)
    parts = [_words(next(stretches))]
    for reference, stretch in zip(references, stretches, strict=True):
        if reference.target is None:
            target = f"number {reference.number}"
        elif reference.target in names:
            target = f"name {names[reference.target]}"
        else:
            target = f"key {reference.target}"
        parts += [target, _words(stretch)]
    return digest("\n".join(parts))


def without_references(text: str, references: Sequence[Reference]) -> Iterator[str]:
    """The stretches of the text before, between and behind its references."""
    position = 0
    for reference in references:
        yield text[position : reference.start]
        position = reference.end
    yield text[position:]


def _words(text: str) -> str:
    """The characters of a text that count, joined."""
    bare = _TAG.sub(" ", _BULLET.sub("", text))
    folded = unicodedata.normalize("NFKC", bare.translate(_DASHES)).casefold()
    # Case folding can undo the normal form (U+0345), so it is taken again.
    squeezed = "".join(unicodedata.normalize("NFKC", folded).translate(_DASHES).split())
    return "".join(_WORDS.findall(squeezed))


def digest(words: str) -> str:
    """16 hexadecimal digits for a text."""
    return hashlib.blake2b(words.encode(), digest_size=8).hexdigest()
