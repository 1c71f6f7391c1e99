"""Citations of rules in the code of the engines.

A comment `# rule: ID, ID` stands beside the lines that carry the rules out. Reasons for a refusal
have rules, too.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

CITING_COMMENT = re.compile(r"#\s*rule:\s*(?P<rules>.+)")
FOUND_REASON = re.compile(r"\byield\s+Reason\.(?P<reason>[A-Z_0-9]+)\b")


@dataclass(frozen=True, order=True)
class Citation:
    """A rule id, and the line of the engine that cites it: file below this package, line from 1."""

    rule: str
    file: str
    line: int


def citations() -> list[Citation]:
    """Every citation in the engines' source, sorted by rule, file and line."""
    package = Path(__file__).parent
    return sorted(
        {
            Citation(rule, path.relative_to(package).as_posix(), line)
            for path in package.rglob("*.py")
            for line, rule in cited_in(path.read_text(encoding="utf-8"), rules_of_reasons(game_of(path)))
        }
    )


def game_of(path: Path) -> str:
    """The game that a file below this package is of; '' for what all games share."""
    inside = path.relative_to(Path(__file__).parent).parts
    return inside[0] if len(inside) > 1 else ""


@cache
def rules_of_reasons(game: str) -> Mapping[str, str]:
    """Name of each reason for which the engine of a game refuses something, to the rule that it rests on."""
    if not game:
        return {}
    explained = import_module(f"rulehound.engine.{game}.reasons").EXPLAINED
    return {reason.name: rule for reason, (rule, _) in explained.items()}


def cited_in(source: str, reasons: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Line and rule id of every citation in a source text; `reasons` have rules by their names."""
    for number, line in enumerate(source.splitlines(), start=1):
        for match in FOUND_REASON.finditer(line):
            rule = reasons[match["reason"]]
            if rule:
                yield number, rule
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        comment = CITING_COMMENT.fullmatch(token.string) if token.type == tokenize.COMMENT else None
        if comment:
            for rule in comment["rules"].split(","):
                yield token.start[0], rule.strip()
