"""Expressions and actions of a model as the text of Python functions.

Parameters of an action become loops, guards stand as far out as their parameters allow, and shared subterms
are computed once, also where a condition makes one of them needless. The interpreter is the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from rulehound.spec.language.interpreter import MissingValue, Values, switch_value
from rulehound.spec.language.model import Model, State, TracedAction
from rulehound.spec.language.nodes import Node, Sort, walk


class Source:
    """The text of one function of a state `s` as it grows, under given facts, switches and settings."""

    def __init__(self, model: Model, values: Values, settings: Mapping[str, int]) -> None:
        self.values, self.settings = values, settings
        self.names = {path: f"s{i}" for i, path in enumerate(model.paths)}
        self.lines: list[str] = []
        self.depth = 1
        self.temporary: dict[int, str] = {}
        self.shared: set[int] = set()

    def line(self, text: str) -> None:
        """Write one line."""
        self.lines.append("    " * self.depth + text)

    def begin(self, roots: list[Node]) -> None:
        """Take the state apart; nodes used more than once below the roots get a name of their own."""
        self.line(f"{', '.join(self.names.values())}, = s")
        uses: dict[int, int] = {}
        for node in walk(roots):
            for argument in node.nodes:
                uses[argument.uid] = uses.get(argument.uid, 0) + 1
        self.shared = {uid for uid, count in uses.items() if count > 1}

    def expression(self, root: Node) -> str:
        """The Python of a node; writes the lines for shared and bag-valued parts first."""
        for node in walk([root]):
            loops = node.sort is Sort.BAG or node.op in ("count", "total", "gather")
            worth_a_name = node.uid in self.shared or loops
            if worth_a_name and not node.free and node.nodes and node.uid not in self.temporary:
                text = self.text(node)
                self.temporary[node.uid] = f"t{node.uid}"
                self.line(f"t{node.uid} = {text}")
        return self.text(root)

    def text(self, node: Node) -> str:
        """The Python of a node whose shared parts are written."""
        if node.uid in self.temporary:
            return self.temporary[node.uid]
        return _TEXT[node.op](self, *node.args)

    def steps(self, action: TracedAction, ranges: Mapping[str, str], noted: bool = False) -> None:
        """The body of a generator of (parameters in order, state after), over these ranges of parameters.

        With `noted`, lists `held` and `failed` are told of every guard that is looked at.
        """
        self.begin(action.nodes)
        remaining = list(enumerate(action.guards))
        names = list(action.parameters)
        for done in range(len(names) + 1):
            for number, guard in [g for g in remaining if _parameters(g[1].condition) <= set(names[:done])]:
                remaining.remove((number, guard))
                condition = self.expression(guard.condition)
                note = f"failed[{number}] = True; " if noted else ""
                self.line(f"if not {condition}: {note}{'continue' if done else 'return'}")
                if noted:
                    self.line(f"held[{number}] = True")
            if done < len(names):
                self.line(f"for p_{names[done]} in {ranges[names[done]]}:")
                self.depth += 1
        after = dict(self.names)
        for effect in action.effects:
            after[effect.path] = self.expression(effect.value)
        taken = "".join(f"p_{name}, " for name in names)
        self.line(f"yield ({taken}), ({', '.join(after.values())},)")

    def function(self, called: Mapping[str, Any], *arguments: str) -> Any:
        """Compile the lines, as a function of the state and of these arguments."""
        text = f"def generated({', '.join(('s', *arguments))}):\n" + "\n".join(self.lines) + "\n"
        space: dict[str, Any] = {**called, **_CALLED}
        exec(compile(text, "<generated from the model>", "exec"), space)
        return space["generated"]

    def fact(self, name: str) -> str:
        """The value of a fact. Raises MissingValue."""
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise MissingValue("fact", name)
        return f"({value})"

    def setting(self, name: str) -> str:
        """The value of a setting. Raises MissingValue."""
        if name not in self.settings:
            raise MissingValue("setting", name)
        return f"({self.settings[name]})"


def _parameters(node: Node) -> set[str]:
    return {inner.args[0] for inner in walk([node]) if inner.op in ("param", "field")}


def removed(bag: State, old: Any) -> State:
    """A bag without one such element; as it is where it has none: computed ahead of a failing condition."""
    if old not in bag:
        return bag
    elements = list(bag)
    elements.remove(old)
    return tuple(elements)


def different(bag: State, *chosen: Any) -> Iterable[Any]:
    """The different elements of a bag that are left when some are chosen."""
    for element in chosen:
        bag = removed(bag, element)
    return bag if len(bag) < 2 else dict.fromkeys(bag)


def _replaced(bag: State, old: Any, new: Any) -> State:
    if old not in bag:  # computed ahead of a condition that does not hold
        return bag
    elements = list(bag)
    elements.remove(old)
    elements.append(new)
    elements.sort()
    return tuple(elements)


def _gathered(subsets: Iterable[int]) -> int:
    return reduce(or_, subsets, 0)


def _top(pile: State, nothing: Any) -> Any:
    return pile[0] if pile else nothing


_CALLED = {
    "replaced": _replaced,
    "removed": removed,
    "different": different,
    "gathered": _gathered,
    "top": _top,
}
"""What generated functions call, by name."""


def _infix(sign: str) -> Callable[..., str]:
    return lambda source, *parts: "(" + f" {sign} ".join(source.text(part) for part in parts) + ")"


_TEXT: dict[str, Callable[..., str]] = {
    "const": lambda _, value: repr(value) if isinstance(value, bool) else f"({value})",
    "subset": lambda _, bits, __: f"({bits})",
    "fact": lambda source, name: source.fact(name),
    "switch": lambda source, name, reading: repr(switch_value(source.values, name, reading)),
    "setting": lambda source, name: source.setting(name),
    "read": lambda source, path: source.names[path],
    "empty": lambda _, __: "()",
    "param": lambda _, name: f"p_{name}",
    "field": lambda _, name, position, __: f"p_{name}[{position}]",
    "element": lambda _, variable, position, __: f"e{variable}[{position}]",
    "nothing": lambda _, __, zeros: repr(zeros),
    "attribute": lambda source, value, position, _: f"{source.text(value)}[{position}]",
    "add": _infix("+"),
    "sub": _infix("-"),
    "neg": lambda source, a: f"(-{source.text(a)})",
    "min": lambda source, a, b: f"min({source.text(a)}, {source.text(b)})",
    "max": lambda source, a, b: f"max({source.text(a)}, {source.text(b)})",
    "if": lambda source, c, yes, no: f"({source.text(yes)} if {source.text(c)} else {source.text(no)})",
    "eq": _infix("=="),
    "lt": _infix("<"),
    "le": _infix("<="),
    "and": _infix("and"),
    "or": _infix("or"),
    "not": lambda source, a: f"(not {source.text(a)})",
    "shares": lambda source, a, b: f"(({source.text(a)} & {source.text(b)}) != 0)",
    "union": _infix("|"),
    "minus": lambda source, a, b: f"({source.text(a)} & ~{source.text(b)})",
    "pile_none": lambda _: "()",
    "pile_push": lambda source, pile, value: f"({source.text(value)}, *{source.text(pile)})",
    "pile_under": lambda source, pile, value: f"(*{source.text(pile)}, {source.text(value)})",
    "pile_pop": lambda source, pile: f"{source.text(pile)}[1:]",
    "pile_join": _infix("+"),
    "pile_top": lambda source, pile, nothing: f"top({source.text(pile)}, {source.text(nothing)})",
    "pile_height": lambda source, pile: f"len({source.text(pile)})",
    "record": lambda source, _, *fields: "(" + "".join(source.text(field) + ", " for field in fields) + ")",
    "count": lambda source, bag, v, condition: (
        f"sum([1 for e{v} in {source.text(bag)} if {source.text(condition)}])"
    ),
    "total": lambda source, bag, v, condition, value: (
        f"sum([{source.text(value)} for e{v} in {source.text(bag)} if {source.text(condition)}])"
    ),
    "gather": lambda source, bag, v, condition, value: (
        f"gathered([{source.text(value)} for e{v} in {source.text(bag)} if {source.text(condition)}])"
    ),
    "bag_add": lambda source, bag, new: f"tuple(sorted({source.text(bag)} + ({source.text(new)},)))",
    "bag_replace": lambda source, bag, _, old, new: (
        f"replaced({source.text(bag)}, {source.text(old)}, {source.text(new)})"
    ),
    "bag_remove": lambda source, bag, _, old: f"removed({source.text(bag)}, {source.text(old)})",
    "bag_map": lambda source, bag, v, condition, new: (
        f"tuple(sorted([{source.text(new)} if {source.text(condition)} else e{v}"
        f" for e{v} in {source.text(bag)}]))"
    ),
    "bag_keep": lambda source, bag, v, condition: (
        f"tuple([e{v} for e{v} in {source.text(bag)} if {source.text(condition)}])"
    ),
}
