"""Piles and values in z3: of any height unless one is given; what comes to light may be any card at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.model.prove import prove_invariants
from rulehound.checker.model.prove.symbolic import SymbolicModel
from rulehound.checker.model.prove.terms import EMPTY, SymbolicPile, join, merge, pop, push, under
from rulehound.spec.language import (
    Interpreter,
    Member,
    Model,
    Pool,
    Record,
    Truth,
    bag_field,
    flag_field,
    number_field,
    pile_field,
    record,
    require,
    value_field,
)


class Card(Record):
    """A card whose size is never negative."""

    size = number_field()

    @classmethod
    def possible(cls, record: Card) -> Truth:
        """No size is negative."""
        return record.size >= 0


class Stack(Record):
    """A card on top of others."""

    top = value_field(Card)
    under = pile_field(Card)


class Table(Record):
    """A pile of its own, and stacks."""

    done = flag_field()
    score = number_field()
    heap = pile_field(Card)
    stacks = bag_field(Stack)


def table(invariant: Callable[[Any], Any], **actions: Callable[..., None]) -> Model:
    """A model of a table with these actions, each named for what parameters it takes."""
    model = Model("table", Table, round_field="done", over=lambda s: s.done)
    model.initial(lambda _: None)
    for name, function in actions.items():
        kinds: dict[str, Any] = {"card": Pool(Card), "stack": Member("stacks"), "other": Member("stacks")}
        taken = function.__code__.co_varnames[1 : function.__code__.co_argcount]
        model.action(name, **{parameter: kinds[parameter] for parameter in taken})(function)
    model.invariant("holds")(invariant)
    return model


def lay(s: Table, card: Card) -> None:
    s.heap = s.heap.with_top(card)


def slip(s: Table, card: Card) -> None:
    s.heap = s.heap.with_bottom(card)


def turn_over(s: Table) -> None:
    s.score = s.heap.top.size
    s.heap = s.heap.without_top()


def measure(s: Table) -> None:
    s.score = s.heap.height


def place(s: Table, card: Card) -> None:
    s.stacks.add(Stack(top=card))


def cover(_: Table, stack: Stack, card: Card) -> None:
    stack.under = stack.under.with_top(stack.top)
    stack.top = card


def uncover(_: Table, stack: Stack) -> None:
    stack.top = stack.under.top
    stack.under = stack.under.without_top()


def merge_stacks(_: Table, stack: Stack, other: Stack) -> None:
    stack.under = stack.under.with_bottom(other.top).on(other.under)
    other.leave()


EVERY: dict[str, Callable[..., None]] = {
    "lay": lay,
    "slip": slip,
    "turn_over": turn_over,
    "measure": measure,
    "place": place,
    "cover": cover,
    "uncover": uncover,
    "merge": merge_stacks,
}


def verdict(model: Model, **more: Any) -> str:
    """What comes of proving the model's invariant."""
    (proof,) = prove_invariants(model, {}, **more).proofs
    return proof.verdict


@pytest.mark.parametrize(
    "invariant",
    [
        lambda s: s.score >= 0,
        lambda s: s.heap.height >= 0,
        lambda s: s.heap.top.size >= 0,
        lambda s: s.heap.without_top().without_top().top.size >= 0,
        lambda s: s.stacks.all(lambda e: e.top.size >= 0),
        lambda s: s.stacks.all(lambda e: e.under.without_top().top.size >= 0),
    ],
)
def test_what_holds_of_any_card_is_proved_for_piles_of_any_height(invariant: Callable[[Any], Any]) -> None:
    assert verdict(table(invariant, **EVERY)) == "proved"


