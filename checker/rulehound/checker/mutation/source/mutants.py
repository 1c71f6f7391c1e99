"""Mutants of an engine: its source with one small change each, at code for which it cites rules."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import CodeType
from typing import TypeAlias

from rulehound.checker.engines.source.cited_code import (
    CitedCode,
    TreePath,
    cited_code,
    functions_of,
    nodes_along,
)
from rulehound.checker.engines.source.modules import FUNCTIONS, EngineSource, Module
from rulehound.checker.errors import UserError
from rulehound.checker.mutation.mutants import drawn
from rulehound.checker.mutation.source.changed_module import ModuleText
from rulehound.checker.mutation.source.operators import changes_of_code, of_condition, of_loop, replaced

LONGEST = 60
"""How many characters of a change stand in the name of a mutant."""

Code: TypeAlias = tuple[object, ...]
"""A compiled piece of code in a form that can be compared, without its position."""


@dataclass(frozen=True)
class SourceMutant:
    """An engine with one change."""

    name: str
    """Place, number of the piece of code there, and change. It stays while the code around it moves."""
    place: str
    """``package.module:function``, with nothing after the colon outside of functions."""
    content: str
    """Hash of the function at the place, without the change."""
    rules: tuple[str, ...]
    """The rules that are cited for the changed code."""
    shown: str
    """The line, and the code before and after the change."""
    module: Module
    path: TreePath
    new: ast.AST

    @property
    def changed(self) -> ModuleText:
        """The module with the change."""
        tree = ast.fix_missing_locations(replaced(self.module.tree, self.path, self.new))
        return ModuleText(self.module.name, self.module.file, ast.unparse(tree))


def source_mutants(source: EngineSource, rules: Iterable[str]) -> list[SourceMutant]:
    """Every mutant, in the order of the engine's code.

    Of two mutants that compile to the same code the first is kept, with the rules of both. A change that
    compiles to the unchanged code makes no mutant.
    """
    mutants: dict[tuple[str, TreePath, Code], SourceMutant] = {}
    numbers, names = Counter[str](), Counter[str]()
    pieces = cited_code(source, rules)
    functions = functions_of(pieces)
    for piece in pieces:
        at, top = piece.at, piece.path[:1]
        numbers[at.place] += 1
        unchanged = _compiled(at.module, piece.path, piece.node)
        for below, change, new in _changes(piece):
            path = (*piece.path, *below)
            code = _compiled(at.module, path, new)
            if code is None or code == unchanged:
                continue
            twin = mutants.get((at.module.name, top, code))
            if twin is not None:
                together = tuple(dict.fromkeys((*twin.rules, *piece.rules)))
                mutants[at.module.name, top, code] = replace(twin, rules=together)
                continue
            name = f"{at.place}:{numbers[at.place]} {_short(change)}"
            names[name] += 1
            again = f" #{names[name]}" if names[name] > 1 else ""
            description = (
                f"line {getattr(piece.node, 'lineno', 0)}: {_before_and_after(piece.node, below, new)}"
            )
            mutants[at.module.name, top, code] = SourceMutant(
                name + again,
                at.place,
                functions[at.place].content,
                piece.rules,
                description,
                at.module,
                path,
                new,
            )
    return list(mutants.values())


def _changes(piece: CitedCode) -> Iterator[tuple[TreePath, str, ast.AST]]:
    around = list(nodes_along(piece.at.module.tree, piece.path))
    parent = around[-2]
    if isinstance(parent, ast.If | ast.While) and parent.test is piece.node:
        for change, new in of_condition(isinstance(parent, ast.While)):
            yield (), change, new
    if isinstance(parent, ast.For | ast.AsyncFor) and isinstance(piece.node, ast.expr):
        for change, new in of_loop(piece.node):
            yield (), change, new
    function = next((node for node in reversed(around) if isinstance(node, FUNCTIONS)), None)
    returns = ast.unparse(function.returns) if function is not None and function.returns else ""
    alone = piece.at.alone and piece.node is piece.at.statement
    yield from changes_of_code(piece.node, returns, not alone)


def _compiled(module: Module, path: TreePath, new: ast.AST) -> Code | None:
    """The compiled statement of the module that holds `new` at the path; None where it does not compile."""
    (_, index), below = path[0], path[1:]
    assert index is not None
    changed = replaced(module.tree.body[index], below, new)
    try:
        tree = ast.fix_missing_locations(ast.Module([changed], []))
        return _comparable(compile(tree, "", "exec", dont_inherit=True))
    except (SyntaxError, ValueError):
        return None


def _comparable(code: CodeType) -> Code:
    """A code object without its position, so that equal code compares equal."""
    constants = tuple(
        _comparable(inner) if isinstance(inner, CodeType) else (type(inner), inner)
        for inner in code.co_consts
    )
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code, code.co_exceptiontable, constants, names, code.co_flags, code.co_argcount)


def _before_and_after(node: ast.AST, below: TreePath, new: ast.AST) -> str:
    """The code before and after a change, shortened."""
    *_, changed = nodes_along(node, below)
    return " -> ".join(_short(" ".join(_head(each).split())) for each in (changed, new))


def _head(node: ast.AST) -> str:
    """The code of a node; of a statement without its block."""
    return ast.unparse(node).split(":\n", 1)[0]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def chosen_engine_mutants(
    every: Sequence[SourceMutant],
    rule: str | None = None,
    module: str | None = None,
    sample: int | None = None,
    seed: int = 0,
) -> list[SourceMutant]:
    """The mutants where a rule is cited, or of one module; or so many of them drawn by lot.

    Raises UserError where there is none.
    """
    chosen = [
        mutant
        for mutant in every
        if (rule is None or rule in mutant.rules) and (module is None or module == mutant.module.name)
    ]
    if not chosen:
        raise UserError("there is no such mutant", "name a rule that the engine cites, and a module of it")
    return drawn(chosen, sample, seed)
