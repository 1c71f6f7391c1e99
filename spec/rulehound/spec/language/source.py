"""Expressions and actions of a model as the text of Python functions.

Nodes are folded first. Parameters of an action become loops, guards stand as far out as their parameters
allow, and shared subterms are computed once: one that goes through a bag only when it is known to be needed,
all others also where a condition makes them needless. The interpreter is the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from rulehound.spec.language.folding import Folding
from rulehound.spec.language.model import Model, State, TracedAction
from rulehound.spec.language.nodes import Node, Sort, walk


class FunctionText:
    """The text of one function of a state `s`, line by line, with facts, switches and settings folded in."""

    def __init__(self, model: Model, folding: Folding) -> None:
        self.fold = folding.fold
        self.names = {path: f"s{i}" for i, path in enumerate(model.paths)}
        self.lines: list[str] = []
        self.depth = 1
        self.temporary: dict[int, str] = {}
        self.users: dict[int, set[int]] = {}
        self.written: set[int] = set()

    def line(self, text: str) -> None:
        """Write one line."""
        self.lines.append("    " * self.depth + text)

    def begin(self, roots: list[Node]) -> None:
        """Unpack the state; nodes used more than once below the roots get a name."""
        self.line(f"{', '.join(self.names.values())}, = s")
        folded = [self.fold(root) for root in roots]
        for root in folded:
            self.users.setdefault(root.uid, set()).add(ROOT)
        for node in walk(folded):
            for argument in node.nodes:
                self.users.setdefault(argument.uid, set()).add(node.uid)

    def expression(self, root: Node) -> str:
        """The Python text of a node; lines for its named parts are written first."""
        folded = self.fold(root)
        self._write(folded)
        return self.text(folded)

    def _write(self, node: Node) -> None:
        """Write the lines for all named parts in a node."""
        if node.uid in self.written or not node.nodes:
            return
        self.written.add(node.uid)
        late = self._late(node) if node.op in IN_TURN and not node.free and self.depth < DEEPEST else set()
        if late:
            for inner in reversed(walk([node])[:-1]):  # users first: they may need some of it late
                if inner.uid not in late:
                    self._write(inner)
            self._write_in_turn(node)
            return
        for argument in node.nodes:
            self._write(argument)
        if not node.free and (_walks(node) or len(self.users[node.uid]) > 1):
            self.line(f"t{node.uid} = {self.text(node)}")
            self.temporary[node.uid] = f"t{node.uid}"

    def _late(self, node: Node) -> set[int]:
        """The parts that are needed only where the first parts of a node do not settle it, if they go through
        a bag.
        """
        late: dict[int, Node] = {}
        for part in node.nodes[1:]:
            within = set[int]()
            alone = node.nodes.count(part) == 1 and self.users[part.uid] == {node.uid}
            for inner in reversed(walk([part])) if alone else ():
                if inner is part or self.users[inner.uid] <= within:
                    within.add(inner.uid)
                    late[inner.uid] = inner
        return set(late) if any(map(_walks, late.values())) else set()

    def _write_in_turn(self, node: Node) -> None:
        """Write the parts of a node one after another, each only where those before it do not settle the
        node.
        """
        name, (first, *others) = f"t{node.uid}", node.nodes
        self._write(first)
        if node.op == "if":
            heads = [f"if {self.text(first)}:", "else:"]
        else:
            self.line(f"{name} = {self.text(first)}")
            heads = [f"if {name}:" if node.op == "and" else f"if not {name}:"] * len(others)
        for head, part in zip(heads, others, strict=True):
            self.line(head)
            self.depth += 1
            self._write(part)
            self.line(f"{name} = {self.text(part)}")
            self.depth -= 1
        self.temporary[node.uid] = name

    def text(self, node: Node) -> str:
        """The Python text of a node whose named parts are written."""
        if node.uid in self.temporary:
            return self.temporary[node.uid]
        return _TEXT[node.op](self, *node.args)

    def steps(self, action: TracedAction, ranges: Mapping[str, str], noted: bool = False) -> None:
        """Write a generator of (parameters in order, state after) over these ranges of parameters.

        With `noted`, the lists `held` and `failed` note the outcome of every guard that is evaluated.
        """
        self.begin(action.nodes)
        remaining = list(enumerate(action.guards))
        names = list(action.parameters)
        for done in range(len(names) + 1):
            known = set(names[:done])
            for number, guard in [g for g in remaining if _parameters(g[1].condition) <= known]:
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

    def deciding(self, action: TracedAction, ranges: Mapping[str, str]) -> None:
        """Write a function over these ranges of parameters: whether the action is legal for any of them, and
        the places of the guards that are the only ones to fail for some.

        What two guards forbid is left as soon as that is known. At each depth `f` and the number of the
        parameters that are chosen names the guard that fails so far, if one does.
        """
        self.begin([guard.condition for guard in action.guards])
        remaining = list(enumerate(action.guards))
        names = list(action.parameters)
        self.line("alone = set()")
        self.line("f0 = -1")
        for done in range(len(names) + 1):
            known = set(names[:done])
            for number, guard in [g for g in remaining if _parameters(g[1].condition) <= known]:
                remaining.remove((number, guard))
                self.line(f"if not {self.expression(guard.condition)}:")
                self.line(f"    if f{done} >= 0: {'continue' if done else 'return False, alone'}")
                self.line(f"    f{done} = {number}")
            if done < len(names):
                self.line(f"for p_{names[done]} in {ranges[names[done]]}:")
                self.depth += 1
                self.line(f"f{done + 1} = f{done}")
        self.line(f"if f{len(names)} < 0: return True, ()")
        self.line(f"alone.add(f{len(names)})")
        self.depth = 1
        self.line("return False, alone")

    def function(self, called: Mapping[str, Any], *arguments: str) -> Any:
        """Compile the lines, as a function of the state and of these arguments."""
        text = f"def generated({', '.join(('s', *arguments))}):\n" + "\n".join(self.lines) + "\n"
        space: dict[str, Any] = {**called, **_CALLED}
        exec(compile(text, "<generated from the model>", "exec"), space)
        return space["generated"]


ROOT = -1
"""`uid` that stands for the user of a root."""

IN_TURN = ("if", "and", "or")
"""Operations whose first part may settle them."""

DEEPEST = 50
"""Most levels of indentation; Python allows 100."""


def _walks(node: Node) -> bool:
    """Whether computing a node goes through a bag."""
    return bool(node.nodes) and (node.sort is Sort.BAG or node.op in ("count", "total", "gather"))


def _parameters(node: Node) -> set[str]:
    return {inner.args[0] for inner in walk([node]) if inner.op in ("param", "field")}


def removed(bag: State, old: Any) -> State:
    """A bag without one such element; unchanged where it has none, since it may be computed ahead of a
    failing condition.
    """
    if old not in bag:
        return bag
    elements = list(bag)
    elements.remove(old)
    return tuple(elements)


def different(bag: State, *chosen: Any) -> Iterable[Any]:
    """The different elements of a bag without those chosen before."""
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
"""The functions that generated code calls, by name."""


def _infix(sign: str) -> Callable[..., str]:
    return lambda source, *parts: "(" + f" {sign} ".join(source.text(part) for part in parts) + ")"


_TEXT: dict[str, Callable[..., str]] = {
    "const": lambda _, value: repr(value) if isinstance(value, bool) else f"({value})",
    "subset": lambda _, bits, __: f"({bits})",
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
        f"(tuple(sorted([{source.text(new)} if {source.text(condition)} else e{v}"
        f" for e{v} in {source.text(bag)}]))"
        f" if [1 for e{v} in {source.text(bag)} if {source.text(condition)}] else {source.text(bag)})"
    ),
    "bag_keep": lambda source, bag, v, condition: (
        f"tuple([e{v} for e{v} in {source.text(bag)} if {source.text(condition)}])"
    ),
}
