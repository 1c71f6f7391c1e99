"""The name of a new game, which is also that of a Python package and of its entry points."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec

from rulehound.checker.engines.opening import installed_engines
from rulehound.checker.errors import UserError
from rulehound.spec.game import installed_games

NAME = re.compile(r"[a-z][a-z0-9_]*")
LONGEST = 40


def require_usable(name: str) -> None:
    """Raise UserError for a name that no package can have, or that something installed has already."""
    if not NAME.fullmatch(name) or len(name) > LONGEST or keyword.iskeyword(name):
        what = f"{name!r} cannot name a game, since a Python package is called like it"
        remedy = f"use up to {LONGEST} lower-case letters, digits and underscores, with a letter first"
        raise UserError(what, remedy)
    if name in installed_games():
        raise UserError(f"a game {name} is installed already", "choose another name")
    if name in installed_engines():
        raise UserError(f"an engine {name} is installed already", "choose another name")
    for module in (name, engine_package(name)):
        if find_spec(module) is not None:
            raise UserError(f"a module {module} is installed already", "choose another name")


def engine_package(name: str) -> str:
    """The package of the engine of a game."""
    return f"{name}_engine"


def class_prefix(name: str) -> str:
    """What the classes of a game begin with: `rock_paper` makes `RockPaper`."""
    return "".join(part.capitalize() for part in name.split("_"))
