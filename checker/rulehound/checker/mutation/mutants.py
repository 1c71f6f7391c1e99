"""Mutants: a model with one small fault each, made from its own expressions.

A guard dropped, a number or fact one more or one less, an effect dropped, two effects swapped: operators of
mutation testing (DeMillo, Lipton and Sayward, "Hints on test data selection", 1978) on guarded actions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rulehound.spec.language import Effect, Guard, Model, TracedAction
from rulehound.spec.language.nodes import Node, Sort, constant, make, walk

AnyMutant = TypeVar("AnyMutant")


@dataclass(frozen=True)
class Mutant:
    """One action with one fault; `rules` are those of what was changed."""

    action: str
    fault: str
    rules: tuple[str, ...]
    faulty: TracedAction
    guard: str = ""
    """Name of the faulty guard; '' where effects are faulty."""

    @property
    def name(self) -> str:
        """Action and fault."""
        return f"{self.action}: {self.fault}"

    def plant(self, model: Model) -> Model:
        """The model with this fault."""
        return model.with_actions({self.action: self.faulty})


def mutants(model: Model) -> Iterator[Mutant]:
    """Every mutant of a model, in the order of its actions."""
    for action in model.actions.values():
        contents = {_content(action)}
        for make_some in (_guards_dropped, _guards_shifted, _effects_shifted, _effects_dropped, _swapped):
            for mutant in make_some(action):
                content = _content(mutant.faulty)
                if content not in contents:  # two changes may come to the same
                    contents.add(content)
                    yield mutant


def drawn(every: Sequence[AnyMutant], sample: int | None, seed: int) -> list[AnyMutant]:
    """So many of these mutants, drawn by lot and in their order; all of them where there are no more."""
    if sample is None or sample >= len(every):
        return list(every)
    numbers = random.Random(seed).sample(range(len(every)), sample)
    return [every[number] for number in sorted(numbers)]


def _content(action: TracedAction) -> tuple[object, ...]:
    """The parts of an action that decide what it does: its guards, and the fields that it changes."""
    return action.guards, tuple((effect.path, effect.value) for effect in action.effects)


def _guards_dropped(action: TracedAction) -> Iterator[Mutant]:
    for guard in action.guards:
        kept = tuple(other for other in action.guards if other is not guard)
        fault = f"without the guard {guard.name}"
        yield Mutant(action.name, fault, (guard.rule,), replace(action, guards=kept), guard.name)


def _guards_shifted(action: TracedAction) -> Iterator[Mutant]:
    for position, guard in enumerate(action.guards):
        for change_name, change in _shifts([guard.condition]):
            changed = replace(guard, condition=rewritten(guard.condition, change))
            guards: tuple[Guard, ...] = (*action.guards[:position], changed, *action.guards[position + 1 :])
            faulty = replace(action, guards=guards)
            yield Mutant(action.name, f"guard {guard.name}: {change_name}", (guard.rule,), faulty, guard.name)


def _effects_shifted(action: TracedAction) -> Iterator[Mutant]:
    roots = [effect.value for effect in action.effects]
    for change_name, change in _shifts(roots):
        known: dict[Node, Node] = {}
        effects = tuple(
            Effect(effect.path, rewritten(effect.value, change, known), effect.writes)
            for effect in action.effects
        )
        pairs = zip(action.effects, effects, strict=True)
        changed = [new for old, new in pairs if old.value is not new.value]
        rules = dict.fromkeys(rule for effect in changed for rule in effect.rules)
        yield Mutant(action.name, f"effects: {change_name}", tuple(rules), replace(action, effects=effects))


def _effects_dropped(action: TracedAction) -> Iterator[Mutant]:
    for effect in action.effects:
        kept = tuple(other for other in action.effects if other is not effect)
        yield Mutant(
            action.name, f"{effect.path} stays as it is", effect.rules, replace(action, effects=kept)
        )


def _swapped(action: TracedAction) -> Iterator[Mutant]:
    """Mutants that swap the values of two effects of one sort on fields of one name, e.g. of both players."""
    for position, one in enumerate(action.effects):
        for other in action.effects[position + 1 :]:
            alike = one.path.rpartition(".")[2] == other.path.rpartition(".")[2]
            if alike and one.value.sort is other.value.sort:
                places = {one.path: other.value, other.path: one.value}
                effects = tuple(
                    Effect(effect.path, places.get(effect.path, effect.value), effect.writes)
                    for effect in action.effects
                )
                fault = f"{one.path} and {other.path} are swapped"
                yield Mutant(action.name, fault, (*one.rules, *other.rules), replace(action, effects=effects))


Change = Callable[[Node], Node]


def _shifts(roots: list[Node]) -> Iterator[tuple[str, Change]]:
    """Changes that make one number or fact in these expressions one more or one less, each in words."""
    for node in walk(roots):
        if node.sort is Sort.INTEGER and node.op in ("const", "fact"):
            for by in (1, -1):
                name = node.args[0] if node.op == "fact" else str(node.args[0])
                yield f"{name} is one {'more' if by > 0 else 'less'}", _shift(node, by)


def _shift(shifted: Node, by: int) -> Change:
    def change(node: Node) -> Node:
        if node is not shifted:
            return node
        if node.op == "const":
            return constant(node.args[0] + by)
        return make("add", node, constant(by), sort=Sort.INTEGER)

    return change


def rewritten(node: Node, change: Change, known: dict[Node, Node] | None = None) -> Node:
    """A node, with `change` applied to it and all nodes below it, leaves first.

    `known`: a cache of results.
    """
    results: dict[Node, Node] = {} if known is None else known
    for inner in walk([node]):
        if inner not in results:
            parts = [results[arg] if isinstance(arg, Node) else arg for arg in inner.args]
            results[inner] = change(make(inner.op, *parts, sort=inner.sort))
    return results[node]
