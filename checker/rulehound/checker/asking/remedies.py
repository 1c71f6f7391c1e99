"""The changes that would make an action legal: computed from the guards that fail, and tried.

Each part of a guard that does not hold reads some places: fields of the state, of the elements that the
action names, of those that it counts. One place after another is given another value until the guard holds.
What is left of other guards is mended in the same way, and the whole is asked again: only what makes the
action legal is a remedy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulehound.spec.asking import FieldChange
from rulehound.spec.language import (
    Guard,
    Interpreter,
    Member,
    Parameters,
    Pool,
    Record,
    State,
    TracedAction,
)
from rulehound.spec.language.fields import BagField, NumberField, SubsetField, ValueField
from rulehound.spec.language.model import readable
from rulehound.spec.language.nodes import BINDERS, Node, Sort, walk
from rulehound.spec.language.records import Field

MOST_REMEDIES = 3
"""Remedies that an answer gives."""

MOST_MENDED = 4
"""Guards that one remedy mends."""

NEAR = (*range(1, 31), *range(1000, 20_001, 1000))
"""How far from its value a number is tried."""

Said = Callable[[FieldChange], str]
"""A change as a condition in words; "" where nobody would say it."""


@dataclass(frozen=True)
class ReadPlace:
    """A place that a guard reads: a field of the state, or one within a parameter or an element of a bag."""

    path: str = ""
    """The field of the state, such as a card that lies there, or the bag that the element is in; "" for a
    parameter that is in none."""
    parameter: str = ""
    element: int | None = None
    """Which element of the bag; None for a parameter, and for a field that is no bag."""
    within: tuple[int, ...] = ()
    """The way into the record."""


class Mended(NamedTuple):
    """A state and parameters in which something is otherwise, and what that is in words."""

    state: State
    parameters: Parameters
    words: str


def remedies(
    interpreter: Interpreter, state: State, action: TracedAction, parameters: Parameters, said: Said
) -> list[tuple[str, ...]]:
    """What would make the action legal, each as conditions that are enough together; the shortest first."""
    mending = Mending(interpreter, action, said)
    results: dict[frozenset[str], tuple[str, ...]] = {}
    for guard in interpreter.failed_guards(state, action, parameters):
        for first in mending.ways(guard, state, parameters):
            words, now = [first.words], first
            for _ in range(MOST_MENDED):
                failing = interpreter.failed_guards(now.state, action, now.parameters)
                if not failing:
                    results.setdefault(frozenset(words), tuple(words))
                    break
                further = next(mending.ways(failing[0], now.state, now.parameters), None)
                if further is None:
                    break
                now = further
                words.append(now.words)
    return sorted(results.values(), key=len)[:MOST_REMEDIES]


@dataclass(frozen=True)
class Mending:
    """Mends single guards of one action."""

    interpreter: Interpreter
    action: TracedAction
    said: Said

    def ways(self, guard: Guard, state: State, parameters: Parameters) -> Iterator[Mended]:
        """The changes of one place by which a guard holds, that of what lies on the table before others."""
        seen = set[str]()
        places = dict.fromkeys(
            place
            for part in self._false_parts(guard.condition, state, parameters)
            for place in self._places(part, state)
        )
        for place in sorted(places, key=_printed_last):
            for value in self._others(place, state, parameters):
                mended = self._with(place, value, state, parameters)
                if mended is None or not self.interpreter.value(guard.condition, mended[0], mended[1]):
                    continue
                words = self.said(self._change(guard, place, value, state, parameters))
                if words and words not in seen:
                    seen.add(words)
                    yield Mended(*mended, words)
                if words:
                    break

    def _false_parts(self, node: Node, state: State, parameters: Parameters) -> Iterator[Node]:
        """The parts of a conjunction that do not hold."""
        if self.interpreter.value(node, state, parameters):
            return
        if node.op == "and":
            for part in node.nodes:
                yield from self._false_parts(part, state, parameters)
        else:
            yield node

    def _places(self, part: Node, state: State) -> Iterator[ReadPlace]:
        """The places that an expression reads."""
        nodes = walk([part])
        bags = {
            node.args[1]: node.args[0].args[0]
            for node in nodes
            if node.op in BINDERS and node.args[0].op == "read"
        }
        for node in nodes:
            if node.sort in (Sort.RECORD, Sort.PILE):
                continue
            yield from self._of_node(node, bags, state)

    def _of_node(self, node: Node, bags: Mapping[int, str], state: State) -> Iterator[ReadPlace]:
        """The places that a node stands for; none where it computes something."""
        match node.op:
            case "read":
                yield ReadPlace(path=node.args[0])
            case "field":
                kind = self.action.parameters[node.args[0]]
                path = kind.path if isinstance(kind, Member) else ""
                yield ReadPlace(path, node.args[0], None, (node.args[1],))
            case "element" if node.args[0] in bags:
                path = bags[node.args[0]]
                for number in range(len(state[self.interpreter.index[path]])):
                    yield ReadPlace(path, "", number, (node.args[1],))
            case "attribute":
                for place in self._of_node(node.args[0], bags, state):
                    yield ReadPlace(place.path, place.parameter, place.element, (*place.within, node.args[1]))

    def _others(self, place: ReadPlace, state: State, parameters: Parameters) -> Iterator[Any]:
        """The other values that a place could have, the nearest first."""
        value, declared = self._value(place, state, parameters), self._declared(place)
        if isinstance(declared, BagField):
            yield from (value[:at] + value[at + 1 :] for at in range(len(value)))
            yield ()
        elif isinstance(declared, SubsetField):
            yield from (value ^ 1 << bit for bit in range(len(declared.names)))
        elif isinstance(declared, NumberField) and declared.names is not None:
            yield from (int(name) for name in declared.names if name != value)
        elif isinstance(value, bool):
            yield not value
        elif isinstance(value, int):
            yield from (value + sign * far for far in NEAR for sign in (1, -1))

    def _record(self, place: ReadPlace, state: State, parameters: Parameters) -> tuple[Any, ...]:
        """The element or parameter that a place is within."""
        if place.parameter:
            record: tuple[Any, ...] = parameters[place.parameter]
        else:
            there = state[self.interpreter.index[place.path]]
            record = there if place.element is None else there[place.element]
        return record

    def _value(self, place: ReadPlace, state: State, parameters: Parameters) -> Any:
        if not place.within:
            return state[self.interpreter.index[place.path]]
        value: Any = self._record(place, state, parameters)
        for at in place.within:
            value = value[at]
        return value

    def _fields(self, place: ReadPlace) -> list[tuple[str, Field]]:
        """The names and declarations of the fields on the way to a place; that of the place is the last."""
        if not place.within:
            return [("", self.interpreter.model.fields[place.path][0])]
        kind = self._kind(place)
        fields = []
        for at in place.within:
            name, declared = list(kind.fields())[at]
            fields.append((name, declared))
            if isinstance(declared, ValueField):
                kind = declared.kind
        return fields

    def _kind(self, place: ReadPlace) -> type[Record]:
        """The type of the record that a place is within."""
        parameter = self.action.parameters.get(place.parameter)
        if isinstance(parameter, Pool):
            return parameter.record
        declared = self.interpreter.model.fields[place.path][0]
        if isinstance(declared, ValueField):
            return declared.kind
        assert isinstance(declared, BagField)
        return declared.element

    def _declared(self, place: ReadPlace) -> Field:
        return self._fields(place)[-1][1]

    def _with(
        self, place: ReadPlace, value: Any, state: State, parameters: Parameters
    ) -> tuple[State, Parameters] | None:
        """State and parameters with another value at a place; None where the element is not there."""
        if not place.within:
            return _replaced(state, self.interpreter.index[place.path], value), parameters
        old = self._record(place, state, parameters)
        new = _within(old, place.within, value)
        if place.path and not place.parameter and place.element is None:
            return _replaced(state, self.interpreter.index[place.path], new), parameters
        if place.path:
            at = self.interpreter.index[place.path]
            there = list(state[at])
            if old not in there:
                return None
            there[there.index(old)] = new
            state = _replaced(state, at, tuple(sorted(there)))
        named = {
            name
            for name, kind in self.action.parameters.items()
            if name == place.parameter
            or (isinstance(kind, Member) and kind.path == place.path and parameters[name] == old)
        }
        return state, {name: new if name in named else chosen for name, chosen in parameters.items()}

    def _change(
        self, guard: Guard, place: ReadPlace, value: Any, state: State, parameters: Parameters
    ) -> FieldChange:
        """The change of a place as people read it."""
        fields = self._fields(place)
        declared, old = fields[-1][1], self._value(place, state, parameters)
        element: Mapping[str, Any] | None = None
        if place.within:
            record = self._record(place, state, parameters)
            element = {
                name: readable(kind, each)
                for (name, kind), each in zip(self._kind(place).fields(), record, strict=True)
            }
        elif isinstance(declared, BagField) and value:
            gone = next(one for one in old if one not in value or old.count(one) > value.count(one))
            return FieldChange(place.path, readable(declared, (gone,))[0], "", None, None)
        name, beyond = ".".join(name for name, _ in fields), False
        if isinstance(declared, NumberField) and declared.names is None:
            farther = self._with(place, value + (1 if value > old else -1), state, parameters)
            beyond = farther is not None and self.interpreter.value(guard.condition, *farther)
        before, after = readable(declared, old), readable(declared, value)
        return FieldChange(place.path, element, name, before, after, beyond)


def _printed_last(place: ReadPlace) -> int:
    """What lies on the table comes before counters, and what is printed on cards comes last."""
    return 2 if len(place.within) > 1 or (place.within and not place.path) else int(not place.within)


def _replaced(values: Sequence[Any], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _within(record: tuple[Any, ...], way: Sequence[int], value: Any) -> tuple[Any, ...]:
    """A record with another value at the end of a way into it."""
    inner = value if len(way) == 1 else _within(record[way[0]], way[1:], value)
    return _replaced(record, way[0], inner)
