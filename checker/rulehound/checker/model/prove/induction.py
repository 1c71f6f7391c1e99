"""Proof by induction: an invariant holds at the start, and no step leaves it.

All invariants stand as lemmas for each other. Where one is not inductive its counterexample is kept, it is no
longer assumed, and what rested on it is asked again until nothing changes: the Houdini algorithm (Flanagan
and Leino, "Houdini, an annotation assistant for ESC/Java", 2001). What is left is proved together. For an
invariant that is left out, Spacer may find what induction lacks; that is proved here too before it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import z3

from rulehound.checker.model.prove.answers import read_parameters, read_state
from rulehound.checker.model.prove.possible import Possible, possible
from rulehound.checker.model.prove.solving import limited_solver, numbers, numbers_of, smallest
from rulehound.checker.model.prove.spacer import REACHABLE, strengthening
from rulehound.checker.model.prove.symbolic import SymbolicModel
from rulehound.checker.model.prove.terms import SymbolicBag, flat
from rulehound.checker.model.prove.translation import Frame
from rulehound.checker.wording import counted
from rulehound.spec.language import Amount, By, Model, Pool, Record, TracedAction
from rulehound.spec.language.nodes import constants_used, walk


@dataclass(frozen=True)
class Proof:
    """The proof of one invariant: proved, or "not inductive" / "unknown" with the step that leaves it.

    `rests_on` names everything that the proof assumes: lemmas, facts, the bound on bags, actions left out.
    `strengthening` is the formula that Spacer added to the invariant; empty where induction alone was enough.
    """

    invariant: str
    verdict: str
    rests_on: tuple[str, ...] = ()
    action: str = ""
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    strengthening: str = ""


@dataclass(frozen=True)
class InductionResult:
    """The proofs of a model's invariants, and the actions that no state allows under the proved ones.

    An action that can never be taken makes every proof about its steps empty, so it is named; so is the start
    where it does not fit into the bags. Those that the edition does not have are named apart.
    """

    proofs: list[Proof]
    impossible: list[str]
    not_in_edition: list[str] = field(default_factory=list)


PROVED = "proved"
NOT_INDUCTIVE = "not inductive"
UNKNOWN = "unknown"

START = "the start"
"""Stands in the place of an action where the initial state breaks an invariant."""

ALONE = "no other invariant"
"""Stands in a proof without lemmas in the place of their names."""

NARROW = 1
"""How many elements a bag holds where Spacer searches; what it finds is proved for no more than that."""


@dataclass
class InductionStep:
    """One action as terms, what is to be shown of it, and what each proof of that needed."""

    action: TracedAction
    frame: Frame
    conditions: Sequence[Any]
    reached: Mapping[str, Any]
    goals: Mapping[str, Any] = field(default_factory=dict)
    """What is to be shown: the invariants after the step that it may change."""
    lemmas: dict[str, frozenset[str]] = field(default_factory=dict)
    """For each goal that was shown, the lemmas that the solver needed."""


def prove_invariants(
    model: Model,
    values: Mapping[str, Any],
    slots: int = 3,
    capacities: Mapping[str, int] | None = None,
    without: Sequence[str] = (),
    effort: int = 100_000_000,
    progress: Callable[[int, int], None] | None = None,
    spacer: int = 0,
) -> InductionResult:
    """Prove the invariants of a model for decks of any size, any card and any number of turns.

    `slots` bounds every bag (`capacities` by field name), which is part of what a proof rests on. A query
    that takes more than `effort` of z3's own steps (its rlimit: the same on every machine) ends as unknown.
    `spacer` is the effort for each invariant that is not inductive, 0 for none. Raises MissingValue.
    """
    induction = Induction(SymbolicModel(model, values, slots, capacities), without, effort)
    induction.run(progress)
    proofs = [induction.proof(name) for name in model.invariants]
    proved = induction.open
    narrow = induction
    if slots != NARROW:
        narrow = Induction(SymbolicModel(model, values, NARROW, capacities), without, effort)
    if spacer:
        proofs = [
            narrow.strengthened(proof, proved, spacer) if proof.verdict == NOT_INDUCTIVE else proof
            for proof in proofs
        ]
    # a state with little in it is quickly found, and is one of the wider states too
    impossible = induction.impossible(proved, narrow.impossible(proved))
    others = [name for name in impossible if induction.in_edition(name, proved)]
    return InductionResult(proofs, others, [name for name in impossible if name not in others])


class Induction:
    """The terms of one model and what has been shown with them so far."""

    def __init__(self, symbolic: SymbolicModel, without: Sequence[str], effort: int) -> None:
        self.symbolic, self.without, self.effort = symbolic, tuple(without), effort
        self.model = symbolic.model
        self.start, self.start_conditions = symbolic.initial()
        self.state = symbolic.state("s")
        self.shape = symbolic.well_formed(self.state)
        self.before = self.invariants_in(self.state)
        self.lemma = {name: z3.Bool(f"lemma {name}") for name in self.before}
        self.lemma_of = {literal.get_id(): name for name, literal in self.lemma.items()}
        self.broken = {name: z3.Bool(f"broken {name}") for name in self.before}
        """Literals: that a lemma holds before a step, that an invariant fails after it.

        A question names those that it is about: a step's solver is told all once, and keeps what it learns.
        """
        self.assumed = [z3.Implies(self.lemma[name], holds) for name, holds in self.before.items()]
        self.reads = {
            name: {node.args[0] for node in walk([invariant.condition]) if node.op == "read"}
            for name, invariant in self.model.invariants.items()
        }
        self.failed: dict[str, Proof] = {}
        self.asked_of: tuple[InductionStep, Any] | None = None
        """The step that was last asked about, with its solver. A solver holds tens of megabytes, so that only
        one is kept."""
        self.steps = [
            self._step(action) for name, action in self.model.actions.items() if name not in self.without
        ]

    def invariants_in(self, state: Mapping[str, Any], names: Iterable[str] | None = None) -> dict[str, Any]:
        """Every invariant, or those of these names, as a term over this state."""
        frame = Frame(state)
        invariants = self.model.invariants
        return {
            name: self.symbolic.term(frame, invariants[name].condition)
            for name in (invariants if names is None else names)
        }

    def _step(self, action: TracedAction) -> InductionStep:
        frame, conditions, reached = self.symbolic.step(self.state, action, action.name)
        return InductionStep(action, frame, conditions, reached)

    def _solver(self, step: InductionStep) -> Any:
        """A solver that knows a step, the invariants before it and what is to be shown after it."""
        if self.asked_of is None or self.asked_of[0] is not step:
            self.asked_of = None  # before the next solver is filled
            solver = limited_solver(self.effort)
            solver.add(*self.shape, *step.conditions, *self.assumed)
            solver.add(*(z3.Implies(self.broken[name], z3.Not(goal)) for name, goal in step.goals.items()))
            self.asked_of = step, solver
        return self.asked_of[1]

    def _goals(self, step: InductionStep) -> dict[str, Any]:
        """The invariants after a step, without those that the step leaves as they were.

        An invariant that reads nothing which the step writes is the very same term after it. It holds there
        because it is assumed before.
        """
        written = {effect.path for effect in step.action.effects}
        after = self.invariants_in(step.reached, [name for name in self.before if self.reads[name] & written])
        return {name: term for name, term in after.items() if not term.eq(self.before[name])}

    @property
    def open(self) -> list[str]:
        """The invariants that have not failed."""
        return [name for name in self.before if name not in self.failed]

    def run(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Ask about every invariant until each has failed, or is shown with lemmas that have not failed."""
        for step in self.steps:
            step.goals = self._goals(step)
        for name, holds in self.invariants_in(self.start).items():
            solver = limited_solver(self.effort)
            solver.add(*self.start_conditions, z3.Not(holds))
            answer = solver.check()
            if answer != z3.unsat:
                self.failed[name] = self._failure(name, answer, solver, None)
        changed = True
        while changed:
            changed = False
            for number, step in enumerate(self.steps):
                if progress:
                    progress(number, len(self.steps))
                for name in step.goals:
                    if name not in self.failed and not self._shown(step, name):
                        changed = True

    def _shown(self, step: InductionStep, name: str) -> bool:
        """Whether a step keeps an invariant, given those that have not failed; else it fails."""
        if name in step.lemmas and not step.lemmas[name] & set(self.failed):
            return True
        solver = self._solver(step)
        answer = solver.check(*self._asked(name))
        if answer == z3.unsat:
            needed = {literal.get_id() for literal in solver.unsat_core()}
            step.lemmas[name] = frozenset(self.lemma_of[one] for one in needed & self.lemma_of.keys())
        else:
            self.failed[name] = self._failure(name, answer, solver, step)
        return bool(answer == z3.unsat)

    def _asked(self, name: str) -> list[Any]:
        """The literals of the question whether a step keeps an invariant."""
        return [self.broken[name], *(self.lemma[lemma] for lemma in self.open)]

    def impossible(self, proved: Sequence[str], among: Sequence[str] | None = None) -> list[str]:
        """The actions (of `among`) that no state allows where the proved invariants hold.

        The start is one of them where it does not fit into the bags.
        """
        start = limited_solver(self.effort)
        start.add(*self.start_conditions)
        lemmas = [self.lemma[name] for name in proved]
        questions: list[tuple[str, Callable[[], Any]]] = [(START, lambda: start)]
        questions += [(step.action.name, partial(self._solver, step)) for step in self.steps]
        return [
            name
            for name, solver in questions
            if (among is None or name in among) and solver().check(*lemmas) == z3.unsat
        ]

    def in_edition(self, name: str, proved: Sequence[str]) -> bool:
        """False where the switches of the edition are the reason why no state allows this action."""
        step = next((step for step in self.steps if step.action.name == name), None)
        if step is None:  # the start
            return True
        answer = possible(self.symbolic, self.state, step.action, step.frame, proved, self.effort)
        return answer is not Possible.NOT_IN_EDITION

    def proof(self, name: str) -> Proof:
        """The proof of an invariant, as far as it has come."""
        return self.failed.get(name) or Proof(name, PROVED, self.rests_on(self.needed(name)))

    def needed(self, name: str) -> list[str]:
        """The lemmas of a proof, with the lemmas that these rest on in turn."""
        needed, pending = {name}, [name]
        while pending:
            goal = pending.pop()
            for step in self.steps:
                fresh = step.lemmas.get(goal, frozenset()) - needed
                needed |= fresh
                pending += fresh
        return [other for other in self.before if other in needed and other != name]

    def strengthened(self, open_proof: Proof, proved: Sequence[str], effort: int) -> Proof:
        """The proof of an invariant with the help of Spacer, or what induction said of it and why no more.

        What Spacer finds is proved by induction here, from the lemmas that are already proved.
        """
        name = open_proof.invariant
        lemmas = [*self.shape, *(self.before[lemma] for lemma in proved)]
        strengthening_term = strengthening(
            self.state,
            list(self.symbolic.settings.values()),
            (self.start_conditions, self.start),
            [([*lemmas, *step.conditions], step.reached) for step in self.steps],
            [*lemmas, z3.Not(self.before[name])],
            effort,
        )
        if isinstance(strengthening_term, str):
            reached = "Spacer finds a path from the start to such a state"
            return replace(
                open_proof,
                reason=reached if strengthening_term == REACHABLE else f"Spacer: {strengthening_term}",
            )
        if not self._inductive(strengthening_term, proved, name):
            return replace(open_proof, reason="what Spacer found is not inductive")
        parts = counted(len(strengthening_term.children()) if z3.is_and(strengthening_term) else 1, "part")
        helped = f"an invariant of {parts} that Spacer found and induction proves"
        return Proof(
            name, PROVED, (helped, *self.rests_on(proved)), strengthening=formula_text(strengthening_term)
        )

    def _inductive(self, formula: Any, proved: Sequence[str], name: str) -> bool:
        """Whether a formula holds at the start, is kept by every step, and entails the invariant."""
        here, known = self.state, [self.lemma[lemma] for lemma in proved]
        start = limited_solver(self.effort)
        start.add(*self.start_conditions, z3.Not(moved(formula, here, self.start)))
        entailed = limited_solver(self.effort)
        entailed.add(
            *self.shape, *(self.before[lemma] for lemma in proved), formula, z3.Not(self.before[name])
        )
        if start.check() != z3.unsat or entailed.check() != z3.unsat:
            return False
        for step in self.steps:
            solver = self._solver(step)
            solver.push()
            solver.add(formula, z3.Not(moved(formula, here, step.reached)))
            answer = solver.check(*known)
            solver.pop()
            if answer != z3.unsat:
                return False
        return True

    def _failure(self, name: str, answer: Any, solver: Any, step: InductionStep | None) -> Proof:
        """Why an invariant is not proved, at the start or at a step, from the solver that was just asked."""
        action = START if step is None else step.action.name
        if answer == z3.unknown:
            return Proof(name, UNKNOWN, action=action, reason=str(solver.reason_unknown()))
        before = self.start if step is None else self.state
        known = [] if step is None else self._asked(name)
        terms = [
            number
            for path, (declared, _) in self.model.fields.items()
            for number in numbers(declared, before[path])
        ]
        if step is not None:
            terms += parameter_numbers(step)
        bags = [value for value in before.values() if isinstance(value, SymbolicBag)]
        smallest_answer = smallest(solver, known, terms, bags)
        return Proof(
            name,
            NOT_INDUCTIVE,
            action=action,
            before=read_state(self.symbolic, smallest_answer, before),
            after=read_state(self.symbolic, smallest_answer, before if step is None else step.reached),
            parameters={}
            if step is None
            else read_parameters(self.symbolic, smallest_answer, step.action, step.frame),
        )

    def rests_on(self, lemmas: Sequence[str]) -> tuple[str, ...]:
        """What a proof from these lemmas assumes, in words."""
        model, values = self.model, self.symbolic.values
        environment = [name for name, action in model.actions.items() if action.by is By.ENVIRONMENT]
        facts = [f"{fact} = {values[fact]}" for fact in sorted(model.all_facts)]
        switches = [f"{name} = {str(values[name]).lower()}" for name in sorted(switches_read(model))]
        return (
            f"{counted(len(lemmas), 'lemma')} proved with it: {', '.join(lemmas)}" if lemmas else ALONE,
            *self.symbolic.bounds,
            *([f"facts {', '.join(facts)}"] if facts else []),
            *([f"switches {', '.join(switches)}"] if switches else []),
            *([f"the environment doing no more than {', '.join(environment)}"] if environment else []),
            *(f"{record.__name__}: {record.possible.__doc__}" for record in _assumed(model)),
            *([f"without the actions {', '.join(self.without)}"] if self.without else []),
        )


