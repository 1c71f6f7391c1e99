"""Values and piles: what a field keeps of a record that an action was given, and what lies on what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulehound.spec.language import (
    Interpreter,
    Member,
    Model,
    Pile,
    Pool,
    Record,
    TracingError,
    bag_field,
    largest,
    number_field,
    pile_field,
    subset_field,
    value_field,
    when,
)


class Sheet(Record):
    """What is printed."""

    number = number_field()
    marks = subset_field("a", "b", "c")


class Heap(Record):
    """Sheets that lie on each other."""

    top = value_field(Sheet)
    under = pile_field(Sheet)
    size = number_field()


class Desk(Record):
    """The state."""

    score = number_field()
    marks = subset_field("a", "b", "c")
    held = value_field(Sheet)
    tray = pile_field(Sheet)
    heaps = bag_field(Heap)


ONE, TWO, THREE = (1, 1), (2, 2), (3, 4)
NONE = (0, 0)


def model_of(function: Callable[..., None], **parameters: Any) -> Model:
    model = Model("desk", Desk, round_field="score", over=lambda s: s.score == 100)
    model.initial(lambda _: None)
    model.action("act", **parameters)(function)
    return model


def after(function: Callable[..., None], start: tuple[Any, ...], **chosen: Any) -> tuple[Any, ...]:
    kinds = {name: Member("heaps") if len(value) == 3 else Pool(Sheet) for name, value in chosen.items()}
    model = model_of(function, **kinds)
    return Interpreter(model, {}).apply(start, model.actions["act"], chosen)


def test_a_value_is_kept_as_it_was_given_and_read_where_it_lies() -> None:
    def act(s: Desk, sheet: Sheet) -> None:
        s.heaps.add(Heap(top=sheet, size=1))
        s.score = s.held.number
        s.held = sheet

    start = (0, 0, TWO, (), ())
    assert after(act, start, sheet=ONE) == (2, 0, ONE, (), ((ONE, (), 1),))


def test_nothing_is_a_value_of_zeros() -> None:
    def act(s: Desk) -> None:
        s.score = s.held.number
        s.held = Sheet.nothing()

    assert after(act, (9, 0, TWO, (), ())) == (2, 0, NONE, (), ())
    assert Heap.zeros() == (NONE, (), 0)


def test_a_value_that_was_computed_is_refused() -> None:
    def act(s: Desk) -> None:
        s.held = Sheet(number=3)

    def write(s: Desk) -> None:
        s.held.number = 3

    def wrong(s: Desk) -> None:
        s.held = s  # type: ignore[assignment]  # the mistake under test

    for function, said in ((act, "was computed"), (write, "cannot be written"), (wrong, "holds Sheet")):
        with pytest.raises(TracingError, match=said):
            _ = model_of(function).actions


def test_what_lies_on_what() -> None:
    def act(s: Desk, sheet: Sheet) -> None:
        s.tray = s.tray.with_top(sheet).with_bottom(s.held)
        s.score = s.tray.height

    assert after(act, (0, 0, TWO, (THREE,), ()), sheet=ONE) == (3, 0, TWO, (ONE, THREE, TWO), ())

    def pop(s: Desk) -> None:
        s.held = s.tray.top
        s.tray = s.tray.without_top()

    assert after(pop, (0, 0, NONE, (ONE, TWO), ())) == (0, 0, ONE, (TWO,), ())
    assert after(pop, (0, 0, ONE, (), ())) == (0, 0, NONE, (), ())

    def empty(s: Desk) -> None:
        s.tray = Pile.empty(Sheet)

    assert after(empty, (0, 0, NONE, (ONE, TWO), ())) == (0, 0, NONE, (), ())


def test_two_heaps_become_one() -> None:
    def act(s: Desk, upper: Heap, lower: Heap, sheet: Sheet) -> None:
        whole = upper.under.with_top(upper.top).on(lower.under.with_top(lower.top))
        upper.leave()
        lower.leave()
        s.heaps.add(Heap(top=sheet, under=whole))

    heaps = ((ONE, (TWO,), 0), (TWO, (), 0))
    reached = after(act, (0, 0, NONE, (), heaps), upper=heaps[1], lower=heaps[0], sheet=THREE)
    assert reached[4] == ((THREE, (TWO, ONE, TWO), 0),)


def test_a_chosen_heap_loses_its_top_under_a_condition() -> None:
    def act(s: Desk, heap: Heap) -> None:
        with when(heap.under.height > 0):
            heap.top = heap.under.top
            heap.under = heap.under.without_top()

    tall, flat = (ONE, (TWO, THREE), 0), (ONE, (), 0)
    assert after(act, (0, 0, NONE, (), (tall,)), heap=tall)[4] == ((TWO, (THREE,), 0),)
    assert after(act, (0, 0, NONE, (), (flat,)), heap=flat)[4] == (flat,)


def test_all_heaps_are_changed_and_the_marks_of_some_gathered() -> None:
    def act(s: Desk) -> None:
        s.marks = s.heaps.union(lambda h: h.top.marks, lambda h: h.size > 0)
        s.heaps.update(lambda h: h.replace(under=h.under.with_top(h.top), size=largest(h.size, 1)))

    reached = after(act, (0, 0, NONE, (), ((ONE, (), 0), (TWO, (), 1), (THREE, (ONE,), 2))))
    assert reached[1] == 2 | 4
    assert reached[4] == ((ONE, (ONE,), 1), (TWO, (TWO,), 1), (THREE, (THREE, ONE), 2))


def test_what_an_element_found_by_a_condition_holds_can_be_read() -> None:
    def act(s: Desk) -> None:
        s.score = s.heaps.the(lambda h: h.size == 2).top.number
        s.marks = s.heaps.the(lambda h: h.size == 2).top.marks

    reached = after(act, (0, 0, NONE, (), ((ONE, (), 1), (THREE, (), 2))))
    assert reached[:2] == (3, 4)


def test_subsets_cover_and_lack() -> None:
    def act(s: Desk, sheet: Sheet) -> None:
        with when(s.marks.covers(sheet.marks)):
            s.score = 1
        s.marks = s.marks.union(s.held.marks).minus(sheet.marks)

    assert after(act, (0, 3, THREE, (), ()), sheet=TWO)[:2] == (1, 5)
    assert after(act, (0, 1, THREE, (), ()), sheet=TWO)[:2] == (0, 5)


def test_states_are_shown_and_read_by_name() -> None:
    model = model_of(lambda s: None)
    state = (0, 0, TWO, (ONE,), ((ONE, (TWO,), 1),))
    shown = model.as_dict(state)
    assert shown["held"] == {"number": 2, "marks": ["b"]}
    assert shown["heaps"][0]["under"] == [{"number": 2, "marks": ["b"]}]
    assert model.from_dict(shown) == state
