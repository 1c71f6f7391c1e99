"""The code of an engine that cites rules: piece by piece, and function by function with a hash of each."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulehound.checker.engines.source.modules import EngineSource, PlacedStatement, content_hash
from rulehound.checker.engines.source.sites import sites
from rulehound.spec.language.fingerprints import combined

TreePath: TypeAlias = tuple[tuple[str, int | None], ...]
"""A path from a node of a syntax tree to one below it: each field's name, with an index where it is a
list."""


@dataclass(frozen=True)
class CitedFunction:
    """A function that cites rules, or the statements outside of functions that do so."""

    content: str
    """A hash of what it does."""
    rules: tuple[str, ...]


@dataclass(frozen=True)
class CitedCode:
    """A statement without its block, or a part of one, with all rules that are cited for it."""

    at: PlacedStatement
    path: TreePath
    """The path from the module to the node."""
    node: ast.AST
    rules: tuple[str, ...]


def cited_functions(source: EngineSource, rules: Iterable[str]) -> Mapping[str, CitedFunction]:
    """Every function of an engine that cites one of these rules, by its place ``package.module:function``."""
    return functions_of(cited_code(source, rules))


def functions_of(pieces: Iterable[CitedCode]) -> Mapping[str, CitedFunction]:
    """The functions in which these pieces of code stand, by place."""
    by_place: dict[str, list[CitedCode]] = defaultdict(list)
    for piece in pieces:
        by_place[piece.at.place].append(piece)
    return {
        place: CitedFunction(
            combined(dict.fromkeys(map(content_hash, dict.fromkeys(piece.at.whole for piece in own)))),
            tuple(sorted({rule for piece in own for rule in piece.rules})),
        )
        for place, own in sorted(by_place.items())
    }


def cited_code(source: EngineSource, rules: Iterable[str]) -> list[CitedCode]:
    """Every piece of an engine's code that one of these rules is cited for, once each, in order."""
    paths = {
        module.name: {id(node): path for path, node in paths_of(module.tree)} for module in source.modules
    }
    pieces: dict[int, CitedCode] = {}
    for site in sites(source, rules):
        known = pieces.get(id(site.node))
        together = (*(known.rules if known else ()), *site.rules)
        path = paths[site.at.module.name][id(site.node)]
        at = known.at if known else site.at
        pieces[id(site.node)] = CitedCode(at, path, site.node, tuple(dict.fromkeys(together)))
    return list(pieces.values())


def nodes_along(node: Any, path: TreePath) -> Iterator[ast.AST]:
    """A node and the nodes below it that a path goes through, from the top."""
    yield node
    for field, index in path:
        value = getattr(node, field)
        node = value if index is None else value[index]
        yield node


def paths_of(node: ast.AST, path: TreePath = ()) -> Iterator[tuple[TreePath, ast.AST]]:
    """A node and all nodes below it, each with its path."""
    yield path, node
    for field, value in ast.iter_fields(node):
        for index, inner in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(inner, ast.AST):
                yield from paths_of(inner, (*path, (field, index)))