@pytest.mark.parametrize(
    ("invariant", "breaks"),
    [
        (lambda s: s.score == 0, "turn_over"),
        (lambda s: s.heap.without_top().top.size <= 7, "lay"),
        (lambda s: s.heap.height <= 5, "lay"),
        (lambda s: s.heap.top.size <= 7, "lay"),
        (lambda s: s.stacks.all(lambda e: e.top.size <= 7), "place"),
        (lambda s: s.stacks.all(lambda e: e.under.height <= 1), "cover"),
    ],
)
def test_what_some_card_breaks_is_not_proved_and_the_step_is_one_of_the_interpreter(
    invariant: Callable[[Any], Any], breaks: str
) -> None:
    model = table(invariant, **EVERY)
    (proof,) = prove_invariants(model, {}).proofs
    assert (proof.verdict, proof.action) == ("not inductive", breaks)
    kinds = {"card": Card, "stack": Stack, "other": Stack}
    chosen = {name: record(kinds[name], shown) for name, shown in proof.parameters.items()}
    interpreter = Interpreter(model, {})
    before = model.from_dict(proof.before)
    assert not interpreter.failed_invariants(before)
    after = interpreter.apply(before, model.actions[breaks], chosen)
    reached = model.as_dict(after)
    assert len(reached["heap"]) == len(proof.after["heap"])
    # what lies deeper than any step and invariant look is not known of the state after
    assert {**reached, "heap": reached["heap"][:2]} == {**proof.after, "heap": proof.after["heap"][:2]}
    assert interpreter.failed_invariants(after)


def test_what_lies_below_may_be_any_card_though_the_top_was_seen() -> None:
    """Every card laid down is small, but the ones below might not be, so only laying keeps the top small."""

    def lay_small(s: Table, card: Card) -> None:
        require(card.size <= 3, "small")
        lay(s, card)

    assert verdict(table(lambda s: s.heap.top.size <= 3, lay=lay_small)) == "proved"
    unsure = table(lambda s: s.heap.top.size <= 3, lay=lay_small, turn_over=turn_over)
    (proof,) = prove_invariants(unsure, {}).proofs
    assert (proof.verdict, proof.action) == ("not inductive", "turn_over")
    assert [card["size"] > 3 for card in proof.before["heap"][:2]] == [False, True]


def test_a_given_height_is_exact_and_every_proof_says_so() -> None:
    """Steps that need more are left out, so that the height is proved; and no card is lost on the way."""
    low = table(lambda s: s.heap.height <= 2, **EVERY)
    assert verdict(low) == "not inductive"
    (proof,) = prove_invariants(low, {}, capacities={"Table.heap": 2, "Stack.under": 1}).proofs
    assert proof.verdict == "proved"
    assert {"at most 2 in Table.heap", "at most 1 in Stack.under"} <= set(proof.rests_on)
    (other,) = prove_invariants(table(lambda s: s.score >= 0, **EVERY), {}).proofs
    assert not [reason for reason in other.rests_on if "Table.heap" in reason or "Stack.under" in reason]


def test_a_pile_that_was_higher_in_between_is_no_step_left_out() -> None:
    def through(s: Table, card: Card) -> None:
        s.heap = s.heap.with_top(card).without_top()
        s.score = 1

    model = table(lambda s: s.score == 0, through=through)
    assert verdict(model, capacities={"Table.heap": 0}) == "not inductive"


def test_an_element_that_leaves_may_have_grown_before() -> None:
    def cover_and_leave(s: Table, stack: Stack, card: Card) -> None:
        cover(s, stack, card)
        stack.leave()

    model = table(lambda s: s.stacks.any(), act=cover_and_leave)
    model.initial(lambda s: place(s, Card.nothing()))
    (proof,) = prove_invariants(model, {}, capacities={"Stack.under": 0}).proofs
    assert proof.action == "act"


def test_what_comes_to_light_in_a_chain_of_steps_is_any_card() -> None:
    """A free state knows two cards here; the third is revealed on the way, and is still no negative one."""
    model = table(lambda s: s.score >= 0, turn_over=turn_over)
    symbolic = SymbolicModel(model, {}, 1)
    assert symbolic.known == 2
    state: Any = symbolic.state("s")
    given = [*symbolic.well_formed(state), state["heap"].height == 3]
    for number in range(4):
        _, conditions, state = symbolic.step(state, model.actions["turn_over"], str(number))
        given += conditions
        for size, possible in ((5, number < 3), (0, True), (-1, False)):
            solver = z3.Solver()
            solver.add(*given, state["score"] == size)
            assert (solver.check() == z3.sat) == possible, (number, size)


