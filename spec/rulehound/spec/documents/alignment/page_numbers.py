"""Leaving out the numbers of pages that stand within sentences of one edition: they are noise of its print.

A reader cannot tell "draws 14 a card" from an amount. But where such numbers came or went alone, in several
clauses, and all of them are the number of their page, they are those of the pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from rulehound.spec.documents.alignment.correspondences import Correspondence, Passage

FEWEST = 3
"""The fewest pages whose numbers show it. Their distance to the place of the page has to be the same."""

_Side: TypeAlias = Literal["old", "new"]


def without_page_numbers(
    correspondences: Sequence[Correspondence], old: Sequence[Passage], new: Sequence[Passage]
) -> tuple[Correspondence, ...]:
    """The correspondences. Those that have nothing but the number of a page in the words are not reworded."""
    pages = {"old": {one.key: one.page for one in old}, "new": {one.key: one.page for one in new}}
    alike: dict[tuple[_Side, int], dict[int, int]] = defaultdict(dict)
    for index, each in enumerate(correspondences):
        if (lone := _lone_number(each)) is not None:
            side, number = lone
            page = pages[side][(each.old if side == "old" else each.new)[0]]
            alike[side, number - page][index] = page
    noise = {index for those in alike.values() if len(set(those.values())) >= FEWEST for index in those}
    return tuple(
        msgspec.structs.replace(
            each,
            changes=tuple(change for change in each.changes if change != "reworded"),
            similarity=1.0,
            words=(),
            numbers=(),
        )
        if index in noise
        else each
        for index, each in enumerate(correspondences)
    )


def _lone_number(each: Correspondence) -> tuple[_Side, int] | None:
    """The number that came or went, and on which side it stands, where nothing else in the words changed."""
    differing = [change for change in each.words if change.old != change.new]
    if len(each.old) != 1 or len(each.new) != 1 or len(differing) != 1 or len(each.numbers) != 1:
        return None
    without, printed = sorted((differing[0].old.strip(), differing[0].new.strip()), key=len)
    if without or not printed.isdecimal():
        return None
    return ("new" if differing[0].new.strip() else "old"), int(printed)
