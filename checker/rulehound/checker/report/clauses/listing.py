"""The standings of all clauses and rules as one JSON document: `clauses.json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rulehound.checker.evidence import counts
from rulehound.checker.evidence.standings import ClauseStanding, RuleStanding
from rulehound.checker.evidence.tried_citations import TriedCitation

FORMAT: Literal["rulehound-clauses-1"] = "rulehound-clauses-1"
"""Name of the format; the number changes when an old reader would misread it."""


class ClauseListing(msgspec.Struct, frozen=True, kw_only=True):
    """Every clause and every rule with its status, the scores, and the problems."""

    format: Literal["rulehound-clauses-1"] = FORMAT
    rulehound: str
    game: str
    clauses: tuple[ClauseStanding, ...]
    rules: tuple[RuleStanding, ...]
    """One for each edition that a rule holds in."""
    scores: Mapping[str, counts.Score]
    citations: tuple[TriedCitation, ...]
    """The citations in the engine's code at which mutants were tried."""
    problems: tuple[str, ...]
