"""Editions made up line by line: a number, a parent that follows from it, and a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulehound.extract import fingerprint
from rulehound.spec.documents.alignment import Alignment, AlignmentSide, Passage, align

FAIR = {
    "1": "The Fair",
    "1-1": "Every visitor brings a basket of apples to the gate.",
    "1-2": "The gatekeeper counts the apples and writes the sum on a slate.",
    "1-3": "Whoever arrives after noon waits at the well until called.",
    "2": "The Race",
    "2-1": "Runners line up behind the oldest oak before the bell rings.",
    "2-2": "A runner who leaves the meadow is out of the race.",
    "2-3": "The judge hands a wreath of ivy to the winner.",
    "3": "The Feast",
    "3-1": "Musicians play as long as there is bread on the long table.",
    "3-2": "Nobody leaves the feast before the candles have burnt down.",
}
"""An edition to begin with."""


def passage(number: str, text: str) -> Passage:
    """A clause under the one whose number is its own without the last part; short ones are headings."""
    parent = number.rpartition("-")[0] or None
    kind = "clause" if text.endswith(".") else "heading"
    return Passage(number, number, parent, kind, fingerprint(text), "", text)


def side(texts: Mapping[str, str] | Iterable[tuple[str, str]], name: str = "") -> AlignmentSide:
    """An edition, from texts by number in reading order."""
    items = texts.items() if isinstance(texts, Mapping) else texts
    return AlignmentSide(name, tuple(passage(number, text) for number, text in items))


def became(alignment: Alignment) -> dict[tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...]]]:
    """New keys and changes by old keys, without what was added or is unchanged."""
    return {c.old: (c.new, c.changes) for c in alignment.correspondences if c.old and c.changes}


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Every change, one a line, as `old > new: changes`."""
    return [
        f"{' '.join(each.old)} > {' '.join(each.new)}: {' '.join(each.changes)}"
        for each in align(side(old), side(new)).correspondences
        if each.changes
    ]
