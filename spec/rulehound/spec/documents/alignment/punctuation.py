"""What the fingerprint of a clause leaves out and yet may change its meaning: punctuation and wrong titles.

A comma that moves may change what a condition belongs to. Quotes, dashes, hyphens, square and angle brackets
are typography, and so are white space and the mark at the very end. A dash that touches neither a word nor a
space is a sign by itself, such as the one printed for a level that a card does not have.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rulehound.spec.documents.alignment.references import title_letters

if TYPE_CHECKING:
    from rulehound.extract import Clause

_MARKS = str.maketrans("、。‐‑–—−", ",.-----")
_COUNTING = re.compile(r"[^\W_]|[,;:.?!()/&×÷~→]|(?<=\s)[<>](?=\s)|(?<=[^\w\s])-(?=[^\w\s])")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_END = ",;:.?!"


def punctuation(clause: Clause, titles: Mapping[str, str]) -> str:
    """Hash of the punctuation of a clause, each mark at its place among the letters of its words.

    `titles`: the text of each clause of the document, by key. A title that a reference quotes counts where it
    is not that of the clause that the reference names: then one of both is wrong. Empty for a clause that was
    recognised in a picture, where a comma looks like a full stop.
    """
    if clause.recognised:
        return ""
    # Only who records or reads a document needs the readers of documents, and has them loaded.
    from rulehound.extract.fingerprints import digest, without_references

    marked = "".join(without_references(clause.text, clause.references)).translate(_MARKS)
    plain = _THOUSANDS.sub("", unicodedata.normalize("NFKC", marked).casefold())
    counting = "".join(_COUNTING.findall(plain)).rstrip(_END)
    return digest("\n".join([counting, *_misquoted(clause, titles)]))


def same_punctuation(one: str, other: str) -> bool:
    """Whether two clauses have no different punctuation as far as is known of both."""
    return not one or not other or one == other


def _misquoted(clause: Clause, titles: Mapping[str, str]) -> Iterator[str]:
    for cited in clause.references:
        quoted = title_letters(cited.title)
        if quoted and quoted != title_letters(titles.get(cited.target or "", "")):
            yield quoted