def parameter_numbers(step: InductionStep) -> list[Any]:
    """The numbers among the parameters of a step; a member of a bag is part of the state."""
    numbers: list[Any] = []
    for name, kind in step.action.parameters.items():
        if isinstance(kind, Pool):
            numbers += numbers_of(kind.record, step.frame.parameters[name][1])
        elif isinstance(kind, Amount):
            numbers.append(step.frame.parameters[name])
    return numbers


def moved(formula: Any, state: Mapping[str, Any], to: Mapping[str, Any]) -> Any:
    """A formula over one state, rewritten for another."""
    return z3.substitute(formula, *zip(flat(state), flat(to), strict=True))


def formula_text(formula: Any) -> str:
    """A formula as text without line breaks."""
    return " ".join(str(formula).split())


def switches_read(model: Model) -> frozenset[str]:
    """The switches that the model's actions and invariants depend on."""
    roots = [node for action in model.actions.values() for node in action.nodes]
    return constants_used(
        [*roots, *(invariant.condition for invariant in model.invariants.values())], "switch"
    )


def _assumed(model: Model) -> list[type[Record]]:
    """The record types whose possible values are assumed, not proved."""
    kinds = [kind for action in model.actions.values() for kind in action.parameters.values()]
    records = dict.fromkeys(kind.record for kind in kinds if isinstance(kind, Pool))
    return [record for record in records if record.possible.__func__ is not Record.possible.__func__]  # type: ignore[attr-defined]
