"""Consistency of a model: contradictions between its rules, and rules that demand nothing.

Rules that cannot hold together are named by an unsatisfiable core: guards and invariants, each of which the
solver could not prove to be needless. Every question is about all states that keep the invariants, reachable
or not. So "never" holds for all play, and "possible" means possible under the invariants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import z3

from rulehound.checker.model.prove.solving import limited_solver
from rulehound.checker.model.prove.symbolic import SymbolicModel
from rulehound.checker.model.prove.translation import Frame
from rulehound.spec.language import Model, TracedAction
from rulehound.spec.language.nodes import Node, constants_used


class Flaw(StrEnum):
    """The kinds of flaws."""

    NO_STATE = "no state keeps all invariants"
    SAYS_NOTHING = "every state keeps this invariant"
    IMPOSSIBLE = "no state allows this action"
    ALWAYS_BREAKS = "every step of this action breaks an invariant"
    NEVER_HAPPENS = "no action ever does what this rule demands"
    FOLLOWS = "this guard or invariant follows from others"


@dataclass(frozen=True)
class Inconsistency:
    """One flaw: its place, the members of the core that it follows from, and their rules.

    `core` names members: "guard NAME", "invariant NAME", "invariant NAME afterwards". `by_edition`: a switch
    is read there, so the flaw may be absent in another edition.
    """

    flaw: Flaw
    where: str
    core: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    by_edition: bool = False


@dataclass
class Consistency:
    """All findings, the number of questions, and the questions to which the solver gave no answer.

    `slots` is the most elements that stood in one place.
    """

    slots: int
    findings: list[Inconsistency] = field(default_factory=list)
    asked: int = 0
    unanswered: list[tuple[Flaw, str]] = field(default_factory=list)


@dataclass(frozen=True)
class CoreCondition:
    """One condition that may be part of a core."""

    name: str
    rules: tuple[str, ...]
    term: Any
    node: Node


def consistency(
    model: Model,
    values: Mapping[str, Any],
    slots: int = 2,
    capacities: Mapping[str, int] | None = None,
    effort: int = 20_000_000,
    progress: Callable[[int, int], None] | None = None,
) -> Consistency:
    """Ask every question about a model's invariants and actions. Raises MissingValue.

    Most questions are settled by a state with little in it, which is quickly found. Only the others are asked
    of states with up to `slots` elements in a bag.
    """
    result = Consistency(slots)
    settled: set[tuple[Flaw, str]] = set()
    for width in sorted({1, slots}):
        # what narrow states do not settle is no finding yet
        result.findings.clear()
        result.unanswered.clear()
        _survey(result, settled, SymbolicModel(model, values, width, capacities), effort, progress)
    known = settled | set(result.unanswered)
    result.findings += _never_done(model, {rule for flaw, rule in known if flaw is Flaw.NEVER_HAPPENS})
    return result


def _survey(
    result: Consistency,
    settled: set[tuple[Flaw, str]],
    symbolic: SymbolicModel,
    effort: int,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Ask all open questions of states with so many slots."""
    state = symbolic.state("s")
    shape = symbolic.well_formed(state)
    invariants = _invariants(symbolic, state, "invariant {}")
    _ask_invariants(CoreSolver(result, settled, shape, invariants, effort), invariants)
    actions = [action for action in symbolic.model.actions.values() if _is_open(settled, action)]
    for number, action in enumerate(actions):
        if progress:
            progress(number, len(actions))
        frame, _, reached = symbolic.step(state, action, action.name)
        guards = [
            CoreCondition(
                f"guard {guard.name}", (guard.rule,), symbolic.term(frame, guard.condition), guard.condition
            )
            for guard in action.guards
        ]
        afterwards = _invariants(symbolic, reached, "invariant {} afterwards")
        members = [*guards, *invariants, *afterwards]
        questions = CoreSolver(result, settled, [*shape, *frame.choices, *frame.side], members, effort)
        if _ask_action(questions, action, guards, invariants, afterwards):
            _ask_effects(questions, symbolic, frame, action, [*guards, *invariants])


def _is_open(settled: set[tuple[Flaw, str]], action: TracedAction) -> bool:
    """Whether a question about an action is still open."""
    asked = {(Flaw.IMPOSSIBLE, action.name), (Flaw.ALWAYS_BREAKS, action.name)}
    asked |= {(Flaw.FOLLOWS, _of_guard(action, f"guard {guard.name}")) for guard in action.guards}
    asked |= {(Flaw.NEVER_HAPPENS, rule) for effect in action.effects for rule in effect.rules}
    return not asked <= settled


def _of_guard(action: TracedAction, condition: str) -> str:
    return f"{action.name}: {condition}"


def _never_done(model: Model, known: set[str]) -> list[Inconsistency]:
    """The rules that effects cite and that no step follows: those of which neither a step that follows them
    is known nor a question is open."""
    read: dict[str, list[Node]] = {}
    for action in model.actions.values():
        for effect in action.effects:
            for write in effect.writes:
                for rule in write.rules:
                    conditions = [write.condition, *(guard.condition for guard in action.guards)]
                    read.setdefault(rule, []).extend(conditions)
    return [
        Inconsistency(Flaw.NEVER_HAPPENS, rule, (), (rule,), bool(constants_used(conditions, "switch")))
        for rule, conditions in read.items()
        if rule not in known
    ]


