"""A document at hand: the recorded edition that it is, and the places of that edition's clauses in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from rulehound.spec.documents.alignment import align, side_of_document, side_of_record
from rulehound.spec.documents.alignment.correspondences import Correspondence
from rulehound.spec.documents.alignment.punctuation import punctuation, same_punctuation
from rulehound.spec.documents.spec_records import DocumentEntry, EditionName, RecordedClause, SpecError
from rulehound.spec.documents.store import Store
from rulehound.spec.documents.surroundings import changed_surroundings

if TYPE_CHECKING:
    from rulehound.extract import Clause, Document

Status: TypeAlias = Literal["ok", "suspect", "moved", "orphan"]

RESEMBLANCE_FLOOR = 0.2
"""Share of clauses with the same words below which a file is taken for no edition of a document."""


class Identification(msgspec.Struct, frozen=True):
    """The recorded edition that a file is, or resembles most."""

    document: str
    version: str
    ruleset: str
    exact: bool
    """True: the file is the recorded one, by its SHA-256."""
    similarity: float
    """Share of clauses that have the same words in the file and in the record, 0 to 1."""
    explanation: str

    @property
    def edition(self) -> EditionName:
        """The key of the edition in the store."""
        return self.document, self.version


class Resolution(msgspec.Struct, frozen=True):
    """The place of a recorded clause in the document at hand."""

    key: str
    """Key of the clause in the recorded edition."""
    status: Status
    found: str | None
    """Key in the document at hand; None for an orphan."""
    similarity: float
    explanation: str
    further: tuple[str, ...] = ()
    """Keys of the other clauses that it was split into."""
    reads_otherwise: bool = False
    """Its words are the same, but a cross-reference of it names another clause, or what stands around it
    changed."""

    @property
    def places(self) -> tuple[str, ...]:
        """All keys of the clause in the document at hand."""
        return () if self.found is None else (self.found, *self.further)


class DocumentAtHand(msgspec.Struct, frozen=True):
    """A document that was read, its recorded edition, and the places of that edition's clauses in it."""

    document: Document
    identified: Identification
    clauses: Mapping[str, Clause]
    """Clauses of the document by key, in document order."""
    resolutions: Mapping[str, Resolution]
    """The resolutions by key in the recorded edition, in its order."""
    unrecorded: tuple[str, ...]
    """Keys of clauses of the document that correspond to no recorded clause."""
    punctuation: Mapping[str, str] = {}
    """Hash of the punctuation of each clause by key; see `rulehound.spec.documents.alignment.punctuation`."""

    @property
    def version(self) -> str:
        """The version by which its clauses are cited.

        Of a file that is not recorded it is the one that it prints, or the name of the file: its numbers are
        not those of the edition that it resembles.
        """
        if self.identified.exact:
            return self.identified.version
        return self.document.version or self.document.path.rpartition("/")[2]

    def clause(self, recorded_key: str) -> Clause | None:
        """The clause for a recorded key, the first of several; None where it is gone."""
        key = self.resolutions[recorded_key].found
        return None if key is None else self.clauses[key]


def at_hand(store: Store, document: Document) -> DocumentAtHand:
    """Identify a document and find each clause of its recorded edition in it.

    Raises SpecError where the document resembles no recorded edition.
    """
    identified = identify(store, document)
    marks = _punctuation(document)
    resolutions = resolve(store.clauses[identified.edition], document, marks)
    linked = {key for resolution in resolutions.values() for key in resolution.places}
    clauses = {clause.key: clause for clause in document.clauses}
    unrecorded = tuple(key for key in clauses if key not in linked)
    return DocumentAtHand(document, identified, clauses, resolutions, unrecorded, marks)


def identify(store: Store, document: Document) -> Identification:
    """The recorded edition that a document at hand is, by its hash, or else resembles most.

    Resemblance is the share of clauses with the same words, 2 common / (clauses here + clauses recorded);
    among equals the printed title decides, then the version, then the later date.
    Raises SpecError where it stays below `RESEMBLANCE_FLOOR` for every recorded edition.
    """
    here = Counter(clause.fingerprint for clause in document.clauses)
    for entry_id, version in store.clauses:
        if store.edition(entry_id, version).sha256 == document.sha256:
            return _recorded_file(store, (entry_id, version), here)
    best: Identification | None = None
    best_rank: tuple[object, ...] = ()
    for (entry_id, version), recorded in store.clauses.items():
        entry, edition = store.documents[entry_id], store.edition(entry_id, version)
        share, common = _alike(here, recorded)
        same_title, same_version = _same(document.title, entry.title), _same(document.version, version)
        rank = (share, same_title, same_version, edition.date, entry_id, version)
        if rank > best_rank:
            counts = f"{common} of {here.total()} clauses have the words of one of its {len(recorded)}"
            name = f"{entry.title}, edition {version}"
            explanation = f"resembles {name} most: {counts}{_printed(document, entry, version)}"
            best = Identification(entry_id, version, edition.ruleset, False, share, explanation)
            best_rank = rank
    if best is None or best.similarity < RESEMBLANCE_FLOOR:
        nearest = f" (nearest: {' '.join(best.edition)}, {best.similarity:.0%} alike)" if best else ""
        known = ", ".join(" ".join(edition) for edition in store.clauses) or "none"
        raise SpecError(
            document.path,
            None,
            f"resembles no recorded document{nearest}",
            f"pass an edition of a recorded document ({known}), or record this one",
        )
    return best


