"""A condition or a guard is exercised just where a constant in the place of its claim changes a verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.language import (
    Interpreter,
    Model,
    State,
    Truth,
    TruthLike,
    both,
    either,
    fact,
    implies,
    negate,
    switch,
)
from rulehound.spec.language.compiled import Compiled
from rulehound.spec.language.nodes import FALSE, TRUE, Node
from rulehound.spec.language.premises import premise
from rulehound_testing.dcg.values import values_of
from rulehound_testing.random_models import CONDITIONS, CONFIGURATION, STATES, Board, everything, model_of

Shape = tuple[Any, ...]
"""A condition: its kind, then its parts."""

VALUES = st.integers(-1, 2)
WANTED = st.tuples(st.just("atom"), st.sampled_from(("turn", "score")), VALUES)
CLAIMED = st.tuples(st.just("atom"), st.just("coins"), VALUES)
WANTED_OF_ELEMENT = st.tuples(st.just("atom"), st.just("tired"), VALUES)
CLAIMED_OF_ELEMENT = st.tuples(st.just("atom"), st.just("size"), VALUES)
CLAIMS_OF_ELEMENT = st.one_of(
    CLAIMED_OF_ELEMENT, st.tuples(st.just("implies"), WANTED_OF_ELEMENT, CLAIMED_OF_ELEMENT)
)
ALL = st.tuples(st.just("all"), st.sampled_from(("me", "other")), CLAIMS_OF_ELEMENT)
CONDITIONAL: st.SearchStrategy[Shape] = st.recursive(
    st.one_of(ALL, st.tuples(st.just("implies"), WANTED, CLAIMED)),
    lambda inner: st.one_of(
        st.tuples(st.just("both"), inner, inner), st.tuples(st.just("implies"), WANTED, inner)
    ),
    max_leaves=4,
)


def traced(shape: Shape, board: Any, claims: bool, element: Any = None) -> TruthLike:
    """The condition of a shape; without `claims`, all that it claims is false."""
    kind, *parts = shape
    if kind == "implies":
        wanted = _atom(parts[0], board, element)
        claim = parts[1]
        return implies(wanted, _claim(claim, board, claims, element))
    if kind == "both":
        return both(*(traced(part, board, claims, element) for part in parts))
    bag = getattr(board, parts[0]).pieces
    all_of: Truth = bag.all(lambda e: _claim(parts[1], board, claims, e))
    return all_of


def _claim(shape: Shape, board: Any, claims: bool, element: Any) -> TruthLike:
    if shape[0] != "atom":
        return traced(shape, board, claims, element)
    return _atom(shape, board, element) if claims else False


def _atom(shape: Shape, board: Any, element: Any) -> Truth:
    _, name, value = shape
    if name in ("turn", "tired"):
        flag: Truth = board.turn if name == "turn" else element.tired
        return flag if value > 0 else negate(flag)
    number = {"score": lambda: board.score, "coins": lambda: board.me.coins, "size": lambda: element.size}
    smaller: Truth = number[name]() <= value
    return smaller


def invariants_of(shape: Shape) -> Model:
    """A model that claims this, and the same with all claims false."""
    model = Model("random", Board, round_field="turn", over=lambda _: False)

    @model.invariant("claimed")
    def claimed(s: Board) -> TruthLike:
        return traced(shape, s, claims=True)

    @model.invariant("mutated")
    def mutated(s: Board) -> TruthLike:
        return traced(shape, s, claims=False)

    return model


@settings(max_examples=150, deadline=None)
@given(CONDITIONAL, STATES)
def test_an_invariant_is_exercised_just_where_its_claim_matters(shape: Shape, state: State) -> None:
    model = invariants_of(shape)
    interpreter, compiled = Interpreter(model, {}), Compiled(model, {})
    claimed, mutated = model.invariants.values()
    if not interpreter.holds(claimed.condition, state):
        return
    matters = not interpreter.holds(mutated.condition, state)
    (_, holds, says), _ = compiled.invariants(state)
    assert (holds, says) == (True, matters)
    assert interpreter.holds(claimed.premise, state) == matters


@settings(max_examples=60, deadline=None)
@given(st.lists(CONDITIONS, min_size=1, max_size=4), st.lists(STATES, min_size=1, max_size=3))
def test_a_guard_decides_just_where_a_constant_in_its_place_changes_what_is_legal(
    guards: list[Any], states: list[State]
) -> None:
    model = model_of((guards, [], False))
    action = model.actions["act"]
    compiled = Compiled(model, {})
    wanted = everything(action, CONFIGURATION)
    for state in states:
        legal, alone = compiled.deciding(state, action, wanted)
        assert legal == is_legal(model, state)
        assert not (legal and alone)
        for place in range(len(guards)):
            allowed, forbidden = (
                is_legal(constant_in(model, place, value), state) for value in (FALSE, TRUE)
            )
            assert (legal or place in alone) == (allowed != legal or forbidden != legal)


def is_legal(model: Model, state: State) -> bool:
    """Whether the action is legal for any parameters, as the interpreter has it."""
    interpreter, action = Interpreter(model, {}, CONFIGURATION), model.actions["act"]
    choices = interpreter.choices(state, action)
    return any(not interpreter.failed_guards(state, action, parameters) for parameters in choices)


def constant_in(model: Model, place: int, value: Node) -> Model:
    """The model with a constant in the place of one guard's condition."""
    action = model.actions["act"]
    guards = list(action.guards)
    guards[place] = replace(guards[place], condition=value)
    return model.with_actions({"act": replace(action, guards=tuple(guards))})


def condition(of: Any) -> Node:
    """The condition of one invariant over boards."""
    model = Model("one", Board, round_field="turn", over=lambda _: False)
    model.invariant("one")(of)
    return model.invariants["one"].condition


@pytest.mark.parametrize(
    ("of", "wanted"),
    [
        (lambda s: s.score <= 2, TRUE),
        (lambda s: either(s.turn, s.score <= 2), TRUE),
        (lambda s: fact("most") <= 2, negate(fact("most") <= 2).node),
        (lambda s: implies(s.turn, switch("reading", "one")), negate(switch("reading", "one")).node),
        (lambda s: implies(switch("reading", "one"), s.score <= 2), switch("reading", "one").node),
        (
            lambda s: both(s.score <= 2, implies(switch("reading", "one"), s.turn)),
            switch("reading", "one").node,
        ),
    ],
)
def test_what_reads_nothing_of_a_state_decides_what_is_claimed_at_all(of: Any, wanted: Node) -> None:
    assert premise(condition(of)) is wanted


def test_invariants_of_the_game_say_something_only_where_the_edition_has_what_they_speak_of() -> None:
    """A counter timing is nowhere forbidden by an edition that has one."""
    for edition, said in (("comprehensive-4.0", FALSE), ("manual-2.3", TRUE)):
        compiled = Compiled(dcg, values_of(edition))
        invariant = dcg.invariants["attack.counter-timing"]
        assert compiled.folding.fold(invariant.premise) is said
