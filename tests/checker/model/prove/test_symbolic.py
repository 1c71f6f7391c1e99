"""The symbolic step is the interpreter's step: with every symbol pinned, z3 finds that step and no other."""

from __future__ import annotations

import random
from typing import Any

import pytest
import z3
from hypothesis import given, settings

from rulehound.checker.model.prove import SymbolicModel, prove_invariants
from rulehound.checker.model.prove.answers import read_state
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import (
    Configuration,
    Interpreter,
    MissingValue,
    Model,
    Parameters,
    State,
    TracedAction,
    require,
    select,
    when,
)
from rulehound_testing.dcg.values import VALUES, values_of
from rulehound_testing.kernel import S, kernel
from rulehound_testing.made_up_model import Board, Piece, Stage, model_with
from rulehound_testing.random_models import (
    CONFIGURATION,
    PROGRAMS,
    STATES,
    Program,
    SymbolicSteps,
    added,
    model_of,
)
from rulehound_testing.rotating import of_this_run
from rulehound_testing.toy import game as toy


def judged(
    steps: SymbolicSteps, interpreter: Interpreter, action: TracedAction, state: State, chosen: Parameters
) -> tuple[State | None, State | None]:
    """The step as z3 and the interpreter take it; None: illegal."""
    given = interpreter.configuration.settings if interpreter.configuration else {}
    found = steps.step(action.name, state, chosen, given)
    legal = not interpreter.failed_guards(state, action, chosen)
    return found, interpreter.apply(state, action, chosen) if legal else None


def symbolic_step(
    model: Model, values: Any, slots: int, action: str, state: State, chosen: Parameters
) -> State | None:
    """One step, as z3 takes it."""
    return SymbolicSteps(model, values, slots).step(action, state, chosen)


HIGH = {"Board.heap": 4, "Piece.under": 4}


def highest(state: State) -> int:
    """The height of the highest pile on the random board."""
    return max(map(len, [state[5], *(piece[4] for bag in (state[7], state[9]) for piece in bag)]))


def drawn(program: Program, state: State) -> tuple[Interpreter, TracedAction, Parameters]:
    """A random program as an action, and parameters for it."""
    interpreter = Interpreter(model_of(program), {}, CONFIGURATION)
    action = interpreter.model.actions["act"]
    return interpreter, action, random.Random(repr(state)).choice(list(interpreter.choices(state, action)))


@given(PROGRAMS, STATES)
@settings(max_examples=60, deadline=None)
def test_steps_of_random_actions(program: Program, state: State) -> None:
    """A step that needs a pile higher than there is room for is left out."""
    interpreter, action, chosen = drawn(program, state)
    steps = SymbolicSteps(interpreter.model, {}, 2 + added(program), HIGH)
    found, expected = judged(steps, interpreter, action, state, chosen)
    assert found == (None if expected and highest(expected) > 4 else expected)


@given(PROGRAMS, STATES)
@settings(max_examples=30, deadline=None)
def test_steps_of_random_actions_are_among_those_with_piles_of_any_height(
    program: Program, state: State
) -> None:
    interpreter, action, chosen = drawn(program, state)
    if not interpreter.failed_guards(state, action, chosen):
        expected = interpreter.apply(state, action, chosen)
        steps = SymbolicSteps(interpreter.model, {}, 2 + added(program))
        assert steps.step("act", state, chosen, after_it=expected) is not None


@pytest.mark.parametrize(
    ("name", "edition"),
    of_this_run([("everything", "comprehensive-4.0"), ("two-a-side", "detailed-1.0")], 2),
)
def test_steps_of_the_game(name: str, edition: str) -> None:
    """Legal and illegal steps met in random walks of the interpreter, each action about equally often."""
    values = values_of(edition)
    configuration = configurations(values)[name]
    interpreter = Interpreter(dcg, values, configuration)
    steps = SymbolicSteps(dcg, values, 3, {"Stack.under": 4, "Player.breeding": 1, "State.shown": 1})
    chance = random.Random(f"{name} {edition}")
    state = interpreter.initial()
    tried: dict[tuple[str, bool], int] = {}
    for _ in range(400):
        for action in dcg.actions.values():
            choices = list(interpreter.choices(state, action))
            for chosen in chance.sample(choices, min(2, len(choices))):
                key = action.name, not interpreter.failed_guards(state, action, chosen)
                if tried.get(key, 0) < 1 + key[1]:
                    tried[key] = tried.get(key, 0) + 1
                    found, expected = judged(steps, interpreter, action, state, chosen)
                    assert found == expected, (action.name, dcg.as_dict(state), chosen)
        following = list(interpreter.successors(state))
        state = chance.choice(following)[2] if following else interpreter.initial()
    assert len({action for action, legal in tried if legal}) >= 15
    assert len({action for action, legal in tried if not legal}) >= 15


def test_steps_of_the_kernel() -> None:
    interpreter = Interpreter(kernel, {}, S)
    chance = random.Random(3)
    symbolic = SymbolicSteps(kernel, {}, 3)
    state, taken = interpreter.initial(), 0
    while taken < 40:
        following = list(interpreter.successors(state))
        if not following:
            state = interpreter.initial()
            continue
        action, chosen, after = chance.choice(following)
        assert symbolic.step(action.name, state, chosen) == after, action.name
        state, taken = after, taken + 1