def resolve(
    recorded: Mapping[str, RecordedClause], document: Document, marks: Mapping[str, str] | None = None
) -> Mapping[str, Resolution]:
    """The place of each recorded clause in a document, by key in the recorded order.

    ok: equal words under the same key. moved: equal words under another key. suspect: other words or
    punctuation, cross-references that lead elsewhere, another heading or order around it, or it was split or
    merged. orphan: the document has no such clause. `marks`: the punctuation of each clause, where it is
    known already.
    """
    marks = _punctuation(document) if marks is None else marks
    here = {clause.key: clause for clause in document.clauses}
    if [(clause.key, *_reading(clause, marks[clause.key])) for clause in document.clauses] == [
        (key, *_reading(clause, clause.punctuation or marks.get(key, ""))) for key, clause in recorded.items()
    ]:
        return {key: Resolution(key, "ok", key, 1.0, "same words, same number") for key in recorded}
    alignment = align(side_of_record("the record", recorded.values()), side_of_document(document))
    correspondences = alignment.by_old()
    counterparts = {
        each.old[0]: each.new[0] for each in alignment.correspondences if len(each.old) == len(each.new) == 1
    }
    origins = {key: each.old for key, each in alignment.by_new().items()}
    around = changed_surroundings(recorded, here, counterparts, origins)
    return {
        key: _read_otherwise(
            _resolution(key, correspondences[key], clause.fingerprint, here), clause, marks, around
        )
        for key, clause in recorded.items()
    }


def _punctuation(document: Document) -> Mapping[str, str]:
    titles = {clause.key: clause.text for clause in document.clauses}
    return {clause.key: punctuation(clause, titles) for clause in document.clauses}


def _reading(clause: Clause | RecordedClause, marks: str) -> tuple[object, ...]:
    """What a reader of a clause sees, apart from its number."""
    return clause.parent, clause.fingerprint, _targets(clause), marks


def _read_otherwise(
    resolution: Resolution, recorded: RecordedClause, marks: Mapping[str, str], around: Mapping[str, str]
) -> Resolution:
    """A resolution to the same words, in doubt where their punctuation or what is around them changed."""
    if resolution.status not in ("ok", "moved") or resolution.found is None:
        return resolution
    what = around.get(resolution.key, "")
    if not same_punctuation(recorded.punctuation, marks[resolution.found]):
        what = "its punctuation, or a title that it quotes, is another"
    if not what:
        return resolution
    explanation = f"same words, but {what} than before"
    reads_otherwise = resolution.key in around
    return msgspec.structs.replace(
        resolution, status="suspect", explanation=explanation, reads_otherwise=reads_otherwise
    )


def _targets(clause: Clause | RecordedClause) -> list[tuple[str, str | None]]:
    return [(cited.number, cited.target) for cited in clause.references]


def _resolution(
    key: str, correspondence: Correspondence, words: str, here: Mapping[str, Clause]
) -> Resolution:
    if not correspondence.new:
        return Resolution(key, "orphan", None, 0.0, "no clause with its words, or words like its own")
    first, *further = correspondence.new
    if len(correspondence.new) == len(correspondence.old) == 1:
        leading = [cited for cited in correspondence.references if cited.what != "renumbered"]
        if here[first].fingerprint == words and leading:
            named = ", ".join(f"{cited.old or 'none'} → {cited.new or 'none'}" for cited in leading)
            what = f"same words, but a cross-reference leads elsewhere: {named}"
            return Resolution(key, "suspect", first, 1.0, what, reads_otherwise=True)
        if here[first].fingerprint == words:
            if first == key:
                return Resolution(key, "ok", key, 1.0, "same words, same number")
            return Resolution(key, "moved", first, 1.0, f"same words, now at {first}")
        where = "at the same number" if first == key else f"now at {first}"
        what = f"words changed, {where} ({correspondence.similarity:.0%} alike)"
    elif further:
        what = f"split into {', '.join(correspondence.new)}"
    else:
        what = f"{' and '.join(correspondence.old)} merged into {first}"
    return Resolution(key, "suspect", first, correspondence.similarity, what, tuple(further))


def _recorded_file(store: Store, name: EditionName, here: Counter[str]) -> Identification:
    entry, edition = store.documents[name[0]], store.edition(*name)
    share, _ = _alike(here, store.clauses[name])
    explanation = f"is {entry.title}, edition {edition.version}"
    return Identification(*name, edition.ruleset, True, share, explanation)


def _alike(here: Counter[str], recorded: Mapping[str, RecordedClause]) -> tuple[float, int]:
    """The share of clauses with equal words in both, and their number."""
    there = Counter(clause.fingerprint for clause in recorded.values())
    common = (here & there).total()
    return 2 * common / max(1, here.total() + there.total()), common


def _same(one: str, other: str) -> bool:
    return "".join(filter(str.isalnum, one.casefold())) == "".join(filter(str.isalnum, other.casefold()))


def _printed(document: Document, entry: DocumentEntry, version: str) -> str:
    """The title and version that the document prints, in words, where they differ from the entry's."""
    differs = []
    if document.title and not _same(document.title, entry.title):
        differs.append(f'title "{document.title}"')
    if document.version and not _same(document.version, version):
        differs.append(f"version {document.version}")
    return f"; it prints {' and '.join(differs)}" if differs else ""
