"""Checking a document's own account of its changes against the alignment of two editions.

A document gives two accounts: the update history that it prints, and the clauses that it marks as changed.
Neither is trusted: each is compared with the alignment in both directions.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from rulehound.spec.documents.alignment.correspondences import Alignment, AlignmentSide, Change

if TYPE_CHECKING:
    from rulehound.extract import Document
    from rulehound.extract.document import Revision

WORDS: frozenset[Change] = frozenset({"reworded", "split", "merged", "added", "removed"})
"""The changes of a clause's words. Other changes are of its place, its number or its references."""

_FORMER = re.compile(
    r"(?:旧|舊|原|\b(?:former|formerly|old|previous|previously)\b)[\s「『“\"]*$", re.IGNORECASE
)

_OF = re.compile(
    r"[\s,(]*(?:of|in)\s+(?:the\s+)?(?:version|edition|ver\.)\s*(?P<version>[0-9]+(?:\.[0-9]+)*)", re.I
)
_RANGE = re.compile(r"[.\s]*(?:[~～〜–—-]|\bto\b|から)\s*")


class ClauseChange(msgspec.Struct, frozen=True):
    """A correspondence of two editions, with its changes."""

    old: tuple[str, ...]
    """Keys; for numbered clauses these are the numbers."""
    new: tuple[str, ...]
    changes: tuple[Change, ...]


class Mention(msgspec.Struct, frozen=True):
    """The mention of a clause in an entry of the update history."""

    number: str
    """The number in the entry, or a title that it quotes where it has no numbers."""
    version: str
    action: str
    page: int


class HistoryCheck(msgspec.Struct, frozen=True):
    """How far an edition's own account agrees with the changes of its words."""

    changed: tuple[ClauseChange, ...]
    """All clauses that were reworded, split, merged, added or removed."""
    silent: tuple[ClauseChange, ...]
    """Those of `changed` where no entry names them or a clause above them."""
    mentions: tuple[Mention, ...]
    """All mentions of clauses in the entries."""
    vague: int
    """How many entries name no clause."""
    idle: tuple[Mention, ...]
    """Those of `mentions` where nothing changed at that clause or below it."""
    unknown: tuple[Mention, ...]
    """Those of `mentions` whose clause neither edition has."""
    marked: tuple[ClauseChange, ...]
    """The clauses that the new edition marks as changed."""
    marked_in_vain: tuple[ClauseChange, ...]
    """Those of `marked` whose words and place did not change. Their numbers and references may have."""
    unmarked: tuple[ClauseChange, ...]
    """Those of `changed` that are in the new edition and not marked."""


def later_revisions(old: Document, new: Document) -> tuple[Revision, ...]:
    """The entries of the new edition's history about versions after the old edition.

    Versions are compared by their numbers, or by their dates where one has no number. Entries that the old
    edition's own history has, by version and date or else by text, are older in any case. There are none
    where the new edition has neither version nor date, or the old one has no version, date or history.
    """
    if not (new.version or new.date) or not (old.version or old.date or old.history):
        return ()
    before = {_identity(revision) for revision in old.history}
    return tuple(r for r in new.history if _identity(r) not in before and not _is_earlier(r, old))


def _identity(revision: Revision) -> tuple[str, ...]:
    """The identity of an entry of the history: version and date, or else its text."""
    dated = bool(revision.version or revision.date)
    return (revision.version, revision.date) if dated else (_letters(revision.text),)


def _is_earlier(revision: Revision, old: Document) -> bool:
    if revision.version and old.version:
        return _parts(revision.version) <= _parts(old.version)
    return bool(revision.date) and revision.date <= old.date


def _parts(version: str) -> list[int]:
    return [int(part) for part in re.findall("[0-9]+", version)]


