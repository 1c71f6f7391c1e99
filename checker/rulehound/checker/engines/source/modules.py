"""The modules of an installed engine as syntax trees, and their statements with their places."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rulehound.checker.engines.opening import installed_engines
from rulehound.checker.engines.source.files import EngineCode, engine_code
from rulehound.checker.errors import UserError
from rulehound.spec.language.fingerprints import combined

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Module:
    """One module of an engine."""

    name: str
    file: Path
    text: str
    tree: ast.Module


@dataclass(frozen=True)
class EngineSource:
    """All modules with which an engine plays a game."""

    package: str
    code: EngineCode
    modules: tuple[Module, ...]

    @property
    def folder(self) -> Path:
        """The folder of its package, or the file of its only module."""
        return self.code.folder


@dataclass(frozen=True)
class PlacedStatement:
    """A statement, and where it stands."""

    module: Module
    statement: ast.stmt
    scope: str = ""
    """Qualified name of the outermost function around it; '' outside of functions."""
    function: ast.stmt | None = None
    """The outermost function around it."""
    condition: ast.If | ast.While | None = None
    """The innermost condition around it, in the same function."""
    alone: bool = False
    """It is the only statement under that condition."""

    @property
    def place(self) -> str:
        """``package.module:function``. It has no line number, because lines move."""
        return f"{self.module.name}:{self.scope}"

    @property
    def whole(self) -> ast.stmt:
        """The function, or the statement where there is none around it."""
        return self.function or self.statement


def read_engine(name: str, game: str) -> EngineSource:
    """The source with which an installed engine plays a game, by its name.

    Raises UserError where there is no such engine, or no Python source of it.
    """
    installed = installed_engines()
    code = engine_code(name, game)
    if code is None:
        known = ", ".join(installed) or "there is none"
        what = f"there is no source of an installed engine {name!r}"
        raise UserError(what, f"give the name of an installed engine in Python ({known})")
    return read_source(code, _package(installed[name].module.split("."), code.folder))


def read_source(code: EngineCode, package: str) -> EngineSource:
    """The modules of a package below its folder, or the single one in a file, in the order of their paths.

    Files that this version of Python cannot parse are left out.
    """
    folder, engine_modules = code.folder, []
    for path in code.modules():
        parts = path.relative_to(folder).with_suffix("").parts if folder.is_dir() else ()
        name = ".".join((package, *(part for part in parts if part != "__init__")))
        try:
            text = path.read_text(encoding="utf-8")
            engine_modules.append(Module(name, path, text, ast.parse(text)))
        except (OSError, SyntaxError, ValueError):
            continue
    return EngineSource(package, code, tuple(engine_modules))


def _package(parts: Sequence[str], folder: Path) -> str:
    """The dotted name of the package or module at a path; `parts` is the name of a module within it."""
    here = folder.with_suffix("").parts
    depths = range(len(parts), 0, -1)
    return ".".join(next(parts[:end] for end in depths if here[-end:] == tuple(parts[:end])))


def placed_statements(module: Module) -> Iterator[PlacedStatement]:
    """Every statement of a module, from the top, outer ones first."""
    for statement in module.tree.body:
        yield from _within(PlacedStatement(module, statement), ())


def _within(at: PlacedStatement, classes: tuple[str, ...]) -> Iterator[PlacedStatement]:
    """A statement and all statements below it. `classes`: the names of the classes around it."""
    statement, condition = at.statement, at.condition
    if isinstance(statement, ast.ClassDef):
        classes, condition = (*classes, statement.name), None
    elif isinstance(statement, FUNCTIONS):
        if at.function is None:
            at = replace(at, scope=".".join((*classes, statement.name)), function=statement)
        condition = None
    elif isinstance(statement, ast.If | ast.While):
        condition = statement
    yield at
    for block in blocks(statement):
        alone = condition is statement and len(block) == 1 and not getattr(statement, "orelse", ())
        for inner in block:
            yield from _within(replace(at, statement=inner, condition=condition, alone=alone), classes)


def blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of statements below a statement."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(statement, name, None)
        if block:
            yield block
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def head_ends(statement: ast.stmt) -> int:
    """The last line of a statement before its block, or its last line where it has no block."""
    body = next(blocks(statement), None)
    end = statement.end_lineno or statement.lineno
    return max(statement.lineno, body[0].lineno - 1) if body else end


def content_hash(node: ast.AST) -> str:
    """A hash of what code does.

    Docstrings, comments, positions and the version of Python make no difference.
    """
    return combined([_syntax(node)])


def _syntax(node: object) -> str:
    """A syntax tree as text, without docstrings.

    Fields without content and empty pieces of f-strings are left out: which of them a tree has, and which
    of them `ast.dump` prints, changes from one version of Python to the next.
    """
    if isinstance(node, ast.AST):
        fields = ((name, _without_docstring(node, name, value)) for name, value in ast.iter_fields(node))
        said = (f"{name}={_syntax(value)}" for name, value in fields if value is not None and value != [])
        return f"{type(node).__name__}({', '.join(said)})"
    if isinstance(node, list):
        return f"[{', '.join(map(_syntax, node))}]"
    return repr(node)


def _without_docstring(node: ast.AST, name: str, value: Any) -> Any:
    """What a field of a node holds, but for docstrings and empty pieces of f-strings."""
    if name == "body" and isinstance(node, (*FUNCTIONS, ast.ClassDef)) and is_text(value[0]):
        return value[1:] or [ast.Pass()]
    if name == "values" and isinstance(node, ast.JoinedStr):
        return [part for part in value if not (isinstance(part, ast.Constant) and part.value == "")]
    return value


def is_text(statement: ast.stmt) -> bool:
    """Whether a statement is nothing but a string, as a docstring is."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)
