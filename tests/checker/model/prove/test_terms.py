"""Terms made without z3's own interface are those that it makes, and what is of the wrong sort is refused."""

from __future__ import annotations

import pytest
import z3

from rulehound.checker.model.prove.solving import Counted
from rulehound.checker.model.prove.terms import choice, conjunction, disjunction, is_always

A, B = z3.Bools("a b")
I, J = z3.Ints("i j")
V, W = z3.BitVecs("v w", 4)


def test_joined_truth_values_are_the_terms_that_z3_makes() -> None:
    assert conjunction((A, B)).eq(z3.And(A, B))
    assert disjunction((A, B)).eq(z3.Or(A, B))


@pytest.mark.parametrize(("one", "other"), [(A, B), (I, J), (V, W)])
def test_a_choice_is_the_term_that_z3_makes_and_of_its_kind(one: z3.ExprRef, other: z3.ExprRef) -> None:
    made = choice(A, one, other)
    assert made.eq(z3.If(A, one, other))
    assert type(made) is type(z3.If(A, one, other))


def test_what_is_of_the_wrong_sort_is_refused() -> None:
    for wrong in (
        lambda: conjunction((A, I)),
        lambda: disjunction((I, A)),
        lambda: choice(I, A, B),
        lambda: choice(A, I, B),
        lambda: choice(A, V, z3.BitVec("x", 5)),
        lambda: Counted(1000).add(I),
    ):
        with pytest.raises(TypeError):
            wrong()


def test_what_is_simply_true_or_false_is_known_to_be() -> None:
    for joined, always in ((z3.And(), True), (z3.Or(), False)):
        simple = z3.simplify(joined)
        assert (is_always(simple, True), is_always(simple, False)) == (always, not always)
    assert not is_always(A, True)
    assert not is_always(A, False)
    assert not is_always(z3.Not(A), False)
