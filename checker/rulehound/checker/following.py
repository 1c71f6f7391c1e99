"""Following an engine's step in the model: which states of the model fit what the engine shows after it.

From each state that the game may be in, the model takes the action that the engine took, then what the rules
demand and the effects that the engine reported, in the order in which it reported them, over every card that
chance may show. What the rules demand may come before, between and after the effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from rulehound.checker.model_at_hand import ModelAtHand
from rulehound.spec.game import Becomes, Like, Move
from rulehound.spec.language import Member, Parameters, Pool, State, TracedAction
from rulehound.spec.language.interpreter import without

MOST_STATES = 20_000
"""States that one engine step may pass through in the model; beyond that the step is not judged."""

Chance = Mapping[str, Sequence[Any]]
"""Record name to the records that chance may show."""

Failed = list[tuple[str, str]]
"""Guards that do not hold, each with its rule."""


@dataclass(frozen=True)
class Reached:
    """A state of the model, and the way there: (state before, action, parameters)."""

    state: State
    way: tuple[tuple[State, TracedAction, Parameters], ...] = ()
    told: int = 0
    """How many of the reported effects have been carried out on the way."""


@dataclass(frozen=True)
class Followed:
    """Where a step can have led."""

    fitting: Sequence[Reached]
    """States that fit what the engine shows."""
    others: Sequence[Reached]
    """Where the model would be instead, if nothing fits: what most of the reported effects led to."""
    failed: Failed
    """If the action is nowhere legal: the guards against it, where the fewest fail."""
    outgrown: bool = False
    """The step passes through more states than are looked at."""


class Steps:
    """The steps of one model with these cards in the game."""

    def __init__(self, at_hand: ModelAtHand, chance: Chance) -> None:
        self.at_hand, self.chance = at_hand, chance
        self.model, self.interpreter = at_hand.model, at_hand.interpreter

    def allowed(self, state: State, action: TracedAction, move: Move) -> tuple[list[Parameters], Failed]:
        """The parameters, over all that is not known, for which the action is legal; or why it is not."""
        choices = self._choices(state, action, move.parameters)
        if not choices:  # nothing is there to be chosen
            return [], [(action.guards[-1].name, action.guards[-1].rule)]
        legal, failed = [], []
        for parameters in choices:
            broken = self.interpreter.failed_guards(state, action, parameters)
            if broken:
                failed.append([(guard.name, guard.rule) for guard in broken])
            else:
                legal.append(parameters)
        return legal, [] if legal else min(failed, key=len)

    def after(self, reached: Reached, action: TracedAction, parameters: Parameters, told: int = 0) -> Reached:
        """One step further."""
        state = self.interpreter.apply(reached.state, action, parameters)
        return Reached(state, (*reached.way, (reached.state, action, parameters)), reached.told + told)

    def follow(
        self,
        starts: Iterable[State],
        move: Move | None,
        told: Sequence[Move | Becomes],
        fits: Callable[[State], bool],
        *,
        settled: bool,
    ) -> Followed:
        """Where the model can be after a step from one of these states.

        `move` is None for a choice inside an effect, which is no action of the model. With `settled` the
        rules have nothing left to do before a player decides; else the engine waits somewhere on the way.
        """
        begun, failed = self._begun(starts, move)
        if not begun:
            return Followed((), (), failed)
        seen = {(reached.state, reached.told): reached for reached in begun}
        waiting, fitting, ends = list(seen.values()), [], []
        while waiting:
            if len(seen) > MOST_STATES:
                return Followed((), (), [], outgrown=True)
            reached = waiting.pop()
            following = list(self._taken(reached, self.at_hand.automatic))
            over = reached.told == len(told)
            if over and not (settled and following) and fits(reached.state):
                fitting.append(reached)
            if not over:
                following += self._reported(reached, told[reached.told])
            if not following:
                ends.append(reached)
            following += self._taken(reached, self.at_hand.silent)
            for further in following:
                key = further.state, further.told
                if key not in seen:
                    seen[key] = further
                    waiting.append(further)
        others = ends or list(seen.values())
        most = max(end.told for end in others)
        return Followed(fitting, [end for end in others if end.told == most], [])

    def _begun(self, starts: Iterable[State], move: Move | None) -> tuple[list[Reached], Failed]:
        if move is None:
            return [Reached(state) for state in starts], []
        action, begun, reasons = self.model.actions[move.action], [], []
        for state in starts:
            legal, failed = self.allowed(state, action, move)
            begun += [self.after(Reached(state), action, parameters) for parameters in legal]
            reasons += [failed] if failed else []
        return begun, [] if begun else min(reasons, key=len, default=[("", action.rules[0])])

    def _taken(self, reached: Reached, actions: Iterable[TracedAction]) -> Iterator[Reached]:
        """Where one of these actions leads, on what is there, over chance."""
        for action in actions:
            if self.at_hand.thinkable(reached.state, action):
                for parameters in self._choices(reached.state, action, {}):
                    if not self.interpreter.failed_guards(reached.state, action, parameters):
                        yield self.after(reached, action, parameters)

    def _reported(self, reached: Reached, told: Move | Becomes) -> list[Reached]:
        """What a reported effect may have done here."""
        if isinstance(told, Move):
            action = self.model.actions[told.action]
            legal, _ = self.allowed(reached.state, action, told)
            return [self.after(reached, action, parameters, told=1) for parameters in legal]
        there = dict.fromkeys(reached.state[self.interpreter.index[told.path]])
        return [self._become(reached, element, told) for element in there if told.element.fits(element)]

    def _become(self, reached: Reached, element: tuple[Any, ...], seen: Becomes) -> Reached:
        """One element becomes what is seen, through an action where one does that."""
        at = self.interpreter.index[seen.path]
        position, value = seen.values[0]
        amount = value - element[position] if seen.through else 0
        if amount:
            move = Move(seen.through, {"target": element, "amount": amount})
            legal, _ = self.allowed(reached.state, self.model.actions[seen.through], move)
            if legal:
                return self.after(reached, self.model.actions[seen.through], legal[0], told=1)
        there: tuple[Any, ...] = reached.state[at]
        state = (*reached.state[:at], _changed(there, element, seen), *reached.state[at + 1 :])
        return replace(reached, state=state, told=reached.told + 1)

    def _choices(
        self, state: State, action: TracedAction, given: Mapping[str, Any]
    ) -> list[Mapping[str, Any]]:
        """Every choice of parameters that fits what is given: elements of bags, and over chance the rest."""
        ranges = {}
        for name, kind in action.parameters.items():
            known = given.get(name)
            if isinstance(kind, Member) and (known is None or isinstance(known, Like)):
                there = dict.fromkeys(state[self.interpreter.index[kind.path]])
                ranges[name] = [element for element in there if known is None or known.fits(element)]
            elif isinstance(kind, Pool) and known is None:
                ranges[name] = list(self.chance[kind.record.__name__])
            else:
                ranges[name] = [known]
        return [dict(zip(ranges, chosen, strict=True)) for chosen in product(*ranges.values())]


def _changed(there: tuple[Any, ...], element: tuple[Any, ...], seen: Becomes) -> tuple[Any, ...]:
    """A bag in which one element has other values."""
    new = list(element)
    for position, value in seen.values:
        new[position] = value
    return tuple(sorted([*without(there, element), tuple(new)]))
