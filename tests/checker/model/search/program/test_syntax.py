"""The program does what the interpreter does: states, bounds, guards, invariants, for actions of any kind."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from rulehound.checker.model.search.program.arithmetic import MOST
from rulehound.checker.model.search.program.packing import Packing
from rulehound.checker.model.search.program.syntax import Cut, Emit, If, Loop, Statement
from rulehound.checker.model.search.program.translation import translated
from rulehound.spec.language import (
    Amount,
    Configuration,
    Interpreter,
    MissingValue,
    Model,
    Number,
    Pile,
    Pool,
    Record,
    State,
    fact,
    number_field,
    require,
    setting,
    switch,
    when,
)
from rulehound_testing.kernel import SMALL, S, kernel
from rulehound_testing.random_models import CONFIGURATION, PROGRAMS, STATES, Program, model_of
from rulehound_testing.search.expected_steps import expected_steps
from rulehound_testing.search.pieces import (
    MEMBER,
    ONE,
    TWO,
    Card,
    Piece,
    bounded,
    state,
    table,
    with_invariants,
)
from rulehound_testing.search.run_program import Steps, holds, run_action


def check(model: Model, configuration: Configuration, state: State) -> list[Steps]:
    """The program's steps out of a state, after they were held against the interpreter."""
    packing = Packing(model, configuration)
    program = translated(model, {}, configuration, packing)
    ran = [run_action(program, packing, action, state) for action in program.actions]
    expected = expected_steps(model, {}, configuration, packing, state)
    within, outside, cut, held, failed = Counter(), Counter(), Counter(), set(), set()
    broken: set[str] = set()
    for action, steps in zip(program.actions, ran, strict=True):
        within.update((action.name, packing.pack(after)) for after in steps.within)
        outside.update((action.name, after) for _, after in steps.outside)
        cut.update(bound for bound, _ in steps.outside)
        held |= {program.guards[number] for number in steps.held}
        failed |= {program.guards[number] for number in steps.failed}
        broken |= steps.broken_outside
    assert within == expected.within
    assert outside == expected.outside
    assert cut == expected.cut
    assert (held, failed) == (expected.held, expected.failed)
    assert broken == expected.broken_outside
    interpreter = Interpreter(model, {}, configuration)
    failing = {invariant.name for invariant in interpreter.failed_invariants(state)}
    assert failing == {c.name for c in program.invariants if not holds(program, packing, c, state)}
    return ran


@given(PROGRAMS, STATES)
@settings(max_examples=150, deadline=None)
def test_random_actions(program: Program, state: State) -> None:
    check(with_invariants(model_of(program)), CONFIGURATION, state)


def test_two_members_of_one_bag_are_two_elements_and_equal_ones_are_tried_once() -> None:
    def act(s: Any, one: Piece, two: Piece) -> None:
        s.count = one.size
        one.size = two.size
        two.leave()

    model = table(act, one=MEMBER, two=MEMBER)
    two_kinds = ((1, 0, (0,)), (1, 0, (0,)), (2, 0, (0,)))
    (steps,) = check(model, bounded(), state(pieces=two_kinds))
    assert len(steps.within) == 3
    (steps,) = check(model, bounded(), state(pieces=((1, 0, (0,)),) * 3))
    assert len(steps.within) == 1
    (steps,) = check(model, bounded(), state(pieces=((1, 0, (0,)),)))
    assert not steps.within


def test_three_members_of_one_bag() -> None:
    def act(s: Any, one: Piece, two: Piece, three: Piece) -> None:
        s.count = one.size
        two.leave()
        three.size = 3

    model = table(act, one=MEMBER, two=MEMBER, three=MEMBER)
    for sizes in ((1, 1, 1), (1, 1, 2), (0, 1, 1), (0, 1, 2)):
        check(model, bounded(), state(pieces=tuple((size, 0, (0,)) for size in sizes)))


def test_an_element_that_an_update_may_have_touched_is_found_by_its_looks() -> None:
    def act(s: Any, one: Piece) -> None:
        s.pieces.update(lambda p: p.replace(size=p.size + 1), lambda p: p.size < one.size)
        one.size = 0
        one.leave()

    for sizes in ((1, 2, 2), (0, 0, 1), (2, 2, 2)):
        check(table(act, one=MEMBER), bounded(), state(pieces=tuple((size, 0, (0,)) for size in sizes)))


