"""Costs against plain arithmetic, over many numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as numbers

from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.model.costs import MOST_LISTED, payable, to_pay, with_assembly, with_digixros
from rulehound.spec.language import Interpreter, Number, Truth
from rulehound.spec.language.nodes import constant
from rulehound_testing.dcg.values import VALUES

INTERPRETER = Interpreter(model, VALUES)
NOWHERE = model.from_dict({})

costs = numbers.integers(-20, 40)
memories = numbers.integers(-10, 10)
reductions = numbers.integers(0, 9)


def symbol(number: int) -> Number:
    """A number as an action sees it."""
    return Number(constant(number))


def holds(condition: Truth) -> bool:
    """Whether a condition without a state holds."""
    return INTERPRETER.holds(condition.node, NOWHERE)


@given(costs, memories)
def test_a_cost_below_0_is_0_and_the_counter_reaches_the_end_and_no_further(cost: int, memory: int) -> None:
    assert holds(to_pay(symbol(cost)) == max(0, cost))
    assert holds(payable(symbol(memory), symbol(cost))) == (memory - max(0, cost) >= -VALUES["memory.max"])


@given(costs, reductions, numbers.integers(-2, MOST_LISTED + 2))
def test_each_card_of_a_digixros_lowers_the_cost_and_the_sum_is_not_floored(
    cost: int, reduction: int, cards: int
) -> None:
    counted = min(max(cards, 0), MOST_LISTED)
    left = with_digixros(symbol(cost), reduction, symbol(cards))
    assert holds(left == cost - reduction * counted)


@given(costs, reductions, numbers.booleans())
def test_the_set_of_an_assembly_lowers_the_cost_once_or_not_at_all(
    cost: int, reduction: int, complete: bool
) -> None:
    assert holds(with_assembly(symbol(cost), reduction, complete) == cost - reduction * complete)
