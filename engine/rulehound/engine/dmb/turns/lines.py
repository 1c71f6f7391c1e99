"""Whether the cards of a Digimon are a line that evolution could have built."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulehound.engine.dmb.state import State, card_of


def is_abnormal(state: State, cards: Sequence[str]) -> bool:
    """Whether these cards, the top one first, are no valid line from level R on; costs do not count."""
    printed = [card_of(state, card) for card in cards]
    begins = printed[-1].level == "R"
    valid = all(
        below.name in above.box
        or (above.height == below.height + 1 and not set(above.types).isdisjoint(below.types))
        for above, below in pairwise(printed)
    )
    return not (begins and valid)  # rule: abnormal.under