def test_what_is_done_to_an_element_that_was_discarded_happens_to_no_other() -> None:
    """Also where another one looks as it would look by now."""

    def leave(s: Any, one: Piece) -> None:
        s.pieces.discard(lambda p: p.size == 1)
        s.pieces.update(lambda p: p.replace(size=2))
        one.leave()

    def write(s: Any, one: Piece) -> None:
        s.pieces.discard(lambda p: p.size == 1)
        one.size = 2
        one.size = 3

    other, written = ((2, 0, (0,)),), ((3, 0, (0,)),)
    for act, sizes, left in ((leave, (1, 3), ()), (write, (1, 2), written)):
        pieces = tuple((size, 0, (0,)) for size in sizes)
        (steps,) = check(table(act, one=MEMBER), bounded(), state(pieces=pieces))
        assert [after[5] for after in steps.within] == [left, other]


def test_a_bag_may_be_too_full_on_the_way_but_not_in_the_end() -> None:
    def act(s: Any, amount: Number) -> None:
        s.pieces.add(Piece(size=1))
        s.pieces.add(Piece(size=2))
        s.pieces.discard(lambda p: p.size <= amount)

    model = table(act, amount=Amount("amount"))
    few, more = (tuple((size, 0, (0,)) for size in sizes) for sizes in ((0, 1), (0, 1, 3)))
    (steps,) = check(model, bounded(), state(pieces=few))
    assert [len(after[5]) for after in steps.within] == [3, 0, 0]
    assert not steps.outside
    (steps,) = check(model, bounded(), state(pieces=more))
    assert [len(after[5]) for after in steps.within] == [1, 0]
    assert [(bound, len(after[5])) for bound, after in steps.outside] == [("Table.pieces", 4)]


def test_a_slot_that_is_filled_later_is_not_looked_at_before() -> None:
    def act(s: Any, one: Piece) -> None:
        s.pieces.update(lambda p: p.replace(size=p.size - 1), lambda p: p.size == 2)
        s.pieces.discard(lambda p: p.size == 0)
        one.size = 3
        s.pieces.add(Piece(size=1))

    for sizes in ((2,), (0, 2), (1, 3), (0, 1, 2)):
        check(table(act, one=MEMBER), bounded(), state(pieces=tuple((size, 0, (0,)) for size in sizes)))


def test_a_pile_may_be_too_high_on_the_way_but_not_in_the_end() -> None:
    def act(s: Any, card: Card, amount: Number) -> None:
        s.heap = s.heap.with_top(card).with_bottom(card)
        with when(amount > 0):
            s.heap = s.heap.without_top()
        with when(amount > 2):
            s.heap = s.heap.without_top().without_top().on(Pile.empty(Card))

    model = table(act, card=Pool(Card), amount=Amount("amount"))
    (steps,) = check(model, bounded(), state(heap=(ONE,)))
    assert [len(after[4]) for after in steps.within] == [2, 0, 2, 0]
    assert [bound for bound, _ in steps.outside] == ["Table.heap"] * 2


def test_nothing_may_lie_in_a_pile_on_the_way_but_not_in_the_end() -> None:
    def act(s: Any, amount: Number) -> None:
        s.heap = s.heap.with_top(s.top)
        s.count = s.heap.height
        with when(amount > 0):
            s.top = s.heap.top
            s.heap = s.heap.without_top()

    (steps,) = check(table(act, amount=Amount("amount")), bounded(), state(heap=(TWO,)))
    assert [after[1] for after in steps.within] == [2, 2]
    assert [bound for bound, _ in steps.outside] == ["Table.heap"]


def test_a_union_over_no_element_is_empty() -> None:
    def act(s: Any) -> None:
        s.names = s.pieces.union(lambda _: s.names.of("a", "c"), lambda p: p.size > 1)

    for size in (1, 2):
        (steps,) = check(table(act), bounded(), state(names=2, pieces=((size, 0, (0,)),)))
        assert [after[2] for after in steps.within] == [0b101 if size > 1 else 0]


def test_a_narrowed_subset_holds_no_other_names() -> None:
    def act(s: Any, one: Piece) -> None:
        s.names = s.names.union(one.names)
        one.names = one.names.minus(s.names)

    configuration = bounded(Table_names=(0, 0b101))
    model = table(act, one=MEMBER)
    (steps,) = check(model, configuration, state(names=1, pieces=((0, 0b100, (0,)), (0, 0b10, (0,)))))
    assert [after[2] for after in steps.within] == [0b101]
    assert [(bound, after[2]) for bound, after in steps.outside] == [("Table.names", 0b11)]


