"""What became of the cross-references of a clause, given what became of the clauses that they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rapidfuzz.distance import Indel

from rulehound.spec.alignment.records import CitedClause, ReferenceChange

Heirs = Mapping[str, Sequence[str]]
"""By key of the old edition, the keys of what it became; several where it was split, none where it is gone."""


def compare_references(
    old: Sequence[CitedClause], new: Sequence[CitedClause], heirs: Heirs, numbers: Mapping[str, str]
) -> tuple[ReferenceChange, ...]:
    """The references that differ, in the order of the new text, then those that went.

    `numbers` gives the number of each key of the new edition. A reference that names what the old target
    became is the same reference; those that are left are paired as they stand between these. A reference
    that keeps its number while its target moved on names another clause, and so is retargeted.
    """
    changes: list[ReferenceChange] = []
    old_left, new_left = list(old), list(new)
    for cited in old:
        kept = next((other for other in new_left if _still_names(cited, other, heirs)), None)
        if kept is not None:
            old_left.remove(cited)
            new_left.remove(kept)
            if kept.number != cited.number:
                changes.append(ReferenceChange("renumbered", cited.number, kept.number, kept.number))
    return ()


def _still_names(old: CitedClause, new: CitedClause, heirs: Heirs) -> bool:
    if old.target is None or new.target is None:
        return old.target is new.target and old.number == new.number
    return new.target in heirs.get(old.target, ())
