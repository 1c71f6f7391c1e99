"""The code in which an engine carries out rules: where it cites them, and every statement around that.

What nobody cites a rule for may be wrong as well. So these are all statements of the modules that cite rules
and of the modules that they import, directly or not. A statement without a citation of its own has the rules
that are cited nearest to it: in its function if there are any, else in its module.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from rulehound.checker.engines.source.cited_code import CitedCode, TreePath, cited_code, paths_of
from rulehound.checker.engines.source.modules import (
    FUNCTIONS,
    EngineSource,
    Module,
    PlacedStatement,
    is_text,
    placed_statements,
)
from rulehound.checker.engines.source.sites import carriers

NO_CODE = (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Pass, ast.Assert)
"""Statements that carry out nothing."""

TYPES = ("Literal[", "Mapping[", "Callable[", "TypeVar(", "NewType(")
"""Beginnings of values that name types, and of which no rule depends on the wording."""


def uncited_code(source: EngineSource, rules: Iterable[str]) -> list[CitedCode]:
    """Every piece of the rules' code that cites no rule itself, with the rules cited nearest to it."""
    cited = cited_code(source, rules)
    modules_of_rules = _imported_by({piece.at.module.name for piece in cited}, source)
    known = {id(piece.node) for piece in cited}
    pieces: list[CitedCode] = []
    for module in source.modules:
        if module.name not in modules_of_rules:
            continue
        paths: Mapping[int, TreePath] = {id(node): path for path, node in paths_of(module.tree)}
        here = [piece for piece in cited if piece.at.module is module]
        for at in placed_statements(module):
            if not _carries_out(at):
                continue
            nearest = _nearest(at, here)
            for node in carriers(at.statement, at.statement.lineno):
                if id(node) not in known:
                    pieces.append(CitedCode(at, paths[id(node)], node, nearest))
    return pieces


def all_code(module: Module) -> list[CitedCode]:
    """Every piece of a module's code that carries something out, with no rules."""
    paths: Mapping[int, TreePath] = {id(node): path for path, node in paths_of(module.tree)}
    return [
        CitedCode(at, paths[id(node)], node, ())
        for at in placed_statements(module)
        if _carries_out(at)
        for node in carriers(at.statement, at.statement.lineno)
    ]


def _imported_by(names: Set[str], source: EngineSource) -> Set[str]:
    """These modules of a package and the modules of it that they import, directly or not."""
    imports = {module.name: set(_imports(module)) for module in source.modules}
    reached, waiting = set(names), list(names)
    while waiting:
        new = imports[waiting.pop()] & imports.keys() - reached
        reached |= new
        waiting += sorted(new)
    return reached


def _imports(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def _carries_out(at: PlacedStatement) -> bool:
    """Whether a statement may carry out a rule: no import, no text, no type, no head of a function."""
    statement = at.statement
    if is_text(statement) or isinstance(statement, (*FUNCTIONS, ast.ClassDef, *NO_CODE)):
        return False
    if at.function is None and isinstance(statement, ast.Assign | ast.AnnAssign):
        return statement.value is not None and not ast.unparse(statement.value).startswith(TYPES)
    return at.function is not None


def _nearest(at: PlacedStatement, cited: Sequence[CitedCode]) -> tuple[str, ...]:
    """The rules that are cited nearest to a statement, by lines, in its function if any are."""
    within = [piece for piece in cited if piece.at.function is at.function and at.function is not None]
    line = at.statement.lineno
    if not (within or cited):
        return ()
    return min(within or cited, key=lambda piece: abs(piece.at.statement.lineno - line)).rules
