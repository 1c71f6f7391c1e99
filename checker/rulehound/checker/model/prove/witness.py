"""Witnesses: the smallest situation that two settings of one switch judge differently.

Both settings are put to the solver at once, as one relation each over the same state and the same parameters:
an action that is legal under one and not under the other, or that leaves different states; or a different
start. The invariants of both hold in the situation. Every answer is replayed by the interpreter under both
settings before it is called a witness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import z3

from rulehound.checker.model.prove.answers import (
    concrete,
    concrete_field,
    concrete_record,
    parameter_terms,
)
from rulehound.checker.model.prove.compared_model import ComparedModel
from rulehound.checker.model.prove.sizes import LeastAnswer, extent
from rulehound.checker.model.prove.solving import limited_solver
from rulehound.checker.model.prove.symbolic import Frame
from rulehound.checker.model.prove.unequal import unequal_states
from rulehound.spec.language import (
    Amount,
    By,
    Configuration,
    Interpreter,
    Member,
    Model,
    Parameters,
    State,
    TracedAction,
)
from rulehound.spec.language.fields import BagField
from rulehound.spec.language.interpreter import Values
from rulehound.spec.language.model import readable
from rulehound.spec.language.nodes import Node, walk
from rulehound.spec.language.records import Field

EFFORT = 20_000_000
"""z3 steps for one question."""

START = "the start"
"""Stands in the place of an action where two editions begin differently."""

Wish = Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Any]]
"""Conditions on a situation that are kept where possible, from the terms of state and parameters."""


@dataclass(frozen=True)
class Judgement:
    """One edition's judgement: legal, or the first guard that fails with its rule; the state after."""

    legal: bool
    guard: str = ""
    rule: str = ""
    after: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Situation:
    """A state, an action and its parameters, as people read them; `concrete`: for the interpreter."""

    action: str
    by: str
    """"PLAYER", "RULES" or "ENVIRONMENT"; "" for the start."""
    before: Mapping[str, Any]
    parameters: Mapping[str, Any]
    settings: Mapping[str, int]
    """What the game starts from, where the action or the start asks for it."""
    concrete: tuple[State, Parameters] = field(repr=False, compare=False, default=((), {}))


@dataclass(frozen=True)
class Witness:
    """A situation that two settings of a switch judge differently.

    The smallest: fewest elements in bags, then fewest values in piles, then field by field what is nearest to
    0, false and empty.
    """

    switch: str
    situation: Situation
    judgements: tuple[Judgement, Judgement]
    size: tuple[int, ...]
    """Elements in bags, values in piles, sum of the numbers, truths with members of subsets."""
    whole: bool
    """Whether the two editions judge so with all their other switches, too."""
    least: bool
    """Whether the solver has ruled out a smaller witness."""

    @property
    def differs(self) -> tuple[str, ...]:
        """The fields in which the states after the action differ; empty where one edition forbids it."""
        one, other = (judgement.after for judgement in self.judgements)
        return tuple(path for path in one if path in other and one[path] != other[path])


def witnesses(
    model: Model, one: Values, other: Values, switch: str, wishes: Sequence[Wish] = ()
) -> list[Witness]:
    """The smallest witnesses of a switch: a different start, a different legality, a different outcome.

    `one` and `other` are the facts and switches of two editions. The witnesses are about this switch alone,
    so they compare `one` with itself under the reading of `other`. Actions of players are tried first, those
    of the rules only where no player's action shows a difference of the kind, those of the environment last.
    The wishes make a situation printable; they are dropped from the last on. Raises MissingValue.
    """
    flipped = {**one, switch: other[switch]}
    best_witnesses = [] if not _reads(_start_nodes(model), switch) else [_start(model, one, flipped, switch)]
    affected = [action for action in model.actions.values() if _reads(action.nodes, switch)]
    settings = (one, flipped, other)
    assumptions = _invariants(model, settings) if affected else []
    comparisons: dict[str, _Comparison] = {}
    for question in ("legality", "outcome"):
        for by in (By.PLAYER, By.RULES, By.ENVIRONMENT):
            best: Witness | None = None
            for action in affected:
                if action.by is not by or not _may_show(action, switch, question):
                    continue
                if best is not None and best.whole and best.size[:2] == (0, 0):
                    break
                if action.name not in comparisons:
                    comparisons[action.name] = _Comparison(model, action, switch, settings, assumptions)
                best = comparisons[action.name].smaller(question, wishes, best) or best
            if best is not None:
                certain = best.least and not any(each.gave_up for each in comparisons.values())
                best_witnesses.append(replace(best, least=certain))
                break
    return [witness for witness in best_witnesses if witness is not None]


