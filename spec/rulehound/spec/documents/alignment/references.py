"""What became of the cross-references of a clause, given what became of the clauses that they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from rulehound.spec.documents.alignment.records import CitedClause, ReferenceChange

Heirs = Mapping[str, Sequence[str]]
"""By key of the old edition, the keys of what it became; several where it was split, none where it is
gone."""

SAME_NUMBER = 0.5
"""Cost of pairing a reference with one of the same number that names another clause now."""
OTHER_NUMBER = 1.0
UNPAIRED = 0.75
"""Cost of leaving a reference without a pair: for two, more than to pair them."""


def compare_references(
    old: Sequence[CitedClause], new: Sequence[CitedClause], heirs: Heirs, numbers: Mapping[str, str]
) -> tuple[ReferenceChange, ...]:
    """The references that differ: those of the new text in its order, then those that went.

    `numbers` gives the number of each key of the new edition. A reference that names what the old target
    became is the same reference. The others are paired as they stand between these, rather with one that
    prints the same number, for a target may move on and leave its number to another clause.
    """
    origin = _origins(old, new, heirs)
    changes = []
    for place, cited in enumerate(new):
        before = old[origin[place]] if place in origin else None
        if before is None or not _still_names(before, cited, heirs) or before.number != cited.number:
            changes.append(_change(before, cited, heirs, numbers))
    gone = [cited for place, cited in enumerate(old) if place not in origin.values()]
    expected = [_expected(cited, heirs, numbers) for cited in gone]
    removed = [ReferenceChange("removed", c.number, "", e) for c, e in zip(gone, expected, strict=True)]
    return (*changes, *removed)


def _change(
    before: CitedClause | None, now: CitedClause, heirs: Heirs, numbers: Mapping[str, str]
) -> ReferenceChange:
    number = "" if before is None else before.number
    expected = "" if before is None else _expected(before, heirs, numbers)
    if now.target is None:
        return ReferenceChange("dangling", number, now.number, expected)
    if before is None:
        return ReferenceChange("added", "", now.number, "")
    if _still_names(before, now, heirs):
        return ReferenceChange("renumbered", number, now.number, now.number)
    return ReferenceChange("retargeted", number, now.number, expected)


def _origins(old: Sequence[CitedClause], new: Sequence[CitedClause], heirs: Heirs) -> dict[int, int]:
    """By place of a new reference, the place of the old one that it was.

    The cheapest way to edit the one list into the other (Wagner and Fischer, Journal of the ACM, 1974); then
    what went at one place and came at another, if it is the same reference.
    """
    costs = [[float(place) * UNPAIRED for place in range(len(new) + 1)]]
    for i, one in enumerate(old):
        row = [costs[i][0] + UNPAIRED]
        for j, other in enumerate(new):
            paired = costs[i][j] + _cost(one, other, heirs)
            row.append(min(paired, costs[i][j + 1] + UNPAIRED, row[j] + UNPAIRED))
        costs.append(row)
    origin = {}
    i, j = len(old), len(new)
    while i and j:
        if costs[i][j] == costs[i - 1][j - 1] + _cost(old[i - 1], new[j - 1], heirs):
            i, j = i - 1, j - 1
            origin[j] = i
        elif costs[i][j] == costs[i - 1][j] + UNPAIRED:
            i -= 1
        else:
            j -= 1
    for place, one in enumerate(old):
        if place not in origin.values():
            come = (j for j, other in enumerate(new) if j not in origin and _still_names(one, other, heirs))
            origin |= dict.fromkeys(islice(come, 1), place)
    return origin


def _cost(old: CitedClause, new: CitedClause, heirs: Heirs) -> float:
    if _still_names(old, new, heirs):
        return 0.0
    return SAME_NUMBER if old.number == new.number else OTHER_NUMBER


def _still_names(old: CitedClause, new: CitedClause, heirs: Heirs) -> bool:
    if old.target is None or new.target is None:
        return old.target is new.target and old.number == new.number
    return new.target in heirs.get(old.target, ())


def _expected(cited: CitedClause, heirs: Heirs, numbers: Mapping[str, str]) -> str:
    became = heirs.get(cited.target or "", ())
    return numbers.get(became[0], "") if became else ""
