"""A model's states and steps as z3 terms.

Numbers are unbounded integers; a bag is a fixed number of unordered slots, each with a flag that says whether
it is occupied (bags kept in order make proofs many times slower). Records that chance or a player chooses are
free symbols, so that what is proved holds for any card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from rulehound.spec.language import Amount, Member, MissingValue, Model, TracedAction, switch_value
from rulehound.spec.language.nodes import Node, Sort, make, walk
from rulehound.spec.language.records import BagField, Field, NumberField, Record, SubsetField

Term = Any
"""A z3 expression; z3's Python interface is not typed."""


@dataclass(frozen=True)
class Slots:
    """A symbolic bag: for each slot whether it is occupied, and the fields of what stands there."""

    occupied: tuple[Term, ...]
    fields: tuple[tuple[Term, ...], ...]


@dataclass
class Frame:
    """One state, as terms by path, and the parameters of the step out of it."""

    state: Mapping[str, Term | Slots]
    parameters: dict[str, Any] = field(default_factory=dict)
    choices: list[Term] = field(default_factory=list)
    """What holds of the parameters whatever the guards say: a chosen element is there, a record can be."""
    side: list[Term] = field(default_factory=list)
    """What the step rests on: that the slot of a new element was free, where one is added."""
    added: dict[Node, Term] = field(default_factory=dict)
    """For each node that adds to a bag, that its slot was free."""


class SymbolicModel:
    """Builds terms for one model under given facts and switches.

    `slots` is how many elements a bag may hold; a step that needs more is left out, which every proof says.
    Settings (how many cards a deck starts with) are free symbols, 0 or more.
    """

    def __init__(
        self, model: Model, values: Mapping[str, Any], slots: int, capacities: Mapping[str, int] | None = None
    ) -> None:
        self.model, self.values, self.slots = model, values, slots
        self.capacities = dict(capacities or {})
        self.settings: dict[str, Term] = {}
        self._fresh = 0

    def state(self, prefix: str) -> dict[str, Term | Slots]:
        """A free state."""
        return {
            path: self._field(declared, f"{prefix}.{path}", name)
            for path, (declared, name) in self.model.fields.items()
        }

    def well_formed(self, state: Mapping[str, Term | Slots]) -> list[Term]:
        """Enumerations stay within their names; that is what their fields can hold."""
        found = []
        for path, (declared, _) in self.model.fields.items():
            if isinstance(declared, NumberField) and declared.names is not None:
                term: Term = state[path]
                found += [term >= 0, term <= max(declared.names)]
        return found

    def initial(self) -> tuple[dict[str, Term | Slots], list[Term]]:
        """The initial state, over free settings, and what holds of the settings."""
        frame = Frame({})
        state = {effect.path: self.term(frame, effect.value) for effect in self.model.start}
        free = self._free_slots(frame, [effect.value for effect in self.model.start])
        return state, [*(value >= 0 for value in self.settings.values()), *free]

    def empty(self, path: str) -> Slots:
        """The bag at a path with nothing in it."""
        declared, name = self.model.fields[path]
        slots = self._field(declared, f"empty.{path}", name)
        assert isinstance(slots, Slots)
        return Slots(tuple(z3.BoolVal(False) for _ in slots.occupied), slots.fields)

    def step(
        self, state: Mapping[str, Term | Slots], action: TracedAction, prefix: str
    ) -> tuple[Frame, list[Term], dict[str, Term | Slots]]:
        """A step by this action: the frame with its free parameters, its guards, and the state after."""
        frame = Frame(state)
        conditions: list[Term] = []
        for name, kind in action.parameters.items():
            if isinstance(kind, Amount):
                frame.parameters[name] = z3.Int(f"{prefix}.{name}")
            elif isinstance(kind, Member):
                slots = state[kind.path]
                assert isinstance(slots, Slots)
                chosen = z3.Int(f"{prefix}.{name}")
                conditions += [z3.Or(*(z3.And(chosen == i, here) for i, here in enumerate(slots.occupied)))]
                frame.parameters[name] = (chosen, _pick(chosen, slots))
            else:
                made = tuple(
                    self._field(declared, f"{prefix}.{name}.{field_name}", "")
                    for field_name, declared in kind.record.fields()
                )
                frame.parameters[name] = (None, made)
                conditions += named(kind.record, made)
        conditions += [self.term(frame, condition) for condition in action.possible]
        frame.choices = list(conditions)
        conditions += [self.term(frame, guard.condition) for guard in action.guards]
        after = dict(state)
        for effect in action.effects:
            after[effect.path] = self.term(frame, effect.value)
        frame.side = self._free_slots(frame, [effect.value for effect in action.effects])
        return frame, [*conditions, *frame.side], after

    def term(self, frame: Frame, node: Node) -> Any:
        """The term of a node in a frame. Raises MissingValue."""
        return _Translation(self, frame).of(node)

    def _free_slots(self, frame: Frame, roots: list[Node]) -> list[Term]:
        """That the slots of new elements are free, each where its element comes into the state after."""
        uses: dict[Node, list[Term]] = {root: [z3.BoolVal(True)] for root in roots}
        found = []
        for node in reversed(walk(roots)):
            used = z3.simplify(z3.Or(*uses[node]))
            if node in frame.added:
                found.append(z3.Implies(used, frame.added[node]))
            branches = node.nodes[1:] if node.op == "if" and not node.nodes[0].free else ()
            for argument in node.nodes:
                uses.setdefault(argument, [])
                if argument not in branches:
                    uses[argument].append(used)
            if branches:
                test = self.term(frame, node.nodes[0])
                for branch, side in zip(branches, (test, z3.Not(test)), strict=True):
                    uses[branch].append(z3.And(used, side))
        return found

    def fresh(self, name: str) -> str:
        """A name for a symbol that nothing else has."""
        self._fresh += 1
        return f"{name}!{self._fresh}"

    def _field(self, declared: Field, name: str, bounds_name: str) -> Term | Slots:
        if isinstance(declared, BagField):
            count = self.capacities.get(bounds_name, self.slots)
            fields = tuple(
                tuple(
                    self._field(inner, f"{name}[{i}].{inner_name}", "")
                    for inner_name, inner in declared.element.fields()
                )
                for i in range(count)
            )
            return Slots(tuple(z3.Bool(f"{name}[{i}]") for i in range(count)), fields)
        if declared.sort is Sort.BOOLEAN:
            return z3.Bool(name)
        if isinstance(declared, SubsetField):
            return z3.BitVec(name, len(declared.names))
        return z3.Int(name)