def readers(model: Model, switch: str) -> tuple[str, ...]:
    """The names of all that reads a switch: the start, actions and invariants."""
    names = [START] if _reads(_start_nodes(model), switch) else []
    names += [action.name for action in model.actions.values() if _reads(action.nodes, switch)]
    names += [inv.name for inv in model.invariants.values() if _reads([inv.condition], switch)]
    return tuple(names)


def judge(
    model: Model,
    values: Values,
    state: State,
    action: TracedAction,
    parameters: Parameters,
    settings: Mapping[str, int] | None = None,
) -> Judgement:
    """The interpreter's judgement of an action under these facts and switches."""
    interpreter = Interpreter(model, values, _configuration(settings or {}))
    failed = interpreter.failed_guards(state, action, parameters)
    if failed:
        return Judgement(False, failed[0].name, failed[0].rule)
    return Judgement(True, after=model.as_dict(interpreter.apply(state, action, parameters)))


def start_of(model: Model, values: Values, settings: Mapping[str, int]) -> Judgement:
    """The initial state that the interpreter gives under these facts and switches."""
    return Judgement(
        True, after=model.as_dict(Interpreter(model, values, _configuration(settings)).initial())
    )


def _configuration(settings: Mapping[str, int]) -> Configuration:
    return Configuration(name="witness", says="", bounds={}, settings=settings)


def _reads(nodes: Sequence[Node], switch: str) -> bool:
    return switch in _switches(nodes)


def _switches(nodes: Sequence[Node]) -> set[str]:
    return {node.args[0] for node in walk(list(nodes)) if node.op == "switch"}


def _start_nodes(model: Model) -> list[Node]:
    return [effect.value for effect in model.start]


def _may_show(action: TracedAction, switch: str, question: str) -> bool:
    """Whether an action reads the switch where it can make a difference of this kind."""
    guards = [guard.condition for guard in action.guards]
    return _reads(guards if question == "legality" else [effect.value for effect in action.effects], switch)


def _invariants(model: Model, settings: Sequence[Values]) -> list[Any]:
    """Conditions: the invariants hold under each of the settings."""
    conditions = []
    for values in settings:
        side = ComparedModel("given", model, values)
        frame = Frame(side.state("s"))
        conditions += [side.term(frame, inv.condition) for inv in model.invariants.values()]
        conditions += [term >= 0 for term in side.settings.values()]
    return conditions


