"""Mutants of an engine: its source with one small change each, at code that carries rules."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any, TypeAlias

from rulehound.checker.mutation.source.engine import FUNCTIONS, Module, Placed, Source, content
from rulehound.checker.mutation.source.operators import Path, changes, of_condition, of_loop, replaced
from rulehound.checker.mutation.source.process import ModuleText
from rulehound.checker.mutation.source.sites import sites
from rulehound.spec.language.fingerprints import combined

LONGEST = 60
"""Characters of a change that a name has; what was changed to what is told beside it."""

Code: TypeAlias = tuple[object, ...]
"""What a piece of code does, wherever it stands."""


@dataclass(frozen=True)
class SourceMutant:
    """An engine with one change."""

    name: str
    """Place, number of the piece of code there, and change: the same while the code around it moves."""
    place: str
    """``package.module:function``, with nothing after the colon outside of functions."""
    content: str
    """That of the place, unchanged."""
    rules: tuple[str, ...]
    """Those that are cited for what was changed."""
    shown: str
    """The line, and what was changed to what."""
    module: Module
    path: Path
    new: ast.AST

    @property
    def changed(self) -> ModuleText:
        """The module with the change."""
        tree = ast.fix_missing_locations(replaced(self.module.tree, self.path, self.new))
        return ModuleText(self.module.name, self.module.file, ast.unparse(tree))


@dataclass(frozen=True)
class CitedFunction:
    """A function that cites rules, or what does so outside of functions."""

    content: str
    """A hash of what it does."""
    rules: tuple[str, ...]


@dataclass(frozen=True)
class _Piece:
    """A statement without its block, or a part of one, with all rules that are cited for it."""

    at: Placed
    path: Path
    node: ast.AST
    rules: tuple[str, ...]


def cited_functions(source: Source, rules: Iterable[str]) -> Mapping[str, CitedFunction]:
    """Every place of an engine that cites rules, by ``package.module:function``."""
    return _by_place(_pieces(source, rules))


def _by_place(pieces: Iterable[_Piece]) -> Mapping[str, CitedFunction]:
    found: dict[str, list[_Piece]] = defaultdict(list)
    for piece in pieces:
        found[piece.at.place].append(piece)
    return {
        place: CitedFunction(
            combined(dict.fromkeys(map(content, dict.fromkeys(piece.at.whole for piece in own)))),
            tuple(sorted({rule for piece in own for rule in piece.rules})),
        )
        for place, own in sorted(found.items())
    }


def source_mutants(source: Source, rules: Iterable[str]) -> list[SourceMutant]:
    """Every mutant, in the order of the engine's code.

    Of two that compile to the same code the first is there, with the rules of both; what compiles to the code
    as it is, is not there.
    """
    made: dict[tuple[str, Path, Code], SourceMutant] = {}
    numbers, names = Counter[str](), Counter[str]()
    pieces = _pieces(source, rules)
    places = _by_place(pieces)
    for piece in pieces:
        at, top = piece.at, piece.path[:1]
        numbers[at.place] += 1
        unchanged = _compiled(at.module, piece.path, piece.node)
        for below, said, new in _changes(piece):
            path = (*piece.path, *below)
            code = _compiled(at.module, path, new)
            if code is None or code == unchanged:
                continue
            known = made.get((at.module.name, top, code))
            if known is not None:
                together = tuple(dict.fromkeys((*known.rules, *piece.rules)))
                made[at.module.name, top, code] = replace(known, rules=together)
                continue
            name = f"{at.place}:{numbers[at.place]} {_short(said)}"
            names[name] += 1
            again = f" #{names[name]}" if names[name] > 1 else ""
            shown = f"line {getattr(piece.node, 'lineno', 0)}: {_told(piece.node, below, new)}"
            made[at.module.name, top, code] = SourceMutant(
                name + again, at.place, places[at.place].content, piece.rules, shown, at.module, path, new
            )
    return list(made.values())


def _pieces(source: Source, rules: Iterable[str]) -> list[_Piece]:
    """Every piece of code that carries rules once, in order."""
    paths = {
        module.name: {id(node): path for path, node in _paths(module.tree, ())} for module in source.modules
    }
    pieces: dict[int, _Piece] = {}
    for site in sites(source, rules):
        known = pieces.get(id(site.node))
        together = (*(known.rules if known else ()), *site.rules)
        path = paths[site.at.module.name][id(site.node)]
        at = known.at if known else site.at
        pieces[id(site.node)] = _Piece(at, path, site.node, tuple(dict.fromkeys(together)))
    return list(pieces.values())


def _paths(node: ast.AST, path: Path) -> Iterator[tuple[Path, ast.AST]]:
    yield path, node
    for field, value in ast.iter_fields(node):
        for index, inner in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(inner, ast.AST):
                yield from _paths(inner, (*path, (field, index)))


def _changes(piece: _Piece) -> Iterator[tuple[Path, str, ast.AST]]:
    around = list(_along(piece.at.module.tree, piece.path))
    parent = around[-2]
    if isinstance(parent, ast.If | ast.While) and parent.test is piece.node:
        for said, new in of_condition(isinstance(parent, ast.While)):
            yield (), said, new
    if isinstance(parent, ast.For | ast.AsyncFor) and isinstance(piece.node, ast.expr):
        for said, new in of_loop(piece.node):
            yield (), said, new
    function = next((node for node in reversed(around) if isinstance(node, FUNCTIONS)), None)
    returns = ast.unparse(function.returns) if function is not None and function.returns else ""
    alone = piece.at.alone and piece.node is piece.at.statement
    yield from changes(piece.node, returns, not alone)


def _along(node: Any, path: Path) -> Iterator[ast.AST]:
    """The nodes on the way down a path."""
    yield node
    for field, index in path:
        value = getattr(node, field)
        node = value if index is None else value[index]
        yield node


def _compiled(module: Module, path: Path, new: ast.AST) -> Code | None:
    """What the statement of the module that holds the path compiles to; None where it does not."""
    (_, index), below = path[0], path[1:]
    assert index is not None
    changed = replaced(module.tree.body[index], below, new)
    try:
        tree = ast.fix_missing_locations(ast.Module([changed], []))
        return _comparable(compile(tree, "", "exec", dont_inherit=True))
    except (SyntaxError, ValueError):
        return None


def _comparable(code: CodeType) -> Code:
    """What two pieces of code have in common that differ only in where they stand."""
    constants = tuple(
        _comparable(inner) if isinstance(inner, CodeType) else (type(inner), inner)
        for inner in code.co_consts
    )
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code, code.co_exceptiontable, constants, names, code.co_flags, code.co_argcount)


def _told(node: ast.AST, below: Path, new: ast.AST) -> str:
    """What was changed to what."""
    *_, changed = _along(node, below)
    return " -> ".join(_short(" ".join(_head(each).split())) for each in (changed, new))


def _head(node: ast.AST) -> str:
    """The code of a node, of a statement without its block."""
    return ast.unparse(node).split(":\n", 1)[0]


def _short(said: str) -> str:
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
