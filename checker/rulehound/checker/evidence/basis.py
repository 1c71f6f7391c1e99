"""The basis of a run: hashes of its document, values, model and engine, of its questions and its judging."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.engines.source.files import engine_code
from rulehound.checker.engines.source.modules import content_hash
from rulehound.checker.evidence.edition_evidence import Basis
from rulehound.checker.model.content_hashes import model_content, source_content
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.spec.formats import Ruleset
from rulehound.spec.game import Game
from rulehound.spec.language.fingerprints import combined

JUDGING = ("model", "judging", "suite", "records.py")
"""What of the checker decides what comes of a check: the rooms that ask and judge, and verdicts of rules."""

UNREAD = (KeyError, ValueError)
"""What a game raises that needs a fact which could not be read, or cards that there are not."""


def basis(bound: BoundModel, document: str, engine: str) -> Basis:
    """The basis of a run by a bound model. `document`: SHA-256 of the document that was read."""
    code = engine_code(engine, bound.game.name)
    return Basis(
        document=document,
        values=values_content(bound.values),
        model=model_content(bound.game.model()),
        engine=source_content(code.folder, code.modules()) if code else "",
        questions=questions_content(bound),
        judging=judging_content(bound.game),
    )


def values_content(values: Ruleset) -> str:
    """A hash of facts and switches."""
    return combined(f"{name}={value!r}" for name, value in sorted(values.items()))


def questions_content(bound: BoundModel) -> str:
    """A hash of what the checks of a run are asked with, beside what each check is by itself.

    That are the configurations of the search and which effort has which, the cards that are played with, and
    the words of scenarios with their defaults.
    """
    game, values = bound.game, bound.values
    words = game.directory / SCENARIO_WORDS
    parts: dict[str, Callable[[], Any]] = {
        "configurations": lambda: game.configurations(values),
        "searched": lambda: (game.searched, game.graphed),
        "cards": lambda: game.setup(0, values).cards,
        **{f"{kind} cards": lambda deal=deal: deal(0, values).cards for kind, deal in game.decks.items()},  # type: ignore[misc]
        "words": lambda: load_vocabulary(words, game) if words.exists() else None,
    }
    return combined(text for name, part in parts.items() for text in (name, _as_text(part)))


def _as_text(part: Callable[[], Any]) -> str:
    """A part of the questions as text; that it is unread where it needs a fact that could not be read."""
    try:
        return msgspec.json.encode(part(), order="deterministic").decode()
    except UNREAD as error:
        return f"unread: {error}"


def judging_content(game: Game) -> str:
    """A hash of the code that asks and judges: of the checker, and of how the game reads an engine.

    Comments, docstrings and the version of Python make no difference. Each process reads the code once.
    """
    reading = Path(inspect.getfile(type(game.reader))).parent
    rooms = [path for name in JUDGING for path in _modules(_CHECKER / name)]
    return _code_of((*rooms, *_modules(reading)))


_CHECKER = Path(__file__).parent.parent


def _modules(path: Path) -> list[Path]:
    """A module, or those below a folder, in order."""
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


@cache
def _code_of(modules: tuple[Path, ...]) -> str:
    return combined(text for path in modules for text in (path.stem, content_hash(_without_docstring(path))))


def _without_docstring(path: Path) -> ast.Module:
    """The syntax tree of a module without what it says of itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return ast.Module(tree.body[1:] if ast.get_docstring(tree) is not None else tree.body, [])
