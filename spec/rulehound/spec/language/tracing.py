"""Tracing: a plain function run once on symbolic values becomes guards and effects.

The approach is that of JAX's tracing (https://docs.jax.dev/en/latest/jaxpr.html), cut down to guarded
assignments: writes under `when` become conditional expressions, and reads after writes give the written
values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from rulehound.spec.language import values
from rulehound.spec.language.bags import chosen_elements
from rulehound.spec.language.fields import BagField, PartField
from rulehound.spec.language.nodes import Node, Sort, choose, conjunction, make, negation
from rulehound.spec.language.owners import Owner, path_condition, path_conditions
from rulehound.spec.language.records import Field, Record
from rulehound.spec.language.values import Truth, TruthLike, refuse


@dataclass(frozen=True)
class Guard:
    """A condition under which an action is legal, and the rule that demands it."""

    name: str
    rule: str
    condition: Node


@dataclass(frozen=True)
class Write:
    """One write to a field: the value before and after it, and the rules that demand it.

    `condition` says when the write concerns the field where it is now, as parts of the state may be
    exchanged.
    """

    condition: Node
    before: Node
    after: Node
    rules: tuple[str, ...]

    def may_change(self, places: Collection[int]) -> bool:
        """Whether the write may change one of these fields of the elements of a bag, by position.

        A write that has elements come or go may change any; so may one to a number.
        """
        made = self._made
        if made.op not in IN_PLACE or made.nodes[-1].op != "record":
            return True
        before = made.nodes[1].nodes if made.nodes[1].op == "record" else ()
        kept = zip_longest(made.nodes[-1].nodes, before)
        changed = (place for place, (node, was) in enumerate(kept) if node != was and not _keeps(node, place))
        return not set(places).isdisjoint(changed)

    @property
    def is_in_place(self) -> bool:
        """Whether the write has no element of a bag come or go."""
        return self._made.op in IN_PLACE

    @property
    def _made(self) -> Node:
        """What is written where it is written at all."""
        node = self.after
        while node.op == "if":
            node = node.nodes[1]
        return node


IN_PLACE = ("bag_map", "bag_replace")
"""Operations that change elements of a bag, and leave as many."""


def _keeps(node: Node, place: int) -> bool:
    """Whether a field of an element is given the value that it has."""
    return node.op in ("element", "field") and node.args[1] == place


@dataclass(frozen=True)
class Effect:
    """The value that an action leaves in one field, and the writes that led to it, in order."""

    path: str
    value: Node
    writes: tuple[Write, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules under which the field is written, each once."""
        return tuple(dict.fromkeys(rule for write in self.writes for rule in write.rules))


@dataclass
class Tracer:
    """The tracer of one function: the current value of every field, and the guards so far."""

    start: dict[str, Node]
    current: dict[str, Node]
    read_only: bool = False
    left_out: str = ""
    """A rule under which nothing is written."""
    guards: list[Guard] = field(default_factory=list)
    rules: list[tuple[str, ...]] = field(default_factory=list)
    writes: dict[str, list[Write]] = field(default_factory=dict)


_trace: ContextVar[Tracer | None] = ContextVar("trace", default=None)


def leaves(record: type[Record], prefix: str = "") -> dict[str, tuple[Field, str]]:
    """Path of every field of a state to the field and the name its bounds go by ("Player.hand")."""
    fields: dict[str, tuple[Field, str]] = {}
    for name, declared in record.fields():
        if isinstance(declared, PartField):
            fields.update(leaves(declared.part, f"{prefix}{name}."))
        else:
            fields[prefix + name] = (declared, f"{record.__name__}.{name}")
    return fields


class AtPath:
    """The owner of the fields below one path of the state."""

    def __init__(self, trace: Tracer, prefix: str) -> None:
        self.trace, self.prefix = trace, prefix

    def read(self, name: str) -> Node:
        return self.trace.current[self.prefix + name]

    def write(self, name: str, node: Node) -> None:
        _refuse_in_predicate(self.trace)
        path = self.prefix + name
        new = choose(path_condition(), node, self.trace.current[path])
        old = self.trace.current[path]
        if new is not old:
            self.trace.current[path] = new
            rules = tuple(cited for ids in reversed(self.trace.rules) for cited in ids)
            self.trace.writes.setdefault(path, []).append(Write(path_condition(), old, new, rules))

    def inner(self, name: str) -> Owner:
        return AtPath(self.trace, f"{self.prefix}{name}.")