def cross_check(
    alignment: Alignment, revisions: Sequence[Revision], marked: Collection[str] = ()
) -> HistoryCheck:
    """Compare the changes with the entries of the history, and with the keys that the new edition marks.

    `revisions`: the entries about versions after the old edition (`later_revisions`). An entry names a clause
    and all clauses below it. Its numbers are those of the new edition, except where it calls them former ones
    or says that the clause was removed: these are those of the old edition. Where several versions lie
    between the two editions, numbers in the entries of all but the newest may belong to an edition that is
    not at hand. They are looked up in both editions, and by the titles quoted.
    """
    places = [ClauseChange(each.old, each.new, each.changes) for each in alignment.correspondences]
    old = _Edition(alignment.old, {key: at for at, place in enumerate(places) for key in place.old})
    new = _Edition(alignment.new, {key: at for at, place in enumerate(places) for key in place.new})
    newest = max(map(_age, revisions), default=None)
    mentions, idle, unknown = list[Mention](), list[Mention](), list[Mention]()
    mentioned = set[int]()
    for revision in revisions:
        for name, heads in _named(revision, _age(revision) == newest, old, new):
            mention = Mention(name, revision.version, revision.action, revision.page)
            mentions.append(mention)
            indices = {at for head in heads for at in old.under(places[head].old)}
            indices |= {at for head in heads for at in new.under(places[head].new)}
            mentioned |= indices
            if not indices:
                unknown.append(mention)
            elif not any(_bears_out(revision, places[at]) for at in indices):
                idle.append(mention)
    changed = [at for at, place in enumerate(places) if WORDS.intersection(place.changes)]
    are_marked = sorted({new.places[key] for key in marked})
    return HistoryCheck(
        changed=tuple(places[at] for at in changed),
        silent=tuple(places[at] for at in changed if at not in mentioned),
        mentions=tuple(mentions),
        vague=sum(not (revision.numbers or revision.titles) for revision in revisions),
        idle=tuple(idle),
        unknown=tuple(unknown),
        marked=tuple(places[at] for at in are_marked),
        marked_in_vain=tuple(
            places[at] for at in are_marked if not {*WORDS, "moved"}.intersection(places[at].changes)
        ),
        unmarked=tuple(places[at] for at in changed if places[at].new and at not in are_marked),
    )


def _age(revision: Revision) -> tuple[list[int], str]:
    """The sort key of versions, newest last."""
    return _parts(revision.version), revision.date


def _named(
    revision: Revision, is_newest: bool, old: _Edition, new: _Edition
) -> Iterator[tuple[str, set[int]]]:
    """The numbers or titles in an entry, each with the indices of the correspondences of its clauses."""
    titles = frozenset(map(_letters, revision.titles)) - {""}
    for number, is_former in _numbers(revision):
        if not is_newest:
            yield number, old.at(number, titles) | new.at(number, titles) | new.titled(titles)
        elif is_former:
            yield number, old.at(number)
        else:
            yield number, new.at(number) or old.at(number)
    if not revision.numbers:
        for title in revision.titles:
            yield title, old.titled({_letters(title)}) | new.titled({_letters(title)})


class _Edition:
    """The clauses of one side, by number and title."""

    def __init__(self, side: AlignmentSide, places: Mapping[str, int]) -> None:
        self.places = places
        """For each key, the index of its correspondence."""
        self._keys = {passage.number: passage.key for passage in side.passages if passage.number}
        self._headings = {
            passage.key: _letters(passage.text)
            for passage in side.passages
            if passage.text and passage.kind == "heading"
        }
        self._below: dict[str, list[str]] = defaultdict(list)
        for passage in side.passages:
            if passage.parent is not None:
                self._below[passage.parent].append(passage.key)

    def at(self, number: str, titles: Collection[str] = ()) -> set[int]:
        """Index of the correspondence of the clause with that number, if there is one.

        A heading does not count where `titles` (in letters alone) are quoted and its own is not among them.
        """
        key = self._keys.get(number)
        if key is None or (titles and key in self._headings and self._headings[key] not in titles):
            return set()
        return {self.places[key]}

    def titled(self, titles: Collection[str]) -> set[int]:
        """Indices of the correspondences of the headings with these titles."""
        return {self.places[key] for key, title in self._headings.items() if title in titles}

    def under(self, keys: Iterable[str]) -> Iterator[int]:
        """Indices of the correspondences of these clauses and of all below them."""
        for key in keys:
            yield self.places[key]
            yield from self.under(self._below[key])


def _numbers(revision: Revision) -> Iterator[tuple[str, bool]]:
    """The numbers in an entry, each with whether it is a number of the old edition."""
    text = re.sub(r"\s*-\s*", "-", revision.text)
    position, is_former = 0, False
    for number in revision.numbers:
        match = re.compile(rf"(?<![0-9.-]){re.escape(number)}(?![0-9]|[.-][0-9])").search(text, position)
        # The end of a range belongs to the same edition as its start. Numbers between them are not printed.
        if match:
            if not _RANGE.fullmatch(text, position, match.start()):
                before, behind = _FORMER.search(text, position, match.start()), _OF.match(text, match.end())
                is_former = bool(before or (behind and behind["version"] != revision.version))
            position = match.end()
        yield number, is_former or revision.action == "removed"


def _bears_out(revision: Revision, place: ClauseChange) -> bool:
    """Whether the changes of a clause may be those that an entry reports. Renumbering alone is none."""
    if revision.action in {"moved", "merged", "other"}:
        return bool(place.changes)
    return bool(set(place.changes) - {"renumbered"})


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
