"""The rooms keep to themselves: who imports whom, and what the checker may name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rulehound_testing.folders import ROOT

MAY_IMPORT = {
    "extract": (),
    "spec": ("rulehound.extract",),
    "engine": ("rulehound.spec.formats",),
    "checker": ("rulehound.spec", "rulehound.extract"),
}
WORDS_OF_GAMES = re.compile(
    r"\b(memory|breeding|digimon|digivolve|security|tamer|trash|suspend\w*|battle|hatch|dcg|dp)\b",
    re.IGNORECASE,
)


def modules(room: str) -> list[Path]:
    found = sorted((ROOT / room / "rulehound" / room).rglob("*.py"))
    assert found, f"{room}/ holds no module"
    return found


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {node.module or ""} | {f"{node.module}.{name.name}" for name in node.names}
    return {name for name in found if name == "rulehound" or name.startswith("rulehound.")}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    own = f"rulehound.{room}"
    for path in modules(room):
        for name in imports(path):
            allowed = name == own or name.startswith(f"{own}.")
            allowed |= any(name == other or name.startswith(f"{other}.") for other in MAY_IMPORT[room])
            # `from rulehound.spec import formats` reads as rulehound.spec and rulehound.spec.formats
            allowed |= room == "engine" and name == "rulehound.spec"
            assert allowed, f"{path.relative_to(ROOT)} imports {name}"


def test_the_namespace_has_no_module_of_its_own() -> None:
    assert not [room for room in MAY_IMPORT if (ROOT / room / "rulehound" / "__init__.py").exists()]


@pytest.mark.parametrize("room", ["extract", "checker"])
def test_rooms_that_know_no_game_name_nothing_of_one(room: str) -> None:
    """Identifiers and strings, but not docstrings and comments, which may give examples."""
    for path in modules(room):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        bodies = [node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list)]
        documentation = {
            id(statement.value)
            for body in bodies
            for statement in body
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        }
        for node in ast.walk(tree):
            text = ""
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in documentation
            ):
                text = node.value
            elif isinstance(node, ast.Name):
                text = node.id.replace("_", " ")
            elif isinstance(node, ast.Attribute):
                text = node.attr.replace("_", " ")
            found = WORDS_OF_GAMES.search(text)
            assert not found or allowed_words(text), (
                f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)} names {found and found.group()}"
            )


def allowed_words(text: str) -> bool:
    """`dcg` is the default game of the command line; memory is also what a machine has."""
    return text == "dcg" or "memory" in text.lower()


def test_modules_stay_readable() -> None:
    for room in MAY_IMPORT:
        for path in modules(room):
            length = len(path.read_text(encoding="utf-8").splitlines())
            assert length <= 600, f"{path.relative_to(ROOT)} has {length} lines; is it still one idea?"
