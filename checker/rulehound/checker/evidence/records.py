"""What is kept of runs, and what a status is."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec

from rulehound.checker.records import Verdict

Planted: TypeAlias = Literal["model", "engine"]


class CheckEvidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """One check as it ran, without its trace."""

    check: str
    rules: tuple[str, ...]
    verdict: Verdict
    scope: str
    shown: str
    configuration: str = ""
    counts: dict[str, int] = {}
    seed: int | None = None
    content: str = ""
    """Hash of what the check was, as `CheckDeclaration.content`."""


class Basis(msgspec.Struct, frozen=True):
    """Hashes of what every check of a run rests on, beside what the check itself is."""

    document: str
    """SHA-256 of the document that was read."""
    values: str
    """Of the facts and switches."""
    model: str
    """Of the actions and invariants of the model."""
    engine: str
    """Of the source of the engine; '' where there is none to read."""


class EditionEvidence(msgspec.Struct, frozen=True):
    """One run of `rulehound check`: by which rules, of what, on which basis, and its checks in order."""

    edition: str
    document: str
    """Id and version."""
    rulehound: str
    """Version of the checker."""
    engine: str
    """Name by which it was opened, and its version."""
    effort: str
    seed: int
    basis: Basis
    rules: dict[str, str] = {}
    """Rule to a hash of all that the model says under it."""
    functions: dict[str, str] = {}
    """Function of the engine that cites rules to a hash of what it does."""
    not_run: tuple[str, ...] = ()
    """Checks that were declared, and that the run never came to."""
    checks: tuple[CheckEvidence, ...] = ()


class TriedMutant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A small fault that was planted into the model or an engine, and what became of it."""

    mutant: str
    """Its name, which stays while the code around it moves."""
    planted: Planted
    place: str
    """Of a model the action; of an engine ``package.module:function``."""
    content: str
    """Hash of what was changed, as it was before: the action, or the function."""
    rules: tuple[str, ...]
    """Those of the guard or effect, or cited where the fault was planted."""
    outcome: str
    guard: str = ""
    """Of a model the guard that was changed; '' where it was an effect."""
    by: tuple[str, ...] = ()
    """Ids of the checks that caught it."""
    shown: str = ""


CAUGHT = frozenset({"caught", "search", "proof", "counts", "steps"})
"""Outcomes of mutants that something caught."""

COMPARED = frozenset({"counts", "steps"})
"""Of these those of mutants of the model under which nothing breaks: it only steps otherwise."""

HARMLESS = frozenset({"same", "equivalent"})
"""Outcomes of mutants that cannot matter: proved to be the same, or listed as such with a reason."""

UNCOUNTED = HARMLESS | {"does not start", "none"}
"""Outcomes that no score counts: nothing could be planted, or what came of it cannot even be opened."""


class Status(StrEnum):
    """What stands behind a rule or a clause; the first that applies."""

    VIOLATED = "violated"
    """A check of it found a violation, or an error."""
    SUSPECT = "suspect"
    """Of a clause: its words changed, or its place is not certain, since somebody reviewed its link."""
    STALE = "stale"
    """What its evidence rests on has changed since."""
    INCONCLUSIVE = "inconclusive"
    """No check of it ran to an end, or one did not."""
    WEAK = "weak"
    """Its checks passed, and no planted fault has been seen to make one fail."""
    VERIFIED = "verified"
    """A check of it ran, passed, and has been seen to fail on a planted fault."""
    OPEN = "open"
    """Of a clause: neither a rule nor a reason why not, or a reason that says it is not covered yet."""
    NOT_TESTABLE = "not testable"
    """Of a clause: with a reason."""


WORST_FIRST = tuple(Status)
