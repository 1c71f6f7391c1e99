"""Functions written from nodes: what they compute, and what they leave alone."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.language import Model, Record, bag_field, flag_field, number_field
from rulehound.spec.language.folding import Folding
from rulehound.spec.language.nodes import (
    ZERO,
    Node,
    choose,
    conjunction,
    constant,
    disjunction,
    make,
    negation,
)
from rulehound.spec.language.nodes import Sort as S
from rulehound.spec.language.source import FunctionText


class Thing(Record):
    """Something in a bag."""

    size = number_field()


class Here(Record):
    """A state with two bags."""

    wanted = flag_field()
    near = bag_field(Thing)
    far = bag_field(Thing)


MODEL = Model("bags", Here, round_field="wanted", over=lambda state: state.wanted)
WANTED = make("read", "wanted", sort=S.BOOLEAN)
NEAR, FAR = (make("read", path, sort=S.BAG) for path in ("near", "far"))


def sizes(bag: Node) -> Node:
    """The sum of the sizes in a bag."""
    size = make("element", 1, 0, "size", sort=S.INTEGER)
    return make("total", bag, 1, constant(True), size, sort=S.INTEGER)


def some(bag: Node) -> Node:
    """Whether there is anything of a size in a bag."""
    return make("lt", ZERO, sizes(bag), sort=S.BOOLEAN)


def computed(root: Node, *state: Any) -> Any:
    """What the function written from a node gives in a state: wanted, near, far."""
    source = FunctionText(MODEL, Folding({}, {}))
    source.begin([root])
    source.line(f"return {source.expression(root)}")
    return source.function({})(state)


UNSEEN = None
"""A bag that cannot be walked through."""

NEAR_IF_WANTED = choose(WANTED, sizes(NEAR), ZERO)
NEEDED_TWICE = make(
    "add",
    choose(negation(WANTED), make("add", NEAR_IF_WANTED, sizes(FAR), sort=S.INTEGER), ZERO),
    NEAR_IF_WANTED,
    sort=S.INTEGER,
)


@pytest.mark.parametrize(
    ("node", "state", "value"),
    [
        (choose(WANTED, sizes(NEAR), sizes(FAR)), (True, ((3,),), UNSEEN), 3),
        (choose(WANTED, sizes(NEAR), sizes(FAR)), (False, UNSEEN, ((4,),)), 4),
        (conjunction(WANTED, some(NEAR)), (False, UNSEEN, UNSEEN), False),
        (conjunction(WANTED, some(NEAR), some(FAR)), (True, (), UNSEEN), False),
        (disjunction(WANTED, some(NEAR)), (True, UNSEEN, UNSEEN), True),
        (NEEDED_TWICE, (False, UNSEEN, ((4,),)), 4),
        (choose(WANTED, choose(some(NEAR), sizes(FAR), ZERO), ZERO), (True, (), UNSEEN), 0),
    ],
)
def test_a_bag_is_not_walked_through_where_nothing_asks_for_it(
    node: Node, state: tuple[Any, ...], value: Any
) -> None:
    assert computed(node, *state) == value


def test_what_both_sides_of_a_condition_need_is_there_on_both() -> None:
    both = sizes(NEAR)
    more = make("add", both, constant(1), sort=S.INTEGER)
    node = choose(WANTED, both, make("add", more, sizes(FAR), sort=S.INTEGER))
    assert computed(node, True, ((3,),), ((4,),)) == 3
    assert computed(node, False, ((3,),), ((4,),)) == 8


def test_what_is_needed_after_a_condition_too_is_there_whatever_it_is() -> None:
    one_side = choose(WANTED, sizes(NEAR), ZERO)
    node = make("add", one_side, sizes(NEAR), sort=S.INTEGER)
    assert computed(node, False, ((3,),), ()) == 3
    assert computed(node, True, ((3,),), ()) == 6


def test_elements_that_stay_as_they_are_leave_a_bag_as_it_is() -> None:
    size = make("element", 2, 0, "size", sort=S.INTEGER)
    large = make("lt", constant(9), size, sort=S.BOOLEAN)
    smaller = make("record", "Thing", make("sub", size, constant(9), sort=S.INTEGER), sort=S.RECORD)
    mapped = make("bag_map", NEAR, 2, large, smaller, sort=S.BAG)
    bag = ((1,), (2,))
    assert computed(mapped, True, bag, ()) is bag
    assert computed(mapped, True, ((2,), (10,)), ()) == ((1,), (2,))
