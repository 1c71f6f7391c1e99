"""What the judges of many games share: the model of one game under one set of facts and switches, at speed.

Conditions that are asked of every state are functions generated from the model; the interpreter answers all
else and stays the reference. What was found of a stack of cards is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import msgspec

from rulehound.checker.left_out import LeftOut
from rulehound.checker.prove.stacking import StackAnswer, reach
from rulehound.checker.search.plain.generate import Generator, Predicate
from rulehound.spec.differences import load_not_modelled
from rulehound.spec.formats import Card, Ruleset
from rulehound.spec.game import Game
from rulehound.spec.language import By, Configuration, Interpreter, State, TracedAction, TracedInvariant
from rulehound.spec.language.nodes import Node


class ModelAtHand:
    """The model of a game under these facts and switches. Raises MissingValue where one is not there."""

    def __init__(self, game: Game, values: Ruleset) -> None:
        self.game, self.values, self.model = game, values, game.model()
        self.interpreter = Interpreter(self.model, values)
        self.left_out = LeftOut(load_not_modelled(game.directory))
        self.automatic = [action for action in self.model.actions.values() if action.by is By.RULES]
        self.silent = [self.model.actions[name] for name in game.reader.silent]
        self._stacks: dict[bytes, StackAnswer] = {}

    def thinkable(self, state: State, action: TracedAction) -> bool:
        """Whether some choice could make the action legal, as `Interpreter.thinkable` has it."""
        return all(holds(state) for holds in self._plain[action.name])

    def failed_invariants(self, state: State) -> list[TracedInvariant]:
        """The invariants that the state breaks, as `Interpreter.failed_invariants` has it."""
        return [found for found in self.model.invariants.values() if not self._invariants[found.name](state)]

    def stack(self, cards: Sequence[Card]) -> StackAnswer:
        """Whether these cards, the top one first, can lie on each other by play without effects."""
        assert self.game.stacks is not None
        key = msgspec.json.encode(cards)
        if key not in self._stacks:
            try:
                pile, ways = self.game.stacks.ways(self.values, cards, (), ())
                self._stacks[key] = reach(pile, ways)
            except ValueError as error:
                self._stacks[key] = StackAnswer(None, reason=str(error))
        return self._stacks[key]

    @cached_property
    def _predicate(self) -> Callable[[Node], Predicate]:
        # a real game has no configuration: its settings are what the facts of the same names say
        settings = {name: value for name, value in self.values.items() if type(value) is int}
        return Generator(self.model, self.values, Configuration("game", "", {}, settings=settings)).predicate

    @cached_property
    def _invariants(self) -> Mapping[str, Predicate]:
        return {name: self._predicate(found.condition) for name, found in self.model.invariants.items()}

    @cached_property
    def _plain(self) -> Mapping[str, Sequence[Predicate]]:
        return {
            name: [self._predicate(guard.condition) for guard in action.plain_guards]
            for name, action in self.model.actions.items()
        }
