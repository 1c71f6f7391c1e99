"""The records of a spec: rules and their sources, documents and editions, recorded clauses, checks.

They are read from plain files in a game's spec directory, or declared by code. They never hold a publisher's
text: a clause is recorded by its number, its places on the page, and hashes of its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Literal, TypeAlias, get_args

import msgspec

RuleKind: TypeAlias = Literal[
    "invariant", "transition", "ordering", "setup", "deck", "definition", "numeric-bound", "visibility"
]
NotCheckedReason: TypeAlias = Literal["no-behaviour", "physical", "hidden", "open", "other-players-choice"]

EditionName: TypeAlias = tuple[str, str]
"""Id of a document and version of one of its editions."""

RULE_KINDS: tuple[str, ...] = get_args(RuleKind)
NOT_CHECKED_REASONS: Mapping[NotCheckedReason, str] = {
    "no-behaviour": "states no behaviour of the game",
    "physical": "concerns the physical handling of cards",
    "hidden": "concerns hidden knowledge that no engine exposes",
    "open": "neither the model nor the engine covers it yet",
    "other-players-choice": "leaves the matter to the players",
}
"""The closed list of reasons for which a clause may stand without a check, with their meaning."""

DEMANDING: frozenset[str] = frozenset({"clause", "ruling", "definition", "step", "note"})
"""The kinds of clauses that may demand something of a game, as `rulehound.extract.document` names them."""

RecordedBox: TypeAlias = tuple[int, int, int, int, int]
"""A box on a page: 1-based page, then x0, top, x1, bottom in whole PDF points from the top left corner."""


class SpecError(Exception):
    """An error in a spec, or in a document compared with it. It prints as one line for a user."""

    def __init__(self, file: str, line: int | None, what: str, remedy: str) -> None:
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {what}; {remedy}")
        self.file = file
        self.line = line
        self.what = what
        self.remedy = remedy


class FactPattern(msgspec.Struct, frozen=True):
    """A regular expression that reads a fact from a source. Its group `int` is the number."""

    fact: str
    pattern: str
    rule: str
    document: str
    clauses: tuple[str, ...]
    """Keys of the clauses in whose text the pattern is searched, in the given edition."""


class Citation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clauses of a document, by edition.

    A file names only editions whose clauses an author has read. Loading a spec fills in the clauses of the
    other recorded editions; see `rulehound.spec.documents.links`.
    """

    document: str
    clause: Mapping[str, str | tuple[str, ...]]

    def clauses(self, version: str) -> tuple[str, ...]:
        """Keys of the clauses in an edition; empty where there are none."""
        keys = self.clause.get(version, ())
        return (keys,) if isinstance(keys, str) else keys

    @property
    def states_facts(self) -> bool:
        """Whether numbers are read from these clauses."""
        return False


class RuleSource(Citation, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The clauses of one document that state a rule, with patterns for the facts stated there."""

    facts: Mapping[str, str] = {}

    @property
    def states_facts(self) -> bool:
        """Whether numbers are read from these clauses."""
        return bool(self.facts)


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A demand of the game in our own words, under a name that never changes."""

    id: str
    kind: RuleKind
    says: str
    sources: tuple[RuleSource, ...] = msgspec.field(default=(), name="source")
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


class NotChecked(Citation, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Clauses that need no check, with the reason."""

    reason: NotCheckedReason
    note: str = ""


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One version of a document."""

    version: str
    date: str
    """ISO 8601; empty where it is not known."""
    sha256: str
    ruleset: str
    pdf: str = ""
    """File name of the PDF where it comes with the project; such a document must be accounted for clause by
    clause, in every edition."""
    force: tuple[str, ...] = ()
    """What somebody decided of its clauses, against the alignment with the edition before: `OLD=NEW`."""


class DocumentEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One publication, in one language."""

    id: str
    title: str
    language: str
    editions: tuple[Edition, ...] = msgspec.field(name="edition")
    complete: bool = False
    """Every clause must have a status. So must those of a document that comes with the project."""
    translates: str = ""
    """Id of a document in another language whose clauses have the same numbers; its links are followed."""

    @property
    def by_age(self) -> tuple[Edition, ...]:
        """The editions by date, oldest first.

        One without a date comes after the one that is listed before it.
        """
        date = ""
        dated = []
        for edition in self.editions:
            date = edition.date or date
            dated.append((date, edition))
        return tuple(edition for _, edition in sorted(dated, key=itemgetter(0)))

    def edition(self, version: str) -> Edition | None:
        """The edition of that version; None where it is not listed."""
        return next((edition for edition in self.editions if edition.version == version), None)


class RecordedReference(msgspec.Struct, frozen=True, array_like=True):
    """A cross-reference of a recorded clause: the number as printed, and the key of the clause it names."""

    number: str
    target: str | None
    """None where the edition holds no clause of that number."""


class RecordedClause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A clause of an edition as it is recorded, without its text."""

    id: str
    """Permanent: key and version under which it was first recorded, ``1-4-2@1.0``, kept in later editions."""
    key: str
    kind: str
    page: int
    boxes: tuple[RecordedBox, ...]
    """One for each piece of the clause: its lines on one page and in one column."""
    fingerprint: str
    """Hash of the words, by `rulehound.extract.fingerprint`."""
    sketch: str
    """A sketch by which changed words are still recognised; see `rulehound.spec.documents.sketch`."""
    number: str = ""
    """As printed; empty where the document does not number its clauses."""
    parent: str | None = None
    changed: bool = False
    references: tuple[RecordedReference, ...] = ()
    """The clauses that it names, in the order of the text."""
    resolved: str = ""
    """Hash of the words with each reference replaced by the permanent id of the clause that it names; empty
    where it names none."""
    was: tuple[str, ...] = ()
    """Permanent ids of the clauses that this one came from by a split or a merge; kept with the id."""
    wording: str = ""
    """Hash of the words without their numbers; empty where it has no number. See
    `rulehound.spec.documents.wording`."""
    numbers: tuple[int, ...] = ()
    """The numbers among its words, in the order of the text."""
    recognised: bool = False
    """Whether a line of it was recognised in a picture of the page."""
    punctuation: str = ""
    """Hash of its punctuation, by `rulehound.spec.documents.alignment.punctuation`; empty: not known."""


class Review(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The note that a person read a clause with changed words, and its link still holds."""

    rule: str
    """Empty for the reason why a clause stands without a check."""
    document: str
    version: str
    clause: str
    """Permanent id of the clause."""
    fingerprint: str
    """Fingerprint of the words that were read."""
    by: str = ""
    """Who read them; empty where that was not said, as is the reason."""
    why: str = ""
    """Why the link holds."""


class CheckDeclaration(msgspec.Struct, frozen=True):
    """Anything that can fail, by its stable id (``guard:play:affordable``), with the rules it stands for."""

    id: str
    rules: tuple[str, ...]
    facts: tuple[str, ...] = ()
    kind: str = ""
    """Invariant, guard, scenario, vector, setup, deck …: the part before the first colon of the id."""
    origin: str = ""
    """Where the check is written, for messages; '' where it has no file of its own."""
    content: str = ""
    """Hash of the check itself; '' where it is code of the checker."""
