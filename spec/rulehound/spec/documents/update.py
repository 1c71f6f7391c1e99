"""Recording a new edition of a document in one step: in the list of its entry, and its clauses."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from rulehound.spec.documents.editions import carried_on, encoded, first_recorded, write_together
from rulehound.spec.documents.review import reviews_toml
from rulehound.spec.documents.spec_records import (
    DocumentEntry,
    Edition,
    EditionName,
    RecordedClause,
    Review,
    SpecError,
)
from rulehound.spec.documents.store import (
    clauses_path,
    document_sources,
    read_clauses,
    read_documents,
    reviews_source,
)
from rulehound.spec.documents.toml_text import table

if TYPE_CHECKING:
    from rulehound.extract import Document

SAME_DOCUMENT = 0.3
"""Share of clauses with the same words from which a file is taken for another edition of a document."""

What: TypeAlias = Literal["new document", "new edition", "recorded again", "unchanged"]

_ID = re.compile(r"[a-z0-9][a-z0-9.-]*")
_VERSION = re.compile(r"\w[\w.+-]*")


class RecordingResult(msgspec.Struct, frozen=True):
    """The result of recording a document."""

    document: str
    version: str
    what: What
    """unchanged: the file is recorded already, and its record is what it would be now."""
    clauses: int
    carried: int
    """How many clauses have or came from a permanent id of an edition recorded before."""
    before: str | None
    """Version of the newest older recorded edition, with which an impact is computed."""
    files: tuple[Path, ...]
    """The files that were written."""
    ruleset: str = ""
    """The ruleset that the edition is recorded to state."""
    ruleset_of: str = ""
    """Version of the edition whose ruleset was taken, where the caller gave none."""


def record_update(
    root: str | Path,
    document: Document,
    *,
    document_id: str | None = None,
    version: str | None = None,
    date: str | None = None,
    title: str | None = None,
    language: str | None = None,
    ruleset: str | None = None,
    rulesets: Collection[str] | None = None,
    force: tuple[str, ...] = (),
) -> RecordingResult:
    """Record a document in a spec directory, as a new edition of the document that it resembles or is given.

    Its clauses keep the permanent ids of the editions recorded before, so that links follow them. A recorded
    file is recorded again in its place; where that changes nothing, nothing is written. `document_id`: the id
    of its entry; an unknown one makes a new entry. `version`, `date` (ISO 8601), `title` and `language` (BCP
    47; the last two for a new entry) override what the document prints of itself, and `ruleset` overrides
    that of the newest edition. `rulesets`: the names that a ruleset may have; None leaves it unchecked.
    `force`: pairings `OLD=NEW` with the edition before that somebody decided; they are kept in the entry. All
    files are written or none. Raises SpecError for what cannot be recorded, with a remedy.
    """
    root = Path(root)
    if not root.is_dir():
        raise SpecError(str(root), None, "is not a directory", "name the directory of a game's spec")
    documents = read_documents(root)
    for entry in documents.values():
        for edition in entry.editions:
            if edition.sha256 == document.sha256:
                if (document_id or entry.id, version or edition.version) != (entry.id, edition.version):
                    what = f"is recorded already, as {entry.id} {edition.version}"
                    raise SpecError(document.path, None, what, "leave out --document and --version")
                return _again(root, entry, edition, document, force)
    entry = (
        _most_alike(root, documents, document)
        if document_id is None
        else documents.get(document_id) or _new_entry(document, document_id, title, language)
    )
    edition = _edition(entry, document, version, date, ruleset, rulesets)
    edition = msgspec.structs.replace(edition, force=force)
    listed = msgspec.structs.replace(entry, editions=(*entry.editions, edition))
    clauses = carried_on(root, listed, edition.version, document)
    # The listing comes last: until then the file of clauses is one that nothing names.
    files = {
        clauses_path(root, entry.id, edition.version): encoded(clauses),
        **_listing(root, entry, edition),
    }
    write_together(files)
    what_was_done: What = "new edition" if entry.editions else "new document"
    result = _recorded(listed, edition.version, what_was_done, clauses, tuple(files))
    taken_from = entry.by_age[-1].version if entry.editions and ruleset is None else ""
    return msgspec.structs.replace(result, ruleset=edition.ruleset, ruleset_of=taken_from)


def _again(
    root: Path, entry: DocumentEntry, edition: Edition, document: Document, force: tuple[str, ...]
) -> RecordingResult:
    """Record a listed file again. Its reviews are kept, because its words did not change.

    With pairings that its entry does not `force` yet, its clauses are paired anew with the edition before.
    """
    path = clauses_path(root, entry.id, edition.version)
    new = tuple(pairing for pairing in force if pairing not in edition.force)
    if new:
        replaced = msgspec.structs.replace(edition, force=(*edition.force, *new))
        editions = tuple(replaced if one == edition else one for one in entry.editions)
        entry, edition = msgspec.structs.replace(entry, editions=editions), replaced
    clauses = carried_on(root, entry, edition.version, document, paired_anew=bool(new))
    content = encoded(clauses)
    if path.is_file() and path.read_bytes() == content:
        return _recorded(entry, edition.version, "unchanged", clauses, ())
    before = read_clauses(path).values() if path.is_file() else ()
    files = {path: content, **_reviews_kept(root, (entry.id, edition.version), before, clauses)}
    if new:
        files |= _forced(root, entry, edition)
    write_together(files)
    return _recorded(entry, edition.version, "recorded again", clauses, tuple(files))


def _forced(root: Path, entry: DocumentEntry, edition: Edition) -> dict[Path, bytes]:
    """The file of an entry in which a listed edition has the pairings that it forces."""
    path = next(source.path for source in document_sources(root) if source.data["id"] == entry.id)
    lines = path.read_text(encoding="utf-8").splitlines()
    place = next(index for index, line in enumerate(lines) if edition.sha256 in line)
    rest = lines[place + 1 :]
    end = next((index for index, line in enumerate(rest) if line.startswith("[[")), len(rest))
    kept = [line for line in rest[:end] if not line.startswith("force ")]
    text = (
        "\n".join([*lines[: place + 1], table({"force": edition.force}).rstrip(), *kept, *rest[end:]]) + "\n"
    )
    return _checked(path, text, entry)


def _reviews_kept(
    root: Path, name: EditionName, before: Iterable[RecordedClause], now: Iterable[RecordedClause]
) -> dict[Path, bytes]:
    """The new file of reviews after an edition was recorded again; none where it does not change."""
    source = reviews_source(root)
    if source is None:
        return {}
    old, new = ({clause.id: clause.fingerprint for clause in clauses} for clauses in (before, now))
    reviews = source.records("review", Review)
    updated = []
    for review in reviews:
        if (review.document, review.version) != name:
            updated.append(review)
        elif review.clause in new:
            same = review.fingerprint == old.get(review.clause)
            words = new[review.clause] if same else review.fingerprint
            updated.append(msgspec.structs.replace(review, fingerprint=words))
    return {source.path: reviews_toml(updated).encode()} if updated != reviews else {}


def _recorded(
    entry: DocumentEntry,
    version: str,
    what: What,
    clauses: Collection[RecordedClause],
    files: tuple[Path, ...],
) -> RecordingResult:
    order = [edition.version for edition in entry.by_age]
    older = order[: order.index(version)]
    carried = sum(first_recorded(clause.id) != version or bool(clause.was) for clause in clauses)
    return RecordingResult(
        entry.id, version, what, len(clauses), carried, older[-1] if older else None, files
    )


def _new_entry(document: Document, id: str, title: str | None, language: str | None) -> DocumentEntry:
    if not _ID.fullmatch(id):
        what = f"document id {id!r} cannot name a file"
        raise SpecError(
            document.path, None, what, "make --document of lower-case letters, digits, points and dashes"
        )
    return DocumentEntry(id, title or document.title or id, language or language_of(document), ())


def _most_alike(root: Path, documents: Mapping[str, DocumentEntry], document: Document) -> DocumentEntry:
    alike = {id: _resemblance(root, entry, document) for id, entry in documents.items()}
    best = max(alike, key=lambda id: alike[id], default="")
    if not best or alike[best] < SAME_DOCUMENT:
        nearest = f" (nearest: {best}, {alike[best]:.0%} alike)" if best else ""
        what = f"resembles no recorded document{nearest}"
        raise SpecError(document.path, None, what, "name its document, or a new one, with --document")
    return documents[best]


def _resemblance(root: Path, entry: DocumentEntry, document: Document) -> float:
    """The greatest share of clauses with the same words in the document and in an edition of an entry."""
    here = Counter(clause.fingerprint for clause in document.clauses)
    shares = [0.0]
    for edition in entry.editions:
        path = clauses_path(root, entry.id, edition.version)
        if path.is_file():
            there = Counter(clause.fingerprint for clause in read_clauses(path).values())
            shares.append(2 * (here & there).total() / max(1, here.total() + there.total()))
    return max(shares)


def _edition(
    entry: DocumentEntry,
    document: Document,
    version: str | None,
    date: str | None,
    ruleset: str | None,
    rulesets: Collection[str] | None,
) -> Edition:
    """The edition of a document, by what it prints and what the caller gives."""
    version, date = version or document.version, date or document.date
    if not version:
        raise SpecError(document.path, None, "prints no version", "give it with --version")
    if not _VERSION.fullmatch(version):
        what = f"version {version!r} cannot name a file"
        raise SpecError(document.path, None, what, "make --version of letters, digits, points and dashes")
    if entry.edition(version) is not None:
        what = f"{entry.id} {version} is recorded from another file"
        raise SpecError(
            document.path, None, what, "give another --version, or take that edition out of the spec"
        )
    if date and not _is_date(date):
        raise SpecError(document.path, None, f"{date!r} is no date", "write --date as YYYY-MM-DD")
    ruleset = ruleset or (entry.by_age[-1].ruleset if entry.editions else "")
    if not ruleset or (rulesets is not None and ruleset not in rulesets):
        what = f"unknown ruleset {ruleset}" if ruleset else f"no ruleset is given for {entry.id}"
        known = ", ".join(sorted(rulesets or ()))
        raise SpecError(
            document.path,
            None,
            what,
            f"give --ruleset, one of {known}" if known else "give one with --ruleset",
        )
    return Edition(version, date, document.sha256, ruleset)


def _is_date(date: str) -> bool:
    try:
        return datetime.date.fromisoformat(date).isoformat() == date
    except ValueError:
        return False


def _listing(root: Path, entry: DocumentEntry, edition: Edition) -> dict[Path, bytes]:
    """The file of an entry with an edition added at its end, everything else as it is."""
    path = root / "documents" / f"{entry.id}.toml"
    if entry.editions:
        path = next(source.path for source in document_sources(root) if source.data["id"] == entry.id)
        before = path.read_text(encoding="utf-8")
    elif path.exists():
        raise SpecError(str(path), None, "is the entry of another document", "choose another --document")
    else:
        before = table({"id": entry.id, "title": entry.title, "language": entry.language})
    added = table(
        {
            "version": edition.version,
            "date": edition.date,
            "sha256": edition.sha256,
            "ruleset": edition.ruleset,
            **({"force": edition.force} if edition.force else {}),
        },
        "[[edition]]",
    )
    text = before + ("" if before.endswith("\n") else "\n") + "\n" + added
    return _checked(path, text, msgspec.structs.replace(entry, editions=(*entry.editions, edition)))


def _checked(path: Path, text: str, entry: DocumentEntry) -> dict[Path, bytes]:
    """The file of an entry, once it is sure that its new text says what it should."""
    try:
        now = msgspec.convert(tomllib.loads(text), DocumentEntry)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError):
        raise SpecError(
            str(path), None, "cannot be added to", "write its editions as [[edition]] tables"
        ) from None
    assert now.editions == entry.editions
    return {path: text.encode()}


_SCRIPTS = (("ja", "\u3040", "\u30ff"), ("ko", "\uac00", "\ud7a3"), ("zh", "\u4e00", "\u9fff"))
_ENGLISH = frozenset({"the", "of", "a", "an", "is", "to", "and", "in", "you", "your", "that"})


def language_of(document: Document) -> str:
    """The language of a document, by its script or by small words of English; `und` where neither does."""
    text = " ".join(clause.text for clause in document.clauses)
    for language, first, last in _SCRIPTS:
        if sum(first <= character <= last for character in text) > len(text) / 50:
            return language
    words = text.casefold().split()
    return "en" if sum(word in _ENGLISH for word in words) > len(words) / 10 else "und"
