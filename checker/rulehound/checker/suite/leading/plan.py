"""A plan: a path through the model from the beginning of a game to a wanted state.

The search goes on first where little seems to be missing (greedy best-first, Pearl 1984, with the length of
the path counted in, so that a detour does not grow without end). It finds a path, not a shortest one. Cards
that the model only counts are parameters of the steps, so the path itself says which cards have to lie where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.spec.game import Goal
from rulehound.spec.language import Configuration, Interpreter, Parameters, Pool, State
from rulehound.spec.language.compiled import ByField, ParameterChoice

MOST_STATES = 6_000
"""Most states that are expanded for one position; where these do not suffice, there is no plan."""

NEARER = 6
"""How many steps of the path so far weigh as much as one missing step."""


@dataclass(frozen=True)
class PlannedStep:
    """One step of a plan: an action of a player or of the rules, and the state before it."""

    before: State
    action: str
    parameters: Parameters


@dataclass(frozen=True)
class Plan:
    """A sequence of steps of the model from the start of a game, and the state after the last one."""

    steps: tuple[PlannedStep, ...]
    end: State

    @property
    def parts(self) -> list[tuple[State, str, Parameters]]:
        """The steps, each as the state before it, the action and its parameters."""
        return [(step.before, step.action, step.parameters) for step in self.steps]


def plan(model: CompiledModel, goal: Goal, actions: Sequence[str], most: int = MOST_STATES) -> Plan | None:
    """A path from the beginning to the goal, by these actions of players and by what the rules demand.

    None where there is none among `most` states.
    """
    configuration = Configuration("leading", "a whole game", bounds={}, settings=goal.settings)
    start = Interpreter(model.model, model.values, configuration).initial()
    of_players = ByField(model.compiled, [model.model.actions[name] for name in actions])
    serial = count()
    came: dict[State, PlannedStep | None] = {start: None}
    looked_at = {goal.alike(start)}
    waiting = [(0, next(serial), 0, start)]
    while waiting and len(looked_at) < most:
        _, _, gone, state = heappop(waiting)
        missing = goal.distance(state)
        if missing == 0:
            return Plan(tuple(_path(came, state))[::-1], state)
        for step, after in _steps(model, goal, of_players, state):
            left, alike = goal.distance(after), goal.alike(after)
            if alike not in looked_at and left is not None:
                looked_at.add(alike)
                came[after] = step
                heappush(waiting, (NEARER * left + gone + 1, next(serial), gone + 1, after))
    return None


def _steps(
    model: CompiledModel, goal: Goal, of_players: ByField, state: State
) -> Iterator[tuple[PlannedStep, State]]:
    """The steps that the rules demand; where they demand none, the steps that a player may take."""
    demanded = False
    for actions in (model.automatic, of_players):
        for action in actions.of(state):
            wanted: list[ParameterChoice] = [
                goal.chance(action.name).get(kind.record.__name__, ()) if isinstance(kind, Pool) else None
                for kind in action.parameters.values()
            ]
            for chosen, after in model.compiled.steps(state, action, wanted):
                demanded = True
                yield (
                    PlannedStep(state, action.name, dict(zip(action.parameters, chosen, strict=True))),
                    after,
                )
        if demanded:
            return


def _path(came: dict[State, PlannedStep | None], state: State) -> Iterator[PlannedStep]:
    """The steps that led to a state, the last first."""
    step = came[state]
    while step is not None:
        yield step
        step = came[step.before]
