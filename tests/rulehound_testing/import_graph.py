"""The graph of the project's own imports, read from its source: nothing is imported to draw it.

Every import counts, wherever it stands: at the top of a module, inside a function, under TYPE_CHECKING.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import networkx as nx

from rulehound_testing.folders import ROOT

PACKAGES = ("checker", "spec", "extract", "engine")


@cache
def modules(package: str) -> Mapping[str, Path]:
    """The modules of one of the four packages: dotted name to file, in the order of the names."""
    top = ROOT / package
    files = sorted((top / "rulehound" / package).rglob("*.py"))
    assert files, f"{package}/ holds no module"
    return {_dotted(path.relative_to(top)): path for path in files}


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@cache
def syntax_tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported_names(path: Path) -> set[str]:
    """The dotted names of ours that a file imports; of `from a import b` both `a` and `a.b`."""
    names = set()
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names |= {node.module or ""} | {f"{node.module}.{name.name}" for name in node.names}
    return {name for name in names if name == "rulehound" or name.startswith("rulehound.")}


@cache
def import_graph() -> nx.DiGraph[str]:
    """An arrow from each module of the four packages to each module of ours that it imports.

    `from package import module` is an import of that module, and not of the package.
    """
    known = {name: path for package in PACKAGES for name, path in modules(package).items()}
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(known)
    graph.add_edges_from(
        (name, imported)
        for name, path in known.items()
        for imported in _imported_modules(path, known)
        if imported != name
    )
    return graph


def _imported_modules(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                if inner in known or node.module in known:
                    yield inner if inner in known else node.module


def cycles() -> set[frozenset[str]]:
    """The sets of modules of which each leads to every other by its imports."""
    return {frozenset(group) for group in nx.strongly_connected_components(import_graph()) if len(group) > 1}


def public_classes(package: str) -> Iterator[tuple[str, str]]:
    """The public classes at the top of each module of a package: name and module."""
    for module, path in modules(package).items():
        for node in syntax_tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, module
