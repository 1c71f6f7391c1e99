"""Changes of the cross-references of a clause, given the successors of the clauses that they name."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import islice

from rulehound.spec.documents.alignment.correspondences import PassageReference, ReferenceChange

Successors = Mapping[str, Sequence[str]]
"""For each key of the old edition, the keys of its successors: several where it was split, none where it is
gone."""

SAME_NUMBER = 0.5
"""Cost of pairing a reference with one of the same number that names another clause now."""
OTHER_NUMBER = 1.0
UNPAIRED = 0.75
"""Cost of leaving a reference without a pair. Leaving two so costs more than pairing them."""


def compare_references(
    old: Sequence[PassageReference],
    new: Sequence[PassageReference],
    successors: Successors,
    numbers: Mapping[str, str],
    titled: Mapping[str, str] | None = None,
) -> tuple[ReferenceChange, ...]:
    """The changed references: those of the new text in its order, then those that were removed.

    `numbers`: the number of each key of the new edition. `titled`: the number of each title that one clause
    of the new edition has alone, by `title_letters`. The title beside a reference says what it should name,
    also where the old edition's reference was wrong already.

    A reference that names a successor of the old target is the same reference. The others are paired in order
    between these, preferably with one of the same number, because a target may move and leave its number to
    another clause.
    """
    origin = _origins(old, new, successors)
    changes = []
    for place, cited in enumerate(new):
        before = old[origin[place]] if place in origin else None
        if before is None or not _still_names(before, cited, successors) or before.number != cited.number:
            changes.append(_change(before, cited, successors, numbers, titled or {}))
    removed_references = [cited for place, cited in enumerate(old) if place not in origin.values()]
    expected = [_expected(cited, successors, numbers) for cited in removed_references]
    removals = [
        ReferenceChange("removed", c.number, "", e) for c, e in zip(removed_references, expected, strict=True)
    ]
    return (*changes, *removals)


def title_letters(title: str) -> str:
    """The letters and digits of a title, by which two printings of it are equal."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", title).casefold()))


def _change(
    before: PassageReference | None,
    now: PassageReference,
    successors: Successors,
    numbers: Mapping[str, str],
    titled: Mapping[str, str],
) -> ReferenceChange:
    number = "" if before is None else before.number
    expected = titled.get(title_letters(now.title)) if now.title else None
    if expected is None:
        expected = "" if before is None else _expected(before, successors, numbers)
    if now.target is None:
        return ReferenceChange("dangling", number, now.number, expected)
    if before is None:
        return ReferenceChange("added", "", now.number, "")
    if _still_names(before, now, successors):
        return ReferenceChange("renumbered", number, now.number, now.number)
    return ReferenceChange("retargeted", number, now.number, expected)


def _origins(
    old: Sequence[PassageReference], new: Sequence[PassageReference], successors: Successors
) -> dict[int, int]:
    """The place of the old reference for each place of a new one.

    First the cheapest edit of the one list into the other counts (Wagner and Fischer, Journal of the ACM,
    1974), then references that were removed at one place and added at another.
    """
    costs = [[float(place) * UNPAIRED for place in range(len(new) + 1)]]
    for i, one in enumerate(old):
        row = [costs[i][0] + UNPAIRED]
        for j, other in enumerate(new):
            paired = costs[i][j] + _cost(one, other, successors)
            row.append(min(paired, costs[i][j + 1] + UNPAIRED, row[j] + UNPAIRED))
        costs.append(row)
    origin = {}
    i, j = len(old), len(new)
    while i and j:
        if costs[i][j] == costs[i - 1][j - 1] + _cost(old[i - 1], new[j - 1], successors):
            i, j = i - 1, j - 1
            origin[j] = i
        elif costs[i][j] == costs[i - 1][j] + UNPAIRED:
            i -= 1
        else:
            j -= 1
    for place, one in enumerate(old):
        if place not in origin.values():
            come = (
                j for j, other in enumerate(new) if j not in origin and _still_names(one, other, successors)
            )
            origin |= dict.fromkeys(islice(come, 1), place)
    return origin


def _cost(old: PassageReference, new: PassageReference, successors: Successors) -> float:
    if _still_names(old, new, successors):
        return 0.0
    return SAME_NUMBER if old.number == new.number else OTHER_NUMBER


def _still_names(old: PassageReference, new: PassageReference, successors: Successors) -> bool:
    if old.target is None or new.target is None:
        return old.target is new.target and old.number == new.number
    return new.target in successors.get(old.target, ())


def _expected(cited: PassageReference, successors: Successors, numbers: Mapping[str, str]) -> str:
    keys = successors.get(cited.target or "", ())
    return numbers.get(keys[0], "") if keys else ""