@contextmanager
def tracing(
    record: type[Record], initial: bool = False, read_only: bool = False, left_out: str = ""
) -> Iterator[tuple[Record, Tracer]]:
    """A symbolic state on which a function is run.

    With `initial` its fields are all 0, false or empty. With `read_only` nothing can be written or guarded.
    Writes that the rule `left_out` demands are left out.
    """
    start = {
        path: _initial(declared, path) if initial else make("read", path, sort=declared.sort)
        for path, (declared, _) in leaves(record).items()
    }
    trace = Tracer(start, dict(start), read_only, left_out)
    token = _trace.set(trace)
    depth, known = len(path_conditions), len(chosen_elements)
    try:
        yield record.at(AtPath(trace, "")), trace
    finally:
        del path_conditions[depth:]
        del chosen_elements[known:]
        _trace.reset(token)


def _initial(declared: Field, path: str) -> Node:
    return make("empty", path, sort=Sort.BAG) if isinstance(declared, BagField) else declared.zero()


def _current() -> Tracer:
    trace = _trace.get()
    if trace is None:
        refuse("this is only possible inside an action", "call it from a function that is being traced")
    return trace


def _refuse_in_predicate(trace: Tracer) -> None:
    if trace.read_only:
        refuse("a predicate writes to the state or sets a guard", "only read in invariants")


def require(condition: TruthLike, rule: str, name: str = "") -> None:
    """A guard: the action is legal only where the condition holds, under this rule.

    `name` tells two guards of one rule apart (the rule id where it is left out).
    """
    trace = _current()
    _refuse_in_predicate(trace)
    if any(guard.name == (name or rule) for guard in trace.guards):
        refuse(f"two guards are called {name or rule}", "give one of them a name of its own")
    needed = values.implies(Truth(path_condition()), condition)
    trace.guards.append(Guard(name or rule, rule, needed.node))


@contextmanager
def when(condition: TruthLike) -> Iterator[None]:
    """A block whose writes happen only where the condition holds."""
    path_conditions.append(values.truth(condition))
    try:
        yield
    finally:
        path_conditions.pop()


@contextmanager
def rule(*ids: str) -> Iterator[None]:
    """A block whose writes are demanded by these rules, and by those of the blocks around it."""
    trace = _current()
    trace.rules.append(ids)
    try:
        with when(trace.left_out not in ids):
            yield
    finally:
        trace.rules.pop()


def exchange(first: Record, second: Record) -> None:
    """Swap all fields of two parts of the state."""
    if not isinstance(first.owner, AtPath) or not isinstance(second.owner, AtPath):
        refuse("only parts of the state can be exchanged", "give two part fields of the same record")
    if type(first) is not type(second):
        refuse("only parts of one kind can be exchanged", "give two part fields of the same record")
    _refuse_in_predicate(_current())
    trace, swapped = _current(), path_condition()
    sides = (first.owner.prefix, second.owner.prefix)
    for chosen in chosen_elements:
        owner = chosen.bag.owner
        chosen.exchanged |= isinstance(owner, AtPath) and owner.prefix.startswith(sides)
    writes = trace.writes
    for name in leaves(type(first)):
        one, other = first.owner.read(name), second.owner.read(name)
        # what was written to one field now stands in the other, and its rules go with it
        here, there = first.owner.prefix + name, second.owner.prefix + name
        writes[here], writes[there] = (
            [
                replace(write, condition=conjunction(write.condition, condition))
                for source, condition in ((own, negation(swapped)), (other_path, swapped))
                for write in writes.get(source, [])
            ]
            for own, other_path in ((here, there), (there, here))
        )
        trace.current[here], trace.current[there] = choose(swapped, other, one), choose(swapped, one, other)


def effects(trace: Tracer) -> tuple[Effect, ...]:
    """The fields that the traced function wrote, in the order of the state."""
    written = []
    for path, value in trace.current.items():
        if value is not trace.start[path]:
            written.append(Effect(path, value, tuple(trace.writes.get(path, ()))))
    return tuple(written)


def condition_of(record: type[Record], predicate: Callable[..., TruthLike]) -> Node:
    """The node of a predicate over states."""
    with tracing(record, read_only=True) as (state, _):
        return values.truth(predicate(state))