def named(kind: type[Record], made: Sequence[Term]) -> list[Term]:
    """That the enumerations of a free record are among their names."""
    return [
        condition
        for (_, declared), term in zip(kind.fields(), made, strict=True)
        if isinstance(declared, NumberField) and declared.names is not None
        for condition in (term >= 0, term <= max(declared.names))
    ]


def _pick(chosen: Term, slots: Slots) -> tuple[Term, ...]:
    """The fields of the chosen slot."""
    picked = slots.fields[-1]
    for i, fields in reversed(list(enumerate(slots.fields[:-1]))):
        picked = tuple(z3.If(chosen == i, a, b) for a, b in zip(fields, picked, strict=True))
    return picked


class _Translation:
    """Translates nodes of one frame, each once."""

    def __init__(self, symbolic: SymbolicModel, frame: Frame) -> None:
        self.symbolic, self.frame = symbolic, frame
        self.bound: dict[int, tuple[Term, ...]] = {}

    def of(self, node: Node) -> Any:
        if node.free:
            return _TERMS[node.op](self, *node.args)
        # bags and sums are shared between the effects of one step, so what a frame knows is kept on the frame
        known: dict[int, Any] = self.frame.__dict__.setdefault("known", {})
        if node.uid not in known:
            known[node.uid] = _TERMS[node.op](self, *node.args)
        return known[node.uid]

    def each(self, bag: Node, variable: int, node: Node) -> list[Any]:
        """A node for every slot of a bag, occupied or not."""
        results = []
        slots: Slots = self.of(bag)
        for fields in slots.fields:
            outer = self.bound.get(variable)
            self.bound[variable] = fields
            results.append(self.of(node))
            if outer is not None:
                self.bound[variable] = outer
        return results


def _fact(run: _Translation, name: str) -> Term:
    value = run.symbolic.values.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise MissingValue("fact", name)
    return z3.IntVal(value)


def _if(run: _Translation, condition: Node, yes: Node, no: Node) -> Any:
    test, one, other = run.of(condition), run.of(yes), run.of(no)
    if isinstance(one, Slots):
        return Slots(
            tuple(z3.If(test, a, b) for a, b in zip(one.occupied, other.occupied, strict=True)),
            tuple(
                tuple(z3.If(test, a, b) for a, b in zip(f, g, strict=True))
                for f, g in zip(one.fields, other.fields, strict=True)
            ),
        )
    return z3.If(test, one, other)


def _add(run: _Translation, bag: Node, new: Node) -> Slots:
    slots: Slots = run.of(bag)
    fields = run.of(new)
    # any free slot will do: slots have no order
    where = z3.Int(run.symbolic.fresh("slot"))
    free = z3.Or(*(z3.And(where == i, z3.Not(here)) for i, here in enumerate(slots.occupied)))
    run.frame.added[make("bag_add", bag, new, sort=Sort.BAG)] = free
    return Slots(
        tuple(z3.Or(here, where == i) for i, here in enumerate(slots.occupied)),
        tuple(
            tuple(z3.If(where == i, a, b) for a, b in zip(fields, old, strict=True))
            for i, old in enumerate(slots.fields)
        ),
    )


