"""Models: typed state, guarded actions, invariants; and the configurations that bound them."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, TypeAlias

from rulehound.spec.language import tracing
from rulehound.spec.language.bags import Chosen, chosen_elements
from rulehound.spec.language.fields import BagField, NumberField, PileField, SubsetField, ValueField
from rulehound.spec.language.nodes import Node, Sort, constants_used, make, walk
from rulehound.spec.language.premises import premise
from rulehound.spec.language.records import Field, Record
from rulehound.spec.language.tracing import Effect, Guard, leaves
from rulehound.spec.language.values import Number, TruthLike, truth

State: TypeAlias = tuple[Any, ...]
"""A concrete state: one entry a field, in the order of `Model.paths`. A number, a truth value, a subset as a
bit mask, a value as a tuple in the order of the record's fields, a pile as a tuple of values, the top first,
or a bag as a sorted tuple of elements, each a tuple in the order of the element's fields."""

Parameters: TypeAlias = Mapping[str, Any]
"""Concrete parameters of an action: a number, or a record as a tuple in the order of its fields."""


class By(Enum):
    """Who takes an action."""

    PLAYER = "player"
    """A player decides."""
    RULES = "rules"
    """The rules demand it; nobody decides. Chance (which card is turned over) is a parameter of it."""
    ENVIRONMENT = "environment"
    """The effect of some card, printed or not yet printed."""


@dataclass(frozen=True)
class Member:
    """A parameter that is an element of the bag at a path; the action may change it or let it leave.

    Two parameters that are members of one bag are two different elements of it, which may be equal.
    """

    path: str


@dataclass(frozen=True)
class Pool:
    """A parameter that is any record of a type: any at all in a proof, the configured ones in a search."""

    record: type[Record]


@dataclass(frozen=True)
class Amount:
    """A parameter that is a number from a named range of the configuration."""

    name: str


Parameter: TypeAlias = Member | Pool | Amount


