"""The words of a spec as records: rules and their sources, documents and editions, recorded clauses, checks.

Everything here is read from plain files under a game's spec directory, or declared by code, and never holds
a publisher's text: clauses are recorded as numbers, places on the page and hashes of their words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

import msgspec

RuleKind: TypeAlias = Literal[
    "invariant", "transition", "ordering", "setup", "deck", "definition", "numeric-bound", "visibility"
]
NotCheckedReason: TypeAlias = Literal[
    "no-behaviour", "physical", "hidden", "not-modelled", "other-players-choice"
]

RULE_KINDS: tuple[str, ...] = get_args(RuleKind)
NOT_CHECKED_REASONS: Mapping[NotCheckedReason, str] = {
    "no-behaviour": "states no behaviour of the game",
    "physical": "concerns the physical handling of cards",
    "hidden": "concerns hidden knowledge that no engine exposes",
    "not-modelled": "neither the model nor the engine covers it yet",
    "other-players-choice": "leaves the matter to the players",
}
"""The closed list of reasons for which a clause may stand without a check, with their meaning."""

RecordedBox: TypeAlias = tuple[int, float, float, float, float]
"""A box on a page: 1-based page, then x0, top, x1, bottom in PDF points from the top left corner."""


class SpecError(Exception):
    """Something is wrong in a spec or in a document that it meets; prints as one line for a user."""

    def __init__(self, file: str, line: int | None, what: str, remedy: str) -> None:
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {what}; {remedy}")
        self.file = file
        self.line = line
        self.what = what
        self.remedy = remedy


class FactPattern(msgspec.Struct, frozen=True):
    """How one source states a number: a regular expression whose group `int` is the number."""

    fact: str
    pattern: str
    rule: str
    document: str
    clauses: tuple[str, ...]
    """Keys, in the edition asked for, of the clauses whose text the pattern is searched in."""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where one document states a rule: clause keys by edition, and patterns for the facts stated there."""

    document: str
    clause: Mapping[str, str | tuple[str, ...]]
    facts: Mapping[str, str] = {}

    def clauses(self, version: str) -> tuple[str, ...]:
        """Keys of the clauses in an edition; empty where that edition does not state the rule."""
        return _keys(self.clause.get(version, ()))


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the game demands, in our own words, under a name that never changes."""

    id: str
    kind: RuleKind
    says: str
    sources: tuple[Source, ...] = msgspec.field(default=(), name="source")
    editions: tuple[str, ...] = ()
    """Rulesets in which the rule holds; empty: in all."""

    def fact_patterns(self, document: str, version: str) -> tuple[FactPattern, ...]:
        """The patterns of this rule's sources in an edition of a document."""
        return tuple(
            FactPattern(fact, pattern, self.id, document, source.clauses(version))
            for source in self.sources
            if source.document == document and source.clauses(version)
            for fact, pattern in source.facts.items()
        )


class NotChecked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses that stand without a check, and why."""

    document: str
    clause: Mapping[str, str | tuple[str, ...]]
    reason: NotCheckedReason
    note: str = ""

    def clauses(self, version: str) -> tuple[str, ...]:
        """Keys of the clauses in an edition; may be empty."""
        return _keys(self.clause.get(version, ()))


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One version of a document."""

    version: str
    date: str
    sha256: str
    ruleset: str
    pdf: str = ""
    """File name of the PDF where it comes with the project; such an edition must be accounted for clause by
    clause."""


class DocumentEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One publication, in one language."""

    id: str
    title: str
    language: str
    editions: tuple[Edition, ...] = msgspec.field(name="edition")

    def edition(self, version: str) -> Edition | None:
        """The edition of that version; None where it is not listed."""
        return next((edition for edition in self.editions if edition.version == version), None)


class RecordedClause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the store remembers of a clause of an edition, without its text."""

    number: str
    key: str
    parent: str | None
    kind: str
    page: int
    boxes: tuple[RecordedBox, ...]
    """One for each piece of the clause: its lines on one page and in one column."""
    fingerprint: str
    """Hash of the words, by `rulehound.extract.fingerprint`."""
    simhash: str = ""
    changed: bool = False
    id: str = ""
    """Permanent: the key and the version under which it was first recorded, ``1-4-2@1.0``, in all editions."""
    sketch: str = ""
    """By which changed words can still be recognised; see `rulehound.spec.sketch`."""
    references: tuple[str, ...] = ()
    """Numbers of the clauses that it names, as printed, in the order of the text."""
    resolved: str = ""
    """Hash of the words with each of those numbers replaced by the permanent id of the clause that it names;
    empty where it names none."""
    was: tuple[str, ...] = ()
    """Permanent ids of the clauses that this one came out of by a split or a merger; kept with the id."""


class CheckDeclaration(msgspec.Struct, frozen=True):
    """Anything that can fail, by its stable id (``guard:play:affordable``), with the rules it stands for."""

    id: str
    rules: tuple[str, ...]
    facts: tuple[str, ...] = ()
    kind: str = ""
    """Invariant, guard, scenario, vector, setup, deck …: the part before the first colon of the id."""
    origin: str = ""
    """Where the check is written, for messages; '' where it has no file of its own."""


def _keys(keys: str | tuple[str, ...]) -> tuple[str, ...]:
    return (keys,) if isinstance(keys, str) else keys