def test_the_initial_state_is_the_interpreters() -> None:
    for model, values, configuration in (
        (dcg, VALUES, configurations(VALUES)["everything"]),
        (kernel, {}, S),
        (board_with_everything(), {}, Configuration("", "", {})),
    ):
        symbolic = SymbolicModel(model, values, 2)
        start, conditions = symbolic.initial()
        solver = z3.Solver()
        solver.add(*conditions)
        solver.add(*(term == configuration.settings[name] for name, term in symbolic.settings.items()))
        assert solver.check() == z3.sat
        shown = read_state(symbolic, solver.model(), start)
        assert model.from_dict(shown) == Interpreter(model, values, configuration).initial()


def board_with_everything() -> Model:
    """A model that starts with a piece of its own, whose subset is left empty."""

    def start(s: Board) -> None:
        s.score = 3
        s.me.pieces.add(Piece(size=2, tired=True))

    return model_with(lambda _: None, start)


def test_a_piece_whose_subset_was_left_out_shares_nothing() -> None:
    def act(s: Board) -> None:
        require(Piece().colours.shares(s.colours), "shares")

    model = model_with(act)
    state = model.from_dict({"colours": ["red", "blue"]})
    assert symbolic_step(model, {}, 1, "act", state, {}) is None


@pytest.mark.parametrize("number", range(16))
def test_subsets(number: int) -> None:
    """Every pair of subsets, in a tired and in another piece."""

    def act(s: Board) -> None:
        s.stage = select(s.me.pieces.any(lambda p: s.colours.covers(p.colours)), Stage.SECOND, Stage.FIRST)
        s.colours = s.me.pieces.union(lambda p: p.colours, lambda p: p.tired).union(
            s.colours.minus(s.me.pieces.union(lambda p: p.colours))
        )

    model = model_with(act)
    one, other = number // 4, number % 4
    for colours in range(4):
        before = list(model.from_dict({}))
        before[model.paths.index("colours")] = colours
        before[model.paths.index("me.pieces")] = tuple(sorted([(1, True, one), (2, False, other)]))
        after = Interpreter(model, {}).apply(tuple(before), model.actions["act"], {})
        assert symbolic_step(model, {}, 3, "act", tuple(before), {}) == after


def test_a_full_bag_stops_only_steps_that_add_to_it() -> None:
    def act(s: Board) -> None:
        with when(s.turn):
            s.me.pieces.add(Piece(size=1))
        s.score = s.me.pieces.count()

    model = model_with(act)
    full: dict[str, Any] = {"me.pieces": [{"size": 7}]}
    assert symbolic_step(model, {}, 1, "act", model.from_dict({"turn": True, **full}), {}) is None
    assert symbolic_step(model, {}, 1, "act", model.from_dict(full), {}) == model.from_dict(
        {"score": 1, **full}
    )


def test_a_proof_speaks_of_steps_that_might_have_added_and_did_not() -> None:
    """With a full bag the step adds nothing, and breaks the invariant."""

    def act(s: Board) -> None:
        with when(s.me.pieces.count() == 0):
            s.me.pieces.add(Piece())
        s.score = s.me.pieces.count(lambda p: p.size == 0)

    model = model_with(act)
    model.invariant("never-one")(lambda s: s.score == 0)
    model.invariant("one-piece")(lambda s: s.me.pieces.count() == 1)
    model.initial(lambda s: s.me.pieces.add(Piece(size=1)))
    proof = prove_invariants(model, {}, slots=1).proofs[0]
    assert (proof.verdict, proof.action) == ("not inductive", "act")


@pytest.mark.parametrize("missing", ["memory.max", "battle.level-2"])
def test_a_missing_value_has_no_default(missing: str) -> None:
    values = {name: value for name, value in VALUES.items() if name != missing}
    with pytest.raises(MissingValue, match=missing):
        prove_invariants(dcg, values, slots=1)


@pytest.mark.parametrize("name", ["kernel", "toy", "dcg"])
def test_what_proofs_take_for_granted_of_every_state_is_kept_by_every_step(name: str) -> None:
    """Enumerations, values and piles: at the start, and after a step from any state that keeps them."""
    model, values = {"kernel": (kernel, {}), "toy": (toy.model, {"heap.full": 7}), "dcg": (dcg, VALUES)}[name]
    symbolic = SymbolicModel(model, values, 1)
    start, given = symbolic.initial()
    assert follows(given, symbolic.well_formed(start))
    before = symbolic.state("s")
    shape = symbolic.well_formed(before)
    for action in model.actions.values():
        _, conditions, after = symbolic.step(before, action, action.name)
        assert follows([*shape, *conditions], symbolic.well_formed(after)), action.name


def follows(given: list[Any], wanted: list[Any]) -> bool:
    """Whether the one follows from the other."""
    solver = z3.Solver()
    solver.add(*given, z3.Not(z3.And(*wanted)))
    return bool(solver.check() == z3.unsat)
