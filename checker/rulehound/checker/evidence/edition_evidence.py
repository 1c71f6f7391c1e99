"""The records of a run of checks that are kept as evidence, by edition."""

from __future__ import annotations

import msgspec

from rulehound.checker.records import Verdict
from rulehound.spec.language.fingerprints import combined


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
    of_model: bool = False
    """It judged the model alone, not the engine."""


class Basis(msgspec.Struct, frozen=True):
    """Hashes of everything that all checks of a run rest on. What a check itself is has a hash of its own.

    The last two are '' in runs that were recorded before there were these hashes.
    """

    document: str
    """SHA-256 of the document that was read."""
    values: str
    """Hash of the facts and switches."""
    model: str
    """Hash of the actions and invariants of the model."""
    engine: str
    """Hash of the engine's source; '' where there is none to read."""
    questions: str = ""
    """Hash of what checks are asked with: configurations of the search, cards, the words of scenarios."""
    judging: str = ""
    """Hash of the code that asks, reads and judges: the checker's and the game's."""


class EditionEvidence(msgspec.Struct, frozen=True):
    """One run of `rulehound check`: its edition, document and engine, its basis, and its checks."""

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
    says: dict[str, str] = {}
    """Rule to a hash of what it says; empty in runs that were recorded before there were these hashes."""
    functions: dict[str, str] = {}
    """Function of the engine that cites rules to a hash of what it does."""
    not_run: tuple[str, ...] = ()
    """Checks that were declared and did not run."""
    checks: tuple[CheckEvidence, ...] = ()


def says_content(says: str) -> str:
    """A hash of what a rule says, word for word; how its lines are broken makes no difference."""
    return combined(says.split())
