"""Finding the code that an engine's citations of rules stand for, by the syntax of Python alone.

A citation stands for the statement on its line, and one on a line of its own for the statement after it. In a
statement of several lines it stands for what begins on its line, unless that is the first or the last one. At
the head of a condition or a loop it stands for that, at the head of a function for all that is in it. A
citation in a table whose keys are names, of the members of an enumeration say, stands for the statements
that use the name. The innermost condition around such a statement belongs to it. What a docstring cites is
prose and stands for nothing.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulehound.checker.engines.source.citations import find_citations
from rulehound.checker.engines.source.modules import (
    FUNCTIONS,
    EngineSource,
    Module,
    PlacedStatement,
    blocks,
    head_ends,
    is_text,
    placed_statements,
)

Cited = Mapping[int, Sequence[str]]
"""Line of a module to the rules that are cited there."""


@dataclass(frozen=True)
class Site:
    """Code that rules are cited for: a statement without its block, or a part of one."""

    at: PlacedStatement
    node: ast.AST
    rules: tuple[str, ...]


def sites(source: EngineSource, rules: Iterable[str]) -> list[Site]:
    """All code that one of these rules is cited for, in the order of the modules, in each from the top."""
    cited = _cited(source, rules)
    all_sites: list[Site] = []
    rules_of_name: dict[str, list[str]] = defaultdict(list)
    """Names for which tables cite rules, with those rules."""
    for module in source.modules:
        statements = list(placed_statements(module))
        for line, here in sorted(cited.get(module.file.as_posix(), {}).items()):
            at = _cited_statement(module, statements, line)
            name = _name_in_table(at.statement, line) if at else None
            if name is not None:
                rules_of_name[name] += here
            elif at is not None:
                all_sites += _around(at, carriers(at.statement, max(line, at.statement.lineno)), here)
    for module in source.modules if rules_of_name else ():
        for at in placed_statements(module):
            cited_rules = [rule for name in _names(at) for rule in rules_of_name.get(name, ())]
            if cited_rules:
                all_sites += _around(at, carriers(at.statement, at.statement.lineno), cited_rules)
    order = {module.name: number for number, module in enumerate(source.modules)}
    return sorted(all_sites, key=lambda site: (order[site.at.module.name], *_position(site.node)))


def _cited(source: EngineSource, rules: Iterable[str]) -> Mapping[str, Cited]:
    """For each file, the lines that cite rules."""
    cited: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for rule, places in find_citations(source.folder, rules, source.code.left_out).items():
        for place in places:
            cited[place.file][place.line].append(rule)
    return cited


def _cited_statement(
    module: Module, statements: Sequence[PlacedStatement], line: int
) -> PlacedStatement | None:
    """The statement that a citation on this line stands for; None in a docstring or after all statements."""
    if not module.text.splitlines()[line - 1].lstrip().startswith("#"):
        holding = [at for at in statements if at.statement.lineno <= line <= head_ends(at.statement)]
        if holding:
            return None if is_text(holding[-1].statement) else holding[-1]
    return next((at for at in statements if at.statement.lineno > line), None)


def _around(at: PlacedStatement, carriers: Iterable[ast.AST], rules: Sequence[str]) -> Iterator[Site]:
    """The sites of one citation: the code that it stands for, and the condition around that code."""
    unique_rules = tuple(dict.fromkeys(rules))
    for node in carriers:
        yield Site(at, node, unique_rules)
    if at.condition is not None:
        yield Site(at, at.condition.test, unique_rules)


def carriers(statement: ast.stmt, line: int) -> Iterator[ast.AST]:
    """The nodes that a citation on one line of a statement stands for."""
    match statement:
        case ast.If() | ast.While():
            yield statement.test
        case ast.For() | ast.AsyncFor():
            yield statement.iter
        case ast.With() | ast.AsyncWith():
            yield from (item.context_expr for item in statement.items)
        case ast.Match():
            yield statement.subject
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            for inner in statement.body:
                yield from _all_carriers(inner)
        case ast.ClassDef() | ast.Try() | ast.TryStar():
            return
        case _ if line in (statement.lineno, statement.end_lineno):
            yield statement
        case _:
            yield from _beginning_on(statement, line)


def _all_carriers(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes that a citation at the head of a function stands for, in one statement of its body."""
    if not is_text(statement):
        yield from carriers(statement, statement.lineno)
    for block in blocks(statement) if not isinstance(statement, FUNCTIONS) else ():
        for inner in block:
            yield from _all_carriers(inner)


def _beginning_on(node: ast.AST, line: int) -> Iterator[ast.AST]:
    """The outermost parts of a statement that begin on a line."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.expr) and inner.lineno == line:
            yield inner
        else:
            yield from _beginning_on(inner, line)


def _name_in_table(statement: ast.stmt, line: int) -> str | None:
    """The key of the table entry that the line belongs to; None where it belongs to none."""
    for table in ast.walk(statement):
        for key, value in zip(table.keys, table.values, strict=True) if isinstance(table, ast.Dict) else ():
            last = value.end_lineno or value.lineno
            if isinstance(key, ast.Attribute | ast.Name) and key.lineno <= line <= last:
                return ast.unparse(key)
    return None


def _names(at: PlacedStatement) -> Iterator[str]:
    """The names with a dot that a statement uses within a function, its block aside."""
    if at.function is None or isinstance(at.statement, (*FUNCTIONS, ast.ClassDef)):
        return
    for root in carriers(at.statement, at.statement.lineno):
        for node in ast.walk(root):
            if isinstance(node, ast.Attribute | ast.Name):
                yield ast.unparse(node)


def _position(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
