"""Finding the files of an installed engine's code."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

from rulehound.checker.engines.opening import installed_engines
from rulehound.spec.game import installed_games


@dataclass(frozen=True)
class EngineCode:
    """Where the code lies with which an engine plays a game."""

    folder: Path
    """The folder of its package, or the file of its only module."""
    left_out: frozenset[Path] = frozenset()
    """Folders in it that hold the code of other games: those that are called like one."""

    def modules(self) -> list[Path]:
        """Its files in Python, in the order of their paths."""
        if self.folder.is_file():
            return [self.folder]
        return sorted(path for path in self.folder.rglob("*.py") if self.left_out.isdisjoint(path.parents))


def engine_code(name: str, game: str) -> EngineCode | None:
    """The code with which an installed engine plays a game, by its name among `rulehound.engines`.

    For a module in a package, that is the folder of the outermost package with an `__init__` file, without
    what is right below it and is called like another installed game; else it is the file of the module. None
    where there is no such engine, or no source of it. Nothing is imported.
    """
    folder = _outermost(name)
    if folder is None:
        return None
    return EngineCode(folder, frozenset(folder / other for other in installed_games() if other != game))


def _outermost(name: str) -> Path | None:
    """The folder of the outermost package of an engine, or the file of its only module."""
    point = installed_engines().get(name)
    if point is None:
        return None
    search: list[str] | None = None
    spec: ModuleSpec | None = None
    parts = point.module.split(".")
    for depth in range(1, len(parts) + 1):
        spec = PathFinder.find_spec(".".join(parts[:depth]), search)
        if spec is None:
            return None
        if spec.has_location and spec.origin is not None:
            origin = Path(spec.origin)
            return origin.parent if spec.submodule_search_locations is not None else origin
        search = list(spec.submodule_search_locations or ())
    return None
