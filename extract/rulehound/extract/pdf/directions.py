"""The directions in which text runs on a page: most of it upright, some turned, some aslant."""

from collections import Counter
from collections.abc import Iterable

# Text that rises by less than this share of its length, as on a scan put in askew, is upright.
_ASKEW = 0.2
# Fewer characters are a sign or a page number at the side of a picture, and do not turn the page.
_FEWEST = 10


def turn_of(across: float, up: float) -> int | None:
    """The clockwise turn of the page, in degrees, by which text becomes upright: 0, 90, 180 or 270.

    The text moves `across` to the right while it moves `up`. None for text that runs aslant or nowhere.
    """
    if abs(up) < _ASKEW * abs(across):
        return 0 if across > 0 else 180
    if abs(across) < _ASKEW * abs(up):
        return 90 if up > 0 else 270
    return None


def turn_of_most(turns: Iterable[int | None]) -> int:
    """The turn that more than half of the characters of a page need; 0 where they are few, or no turn is."""
    counts = Counter(turns)
    turn, count = max(counts.items(), key=lambda item: item[1], default=(0, 0))
    return turn if turn is not None and count >= _FEWEST and 2 * count > counts.total() else 0
