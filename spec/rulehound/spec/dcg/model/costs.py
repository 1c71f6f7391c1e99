"""Costs: one description in numbers alone, used by every action that pays.

A cost is the printed one, raised and lowered by all that has been settled; only then does it count as 0 if it
is below. It can be paid where the counter does not have to pass the end of the gauge.
"""

from rulehound.spec.language import Number, NumberLike, Truth, TruthLike, fact, largest, select

MOST_LISTED = 8
"""A DigiXros or an Assembly lists at most so many cards in this model."""


def to_pay(cost: NumberLike) -> Number:
    """The cost that is paid in the end, after all raises and reductions: never less than 0 (card.costs)."""
    return largest(0, cost)


def payable(memory: Number, cost: NumberLike) -> Truth:
    """Whether the counter can move by the cost without passing the end of the gauge (memory.affordable)."""
    return memory - to_pay(cost) >= -fact("memory.max")


def with_digixros(cost: Number, reduction: NumberLike, cards: Number) -> Number:
    """A cost lowered once for each of so many cards, MOST_LISTED of them at most (digixros.cost)."""
    for count in range(1, MOST_LISTED + 1):
        cost -= select(cards >= count, reduction, 0)
    return cost


def with_assembly(cost: Number, reduction: NumberLike, complete: TruthLike) -> Number:
    """A cost lowered once for the whole set, and not at all for a part of it (assembly.cost)."""
    return cost - select(complete, reduction, 0)