@dataclass(frozen=True)
class TracedAction:
    """An action after tracing."""

    name: str
    by: By
    parameters: Mapping[str, Parameter]
    guards: tuple[Guard, ...]
    effects: tuple[Effect, ...]
    possible: tuple[Node, ...] = ()
    """Conditions that hold of every record that a parameter may be, wherever the record comes from."""

    @cached_property
    def plain_guards(self) -> tuple[Guard, ...]:
        """The guards that read no parameter: one evaluation settles them for all choices."""
        return tuple(
            guard
            for guard in self.guards
            if not any(node.op in ("param", "field") for node in walk([guard.condition]))
        )

    @property
    def nodes(self) -> list[Node]:
        """Every root expression of the action."""
        return [guard.condition for guard in self.guards] + [effect.value for effect in self.effects]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that its guards and effects cite, each once."""
        cited = [guard.rule for guard in self.guards] + [
            rule for effect in self.effects for rule in effect.rules
        ]
        return tuple(dict.fromkeys(cited))


@dataclass(frozen=True)
class TracedInvariant:
    """A condition that holds in every reachable state, and the rules that it stands for."""

    name: str
    rules: tuple[str, ...]
    condition: Node

    @cached_property
    def premise(self) -> Node:
        """The condition under which it says anything of a state."""
        return premise(self.condition)


@dataclass(frozen=True)
class Configuration:
    """Bounds on a model; only search and proof need one.

    `bounds` and `capacities` go by field ("State.memory", "Player.battle"), `pools` by record name, `ranges`
    by the name of an amount. A step that would leave a bound is cut and counted, never silently dropped.
    """

    name: str
    says: str
    bounds: Mapping[str, tuple[int, int]]
    capacities: Mapping[str, int] = field(default_factory=dict)
    pools: Mapping[str, Sequence[Mapping[str, int]]] = field(default_factory=dict)
    ranges: Mapping[str, Sequence[int]] = field(default_factory=dict)
    settings: Mapping[str, int] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    """Actions left out of the search (environment actions, say)."""


class Model:
    """A model of a game's rules; actions and invariants are added by decorators.

    `round_field` names the field that changes when a round ends (a turn), `over` says when the game has
    ended: what "the turn can end" and "the game can end" mean to the checker.
    """

    def __init__(
        self, name: str, state: type[Record], round_field: str, over: Callable[[Any], TruthLike]
    ) -> None:
        self.name = name
        self.state = state
        self.round_field = round_field
        self._over = over
        self._actions: dict[str, tuple[Callable[..., None], By, dict[str, Parameter]]] = {}
        self._invariants: dict[str, tuple[Callable[[Any], TruthLike], tuple[str, ...]]] = {}
        self._sometimes: dict[str, tuple[Callable[[Any], TruthLike], tuple[str, ...]]] = {}
        self._initial: Callable[[Any], None] | None = None

    def action(
        self, name: str, by: By = By.PLAYER, **parameters: Parameter
    ) -> Callable[..., Callable[..., None]]:
        """Declare an action; the function takes the state and the named parameters."""

        def declare(function: Callable[..., None]) -> Callable[..., None]:
            taken = list(inspect.signature(function).parameters)[1:]
            if name in self._actions or taken != list(parameters):
                raise ValueError(f"action {name}: declared twice, or its parameters are not {taken}")
            self._actions[name] = (function, by, parameters)
            return function

        return declare

    def invariant(self, name: str, *rules: str) -> Callable[..., Callable[[Any], TruthLike]]:
        """Declare an invariant; it stands for the rules (where none is given, for the rule of its name)."""

        def declare(function: Callable[[Any], TruthLike]) -> Callable[[Any], TruthLike]:
            if name in self._invariants:
                raise ValueError(f"invariant {name} is declared twice")
            self._invariants[name] = (function, rules or (name,))
            return function

        return declare

    def sometimes(self, name: str, *rules: str) -> Callable[..., Callable[[Any], TruthLike]]:
        """Declare a condition that has to stay within reach of every state; the rules are as for an
        invariant.
        """

        def declare(function: Callable[[Any], TruthLike]) -> Callable[[Any], TruthLike]:
            if name in self._sometimes:
                raise ValueError(f"the sometimes property {name} is declared twice")
            self._sometimes[name] = (function, rules or (name,))
            return function

        return declare

    def initial(self, function: Callable[[Any], None]) -> Callable[[Any], None]:
        """Declare the initial state: a function that writes to a state whose fields are all 0, false and
        empty.
        """
        self._initial = function
        return function

    @cached_property
    def fields(self) -> Mapping[str, tuple[Field, str]]:
        """Path of every field to its declaration and the name its bounds go by."""
        return leaves(self.state)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The fields in the order of a concrete state."""
        return tuple(self.fields)

    @cached_property
    def start(self) -> tuple[Effect, ...]:
        """The fields of the initial state, with the values written to them."""
        if self._initial is None:
            raise ValueError(f"model {self.name} declares no initial state")
        with tracing.tracing(self.state, initial=True) as (state, trace):
            self._initial(state)
        return tuple(
            Effect(path, value, tuple(trace.writes.get(path, ()))) for path, value in trace.current.items()
        )

    @cached_property
    def actions(self) -> Mapping[str, TracedAction]:
        """Every action, traced."""
        return {name: self.trace(name) for name in self._actions}

    def says(self, name: str) -> str:
        """What an action does, in the first paragraph of what its function says of itself."""
        paragraph, _, _ = (self._actions[name][0].__doc__ or name).strip().partition("\n\n")
        return " ".join(paragraph.split())

    def trace(self, name: str, left_out: str = "") -> TracedAction:
        """Trace one action anew, without the writes that the rule `left_out` demands."""
        function, by, parameters = self._actions[name]
        with tracing.tracing(self.state, left_out=left_out) as (state, trace):
            symbols = {key: self._symbolic(state, key, kind) for key, kind in parameters.items()}
            possible = tuple(
                truth(kind.record.possible(symbol))
                for kind, symbol in zip(parameters.values(), symbols.values(), strict=True)
                if isinstance(kind, Pool) and isinstance(symbol, kind.record)
            )
            function(state, **symbols)
            return TracedAction(name, by, parameters, tuple(trace.guards), tracing.effects(trace), possible)

    def with_actions(self, changed: Mapping[str, TracedAction]) -> Model:
        """The same model with these actions in the place of those with their names."""
        other = copy.copy(self)
        other.__dict__["actions"] = {**self.actions, **changed}
        return other

    @cached_property
    def invariants(self) -> Mapping[str, TracedInvariant]:
        """Every invariant, traced."""
        return {
            name: TracedInvariant(name, rules, tracing.condition_of(self.state, function))
            for name, (function, rules) in self._invariants.items()
        }

    @cached_property
    def sometimes_properties(self) -> Mapping[str, TracedInvariant]:
        """Every `sometimes` property, traced."""
        return {
            name: TracedInvariant(name, rules, tracing.condition_of(self.state, function))
            for name, (function, rules) in self._sometimes.items()
        }

    @cached_property
    def over(self) -> Node:
        """The condition that the game has ended."""
        return tracing.condition_of(self.state, self._over)

    def facts(self, roots: Sequence[Node]) -> frozenset[str]:
        """The names of the facts in these expressions."""
        return constants_used(list(roots), "fact")

    @cached_property
    def all_facts(self) -> frozenset[str]:
        """The names of the facts in the whole model."""
        roots = [effect.value for effect in self.start]
        roots += [node for action in self.actions.values() for node in action.nodes]
        roots += [invariant.condition for invariant in self.invariants.values()]
        roots += [wanted.condition for wanted in self.sometimes_properties.values()]
        return self.facts(roots)

    def _symbolic(self, state: Record, name: str, kind: Parameter) -> Record | Number:
        if isinstance(kind, Amount):
            return Number(make("param", name, sort=Sort.INTEGER))
        if isinstance(kind, Pool):
            return kind.record.value(make("param", name, sort=Sort.RECORD))
        part: Any = state
        for step in kind.path.split("."):
            part = getattr(part, step)
        chosen = Chosen(part, name)
        chosen_elements.append(chosen)
        element: Record = part.element.at(chosen)
        return element

    def as_dict(self, state: State) -> dict[str, Any]:
        """A concrete state by path for people: enumerations and subsets by name, bags as lists of dicts."""
        return {
            path: readable(self.fields[path][0], value) for path, value in zip(self.paths, state, strict=True)
        }

    def from_dict(self, values: Mapping[str, Any]) -> State:
        """The concrete state with these values by path; fields left out are 0, false or empty."""
        unknown = set(values) - set(self.paths)
        if unknown:
            raise KeyError(f"the state has no field {', '.join(sorted(unknown))}")
        return tuple(_concrete(self.fields[path][0], values.get(path)) for path in self.paths)