class _Comparison:
    """One action under two settings of a switch, and under the second edition whole where that differs."""

    def __init__(
        self,
        model: Model,
        action: TracedAction,
        switch: str,
        settings: tuple[Values, Values, Values],
        assumptions: Sequence[Any],
    ) -> None:
        self.model, self.action, self.switch = model, action, switch
        _, flipped, other = settings
        more = any(flipped.get(name) != other.get(name) for name in _switches(action.nodes))
        self.compared = settings if more else settings[:2]
        self.sides = [ComparedModel(f"side{i}", model, values) for i, values in enumerate(self.compared)]
        self.state = self.sides[0].state("s")
        self.steps = [side.step(self.state, action, "p") for side in self.sides]
        self.frame = self.steps[0][0]
        self.legal = [
            z3.And(*(side.term(frame, guard.condition) for guard in action.guards))
            for side, (frame, _, _) in zip(self.sides, self.steps, strict=True)
        ]
        self.given = [*self.sides[0].well_formed(self.state), *assumptions]
        self.given += [condition for frame, _, _ in self.steps for condition in frame.choices]
        self.settings = {name: term for side in self.sides for name, term in side.settings.items()}
        self.given += [term >= 0 for term in self.settings.values()]
        settled = [*self.settings.values()]
        self.extent = extent(model, self.state, action, self.frame.parameters, settled)
        self.gave_up = False
        """Whether the solver left some question open."""

    def smaller(self, question: str, wishes: Sequence[Wish], best: Witness | None) -> Witness | None:
        """The smallest witness of this kind where it is better than `best`; else None.

        Better is a witness that the second edition judges so with all its other switches; then a smaller one.
        """
        asked = [*self.given, self._asked(question)]
        terms = parameter_terms(self.action, self.frame)
        wished = [z3.And(*wish(self.state, terms)) for wish in wishes]
        for whole in (True, False) if len(self.sides) == 3 else (True,):
            if best is not None and best.whole and not whole:
                break
            conditions = [self._whole()] if whole and len(self.sides) == 3 else []
            if best is not None and best.whole == whole:
                conditions.append(self._smaller_than(best))
            for kept in range(len(wished), -1, -1):
                solver = limited_solver(EFFORT)
                solver.add(*asked, *conditions, *wished[:kept])
                answer = solver.check()
                if answer == z3.sat:
                    return self._read(solver, whole)
                self.gave_up = self.gave_up or answer == z3.unknown
        return None

    def _smaller_than(self, best: Witness) -> Any:
        """Condition: fewer elements than `best`, or as many and fewer values in piles."""
        elements, piled = self.extent.counts
        most, highest = best.size[:2]
        return z3.Or(elements < most, z3.And(elements == most, piled < highest))

    def _asked(self, question: str) -> Any:
        one, flipped = self.legal[:2]
        room, other_room = (z3.And(*frame.side) for frame, _, _ in self.steps[:2])
        if question == "legality":
            return z3.Or(z3.And(one, room, z3.Not(flipped)), z3.And(flipped, other_room, z3.Not(one)))
        return z3.And(one, flipped, room, other_room, unequal_states(self.steps[0][2], self.steps[1][2]))

    def _whole(self) -> Any:
        """Condition: the second edition with all its switches judges as the first with this switch alone
        flipped.
        """
        same = z3.Not(unequal_states(self.steps[1][2], self.steps[2][2]))
        room = z3.And(*self.steps[2][0].side)
        return z3.And(self.legal[1] == self.legal[2], z3.Implies(self.legal[2], z3.And(room, same)))

    def _read(self, solver: Any, whole: bool) -> Witness:
        least = LeastAnswer(solver)
        counts = tuple(least.shrink(measure) for measure in self.extent.counts)
        size = (*counts, *least.settle(self.extent))
        answer = least.answer
        state = tuple(
            _canonical(declared, concrete_field(answer, declared, self.state[path]))
            for path, (declared, _) in self.model.fields.items()
        )
        taken, readable_parameters = _parameters(self.model, self.action, self.frame, answer)
        settings = {name: concrete(answer, term) for name, term in sorted(self.settings.items())}
        one, flipped = (
            judge(self.model, values, state, self.action, taken, settings) for values in self.compared[:2]
        )
        if one == flipped:
            raise RuntimeError(f"{self.action.name}: solver and interpreter disagree on {self.switch}")
        before = self.model.as_dict(state)
        situation = Situation(
            self.action.name, self.action.by.name, before, readable_parameters, settings, (state, taken)
        )
        return Witness(self.switch, situation, (one, flipped), size, whole, least.certain)


def _start(model: Model, one: Values, flipped: Values, switch: str) -> Witness | None:
    """The smallest settings from which two editions begin differently."""
    sides = [ComparedModel(f"side{i}", model, values) for i, values in enumerate((one, flipped))]
    (state, conditions), (other_state, other_conditions) = (side.initial() for side in sides)
    solver = limited_solver(EFFORT)
    solver.add(*conditions, *other_conditions, unequal_states(state, other_state))
    if solver.check() != z3.sat:
        return None
    terms = {name: term for side in sides for name, term in sorted(side.settings.items())}
    answer = LeastAnswer(solver)
    settings = {name: answer.shrink(term) for name, term in terms.items()}
    judgements = (start_of(model, one, settings), start_of(model, flipped, settings))
    if judgements[0] == judgements[1]:
        raise RuntimeError(f"{START}: solver and interpreter disagree on {switch}")
    return Witness(
        switch,
        Situation(START, "", {}, {}, settings),
        judgements,
        (sum(settings.values()),),
        True,
        answer.certain,
    )


def _canonical(declared: Field, value: Any) -> Any:
    """A concrete value as the interpreter keeps it: the elements of a bag in order."""
    return tuple(sorted(value)) if isinstance(declared, BagField) else value


def _parameters(
    model: Model, action: TracedAction, step: Frame, answer: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters in a solver's answer: as the interpreter takes them, and as people read them."""
    taken: dict[str, Any] = {}
    readable_values: dict[str, Any] = {}
    for name, kind in action.parameters.items():
        if isinstance(kind, Amount):
            taken[name] = readable_values[name] = concrete(answer, step.parameters[name])
            continue
        if isinstance(kind, Member):
            declared = model.fields[kind.path][0]
            assert isinstance(declared, BagField)
            record = declared.element
        else:
            record = kind.record
        taken[name] = concrete_record(answer, record, step.parameters[name][1])
        fields = zip(record.fields(), taken[name], strict=True)
        readable_values[name] = {inner: readable(within, value) for (inner, within), value in fields}
    return taken, readable_values
