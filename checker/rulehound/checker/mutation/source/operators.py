"""Small changes to Python code, the usual operators of mutation testing.

After Offutt et al., "An experimental determination of sufficient mutant operators" (1996): relations and
connectives exchanged, constants one off, statements left out. For code that moves things about there are
more: elements left out, first and last exchanged. A change that would hardly run is not made: a statement
that binds a name is never left out.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from rulehound.checker.engines.source.cited_code import TreePath

Change: TypeAlias = tuple[str, ast.AST]
"""A change in words, and the node that takes the place of the old one."""

Operators: TypeAlias = Callable[[ast.AST], Iterator[Change]]
"""The changes that can be made to a node."""

_RELATIONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In},
}
_SIGNS = {
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="},
    **{ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in"},
}
_OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}

_PASSED_OVER = frozenset({"annotation", "returns", "decorator_list"})
"""Fields that do not affect what code does, or do not belong to the statement itself."""

_BLOCKS = frozenset({"body", "orelse", "finalbody", "handlers", "cases"})

_OF_ANY_LENGTH = re.compile(r"tuple\[.*, \.\.\.\]")

MOST = 6
"""The most elements that a display may have for each to be left out in turn."""


def of_no_game(_node: ast.AST) -> Iterator[Change]:
    """No changes beside those of the syntax."""
    return iter(())


def changes_of_code(
    root: ast.AST, returns: str, whole: bool, of_game: Operators = of_no_game
) -> Iterator[tuple[TreePath, str, ast.AST]]:
    """Every change within a node: its path, the change in words, and the new node.

    `returns`: the return annotation of the function around it, or ''. `whole`: the statement may be left out.
    `of_game`: further operators.
    """
    if isinstance(root, ast.stmt):
        for change, new in _of_statement(root, returns, whole):
            yield (), change, new
    for path, node in _below(root, ()):
        if isinstance(node, ast.expr | ast.comprehension | ast.Slice):
            for change, new in (*_of_expression(node), *of_game(node)):
                yield path, change, new


def of_condition(loop: bool) -> Iterator[Change]:
    """A condition that always or never holds. In a loop it is not made to hold always, as that never ends."""
    if not loop:
        yield "always", ast.Constant(True)
    yield "never", ast.Constant(False)


def of_loop(over: ast.expr) -> Iterator[Change]:
    """A loop over nothing, or over two things in the other order."""
    yield "over nothing", ast.Tuple([], ast.Load())
    if isinstance(over, ast.Tuple) and len(over.elts) == 2:
        yield "in the other order", ast.Tuple(over.elts[::-1], ast.Load())


def replaced(node: Any, path: TreePath, new: ast.AST) -> Any:
    """A copy of the node in which `new` stands at the path. The node itself does not change."""
    if not path:
        return new
    (field, index), rest = path[0], path[1:]
    changed, value = copy.copy(node), getattr(node, field)
    if index is None:
        setattr(changed, field, replaced(value, rest, new))
    else:
        setattr(changed, field, [*value[:index], replaced(value[index], rest, new), *value[index + 1 :]])
    return changed


def _below(node: ast.AST, path: TreePath) -> Iterator[tuple[TreePath, ast.AST]]:
    """A node and all nodes below it with their paths, without blocks of statements and without text."""
    yield path, node
    if isinstance(node, ast.JoinedStr):
        return
    for field, value in ast.iter_fields(node):
        if field in _PASSED_OVER or (field in _BLOCKS and isinstance(value, list)):
            continue
        if isinstance(value, ast.AST):
            yield from _below(value, (*path, (field, None)))
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                if isinstance(inner, ast.AST):
                    yield from _below(inner, (*path, (field, index)))


def _of_statement(statement: ast.stmt, returns: str, whole: bool) -> Iterator[Change]:
    if whole and _can_go(statement):
        yield "left out", ast.Pass()
    if isinstance(statement, ast.Return) and not isinstance(statement.value, ast.Constant | None):
        for change, value in _other_results(statement.value, returns):
            yield f"returns {change}", ast.Return(value)


def _can_go(statement: ast.stmt) -> bool:
    """Whether a statement can be left out without a later name or a return value going missing."""
    match statement:
        case ast.Expr():
            return not isinstance(statement.value, ast.Constant)
        case ast.Assign():
            return all(isinstance(to, ast.Attribute | ast.Subscript) for to in statement.targets)
        case ast.AnnAssign():
            return isinstance(statement.target, ast.Attribute) and statement.value is not None
        case ast.Return():
            return statement.value is None
        case _:
            kinds = (ast.AugAssign, ast.Delete, ast.Raise, ast.Break, ast.Continue)
            return isinstance(statement, kinds)


def _other_results(value: ast.expr, returns: str) -> Iterator[tuple[str, ast.expr]]:
    if returns == "bool":
        yield "True", ast.Constant(True)
        yield "False", ast.Constant(False)
    elif returns == "int":
        yield "one more", ast.BinOp(value, ast.Add(), ast.Constant(1))
        yield "one less", ast.BinOp(value, ast.Sub(), ast.Constant(1))
    elif returns.endswith("| None"):
        yield "None", ast.Constant(None)
    elif returns.startswith(("Sequence[", "Iterable[")) or _OF_ANY_LENGTH.fullmatch(returns):
        yield "nothing", ast.Tuple([], ast.Load())
    elif returns.startswith("list["):
        yield "nothing", ast.List([], ast.Load())


def _of_expression(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare():
            yield from _relations(node)
        case ast.BoolOp():
            yield from _connectives(node)
        case ast.UnaryOp(op=ast.Not()):
            yield "not is left out", node.operand
        case ast.UnaryOp(op=ast.USub(), operand=ast.expr() as operand) if not isinstance(
            operand, ast.Constant
        ):
            yield "- is left out", operand
        case ast.Constant(value=bool() as value):
            yield f"{value} is {not value}", ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield f"{value} is one more", ast.Constant(value + 1)
            yield f"{value} is one less", ast.Constant(value - 1)
        case ast.BinOp(op=ast.Sub()):
            yield "- is +", ast.BinOp(node.left, ast.Add(), node.right)
        case ast.BinOp(op=ast.Add()) if _is_number(node.left) or _is_number(node.right):
            yield "+ is -", ast.BinOp(node.left, ast.Sub(), node.right)
        case ast.IfExp():
            yield "the first in any case", node.body
            yield "the second in any case", node.orelse
        case ast.Call():
            yield from _calls(node)
        case ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()) | ast.Set():
            yield from _displays(node)
        case ast.Slice(lower=ast.Constant(value=1), upper=None):
            yield "all but the last", ast.Slice(None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
        case ast.Slice(lower=None, upper=ast.UnaryOp(operand=ast.Constant(value=1))):
            yield "all but the first", ast.Slice(ast.Constant(1), None)
        case ast.comprehension():
            for number, condition in enumerate(node.ifs):
                fewer = [*node.ifs[:number], *node.ifs[number + 1 :]]
                yield f"without if {ast.unparse(condition)}", _comprehension(node, fewer)


def _relations(node: ast.Compare) -> Iterator[Change]:
    for number, relation in enumerate(node.ops):
        other = _RELATIONS[type(relation)]
        ops = [*node.ops[:number], other(), *node.ops[number + 1 :]]
        change = f"{_SIGNS[type(relation)]} is {_SIGNS[other]}"
        yield change, ast.Compare(node.left, ops, node.comparators)


def _connectives(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield ("and is or" if isinstance(node.op, ast.And) else "or is and"), ast.BoolOp(other, node.values)
    for number, value in enumerate(node.values):
        rest = [*node.values[:number], *node.values[number + 1 :]]
        yield f"without {ast.unparse(value)}", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _calls(node: ast.Call) -> Iterator[Change]:
    if isinstance(node.func, ast.Name) and node.func.id in _OPPOSITES:
        other = _OPPOSITES[node.func.id]
        yield f"{node.func.id} is {other}", ast.Call(ast.Name(other, ast.Load()), node.args, node.keywords)
    for number, keyword in enumerate(node.keywords):
        if keyword.arg is not None:
            rest = [*node.keywords[:number], *node.keywords[number + 1 :]]
            yield f"without {keyword.arg}=", ast.Call(node.func, node.args, rest)


def _displays(node: ast.Tuple | ast.List | ast.Set) -> Iterator[Change]:
    if len(node.elts) > MOST:
        return
    for number, element in enumerate(node.elts):
        rest = [*node.elts[:number], *node.elts[number + 1 :]]
        if rest or not isinstance(node, ast.Set):
            yield f"without {ast.unparse(element)}", _display(node, rest)
    if len(node.elts) == 2 and any(isinstance(element, ast.Starred) for element in node.elts):
        yield "in the other order", _display(node, node.elts[::-1])


def _display(like: ast.Tuple | ast.List | ast.Set, elements: list[ast.expr]) -> ast.AST:
    return ast.Set(elements) if isinstance(like, ast.Set) else type(like)(elements, ast.Load())


def _comprehension(like: ast.comprehension, conditions: list[ast.expr]) -> ast.comprehension:
    return ast.comprehension(like.target, like.iter, conditions, like.is_async)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int
