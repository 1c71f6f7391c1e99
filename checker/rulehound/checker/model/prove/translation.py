"""Expressions of the language as z3 terms, in one state and under one choice of parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import z3

from rulehound.checker.model.prove import terms
from rulehound.checker.model.prove.symbols import Symbols
from rulehound.checker.model.prove.terms import AnyTerm, Fields, SymbolicBag, SymbolicPile, Term, merge
from rulehound.spec.language import MissingValue, Record, switch_value
from rulehound.spec.language.nodes import Node, Sort, make


@dataclass
class Frame:
    """One state, as terms by path, and the parameters of the step out of it.

    A parameter is a term, or for a record the number of its slot (None from a pool) and its fields.
    """

    state: Mapping[str, AnyTerm]
    parameters: dict[str, Any] = field(default_factory=dict)
    choices: list[Term] = field(default_factory=list)
    """Conditions on the parameters apart from the guards: an element is there, a record is possible."""
    side: list[Term] = field(default_factory=list)
    """Conditions of the step: there was room where an element is added."""
    added: dict[Node, Term] = field(default_factory=dict)
    """For each node that adds to a bag, the condition that its slot was free."""
    known: dict[int, Any] = field(default_factory=dict)
    """The terms of nodes, so that what effects share is one term."""


class Translation:
    """Translates nodes of one frame, each once.

    `revealed` makes the value that comes to light where a pile is taken apart further than it is known.
    """

    def __init__(
        self, symbols: Symbols, frame: Frame, revealed: Callable[[Frame, type[Record]], Fields]
    ) -> None:
        self.symbols, self.frame, self.revealed = symbols, frame, revealed
        self.bound: dict[int, tuple[Term, ...]] = {}

    def of(self, node: Node) -> Any:
        if node.free:
            return _TERMS[node.op](self, *node.args)
        known = self.frame.known
        if node.uid not in known:
            known[node.uid] = _TERMS[node.op](self, *node.args)
        return known[node.uid]

    def each(self, bag: Node, variable: int, node: Node) -> list[Any]:
        """A node for every slot of a bag, occupied or not."""
        results = []
        slots: SymbolicBag = self.of(bag)
        for fields in slots.fields:
            outer = self.bound.get(variable)
            self.bound[variable] = fields
            results.append(self.of(node))
            if outer is not None:
                self.bound[variable] = outer
        return results


def _fact(run: Translation, name: str) -> Term:
    value = run.symbols.values.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise MissingValue("fact", name)
    return z3.IntVal(value)


def _param(run: Translation, name: str) -> AnyTerm:
    parameter = run.frame.parameters[name]
    return parameter[1] if isinstance(parameter, tuple) else parameter


def _top(run: Translation, pile: Node, nothing: Node) -> Fields:
    known: tuple[Fields, ...] = run.of(pile).known
    fields: Fields = known[0] if known else run.of(nothing)
    return fields


def _pop(run: Translation, pile: Node) -> SymbolicPile:
    return terms.pop(run.of(pile), lambda kind: run.revealed(run.frame, kind))


def _add(run: Translation, bag: Node, new: Node) -> SymbolicBag:
    slots: SymbolicBag = run.of(bag)
    fields = run.of(new)
    # any free slot will do: slots have no order
    where = z3.Int(run.symbols.fresh("slot"))
    free = z3.Or(*(z3.And(where == i, z3.Not(here)) for i, here in enumerate(slots.occupied)))
    run.frame.added[make("bag_add", bag, new, sort=Sort.BAG)] = free
    return SymbolicBag(
        tuple(z3.Or(here, where == i) for i, here in enumerate(slots.occupied)),
        tuple(merge(where == i, fields, old) for i, old in enumerate(slots.fields)),
    )


def _replace(run: Translation, bag: Node, name: str, _old: Node, new: Node) -> SymbolicBag:
    slots: SymbolicBag = run.of(bag)
    chosen, fields = run.frame.parameters[name][0], run.of(new)
    return SymbolicBag(
        slots.occupied, tuple(merge(chosen == i, fields, old) for i, old in enumerate(slots.fields))
    )


def _remove(run: Translation, bag: Node, name: str, _old: Node) -> SymbolicBag:
    slots: SymbolicBag = run.of(bag)
    chosen = run.frame.parameters[name][0]
    return SymbolicBag(
        tuple(z3.And(here, chosen != i) for i, here in enumerate(slots.occupied)), slots.fields
    )


def _map(run: Translation, bag: Node, variable: int, condition: Node, changed: Node) -> SymbolicBag:
    slots: SymbolicBag = run.of(bag)
    flags, news = run.each(bag, variable, condition), run.each(bag, variable, changed)
    return SymbolicBag(
        slots.occupied,
        tuple(merge(flag, new, old) for flag, new, old in zip(flags, news, slots.fields, strict=True)),
    )


def _keep(run: Translation, bag: Node, variable: int, condition: Node) -> SymbolicBag:
    slots: SymbolicBag = run.of(bag)
    flags = run.each(bag, variable, condition)
    return SymbolicBag(
        tuple(z3.And(here, flag) for here, flag in zip(slots.occupied, flags, strict=True)), slots.fields
    )


def _count(run: Translation, bag: Node, variable: int, condition: Node) -> Term:
    slots: SymbolicBag = run.of(bag)
    flags = run.each(bag, variable, condition)
    return z3.Sum(
        [
            terms.choice(terms.conjunction((here, flag)), z3.IntVal(1), z3.IntVal(0))
            for here, flag in zip(slots.occupied, flags, strict=True)
        ]
    )


def _total(run: Translation, bag: Node, variable: int, condition: Node, value: Node) -> Term:
    slots: SymbolicBag = run.of(bag)
    flags, amounts = run.each(bag, variable, condition), run.each(bag, variable, value)
    return z3.Sum(
        [
            z3.If(z3.And(here, flag), amount, 0)
            for here, flag, amount in zip(slots.occupied, flags, amounts, strict=True)
        ]
    )


def _gather(run: Translation, bag: Node, variable: int, condition: Node, value: Node) -> Term:
    slots: SymbolicBag = run.of(bag)
    flags, subsets = run.each(bag, variable, condition), run.each(bag, variable, value)
    gathered = terms.zeros(subsets[0])
    for here, flag, subset in zip(slots.occupied, flags, subsets, strict=True):
        gathered = z3.If(z3.And(here, flag), gathered | subset, gathered)
    return gathered


def _if(run: Translation, condition: Node, yes: Node, no: Node) -> AnyTerm:
    test = run.of(condition)
    for truth, decided in ((True, yes), (False, no)):
        if terms.is_always(test, truth):  # what only switches decide
            return run.of(decided)
    return merge(test, run.of(yes), run.of(no))


def _and(run: Translation, *parts: Node) -> Term:
    conjuncts = []
    for part in parts:
        term = run.of(part)
        if terms.is_always(term, False):
            return term
        if not terms.is_always(term, True):
            conjuncts.append(term)
    return _joined(terms.conjunction, conjuncts, True)


def _or(run: Translation, *parts: Node) -> Term:
    disjuncts = []
    for part in parts:
        term = run.of(part)
        if terms.is_always(term, True):
            return term
        if not terms.is_always(term, False):
            disjuncts.append(term)
    return _joined(terms.disjunction, disjuncts, False)


def _joined(join: Callable[[list[Term]], Term], parts: list[Term], none: bool) -> Term:
    if len(parts) > 1:
        return join(parts)
    return parts[0] if parts else z3.BoolVal(none)


def _not(run: Translation, condition: Node) -> Term:
    term = run.of(condition)
    for truth in (True, False):
        if terms.is_always(term, truth):
            return z3.BoolVal(not truth)
    return z3.Not(term)


def _setting(run: Translation, name: str) -> Term:
    return run.symbols.settings.setdefault(name, z3.Int(f"setting.{name}"))


def _const(_: Translation, value: Any) -> Term:
    return z3.BoolVal(value) if isinstance(value, bool) else z3.IntVal(value)


_TERMS: dict[str, Callable[..., Any]] = {
    "const": _const,
    "subset": lambda _, bits, width: z3.BitVecVal(bits, width),
    "fact": _fact,
    "switch": lambda run, name, reading: z3.BoolVal(switch_value(run.symbols.values, name, reading)),
    "setting": _setting,
    "read": lambda run, path: run.frame.state[path],
    "empty": lambda run, path: run.symbols.empty(path),
    "param": _param,
    "field": lambda run, name, position, _: run.frame.parameters[name][1][position],
    "element": lambda run, variable, position, _: run.bound[variable][position],
    "nothing": lambda run, name, _: run.symbols.nothing(run.symbols.records[name]),
    "attribute": lambda run, record, position, _: run.of(record)[position],
    "add": lambda run, a, b: run.of(a) + run.of(b),
    "sub": lambda run, a, b: run.of(a) - run.of(b),
    "neg": lambda run, a: -run.of(a),
    "min": lambda run, a, b: z3.If(run.of(a) <= run.of(b), run.of(a), run.of(b)),
    "max": lambda run, a, b: z3.If(run.of(a) >= run.of(b), run.of(a), run.of(b)),
    "if": _if,
    "eq": lambda run, a, b: run.of(a) == run.of(b),
    "lt": lambda run, a, b: run.of(a) < run.of(b),
    "le": lambda run, a, b: run.of(a) <= run.of(b),
    "and": _and,
    "or": _or,
    "not": _not,
    "shares": lambda run, a, b: (run.of(a) & run.of(b)) != 0,
    "union": lambda run, a, b: run.of(a) | run.of(b),
    "minus": lambda run, a, b: run.of(a) & ~run.of(b),
    "record": lambda run, _, *fields: tuple(run.of(part) for part in fields),
    "count": _count,
    "total": _total,
    "gather": _gather,
    "bag_add": _add,
    "bag_replace": _replace,
    "bag_remove": _remove,
    "bag_map": _map,
    "bag_keep": _keep,
    "pile_none": lambda _: terms.EMPTY,
    "pile_push": lambda run, pile, value: terms.push(run.of(pile), run.of(value)),
    "pile_under": lambda run, pile, value: terms.under(run.of(pile), run.of(value)),
    "pile_pop": _pop,
    "pile_join": lambda run, upper, lower: terms.join(run.of(upper), run.of(lower)),
    "pile_top": _top,
    "pile_height": lambda run, pile: run.of(pile).height,
}
