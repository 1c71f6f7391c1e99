"""What the judges of many games share: the model of one game under one set of facts and switches, at speed.

What is asked of every state is asked of functions generated from the model; the interpreter tells reasons and
stays the reference. What was found of a stack of cards is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeAlias

import msgspec

from rulehound.checker.judging.observations.unmodelled import LeftOut
from rulehound.checker.model.prove.stacking import StackAnswer, shortest_history
from rulehound.spec.documents.differences import load_not_modelled
from rulehound.spec.documents.store import limited_rules
from rulehound.spec.formats import Card, Ruleset, Value
from rulehound.spec.game import Game
from rulehound.spec.language import By, Interpreter, Model, TracedAction
from rulehound.spec.language.compiled import ByField, Compiled


class CompiledModel:
    """The model of a game under these facts and switches. Raises MissingValue where one is not there.

    `chooses` names decisions that the engine makes by itself; those that the game does not know are nothing.
    """

    def __init__(self, game: Game, values: Ruleset, chooses: Iterable[str] = ()) -> None:
        self.game, self.values, self.model = game, values, game.model()
        self.interpreter = Interpreter(self.model, values)
        self.compiled = _compiled(self.model, _typed(values))
        self.left_out = LeftOut(load_not_modelled(game.directory))
        actions = self.model.actions
        self.writes = Counter(
            rule
            for action in actions.values()
            for effect in action.effects
            for write in effect.writes
            for rule in write.rules
        )
        """How often the model writes by each rule."""
        self.automatic = ByField(self.compiled, automatic_actions(self.model))
        """What the rules demand."""
        self.decisions = [
            ByField(self.compiled, [actions[name] for name in answers])
            for answers in game.reader.conventions.unasked.values()
        ]
        """What answers each of the decisions that an engine need not ask for."""
        chosen = [name for decision in chooses for name in game.reader.conventions.choices.get(decision, ())]
        silent = dict.fromkeys([*game.reader.conventions.silent, *chosen])
        self.silent = ByField(self.compiled, [actions[name] for name in silent])
        """What players leave undone without showing it, and what the engine chooses for them."""
        self._stacks = _stack_answers(game.stacks and game.stacks.ways, _typed(values))

    @cached_property
    def absent(self) -> frozenset[str]:
        """The rules that hold in no edition with these switches: nothing can break them."""
        here = {
            name
            for name, switches in self.game.rulesets.items()
            if all(self.values.get(switch) == value for switch, value in switches.items())
        }
        limited = limited_rules(self.game.directory) if here else {}
        return frozenset(rule for rule, editions in limited.items() if here.isdisjoint(editions))

    def without(self, rule: str) -> CompiledModel:
        """The model whose actions write nothing under this rule."""
        return self._with(_compiled_without(self.model, _typed(self.values), rule))

    def unguarded(self, rule: str) -> CompiledModel:
        """The model in which the rules demand what happens by them even where this rule forbids it."""
        return self._with(_compiled_unguarded(self.model, _typed(self.values), rule))

    def _with(self, compiled: Compiled) -> CompiledModel:
        """The same with the functions of another model of the same game."""
        other = copy(self)
        other.compiled = compiled
        other.model, other.interpreter = other.compiled.model, other.compiled.interpreter
        other.automatic, other.silent, *other.decisions = (
            ByField(other.compiled, [other.model.actions[one.name] for one in by.actions])
            for by in (self.automatic, self.silent, *self.decisions)
        )
        return other

    def special_first(self, rules: Iterable[str], differs: Iterable[str]) -> list[str]:
        """Rules that may keep what differs: first those that do, then those by which least is written."""
        keeping = self.keeping(differs)
        return sorted(rules, key=lambda rule: (rule not in keeping, self.writes[rule]))

    def keeping(self, differs: Iterable[str]) -> frozenset[str]:
        """The rules by which what differs has to stay."""
        fields = [kind.partition(" ")[0].rpartition(".")[2] for kind in differs]
        return frozenset(
            rule for field, rule in self.game.reader.conventions.keeping.items() if field in fields
        )

    def stack(self, cards: Sequence[Card]) -> StackAnswer:
        """Whether these cards, the top one first, can lie on each other by play without effects."""
        assert self.game.stacks is not None
        key = msgspec.json.encode(cards)
        if key not in self._stacks:
            try:
                pile, ways = self.game.stacks.ways(self.values, cards, (), ())
                self._stacks[key] = shortest_history(pile, ways)
            except ValueError as error:
                self._stacks[key] = StackAnswer(None, reason=str(error))
        return self._stacks[key]


_Typed: TypeAlias = frozenset[tuple[str, type, Value]]
"""Facts and switches as a key: 1 and true are two values."""


def _typed(values: Ruleset) -> _Typed:
    return frozenset((name, type(value), value) for name, value in values.items())


@lru_cache(maxsize=16)
def _compiled(model: Model, values: _Typed) -> Compiled:
    """The functions of a model under these facts and switches. All judges of one process share them."""
    return Compiled(model, {name: value for name, _, value in values})


@lru_cache(maxsize=512)
def _compiled_without(model: Model, values: _Typed, rule: str) -> Compiled:
    """The functions of a model without what it writes under a rule. All judges of one process share them."""
    writing = [
        action.name
        for action in model.actions.values()
        if any(rule in effect.rules for effect in action.effects)
    ]
    return _compiled(model, values).of(
        model.with_actions({name: model.trace(name, rule) for name in writing})
    )


@lru_cache(maxsize=128)
def _compiled_unguarded(model: Model, values: _Typed, rule: str) -> Compiled:
    """The functions of a model whose automatic actions lack the guards of a rule. All judges share them."""
    guarded = [
        action for action in automatic_actions(model) if any(one.rule == rule for one in action.guards)
    ]
    return _compiled(model, values).of(
        model.with_actions(
            {
                action.name: replace(action, guards=tuple(one for one in action.guards if one.rule != rule))
                for action in guarded
            }
        )
    )


def automatic_actions(model: Model) -> list[TracedAction]:
    """The actions that the rules demand, of which nobody decides."""
    return [action for action in model.actions.values() if action.by is By.RULES]


@lru_cache(maxsize=16)
def _stack_answers(ways: Callable[..., object] | None, values: _Typed) -> dict[bytes, StackAnswer]:
    """The answers on stacks of cards so far, which all judges of one process share."""
    del ways, values
    return {}
