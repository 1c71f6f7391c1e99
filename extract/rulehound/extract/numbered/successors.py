"""Adding the starts that the heaviest sequence leaves out, although they continue it exactly.

The look of a line (its indent, its form) may speak against its number so strongly that the sequence does
without it. But a number that is the exact successor of the one before, and that no other line has, is no
coincidence: its clause would vanish into the clause before.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

from rulehound.extract.layout.lines import Line
from rulehound.extract.numbered.numbering import Number, following
from rulehound.extract.numbered.sequence import Option

# Ends of sentences, behind which no sentence goes on.
_COMPLETE = re.compile(r"[.!?。．！？…][\"'”’)）」』】\]]*$")
# Behind these a number is a reference, wherever the line breaks.
_DEMANDS_NUMBER = re.compile(
    r"(?:\b(?:see|also|to|in|by|of|under|from|per|with|as|than|and|or|through|rules?|subrules?|sections?"
    r"|subsections?|clauses?|chapters?|articles?|paragraphs?)|§|[(（「『、と及び又は第])$",
    re.IGNORECASE,
)
# The words that go on behind a number within a sentence: in lower case, a particle, or a mark.
_GOES_ON = re.compile(r"[a-zぁ-ん,;)）」』、，。]|\.?$|[–—~～〜-]\s?\d")


def continues_sentence(lines: Sequence[Line], index: int, text: str) -> bool:
    """True if the number at the start of a line is part of the sentence of the line before.

    `text` is what stands behind the number.
    """
    if index == 0 or _COMPLETE.search(lines[index - 1].text):
        return False
    return is_asked_for(lines, index) or bool(_GOES_ON.match(text))


def is_asked_for(lines: Sequence[Line], index: int) -> bool:
    """True if the line before ends with a word that wants a number behind it: "see", "rule"."""
    return index > 0 and bool(_DEMANDS_NUMBER.search(lines[index - 1].text))


def missing_successors(chosen: Sequence[Option], candidates: Sequence[Option], end: int) -> list[int]:
    """Indices of the candidates that continue the `chosen` sequence exactly and that it leaves out.

    All are in the order of their places. A candidate fits if its number comes directly behind the one before
    it, and before the next one that is chosen; the last ones stand before the place `end`. Of several for one
    number the one with the most weight is taken, of equals the first.
    """
    by_number: dict[Number, list[int]] = {}
    for index, candidate in enumerate(candidates):
        by_number.setdefault(candidate.number, []).append(index)
    added = []
    for place, option in enumerate(chosen):
        behind = chosen[place + 1] if place + 1 < len(chosen) else None
        until = end if behind is None else behind.place
        last = option
        while True:
            fitting = [
                indices
                for number in following(last.number)
                if (behind is None or number < behind.number)
                and (indices := _between(by_number.get(number, ()), candidates, last.place, until))
            ]
            if not fitting:
                break
            first = min(fitting, key=lambda indices: indices[0])
            best = max(first, key=lambda index: candidates[index].weight)
            added.append(best)
            last = candidates[best]
    return added


def _between(indices: Sequence[int], candidates: Sequence[Option], after: int, until: int) -> Sequence[int]:
    """Those indices whose candidates stand behind the place `after` and before `until`."""
    places = [candidates[index].place for index in indices]
    return indices[bisect_right(places, after) : bisect_right(places, until - 1)]
