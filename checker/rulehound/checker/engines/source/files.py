"""Finding the files of an installed engine's code."""

from __future__ import annotations

from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

from rulehound.checker.engines.opening import installed_engines


def engine_code(name: str) -> Path | None:
    """The folder of an installed engine's code, by its name among the entry points `rulehound.engines`.

    For a module in a package, that is the folder of the outermost package with an `__init__` file; else it is
    the file of the module. None where there is no such engine, or no source of it. Nothing is imported.
    """
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