def _invariants(symbolic: SymbolicModel, state: Mapping[str, Any], naming: str) -> list[CoreCondition]:
    """The invariants in a state; `naming` makes the name of each condition of the invariant's."""
    frame = Frame(state)
    return [
        CoreCondition(
            naming.format(name),
            invariant.rules,
            symbolic.term(frame, invariant.condition),
            invariant.condition,
        )
        for name, invariant in symbolic.model.invariants.items()
    ]


def _ask_invariants(questions: CoreSolver, invariants: Sequence[CoreCondition]) -> None:
    questions.impossible(Flaw.NO_STATE, "the invariants", invariants)
    for invariant in invariants:
        if not questions.impossible(Flaw.SAYS_NOTHING, invariant.name, [], denied=invariant):
            others = [other for other in invariants if other is not invariant]
            questions.impossible(Flaw.FOLLOWS, invariant.name, others, denied=invariant)


def _ask_action(
    questions: CoreSolver,
    action: TracedAction,
    guards: Sequence[CoreCondition],
    invariants: Sequence[CoreCondition],
    afterwards: Sequence[CoreCondition],
) -> bool:
    """Ask whether an action can be taken at all, and leave a state that the invariants allow."""
    if questions.impossible(Flaw.IMPOSSIBLE, action.name, [*guards, *invariants]):
        return False
    for guard in guards:
        others = [*(other for other in guards if other is not guard), *invariants]
        questions.impossible(Flaw.FOLLOWS, _of_guard(action, guard.name), others, denied=guard)
    return not questions.impossible(Flaw.ALWAYS_BREAKS, action.name, [*guards, *invariants, *afterwards])


def _ask_effects(
    questions: CoreSolver,
    symbolic: SymbolicModel,
    frame: Frame,
    action: TracedAction,
    members: Sequence[CoreCondition],
) -> None:
    """Settle the rules that some step of the action follows by writing to a field."""
    for effect in action.effects:
        for write in effect.writes:
            questions.happens(write.rules, members, symbolic.term(frame, write.condition))


class CoreSolver:
    """A solver with conditions that always hold, and members that hold where a question names them."""

    def __init__(
        self,
        result: Consistency,
        settled: set[tuple[Flaw, str]],
        conditions: Iterable[Any],
        members: Sequence[CoreCondition],
        effort: int,
    ) -> None:
        self.result, self.settled = result, settled
        self.solver = limited_solver(effort)
        self.solver.add(*conditions)
        self.literals = {member: z3.Bool(f"member {number}") for number, member in enumerate(members)}
        for member, literal in self.literals.items():
            self.solver.add(z3.Implies(literal, member.term))

    def impossible(
        self, flaw: Flaw, where: str, members: Sequence[CoreCondition], denied: CoreCondition | None = None
    ) -> bool:
        """Whether the members cannot hold while the member `denied` fails; if so, the flaw is noted."""
        if (flaw, where) in self.settled:
            return False
        self.solver.push()
        if denied is not None:
            self.solver.add(z3.Not(denied.term))
        answer, core = self._core(members)
        self.solver.pop()
        self._count(answer, flaw, where)
        if answer != z3.unsat:
            return False
        involved = core if denied is None else [*core, denied]
        rules = tuple(dict.fromkeys(rule for member in involved for rule in member.rules))
        switches = constants_used([member.node for member in involved], "switch")
        names = tuple(member.name for member in core)
        self.result.findings.append(Inconsistency(flaw, where, names, rules, bool(switches)))
        return True

    def happens(self, rules: Sequence[str], members: Sequence[CoreCondition], condition: Any) -> None:
        """Settle that these rules are followed somewhere, where the members can hold with the condition."""
        unseen = [rule for rule in rules if (Flaw.NEVER_HAPPENS, rule) not in self.settled]
        if not unseen:
            return
        self.solver.push()
        self.solver.add(condition)
        answer = self._check(members)
        self.solver.pop()
        for rule in unseen:
            self._count(answer, Flaw.NEVER_HAPPENS, rule)

    def _count(self, answer: Any, flaw: Flaw, where: str) -> None:
        self.result.asked += 1
        if answer == z3.sat:
            self.settled.add((flaw, where))
            if (flaw, where) in self.result.unanswered:  # another step of the same rule answers for it
                self.result.unanswered.remove((flaw, where))
        elif answer == z3.unknown and (flaw, where) not in self.result.unanswered:
            self.result.unanswered.append((flaw, where))

    def _core(self, members: Sequence[CoreCondition]) -> tuple[Any, list[CoreCondition]]:
        """The solver's answer, and where it is no: members that suffice for that.

        Each of them is needed, or the solver could not tell.
        """
        answer = self._check(members)
        if answer != z3.unsat:
            return answer, []
        literals = set(map(str, self.solver.unsat_core()))
        core = [member for member in members if str(self.literals[member]) in literals]
        for member in list(core):
            fewer = [other for other in core if other is not member]
            if self._check(fewer) == z3.unsat:
                core = fewer
        return answer, core

    def _check(self, members: Iterable[CoreCondition]) -> Any:
        return self.solver.check(*(self.literals[member] for member in members))
