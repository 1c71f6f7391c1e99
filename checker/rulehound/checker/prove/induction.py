"""Proof by induction: an invariant holds at the start, and no step leaves it.

All invariants stand as lemmas for each other. Where one is not inductive its counterexample is kept, it is no
longer assumed, and the rest is tried again until nothing changes: the Houdini algorithm (Flanagan and Leino,
"Houdini, an annotation assistant for ESC/Java", 2001). What is left is proved together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from rulehound.checker.prove.answers import read_parameters, read_state
from rulehound.checker.prove.symbolic import Frame, SymbolicModel
from rulehound.spec.language import By, Model, Pool, Record, TracedAction
from rulehound.spec.language.records import BagField


@dataclass(frozen=True)
class Proof:
    """What came of one invariant: proved, or "not inductive" / "unknown" with the step that leaves it.

    `rests_on` names everything that the proof assumes: lemmas, facts, the bound on bags, actions left out.
    """

    invariant: str
    verdict: str
    rests_on: tuple[str, ...] = ()
    action: str = ""
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True)
class InductionResult:
    """The proofs of a model's invariants, and the actions that no state allows under the proved ones.

    An action that can never be taken makes every proof about its steps empty, so it is named; so is the start
    where it does not fit into the bags.
    """

    proofs: list[Proof]
    impossible: list[str]


PROVED = "proved"
NOT_INDUCTIVE = "not inductive"
UNKNOWN = "unknown"

START = "the start"
"""What stands in place of an action where the initial state breaks an invariant."""


def prove_invariants(
    model: Model,
    values: Mapping[str, Any],
    slots: int = 3,
    capacities: Mapping[str, int] | None = None,
    without: Sequence[str] = (),
    effort: int = 100_000_000,
    progress: Callable[[int, int], None] | None = None,
) -> InductionResult:
    """Prove the invariants of a model for decks of any size, any card and any number of turns.

    `slots` bounds every bag (`capacities` by field name), which is part of what a proof rests on. A query
    that takes more than `effort` of z3's own steps (its rlimit: the same on every machine) ends as unknown.
    Raises MissingValue.
    """
    symbolic = SymbolicModel(model, values, slots, capacities)
    state = symbolic.state("s")
    frame = Frame(state)
    shape = symbolic.well_formed(state)
    names = list(model.invariants)
    before = {name: symbolic.term(frame, model.invariants[name].condition) for name in names}
    failed: dict[str, Proof] = {}
    start, start_conditions = symbolic.initial()
    for name in names:
        negated = z3.Not(symbolic.term(Frame(start), model.invariants[name].condition))
        answer, solver = _ask([*start_conditions, negated], effort)
        if answer != z3.unsat:
            failed[name] = _failure(name, answer, START, symbolic, solver, start, start)
    actions = [action for name, action in model.actions.items() if name not in without]
    steps = [(action, *symbolic.step(state, action, action.name)) for action in actions]
    after = {
        action.name: {name: symbolic.term(Frame(reached), model.invariants[name].condition) for name in names}
        for action, _, _, reached in steps
    }
    changed, done = True, 0
    while changed:
        changed = False
        lemmas = [before[name] for name in names if name not in failed]
        for action, step, conditions, reached in steps:
            done += 1
            if progress:
                progress(done, len(steps))
            open_names = [name for name in names if name not in failed]
            together = z3.Not(z3.And(*(after[action.name][name] for name in open_names)))
            answer, _ = _ask([*shape, *lemmas, *conditions, together], effort)
            if answer == z3.unsat:
                continue
            for name in open_names:
                answer, solver = _ask(
                    [*shape, *lemmas, *conditions, z3.Not(after[action.name][name])], effort
                )
                if answer != z3.unsat:
                    failed[name] = _failure(
                        name, answer, action.name, symbolic, solver, state, reached, action, step
                    )
                    changed = True
            if changed:
                break
    lemmas = [before[name] for name in names if name not in failed]
    taken = [(START, start_conditions)]
    taken += [(action.name, [*shape, *lemmas, *conditions]) for action, _, conditions, _ in steps]
    impossible = [name for name, conditions in taken if _ask(conditions, effort)[0] == z3.unsat]
    return InductionResult(
        [
            failed.get(name) or Proof(name, PROVED, _rests_on(model, name, names, failed, symbolic, without))
            for name in names
        ],
        impossible,
    )


def _ask(conditions: Sequence[Any], effort: int) -> tuple[Any, Any]:
    solver = z3.Solver()
    # counted in z3's steps, not in time, so that two runs give one answer
    solver.set("rlimit", effort)
    solver.set("random_seed", 0)
    solver.add(*conditions)
    return solver.check(), solver


def _failure(
    name: str,
    answer: Any,
    action: str,
    symbolic: SymbolicModel,
    solver: Any,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    traced: TracedAction | None = None,
    step: Frame | None = None,
) -> Proof:
    if answer == z3.unknown:
        return Proof(name, UNKNOWN, action=action, reason=str(solver.reason_unknown()))
    found = solver.model()
    return Proof(
        name,
        NOT_INDUCTIVE,
        action=action,
        before=read_state(symbolic, found, before),
        after=read_state(symbolic, found, after),
        parameters={} if traced is None or step is None else read_parameters(symbolic, found, traced, step),
    )


def _assumed(model: Model) -> list[type[Record]]:
    """The record types of which it is assumed what can be."""
    kinds = [kind for action in model.actions.values() for kind in action.parameters.values()]
    records = dict.fromkeys(kind.record for kind in kinds if isinstance(kind, Pool))
    return [record for record in records if record.possible.__func__ is not Record.possible.__func__]  # type: ignore[attr-defined]


def _rests_on(
    model: Model,
    name: str,
    names: Sequence[str],
    failed: Mapping[str, Proof],
    symbolic: SymbolicModel,
    without: Sequence[str],
) -> tuple[str, ...]:
    lemmas = [other for other in names if other not in failed and other != name]
    facts = sorted(model.all_facts)
    environment = [action.name for action in model.actions.values() if action.by is By.ENVIRONMENT]
    bags = sorted({bounds for declared, bounds in model.fields.values() if isinstance(declared, BagField)})
    return (
        f"{len(lemmas)} lemmas proved with it: {', '.join(lemmas)}",
        *(f"at most {symbolic.capacities.get(bag, symbolic.slots)} in {bag}" for bag in bags),
        "facts " + ", ".join(f"{fact} = {symbolic.values[fact]}" for fact in facts),
        *([f"the environment doing no more than {', '.join(environment)}"] if environment else []),
        *(f"{record.__name__}: {record.possible.__doc__}" for record in _assumed(model)),
        *([f"without the actions {', '.join(without)}"] if without else []),
    )
