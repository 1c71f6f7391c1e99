"""A module with a changed text: in this process it is imported from that text, and not from its file."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType


@dataclass(frozen=True)
class ModuleText:
    """A module by its name and file, and the text that it is to have."""

    name: str
    file: Path
    text: str


def plant(changed: ModuleText) -> None:
    """Make the first import of a module take this text in place of its file."""
    sys.meta_path.insert(0, _ChangedFinder(changed))


class _ChangedFinder:
    """Finds one module, and gives it another source than its file has."""

    def __init__(self, changed: ModuleText) -> None:
        self._changed = changed

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """The module where it is the one, nothing else."""
        if name != self._changed.name:
            return None
        file = self._changed.file
        within = [str(file.parent)] if file.name == "__init__.py" else None
        loader = _ChangedLoader(name, str(file), self._changed.text)
        return spec_from_file_location(name, file, loader=loader, submodule_search_locations=within)


class _ChangedLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed source, which is cached nowhere."""
        del fullname
        return compile(self._text, self.path, "exec", dont_inherit=True)
