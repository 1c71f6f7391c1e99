"""The lines of an engine that a question runs: a fault in other lines cannot change its answer.

That selects the questions for a mutant, as does the mutation coverage of Just, Schweiggert and Kapfhammer,
"MAJOR: An Efficient and Extensible Tool for Mutation Analysis in a Java Compiler" (2011).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True)
class LinesRun:
    """Lines of an engine's files that were run."""

    by_file: Mapping[str, frozenset[int]]
    """Path within the engine's folder to numbers of lines."""
    every: bool = False
    """It is not known which lines were run; it may have been any."""

    def holds(self, file: str, lines: range) -> bool:
        """Whether one of these lines of a file was run."""
        return self.every or not self.by_file.get(file, frozenset()).isdisjoint(lines)


EVERY_LINE = LinesRun({}, every=True)


class LineRecorder:
    """Records the lines of the files in a folder that are run in this thread, while it is asked to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._by_file: dict[str, set[int]] = defaultdict(set)

    def record(self, work: Callable[[], Result]) -> Result:
        """Do the work, record the lines that are run meanwhile, and return what the work returns."""
        beginning, by_file = str(self._folder), self._by_file

        def on_call(frame: FrameType, _event: str, _argument: object) -> Callable[..., Any] | None:
            file = frame.f_code.co_filename
            if not file.startswith(beginning):
                return None
            add = by_file[file].add

            def on_line(inner: FrameType, event: str, _argument: object) -> Callable[..., Any]:
                if event == "line":
                    add(inner.f_lineno)
                return on_line

            add(frame.f_lineno)
            return on_line

        before = sys.gettrace()
        sys.settrace(on_call)
        try:
            return work()
        finally:
            sys.settrace(before)

    @property
    def lines(self) -> LinesRun:
        """The lines recorded so far."""
        lines = {path_within(self._folder, file): frozenset(own) for file, own in self._by_file.items()}
        return LinesRun(lines)


def lines_run(folder: Path, work: Callable[[], object]) -> LinesRun:
    """The lines of the files in a folder that are run while `work` is done in this thread."""
    recorder = LineRecorder(folder)
    recorder.record(work)
    return recorder.lines


def path_within(folder: Path, file: str | Path) -> str:
    """The path of a file within an engine's folder, which may be the file itself."""
    return Path(file).relative_to(folder).as_posix()
