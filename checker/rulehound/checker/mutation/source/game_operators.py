"""Small changes to Python code that are faults of games: the other player, another moment, one for all.

The usual operators of mutation testing know the syntax alone. Faults of a game's engine exchange words of the
game: a player for the opponent, a duration or an area for another one, the first card for all cards, one
order for the other, a floor for none. Which names stand for a player, and which may be taken for each other,
is data of the game (`exchanges.toml`); words that are members of one type are known from the code.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

import msgspec

from rulehound.checker.engines.source.modules import FUNCTIONS, EngineSource
from rulehound.checker.mutation.source.operators import Change, Operators
from rulehound.spec.documents.toml_source import TomlSource

EXCHANGES = "exchanges.toml"
"""File in a game's directory."""

NUMBERS = ("int", "Literal[0, 1]", "int | None", "Literal[0, 1] | None")
"""Annotations of what is declared as a number."""

AMBIGUOUS = 3
"""A word that is a member of so many types stands for none of them in particular, and is left alone."""


class Exchanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of an engine's code that faults exchange."""

    engine: str
    players: tuple[str, ...] = ()
    """Names whose value is one of two players, 0 or 1, where they are declared as numbers."""
    alike: tuple[tuple[str, ...], ...] = ()
    """Names that may be taken for each other; each is exchanged for the next one."""


def exchanges(directory: Path, engine: str) -> Exchanges:
    """The names that faults of an engine exchange; none where the game lists none. Raises SpecError."""
    path = directory / EXCHANGES
    listed = TomlSource(path).records("exchange", Exchanges) if path.exists() else []
    return next((each for each in listed if each.engine == engine), Exchanges(engine))


def game_operators(source: EngineSource, exchanged: Exchanges) -> Operators:
    """The operators of games for an engine's source."""
    others = _other_words(source)
    players = frozenset(_of_players(source, frozenset(exchanged.players)))
    alike = {
        name: group[(place + 1) % len(group)] for group in exchanged.alike for place, name in enumerate(group)
    }

    def changes(node: ast.AST) -> Iterator[Change]:
        match node:
            case ast.Constant(value=str() as word):
                yield from ((f"{word} is {other}", ast.Constant(other)) for other in others.get(word, ()))
            case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub(), right=ast.Name() | ast.Attribute()):
                if id(node.right) in players:
                    yield "not the opponent", node.right
            case ast.Name(ctx=ast.Load()) | ast.Attribute(ctx=ast.Load()):
                if id(node) in players:
                    yield "the opponent", ast.BinOp(ast.Constant(1), ast.Sub(), node)
                if (name := _name(node)) in alike:
                    yield f"{name} is {alike[name]}", _named(node, alike[name])
            case ast.comprehension():
                for change, over in _part(node.iter):
                    yield change, ast.comprehension(node.target, over, node.ifs, node.is_async)
            case ast.Call(func=ast.Name(id="max" | "min" as name), args=[first, second], keywords=[]):
                yield f"without {name}: the first", first
                yield f"without {name}: the second", second

    return changes


def of_loop_of_game(over: ast.expr) -> Iterator[Change]:
    """A loop over the first thing alone, over all but the first, or over all in the other order."""
    if not isinstance(over, ast.Tuple):
        yield from _part(over)


def _part(over: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    things = ast.Call(ast.Name("tuple", ast.Load()), [over], [])
    one, back = ast.Constant(1), ast.UnaryOp(ast.USub(), ast.Constant(1))
    yield "the first alone", ast.Subscript(things, ast.Slice(None, one), ast.Load())
    yield "all but the first", ast.Subscript(things, ast.Slice(one), ast.Load())
    yield "the other way round", ast.Subscript(things, ast.Slice(step=back), ast.Load())


def _of_players(source: EngineSource, names: Set[str]) -> Iterator[int]:
    """The ids of all nodes that stand for a player: arguments and fields of these names that are numbers."""
    nodes = [node for module in source.modules for node in ast.walk(module.tree)]
    bodies = (node.body for node in nodes if isinstance(node, ast.ClassDef))
    fields = {field for body in bodies for field in map(_field, body)} & names
    for node in nodes:
        if isinstance(node, FUNCTIONS):
            arguments = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            numbers = {each.arg for each in arguments if _is_number(each.annotation)} & names
            inner = (each for each in ast.walk(node) if isinstance(each, ast.Name))
            yield from (id(each) for each in inner if each.id in numbers)
        elif isinstance(node, ast.Attribute) and node.attr in fields:
            yield id(node)


def _field(statement: ast.stmt) -> str:
    """The name of the field that a statement in a class declares, where it is a number; else ''."""
    if not isinstance(statement, ast.AnnAssign) or not _is_number(statement.annotation):
        return ""
    return _name(statement.target)


def _is_number(annotation: ast.expr | None) -> bool:
    return annotation is not None and ast.unparse(annotation) in NUMBERS


def _named(node: ast.Name | ast.Attribute, name: str) -> ast.expr:
    """A node with another last name."""
    if isinstance(node, ast.Name):
        return ast.Name(name, ast.Load())
    return ast.Attribute(node.value, name, ast.Load())


def _name(node: ast.AST) -> str:
    """The last name of an expression such as ``state.turn``."""
    match node:
        case ast.Name():
            return node.id
        case ast.Attribute():
            return node.attr
        case _:
            return ""


def _other_words(source: EngineSource) -> Mapping[str, Sequence[str]]:
    """Each word that is a member of one or two types of words (`Literal`), with the next member of each."""
    others: dict[str, list[str]] = defaultdict(list)
    for words in _literals(source):
        for place, word in enumerate(words):
            others[word].append(words[(place + 1) % len(words)])
    unique = {word: list(dict.fromkeys(nexts)) for word, nexts in others.items()}
    return {word: nexts for word, nexts in unique.items() if len(nexts) < AMBIGUOUS}


def _literals(source: EngineSource) -> Iterator[Sequence[str]]:
    for module in source.modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Subscript) and _name(node.value) == "Literal":
                elements = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                words = [each.value for each in elements if isinstance(each, ast.Constant)]
                names = [word for word in words if isinstance(word, str) and word]
                if len(names) > 1:
                    yield names
