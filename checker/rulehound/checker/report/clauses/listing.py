"""What `rulehound trace` knows of every clause and rule, as one JSON document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rulehound.checker.evidence import counts
from rulehound.checker.evidence.citing import Citation
from rulehound.checker.evidence.standing import Account, ClauseStanding, RuleStanding

FORMAT: Literal["rulehound-clauses-1"] = "rulehound-clauses-1"
"""Name of the format; the number changes when an old reader would misread it."""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """Every clause and every rule with its status, and what is wrong."""

    format: Literal["rulehound-clauses-1"] = FORMAT
    rulehound: str
    game: str
    clauses: tuple[ClauseStanding, ...]
    rules: tuple[RuleStanding, ...]
    """One for each edition that a rule holds in."""
    scores: Mapping[str, counts.Score]
    citations: tuple[Citation, ...]
    """Those in the engine's code at which mutants were tried."""
    problems: tuple[str, ...]


def without_effect(found: Account) -> list[Citation]:
    """The citations at which mutants were tried, and none of them failed a check of the rule."""
    return [citation for citation in found.citations if not citation.effect]


def scores(found: Account) -> dict[str, counts.Score]:
    """How many of the planted faults are caught, under the words that a user reads."""
    return {
        "rules with a caught fault": counts.seen_to_fail(found),
        "checks seen to fail, as they are now": counts.seen_and_unchanged(found),
        "mutants tried of the model's guards, caught": counts.model_score(found.mutants),
        "of these caught by other steps or counts alone": counts.merely_compared(found.mutants),
        "mutants tried of the engine's code, caught": counts.engine_score(found.mutants),
        "citations in the engine's code, mutants tried": counts.citations_tried(found),
        "citations tried, with a mutant that fails a check of the rule": counts.citations_with_effect(found),
    }
