"""Editions of documents: recording one without its text, and recognising one in a file at hand."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rulehound.spec.records import DocumentEntry, RecordedClause, SpecError
from rulehound.spec.store import EditionName, Store, clauses_path, read_documents

if TYPE_CHECKING:
    from rulehound.extract import Document

SHINGLE = 4
"""Characters of a shingle of `simhash`."""

RESEMBLANCE_FLOOR = 0.2
"""Share of clauses with the same words below which a file is taken for no edition of a document."""


class Identified(msgspec.Struct, frozen=True):
    """Which recorded edition a file is, or resembles most."""

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


def simhash(text: str) -> str:
    """A locality-sensitive hash of a text's letters and digits: 64 bits as 16 hexadecimal digits.

    Charikar's construction (STOC 2002): each bit is the majority among the hashes of the text's shingles,
    here all runs of four letters or digits after NFKC and case folding, so that lost spaces and scripts
    without spaces do not matter. Measured on the 829 clauses of a real rulebook: two unrelated clauses are 31
    bits apart in the median, under 22 in one pair of a hundred, under 17 in one of a thousand. A clause with
    a tenth of its words changed is 10 bits away in the median and 15 in the ninth decile; with a fifth
    changed, 14 and 19; with half changed, 20 and 25. So it recognises a lightly reworded clause, and says
    nothing of a rewritten one.
    """
    letters = "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())
    shingles = {letters[i : i + SHINGLE] for i in range(max(1, len(letters) - SHINGLE + 1))}
    digests = (hashlib.blake2b(shingle.encode(), digest_size=8).digest() for shingle in shingles)
    hashes = [int.from_bytes(digest, "big") for digest in digests]
    bits = (sum(h >> bit & 1 for h in hashes) * 2 > len(hashes) for bit in range(64))
    return f"{sum(1 << bit for bit, is_set in enumerate(bits) if is_set):016x}"


def similarity(one: str, other: str) -> float:
    """How much two texts resemble each other by their simhashes: 1 at no differing bit, 0 at 32 or more."""
    distance = (int(one, 16) ^ int(other, 16)).bit_count()
    return max(0.0, 1 - distance / 32)


def record(document: Document) -> list[RecordedClause]:
    """What the store keeps of a document's clauses, in document order; no text."""
    return [
        RecordedClause(
            number=clause.number,
            key=clause.key,
            parent=clause.parent,
            kind=clause.kind,
            page=clause.page,
            boxes=tuple((box.page, box.x0, box.top, box.x1, box.bottom) for box in clause.boxes),
            fingerprint=clause.fingerprint,
            simhash=simhash(clause.text),
            changed=clause.changed,
        )
        for clause in document.clauses
    ]


def write_clauses(clauses: Iterable[RecordedClause], path: Path) -> None:
    """Write recorded clauses as JSON, one a line; the file is replaced whole or not at all."""
    encoder = msgspec.json.Encoder()
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(b"".join(encoder.encode(clause) + b"\n" for clause in clauses))
    unfinished.replace(path)


def record_edition(root: str | Path, document_id: str, version: str, document: Document) -> Path:
    """Record the clauses of a listed edition beside its document's entry; returns the file written.

    Raises SpecError where the spec directory does not list the edition, or lists it with another hash.
    """
    root = Path(root)
    folder = str(root / "documents")
    entry = read_documents(root).get(document_id)
    if entry is None:
        raise SpecError(folder, None, f"unknown document {document_id}", "write its entry first")
    edition = entry.edition(version)
    if edition is None:
        raise SpecError(folder, None, f"{document_id} has no edition {version}", "add it to its entry first")
    if edition.sha256 != document.sha256:
        raise SpecError(
            document.path,
            None,
            f"is not {document_id} {version}, whose entry has another SHA-256",
            f'pass the right file, or set sha256 = "{document.sha256}" in the entry',
        )
    path = clauses_path(root, document_id, version)
    write_clauses(record(document), path)
    return path


def identify(store: Store, document: Document) -> Identified:
    """The recorded edition that a document at hand is, by its hash, or else resembles most.

    Resemblance is the share of clauses with the same words, 2 common / (clauses here + clauses recorded);
    among equals the printed title decides, then the version, then the later date.
    Raises SpecError where it stays below `RESEMBLANCE_FLOOR` for every recorded edition.
    """
    here = Counter(clause.fingerprint for clause in document.clauses)
    best: Identified | None = None
    best_rank: tuple[object, ...] = ()
    for (entry_id, version), recorded in store.clauses.items():
        entry, edition = store.documents[entry_id], store.edition(entry_id, version)
        there = Counter(clause.fingerprint for clause in recorded.values())
        common = (here & there).total()
        share = 2 * common / max(1, here.total() + there.total())
        name = f"{entry.title}, edition {version}"
        if edition.sha256 == document.sha256:
            return Identified(entry_id, version, edition.ruleset, True, share, f"is {name}")
        same_title, same_version = _same(document.title, entry.title), _same(document.version, version)
        rank = (share, same_title, same_version, edition.date, entry_id, version)
        if rank > best_rank:
            counts = f"{common} of {here.total()} clauses have the words of one of its {there.total()}"
            explanation = f"resembles {name} most: {counts}{_printed(document, entry, version)}"
            best = Identified(entry_id, version, edition.ruleset, False, share, explanation)
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


def _same(one: str, other: str) -> bool:
    return "".join(filter(str.isalnum, one.casefold())) == "".join(filter(str.isalnum, other.casefold()))


def _printed(document: Document, entry: DocumentEntry, version: str) -> str:
    """What the document prints of itself where that is not what the entry says."""
    differs = []
    if document.title and not _same(document.title, entry.title):
        differs.append(f'title "{document.title}"')
    if document.version and not _same(document.version, version):
        differs.append(f"version {document.version}")
    return f"; it prints {' and '.join(differs)}" if differs else ""
