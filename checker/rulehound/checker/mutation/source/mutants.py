"""Mutants of an engine: its source with one small change each, at citations or in all the rules' code."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import CodeType
from typing import TypeAlias

from rulehound.checker.engines.source.cited_code import (
    CitedCode,
    CitedFunction,
    TreePath,
    cited_code,
    functions_of,
    nodes_along,
)
from rulehound.checker.engines.source.modules import (
    FUNCTIONS,
    EngineSource,
    Module,
    head_ends,
)
from rulehound.checker.engines.source.rules_code import all_code, uncited_code
from rulehound.checker.errors import UserError
from rulehound.checker.mutation.mutants import drawn
from rulehound.checker.mutation.source.changed_module import ModuleText
from rulehound.checker.mutation.source.game_operators import Exchanges, game_operators, of_loop_of_game
from rulehound.checker.mutation.source.operators import (
    Operators,
    changes_of_code,
    of_condition,
    of_loop,
    of_no_game,
    replaced,
)

LONGEST = 60
"""How many characters of a change stand in the name of a mutant."""

UNCITED = "statement "
"""Stands before the number of a piece of code that cites no rule, in the name of a mutant."""

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
    """The rules that are cited for the changed code; none where no citation stands for it."""
    near: tuple[str, ...]
    """The rules that are cited for it, or else nearest to it."""
    shown: str
    """The line, and the code before and after the change."""
    module: Module
    path: TreePath
    new: ast.AST
    lines: range | None
    """The lines of the changed statement; None where it is run whatever the engine is asked."""

    @property
    def changed(self) -> ModuleText:
        """The module with the change."""
        tree = ast.fix_missing_locations(replaced(self.module.tree, self.path, self.new))
        return ModuleText(self.module.name, self.module.file, ast.unparse(tree))


def source_mutants(
    source: EngineSource, rules: Iterable[str], exchanged: Exchanges | None = None
) -> list[SourceMutant]:
    """Every mutant where the engine cites one of these rules, in the order of its code.

    With `exchanged`, the names that faults of this engine exchange: every mutant in all of the rules' code,
    by the operators of games as well; those without a citation come last. Of two mutants that compile to the
    same code the first is kept, with the rules of both. A change that compiles to the unchanged code makes no
    mutant.
    """
    of_citations, others = cited_code(source, rules), list[CitedCode]()
    of_game: Operators = of_no_game
    if exchanged is not None:
        others, of_game = uncited_code(source, rules), game_operators(source, exchanged)
    pieces = [*((piece, piece.rules) for piece in of_citations), *((piece, ()) for piece in others)]
    functions = {**functions_of(others), **functions_of(of_citations)}
    return _mutants_of(pieces, functions, of_game, exchanged is not None)


def mutants_of_modules(modules: Iterable[Module]) -> list[SourceMutant]:
    """Every mutant of all code of some modules, whatever they carry out, in the order of the code."""
    pieces = [piece for module in modules for piece in all_code(module)]
    return _mutants_of([(piece, ()) for piece in pieces], functions_of(pieces), of_no_game, False)


def function_contents(source: EngineSource, rules: Iterable[str]) -> dict[str, str]:
    """The hash of each function of the rules' code, by its place, as `SourceMutant.content` has it."""
    pieces = (uncited_code(source, rules), cited_code(source, rules))
    return {place: each.content for one in pieces for place, each in functions_of(one).items()}


def _mutants_of(
    pieces: Iterable[tuple[CitedCode, tuple[str, ...]]],
    functions: Mapping[str, CitedFunction],
    of_game: Operators,
    loops_too: bool,
) -> list[SourceMutant]:
    """The mutants of pieces of code, each with the rules cited for it; `functions` by place."""
    mutants: dict[tuple[str, TreePath, Code], SourceMutant] = {}
    numbers, names = Counter[str](), Counter[str]()
    for piece, cited in pieces:
        at, top = piece.at, piece.path[:1]
        kind = f"{at.place}:" if cited else f"{at.place}:{UNCITED}"
        numbers[kind] += 1
        unchanged = _compiled(at.module, piece.path, piece.node)
        for below, change, new in _changes(piece, of_game, loops_too):
            path = (*piece.path, *below)
            code = _compiled(at.module, path, new)
            if code is None or code == unchanged:
                continue
            twin = mutants.get((at.module.name, top, code))
            if twin is not None:
                together = tuple(dict.fromkeys((*twin.rules, *cited)))
                mutants[at.module.name, top, code] = replace(twin, rules=together)
                continue
            name = f"{kind}{numbers[kind]} {_short(change)}"
            names[name] += 1
            again = f" #{names[name]}" if names[name] > 1 else ""
            description = f"line {_line(piece.node)}: {_before_and_after(piece.node, below, new)}"
            mutants[at.module.name, top, code] = SourceMutant(
                name + again,
                at.place,
                functions[at.place].content,
                cited,
                piece.rules,
                description,
                at.module,
                path,
                new,
                _lines_of(piece),
            )
    return list(mutants.values())


def _lines_of(piece: CitedCode) -> range | None:
    """The lines of the statement that a piece of code belongs to, or of the condition that the piece is.

    None outside of functions, where code is run once for all.
    """
    at, first, last = piece.at, _line(piece.node), getattr(piece.node, "end_lineno", 0)
    if at.function is None:
        return None
    if at.statement.lineno <= first <= head_ends(at.statement):
        first, last = at.statement.lineno, head_ends(at.statement)
    return range(first, last + 1)


def _line(node: ast.AST) -> int:
    return getattr(node, "lineno", 0)


def _changes(
    piece: CitedCode, of_game: Operators, loops_too: bool
) -> Iterator[tuple[TreePath, str, ast.AST]]:
    around = list(nodes_along(piece.at.module.tree, piece.path))
    parent = around[-2]
    if isinstance(parent, ast.If | ast.While) and parent.test is piece.node:
        for change, new in of_condition(isinstance(parent, ast.While)):
            yield (), change, new
    if isinstance(parent, ast.For | ast.AsyncFor) and isinstance(piece.node, ast.expr):
        more = of_loop_of_game(piece.node) if loops_too else ()
        for change, new in (*of_loop(piece.node), *more):
            yield (), change, new
    function = next((node for node in reversed(around) if isinstance(node, FUNCTIONS)), None)
    returns = ast.unparse(function.returns) if function is not None and function.returns else ""
    alone = piece.at.alone and piece.node is piece.at.statement
    yield from changes_of_code(piece.node, returns, not alone, of_game)


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