def _replace(run: _Translation, bag: Node, name: str, _old: Node, new: Node) -> Slots:
    slots: Slots = run.of(bag)
    chosen, fields = run.frame.parameters[name][0], run.of(new)
    return Slots(
        slots.occupied,
        tuple(
            tuple(z3.If(chosen == i, a, b) for a, b in zip(fields, old, strict=True))
            for i, old in enumerate(slots.fields)
        ),
    )


def _remove(run: _Translation, bag: Node, name: str, _old: Node) -> Slots:
    slots: Slots = run.of(bag)
    chosen = run.frame.parameters[name][0]
    return Slots(tuple(z3.And(here, chosen != i) for i, here in enumerate(slots.occupied)), slots.fields)


def _map(run: _Translation, bag: Node, variable: int, condition: Node, changed: Node) -> Slots:
    slots: Slots = run.of(bag)
    flags, news = run.each(bag, variable, condition), run.each(bag, variable, changed)
    return Slots(
        slots.occupied,
        tuple(
            tuple(z3.If(flag, a, b) for a, b in zip(new, old, strict=True))
            for flag, new, old in zip(flags, news, slots.fields, strict=True)
        ),
    )


def _keep(run: _Translation, bag: Node, variable: int, condition: Node) -> Slots:
    slots: Slots = run.of(bag)
    flags = run.each(bag, variable, condition)
    return Slots(
        tuple(z3.And(here, flag) for here, flag in zip(slots.occupied, flags, strict=True)), slots.fields
    )


def _count(run: _Translation, bag: Node, variable: int, condition: Node) -> Term:
    slots: Slots = run.of(bag)
    flags = run.each(bag, variable, condition)
    return z3.Sum([z3.If(z3.And(here, flag), 1, 0) for here, flag in zip(slots.occupied, flags, strict=True)])


def _total(run: _Translation, bag: Node, variable: int, condition: Node, value: Node) -> Term:
    slots: Slots = run.of(bag)
    flags, amounts = run.each(bag, variable, condition), run.each(bag, variable, value)
    return z3.Sum(
        [
            z3.If(z3.And(here, flag), amount, 0)
            for here, flag, amount in zip(slots.occupied, flags, amounts, strict=True)
        ]
    )


def _setting(run: _Translation, name: str) -> Term:
    return run.symbolic.settings.setdefault(name, z3.Int(f"setting.{name}"))


def _const(_: _Translation, value: Any) -> Term:
    return z3.BoolVal(value) if isinstance(value, bool) else z3.IntVal(value)


_TERMS: dict[str, Callable[..., Any]] = {
    "const": _const,
    "subset": lambda _, bits, width: z3.BitVecVal(bits, width),
    "fact": _fact,
    "switch": lambda run, name, reading: z3.BoolVal(switch_value(run.symbolic.values, name, reading)),
    "setting": _setting,
    "read": lambda run, path: run.frame.state[path],
    "empty": lambda run, path: run.symbolic.empty(path),
    "param": lambda run, name: run.frame.parameters[name],
    "field": lambda run, name, position, _: run.frame.parameters[name][1][position],
    "element": lambda run, variable, position, _: run.bound[variable][position],
    "add": lambda run, a, b: run.of(a) + run.of(b),
    "sub": lambda run, a, b: run.of(a) - run.of(b),
    "neg": lambda run, a: -run.of(a),
    "min": lambda run, a, b: z3.If(run.of(a) <= run.of(b), run.of(a), run.of(b)),
    "max": lambda run, a, b: z3.If(run.of(a) >= run.of(b), run.of(a), run.of(b)),
    "if": _if,
    "eq": lambda run, a, b: run.of(a) == run.of(b),
    "lt": lambda run, a, b: run.of(a) < run.of(b),
    "le": lambda run, a, b: run.of(a) <= run.of(b),
    "and": lambda run, *parts: z3.And(*(run.of(part) for part in parts)),
    "or": lambda run, *parts: z3.Or(*(run.of(part) for part in parts)),
    "not": lambda run, a: z3.Not(run.of(a)),
    "shares": lambda run, a, b: (run.of(a) & run.of(b)) != 0,
    "record": lambda run, _, *fields: tuple(run.of(part) for part in fields),
    "count": _count,
    "total": _total,
    "bag_add": _add,
    "bag_replace": _replace,
    "bag_remove": _remove,
    "bag_map": _map,
    "bag_keep": _keep,
}
