"""Why amounts are refused: the rules stand in a table, beside names."""

from collections.abc import Iterator
from enum import Enum, auto

MOST = 2  # rule: add.few


class Why(Enum):
    """Why an amount is refused."""

    NOTHING = auto()
    MANY = auto()
    FULL = auto()


RULES = {
    Why.NOTHING: "add.some",
    Why.MANY: "add.few",
    Why.FULL: "heap.full",
}


def why_not(count: int, amount: int, full: int) -> Iterator[Why]:
    """Reasons against an amount."""
    if amount < 1:
        yield Why.NOTHING
    if amount > MOST:
        yield Why.MANY
    if count + amount > full:
        yield Why.FULL