def readable(declared: Field, value: Any) -> Any:
    """A concrete value for people: names, records by field, bags and piles as lists."""
    if isinstance(declared, BagField):
        return [_readable_record(declared.element, entry) for entry in value]
    if isinstance(declared, ValueField):
        return _readable_record(declared.kind, value)
    if isinstance(declared, PileField):
        return [_readable_record(declared.kind, entry) for entry in value]
    if isinstance(declared, SubsetField):
        return [name for bit, name in enumerate(declared.names) if value >> bit & 1]
    if isinstance(declared, NumberField) and declared.names is not None:
        return declared.names(value).name.lower().replace("_", "-")
    return value


def _readable_record(kind: type[Record], value: tuple[Any, ...]) -> dict[str, Any]:
    return {name: readable(inner, item) for (name, inner), item in zip(kind.fields(), value, strict=True)}


def _concrete(declared: Field, value: Any) -> Any:
    if isinstance(declared, BagField):
        return tuple(sorted(record(declared.element, entry) for entry in value or ()))
    if isinstance(declared, ValueField):
        return record(declared.kind, value or {})
    if isinstance(declared, PileField):
        return tuple(record(declared.kind, entry) for entry in value or ())
    if isinstance(declared, SubsetField):
        return sum(1 << declared.names.index(name) for name in value or ())
    if isinstance(declared, NumberField) and declared.names is not None:
        named = declared.names
        return int(named[value.upper().replace("-", "_")]) if isinstance(value, str) else int(value or 0)
    return bool(value) if declared.sort is Sort.BOOLEAN else (value or 0)


def record(kind: type[Record], values: Mapping[str, Any]) -> tuple[Any, ...]:
    """A concrete record of this type; fields left out are 0, false, empty or nothing."""
    unknown = set(values) - {name for name, _ in kind.fields()}
    if unknown:
        raise KeyError(f"{kind.__name__} has no field {', '.join(sorted(unknown))}")
    return tuple(_concrete(declared, values.get(name)) for name, declared in kind.fields())
