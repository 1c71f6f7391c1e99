"""Which rules an engine in Python carries out while it takes a step, by the citations in its own code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulehound.checker.engines.source.cited_code import cited_code
from rulehound.checker.engines.source.lines_run import lines_run, path_within
from rulehound.checker.engines.source.modules import read_engine
from rulehound.checker.errors import UserError


@dataclass(frozen=True)
class CitedLines:
    """The lines of an engine for which rules are cited."""

    folder: Path
    cited: Sequence[tuple[str, range, tuple[str, ...]]]
    """File within the folder, lines, and the rules cited for them."""

    def at_work(self, work: Callable[[], object]) -> frozenset[int]:
        """The places, as numbers in `cited`, of which lines are run while `work` is done."""
        run = lines_run(self.folder, work)
        return frozenset(place for place, (file, lines, _) in enumerate(self.cited) if run.holds(file, lines))


def cited_lines(engine: str, game: str, rules: Iterable[str]) -> CitedLines | None:
    """The cited lines with which an installed engine plays a game; None without Python source of it."""
    try:
        source = read_engine(engine, game)
    except UserError:
        return None
    cited = [
        (path_within(source.folder, piece.at.module.file), _lines(piece.node), piece.rules)
        for piece in cited_code(source, rules)
    ]
    return CitedLines(source.folder, cited)


def _lines(node: object) -> range:
    """The lines of a piece of code; of a statement with a block those before the block."""
    first: int = getattr(node, "lineno", 0)
    body = getattr(node, "body", None)
    last: int = getattr(node, "end_lineno", first) or first
    if isinstance(body, list) and body:
        last = max(first, body[0].lineno - 1)
    return range(first, last + 1)