def test_bounds_are_told_in_the_order_of_the_state() -> None:
    def act(s: Any, card: Card) -> None:
        s.count = s.count + 9
        s.heap = s.heap.with_top(card).with_top(card).with_top(card)
        s.pieces.add(Piece(size=9))

    (steps,) = check(table(act, card=Pool(Card)), bounded(), state())
    assert [bound for bound, _ in steps.outside] == ["Table.count"] * 2
    (steps,) = check(table(act, card=Pool(Card)), bounded(Table_count=(0, 20)), state())
    assert [bound for bound, _ in steps.outside] == ["Table.heap"] * 2


def ends(body: tuple[Statement, ...]) -> list[Emit | Cut]:
    """Every end of a step in a body."""
    found: list[Emit | Cut] = []
    for statement in body:
        match statement:
            case Emit() | Cut():
                found.append(statement)
            case If(_, then, otherwise):
                found += ends(then) + ends(otherwise)
            case Loop(_, _, inner):
                assert not ends(inner)
    return found


def test_what_does_not_change_is_not_written() -> None:
    """Passing the turn exchanges the sides; skipping the breeding phase changes the stage alone."""
    program = translated(kernel, {}, S)
    actions = {action.name: action for action in program.actions}
    (skipped,) = ends(actions["skip"].effect)
    assert [path for path, _ in skipped.after.numbers] == ["stage"]
    assert not skipped.after.bags
    assert all(isinstance(end, Emit) for end in ends(actions["pass"].effect))


def test_guards_stand_before_the_choices_that_they_do_not_need() -> None:
    program = translated(kernel, {}, S)
    levels = {
        action.name: [[guard.name for guard in level.guards] for level in action.levels]
        for action in program.actions
    }
    assert levels["battle"] == [["stage"], ["attacker"], ["kernel"]]
    assert levels["play"] == [["stage", "kernel"], ["printed", "payable"]]
    assert [
        program.guards[guard.number] for level in program.actions[5].levels for guard in level.guards
    ] == [
        ("play", "stage"),
        ("play", "kernel"),
        ("play", "printed"),
        ("play", "payable"),
    ]


def test_actions_that_a_configuration_leaves_out_are_not_there() -> None:
    without = dataclasses.replace(SMALL, without=frozenset({"pass", "battle"}))
    assert {"pass", "battle"} & {action.name for action in translated(kernel, {}, without).actions} == set()


@pytest.mark.parametrize("bad", [MOST + 1, -MOST - 2])
def test_numbers_beyond_32_bits_are_refused(bad: int) -> None:
    def act(s: Any, card: Card) -> None:
        s.count = card.size
        s.count += s.count

    low, high = min(bad, 0), max(bad, 0)
    with pytest.raises(ValueError, match=r"Table\.count may leave 32 bits"):
        translated(table(act, card=Pool(Card)), {}, bounded(Table_count=(low, high)))
    near = bounded(Table_count=(max(low, -MOST), min(high, MOST)))
    with pytest.raises(ValueError, match="may leave 32 bits"):
        translated(table(lambda s: setattr(s, "count", s.count + s.count)), {}, near)


@pytest.mark.parametrize(
    ("number", "missing"),
    [(lambda: fact("none"), "fact none"), (lambda: setting("none"), "setting none")],
)
def test_a_missing_value_has_no_default(number: Callable[[], Number], missing: str) -> None:
    with pytest.raises(MissingValue, match=missing):
        translated(table(lambda s: setattr(s, "count", number())), {}, bounded())


def test_a_missing_switch_has_no_default() -> None:
    with pytest.raises(MissingValue, match="switch none"):
        translated(table(lambda _: require(switch("none", "on"), "r")), {}, bounded())


def test_a_pool_that_is_not_there_is_named() -> None:
    configuration = Configuration("poor", "", bounds={"Board.n": (0, 1)})

    class Board(Record):
        n = number_field()

    model = Model("poor", Board, round_field="n", over=lambda _: False)
    model.initial(lambda _: None)
    model.action("act", card=Pool(Card))(lambda s, card: setattr(s, "n", card.size))
    with pytest.raises(ValueError, match="configuration poor: no pool of Card"):
        translated(model, {}, configuration)
