"""Actions as generated Python: the plain-Python backend of the search.

The expression form becomes one generator function an action: parameters are loops, guards stand as far out as
their parameters allow, shared subterms are computed once. The interpreter stays the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from rulehound.spec.language import (
    Amount,
    Configuration,
    Member,
    MissingValue,
    Model,
    Parameters,
    State,
    TracedAction,
    record,
    switch_value,
)
from rulehound.spec.language.nodes import Node, Sort, walk

Successors = Callable[[State], Iterator[tuple[tuple[Any, ...], State]]]
"""From a state to the steps of one action: its parameters in order, and the state after."""

Predicate = Callable[[State], bool]


@dataclass(frozen=True)
class LookedAt:
    """Whether each guard of an action ever held, and ever failed, where it was looked at."""

    held: list[bool]
    failed: list[bool]


class Generator:
    """Generates functions for one model under given facts, switches and configuration."""

    def __init__(self, model: Model, values: Mapping[str, Any], configuration: Configuration) -> None:
        self.model, self.values, self.configuration = model, values, configuration
        self.names = {path: f"s{i}" for i, path in enumerate(model.paths)}

    def action(self, action: TracedAction, looked_at: LookedAt | None = None) -> Successors:
        """The steps that an action allows, noting what becomes of its guards.

        Raises MissingValue where a fact or switch has no value.
        """
        source = _Source(self)
        source.share(action.nodes)
        pools: dict[str, Any] = {}
        chosen: dict[str, list[str]] = {}
        source.line(f"{', '.join(self.names.values())}, = s")
        remaining = list(enumerate(action.guards))
        names = list(action.parameters)
        for done in range(len(names) + 1):
            for number, guard in [g for g in remaining if _parameters(g[1].condition) <= set(names[:done])]:
                remaining.remove((number, guard))
                condition = source.expression(guard.condition)
                note = "" if looked_at is None else f"failed[{number}] = True; "
                source.line(f"if not {condition}: {note}{'return' if not done else 'continue'}")
                if looked_at is not None:
                    source.line(f"held[{number}] = True")
            if done < len(names):
                name, kind = names[done], action.parameters[names[done]]
                if isinstance(kind, Member):
                    others = "".join(f", p_{other}" for other in chosen.setdefault(kind.path, []))
                    source.line(f"for p_{name} in different({self.names[kind.path]}{others}):")
                    chosen[kind.path].append(name)
                else:
                    pools[f"pool_{name}"] = (
                        tuple(self.configuration.ranges[kind.name])
                        if isinstance(kind, Amount)
                        else tuple(
                            record(kind.record, entry)
                            for entry in self.configuration.pools[kind.record.__name__]
                        )
                    )
                    source.line(f"for p_{name} in pool_{name}:")
                source.depth += 1
        after = dict(self.names)
        for effect in action.effects:
            after[effect.path] = source.expression(effect.value)
        taken = "".join(f"p_{name}, " for name in names)
        source.line(f"yield ({taken}), ({', '.join(after.values())},)")
        if looked_at is not None:
            pools |= {"held": looked_at.held, "failed": looked_at.failed}
        made: Successors = source.function(pools)
        return made

    def predicate(self, condition: Node) -> Predicate:
        """A condition over states as a function."""
        source = _Source(self)
        source.line(f"{', '.join(self.names.values())}, = s")
        source.share([condition])
        source.line(f"return bool({source.expression(condition)})")
        made: Predicate = source.function({})
        return made

    def parameters(self, action: TracedAction, chosen: tuple[Any, ...]) -> Parameters:
        """The parameters of a step by name."""
        return dict(zip(action.parameters, chosen, strict=True))


def _parameters(node: Node) -> set[str]:
    return {inner.args[0] for inner in walk([node]) if inner.op in ("param", "field")}


class _Source:
    """The text of one function as it grows."""

    def __init__(self, generator: Generator) -> None:
        self.generator = generator
        self.lines: list[str] = []
        self.depth = 1
        self.temporary: dict[int, str] = {}
        self.shared: set[int] = set()

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def share(self, roots: list[Node]) -> None:
        """Nodes used more than once below the roots get a name of their own."""
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
                text = self._text(node)
                self.temporary[node.uid] = f"t{node.uid}"
                self.line(f"t{node.uid} = {text}")
        return self._text(root)

    def _text(self, node: Node) -> str:
        if node.uid in self.temporary:
            return self.temporary[node.uid]
        return _TEXT[node.op](self, *node.args)

    def fact(self, name: str) -> str:
        value = self.generator.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise MissingValue("fact", name)
        return f"({value})"

    def setting(self, name: str) -> str:
        if name not in self.generator.configuration.settings:
            raise MissingValue("setting", name)
        return f"({self.generator.configuration.settings[name]})"

    def function(self, names: dict[str, Any]) -> Any:
        """Compile the lines."""
        text = "def generated(s):\n" + "\n".join(self.lines) + "\n"
        space: dict[str, Any] = {**names, **_CALLED}
        exec(compile(text, "<generated from the model>", "exec"), space)
        return space["generated"]


def _replaced(bag: State, old: Any, new: Any) -> State:
    if old not in bag:  # computed ahead of a condition that does not hold
        return bag
    elements = list(bag)
    elements.remove(old)
    elements.append(new)
    elements.sort()
    return tuple(elements)


def _removed(bag: State, old: Any) -> State:
    if old not in bag:
        return bag
    elements = list(bag)
    elements.remove(old)
    return tuple(elements)


def _different(bag: State, *chosen: Any) -> Iterable[Any]:
    """The different elements of a bag that are left when some are chosen."""
    for element in chosen:
        bag = _removed(bag, element)
    return bag if len(bag) < 2 else dict.fromkeys(bag)


def _gathered(subsets: Iterable[int]) -> int:
    return reduce(or_, subsets, 0)


def _top(pile: State, nothing: Any) -> Any:
    return pile[0] if pile else nothing


_CALLED = {
    "replaced": _replaced,
    "removed": _removed,
    "different": _different,
    "gathered": _gathered,
    "top": _top,
}
"""What generated functions call, by name."""


def _infix(sign: str) -> Callable[..., str]:
    return lambda source, *parts: "(" + f" {sign} ".join(source._text(part) for part in parts) + ")"


_TEXT: dict[str, Callable[..., str]] = {
    "const": lambda _, value: repr(value) if isinstance(value, bool) else f"({value})",
    "subset": lambda _, bits, __: f"({bits})",
    "fact": lambda source, name: source.fact(name),
    "switch": lambda source, name, reading: repr(switch_value(source.generator.values, name, reading)),
    "setting": lambda source, name: source.setting(name),
    "read": lambda source, path: source.generator.names[path],
    "empty": lambda _, __: "()",
    "param": lambda _, name: f"p_{name}",
    "field": lambda _, name, position, __: f"p_{name}[{position}]",
    "element": lambda _, variable, position, __: f"e{variable}[{position}]",
    "nothing": lambda _, __, zeros: repr(zeros),
    "attribute": lambda source, value, position, _: f"{source._text(value)}[{position}]",
    "add": _infix("+"),
    "sub": _infix("-"),
    "neg": lambda source, a: f"(-{source._text(a)})",
    "min": lambda source, a, b: f"min({source._text(a)}, {source._text(b)})",
    "max": lambda source, a, b: f"max({source._text(a)}, {source._text(b)})",
    "if": lambda source, c, yes, no: f"({source._text(yes)} if {source._text(c)} else {source._text(no)})",
    "eq": _infix("=="),
    "lt": _infix("<"),
    "le": _infix("<="),
    "and": _infix("and"),
    "or": _infix("or"),
    "not": lambda source, a: f"(not {source._text(a)})",
    "shares": lambda source, a, b: f"(({source._text(a)} & {source._text(b)}) != 0)",
    "union": _infix("|"),
    "minus": lambda source, a, b: f"({source._text(a)} & ~{source._text(b)})",
    "pile_none": lambda _: "()",
    "pile_push": lambda source, pile, value: f"({source._text(value)}, *{source._text(pile)})",
    "pile_under": lambda source, pile, value: f"(*{source._text(pile)}, {source._text(value)})",
    "pile_pop": lambda source, pile: f"{source._text(pile)}[1:]",
    "pile_join": _infix("+"),
    "pile_top": lambda source, pile, nothing: f"top({source._text(pile)}, {source._text(nothing)})",
    "pile_height": lambda source, pile: f"len({source._text(pile)})",
    "record": lambda source, _, *fields: "(" + "".join(source._text(field) + ", " for field in fields) + ")",
    "count": lambda source, bag, v, condition: (
        f"sum([1 for e{v} in {source._text(bag)} if {source._text(condition)}])"
    ),
    "total": lambda source, bag, v, condition, value: (
        f"sum([{source._text(value)} for e{v} in {source._text(bag)} if {source._text(condition)}])"
    ),
    "gather": lambda source, bag, v, condition, value: (
        f"gathered([{source._text(value)} for e{v} in {source._text(bag)} if {source._text(condition)}])"
    ),
    "bag_add": lambda source, bag, new: f"tuple(sorted({source._text(bag)} + ({source._text(new)},)))",
    "bag_replace": lambda source, bag, _, old, new: (
        f"replaced({source._text(bag)}, {source._text(old)}, {source._text(new)})"
    ),
    "bag_remove": lambda source, bag, _, old: f"removed({source._text(bag)}, {source._text(old)})",
    "bag_map": lambda source, bag, v, condition, new: (
        f"tuple(sorted([{source._text(new)} if {source._text(condition)} else e{v}"
        f" for e{v} in {source._text(bag)}]))"
    ),
    "bag_keep": lambda source, bag, v, condition: (
        f"tuple([e{v} for e{v} in {source._text(bag)} if {source._text(condition)}])"
    ),
}
