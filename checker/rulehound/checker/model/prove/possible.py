"""Whether some state allows an action; and if none does, whether that is so in this edition alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

import z3

from rulehound.checker.model.prove.solving import limited_solver
from rulehound.checker.model.prove.symbolic import SymbolicModel
from rulehound.checker.model.prove.translation import Frame
from rulehound.spec.language import TracedAction
from rulehound.spec.language.nodes import Node, constants_used


class Possible(Enum):
    """Whether some state allows an action."""

    YES = "some state allows it"
    NOT_IN_EDITION = "the switches of the edition forbid it"
    NEVER = "no state allows it"
    UNKNOWN = "the solver does not say"


def possible(
    symbolic: SymbolicModel,
    state: Mapping[str, Any],
    action: TracedAction,
    step: Frame,
    invariants: Sequence[str],
    effort: int,
) -> Possible:
    """Whether a state that keeps these invariants allows the action, of which `step` is the step from
    `state`.

    If none does, a core of guards and invariants that together forbid it is sought. The edition is the reason
    where one of these reads a switch.
    """
    frame = Frame(state)
    kept = [symbolic.model.invariants[name].condition for name in invariants]
    members: dict[Any, tuple[Node, Any]] = {}
    for node, place in [*((guard.condition, step) for guard in action.guards), *((n, frame) for n in kept)]:
        members[z3.Bool(f"member {len(members)}")] = (node, symbolic.term(place, node))
    solver = limited_solver(effort)
    solver.add(*symbolic.well_formed(state), *step.choices, *step.side)
    solver.add(*(z3.Implies(literal, term) for literal, (_, term) in members.items()))
    answer = solver.check(*members)
    if answer != z3.unsat:
        return Possible.YES if answer == z3.sat else Possible.UNKNOWN
    said = set(map(str, solver.unsat_core()))
    core = [literal for literal in members if str(literal) in said]
    for literal in list(core):
        fewer = [other for other in core if other is not literal]
        if solver.check(*fewer) == z3.unsat:
            core = fewer
    switches = constants_used([members[literal][0] for literal in core], "switch")
    return Possible.NOT_IN_EDITION if switches else Possible.NEVER