def test_members_of_one_bag_are_two_elements() -> None:
    def both_large(_: Table, stack: Stack, other: Stack) -> None:
        require(stack.top.size >= 5, "large")
        other.leave()

    model = table(lambda s: s.stacks.count(lambda e: e.top.size >= 5) >= 1, act=both_large)
    model.initial(lambda s: place(s, Card.nothing()))
    invariants = {p.invariant: p for p in prove_invariants(model, {}).proofs}
    assert invariants["holds"].action == "the start"
    model = table(lambda s: s.stacks.count() >= 1, act=both_large)
    model.initial(lambda s: place(s, Card.nothing()))
    assert verdict(model) == "proved"
    assert prove_invariants(model, {}, slots=1).impossible == ["act"]


def test_a_value_may_be_nothing_though_no_record_can_be() -> None:
    class Printed(Record):
        size = number_field()

        @classmethod
        def possible(cls, record: Printed) -> Truth:
            """Every size is 1 at least."""
            return record.size >= 1

    class Desk(Record):
        done = flag_field()
        shown = value_field(Printed)

    model = Model("desk", Desk, round_field="done", over=lambda s: s.done)
    model.initial(lambda _: None)
    model.invariant("holds")(lambda s: s.shown.size >= 0)

    @model.action("show", card=Pool(Printed))
    def show(s: Desk, card: Printed) -> None:
        require(s.shown.size == 0, "nothing shown")
        s.shown = card

    result = prove_invariants(model, {})
    assert [proof.verdict for proof in result.proofs] == ["proved"]
    assert result.impossible == []


CARDS = st.lists(st.integers(1, 9), max_size=3)


def exact(cards: list[int]) -> SymbolicPile:
    """A pile of exactly these cards."""
    return SymbolicPile(z3.IntVal(len(cards)), tuple((z3.IntVal(card),) for card in cards), None)


def known_of(cards: list[int], count: int) -> SymbolicPile:
    """A pile of these cards, of which only so many are known."""
    fields = [(z3.IntVal(card),) for card in [*cards, *[0] * count][:count]]
    return SymbolicPile(z3.IntVal(len(cards)), tuple(fields), Card)


def read(pile: SymbolicPile) -> tuple[int, list[int | None]]:
    """Its height and what is known of it; None: just revealed."""
    cards = [z3.simplify(fields[0]) for fields in pile.known]
    known = [card.as_long() if z3.is_int_value(card) else None for card in cards]
    return z3.simplify(pile.height).as_long(), known


def fresh(_: type[Record]) -> tuple[Any, ...]:
    return (z3.FreshInt("revealed"),)


PILES = st.tuples(CARDS, st.integers(-1, 2))
"""Cards and how many are known of them; 0: exactly these, -1: exactly these, with room for more."""


def pile_of(cards: list[int], known: int) -> SymbolicPile:
    if known > 0:
        return known_of(cards, known)
    return exact(cards) if known == 0 else SymbolicPile(z3.IntVal(len(cards)), known_of(cards, 4).known, None)


@given(PILES, PILES, st.integers(1, 9), st.booleans())
@settings(deadline=None, max_examples=300)
def test_what_is_known_of_a_pile_is_what_lies_there(
    one: tuple[list[int], int], other: tuple[list[int], int], card: int, test: bool
) -> None:
    """Each operation against the same on lists; past the height there is nothing."""
    first, second = pile_of(*one), pile_of(*other)
    laid = (z3.IntVal(card),)
    results = [
        (push(first, laid), [card, *one[0]]),
        (under(first, laid), [*one[0], card]),
        (pop(first, fresh), one[0][1:]),
        (pop(pop(first, fresh), fresh), one[0][2:]),
        (join(first, second), [*one[0], *other[0]]),
        (join(join(first, second), first), [*one[0], *other[0], *one[0]]),
        (merge(z3.BoolVal(test), first, second), one[0] if test else other[0]),
        (merge(z3.BoolVal(test), first, EMPTY), one[0] if test else []),
        (push(pop(first, fresh), laid), [card, *one[0][1:]]),
    ]
    for pile, cards in results:
        height, known = read(pile)
        assert height == len(cards)
        assert len(known) >= (1 if pile.beyond else height)
        for position, card_known in enumerate(known):
            if position >= height:
                assert card_known == 0
            else:
                assert card_known == cards[position] or (card_known is None and pile.beyond)
