"""Whether legal play can build a pile of cards: the shortest history, or the rules that forbid it.

A game lists the last steps that can have led to a pile, each with the piles before it and the rules that it
breaks. A solver chooses a step for the pile, and for every pile that the step needs, so that no rule is
broken and the steps are few. Where that is impossible, an unsatisfiable core names the rules, and the history
that breaks least shows where it breaks them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from rulehound.checker.model.prove.solving import Counted
from rulehound.spec.game import Way

MOST_PILES = 4_000
"""Limit of piles that one question may involve; a larger question is not answered."""

EFFORT = 200_000_000
"""z3 steps for one question."""


@dataclass(frozen=True)
class History:
    """The steps to a pile, in order, each with the rules that it breaks."""

    steps: tuple[Way, ...] = ()

    @property
    def broken(self) -> list[tuple[str, str, str]]:
        """Each illegal step of the history: (step, rule, demand)."""
        return [(step.what, rule, demand) for step in self.steps for rule, demand in step.broken]


@dataclass(frozen=True)
class StackAnswer:
    """Whether the pile is reachable (None: not answered, `reason` says why).

    `history` is the shortest legal one, else the one that breaks least. `rules` forbid the pile together, and
    none of them could be left out.
    """

    reachable: bool | None
    history: History = field(default_factory=History)
    rules: tuple[str, ...] = ()
    reason: str = ""


class TooManyPiles(Exception):
    """A question involves more than MOST_PILES piles."""


def shortest_history(pile: Hashable, ways: Callable[[Any], Sequence[Way]]) -> StackAnswer:
    """Whether a pile can be built, with its shortest history."""
    try:
        graph = piles_needed(pile, ways)
    except TooManyPiles as error:
        return StackAnswer(None, reason=str(error))
    chosen = {
        (goal, n): z3.Bool(f"way {i} {n}") for i, goal in enumerate(graph) for n in range(len(graph[goal]))
    }
    rules = dict.fromkeys(
        rule for last_steps in graph.values() for step in last_steps for rule, _ in step.broken
    )
    kept = {rule: z3.Bool(f"rule {rule}") for rule in rules}
    structure = _structure(pile, graph, chosen)
    legal = [
        z3.Implies(z3.And(chosen[goal, n], kept[rule]), False)
        for goal, last_steps in graph.items()
        for n, step in enumerate(last_steps)
        for rule, _ in step.broken
    ]
    optimizer = z3.Optimize()
    optimizer.set("rlimit", EFFORT)
    optimizer.add(*structure)
    breaks = [(literal, len(graph[goal][n].broken)) for (goal, n), literal in chosen.items()]
    optimizer.minimize(z3.Sum([z3.IntVal(0), *(z3.If(literal, count, 0) for literal, count in breaks)]))
    optimizer.minimize(z3.Sum([z3.IntVal(0), *(z3.If(literal, 1, 0) for literal in chosen.values())]))
    answer = optimizer.check()
    if answer != z3.sat:
        return StackAnswer(
            None, reason="no last step is known" if answer == z3.unsat else "the solver gave up"
        )
    history = _history(pile, graph, chosen, optimizer.model())
    if not history.broken:
        return StackAnswer(True, history)
    return StackAnswer(False, history, _core([*structure, *legal], kept))


def piles_needed(pile: Hashable, ways: Callable[[Any], Sequence[Way]]) -> dict[Any, Sequence[Way]]:
    """Every pile that a history may need, to its last steps. Raises TooManyPiles."""
    graph: dict[Any, Sequence[Way]] = {}
    pending: list[Any] = [pile]
    while pending:
        goal = pending.pop()
        if goal not in graph:
            if len(graph) == MOST_PILES:
                raise TooManyPiles(f"the question leads to more than {MOST_PILES:,} piles")
            graph[goal] = ways(goal)
            pending += [part for step in graph[goal] for part in step.parts]
    return graph


def _structure(
    pile: Hashable, graph: Mapping[Any, Sequence[Way]], chosen: Mapping[tuple[Any, int], Any]
) -> list[Any]:
    """Conditions: a step is chosen for the pile and for every pile that a chosen step needs, without a
    circle.
    """
    last = {
        goal: z3.Or(*(chosen[goal, n] for n in range(len(last_steps)))) for goal, last_steps in graph.items()
    }
    needs = [
        z3.Implies(chosen[goal, n], last[part])
        for goal, last_steps in graph.items()
        for n, step in enumerate(last_steps)
        for part in step.parts
    ]
    return [last[pile], *needs]


def _history(
    pile: Hashable, graph: Mapping[Any, Sequence[Way]], chosen: Mapping[tuple[Any, int], Any], answer: Any
) -> History:
    """The chosen steps, each after those that it needs."""
    steps: list[Way] = []

    def add(goal: Any) -> None:
        number = next(n for n in range(len(graph[goal])) if z3.is_true(answer[chosen[goal, n]]))
        step = graph[goal][number]
        for part in step.parts:
            add(part)
        steps.append(step)

    add(pile)
    return History(tuple(steps))


def _core(conditions: Sequence[Any], kept: Mapping[str, Any]) -> tuple[str, ...]:
    """Rules that cannot all be kept, none of which could be left out."""
    solver = Counted(EFFORT)
    solver.add(*conditions)
    core = list(kept)
    for rule in kept:
        fewer = [kept[other] for other in core if other != rule]
        if solver.check(*fewer) == z3.unsat:
            core.remove(rule)
    return tuple(core)
