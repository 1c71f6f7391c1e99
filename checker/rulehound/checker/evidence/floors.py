"""Floors of the evidence: the least that each count has to reach, and the rules that may be weak.

The file is edited by people alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.storage import FOLDER

NAME = "floors.toml"


class ExcusedRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that may be weak, and why."""

    rule: str
    reason: str


class Floors(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The least that each count has to reach."""

    verified: Mapping[str, int] = {}
    """Clauses, by document and version: "dcg-comprehensive-rules-en 4.0"."""
    rules_seen_to_fail: float = 0.0
    """Share of the rules with a check of which a caught fault is on record."""
    model_guards: float = 0.0
    """Mutation score of the guards of the model: caught of those that can matter."""
    engine_code: float = 0.0
    """Mutation score of the engine's code that cites rules."""
    citations: float = 0.0
    """Share of the engine's citations, of those tried, where a mutant fails a check of the rule cited."""
    excused: tuple[ExcusedRule, ...] = ()


def read_floors(directory: Path) -> Floors:
    """Read the floors of a game; without a file there are none. Raises UserError for a bad file."""
    path = directory / FOLDER / NAME
    if not path.exists():
        return Floors()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Floors)
    except (OSError, ValueError) as error:
        remedy = "write verified, rules-seen-to-fail, model-guards, engine-code, citations, [[excused]] alone"
        raise UserError(f"{path}: {error}", remedy) from None
