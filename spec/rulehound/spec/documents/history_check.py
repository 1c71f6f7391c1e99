"""A document's own account of what changed in it, held against what did.

There are two: the update history that it prints, and the clauses that it marks as changed. Neither is taken
for the truth: each is compared in both directions with what the alignment of the two editions shows.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from rulehound.spec.documents.alignment.records import Alignment, Change, Side

if TYPE_CHECKING:
    from rulehound.extract import Document
    from rulehound.extract.records import Revision

WORDS: frozenset[Change] = frozenset({"reworded", "split", "merged", "added", "removed"})
"""The changes of what a clause says; the others are of where it stands and of what it refers to."""

_FORMER = re.compile(
    r"(?:旧|舊|原|\b(?:former|formerly|old|previous|previously)\b)[\s「『“\"]*$", re.IGNORECASE
)

_OF = re.compile(
    r"[\s,(]*(?:of|in)\s+(?:the\s+)?(?:version|edition|ver\.)\s*(?P<version>[0-9]+(?:\.[0-9]+)*)", re.I
)
_RANGE = re.compile(r"[.\s]*(?:[~～〜–—-]|\bto\b|から)\s*")


class Place(msgspec.Struct, frozen=True):
    """A correspondence of the two editions."""

    old: tuple[str, ...]
    """Keys; for numbered clauses these are the numbers."""
    new: tuple[str, ...]
    changes: tuple[Change, ...]


class Mention(msgspec.Struct, frozen=True):
    """A clause that an entry of the update history names."""

    number: str
    """As the entry has it; of an entry without numbers, a title that it quotes."""
    version: str
    action: str
    page: int


class HistoryCheck(msgspec.Struct, frozen=True):
    """How far an edition's own account agrees with what changed in its words."""

    changed: tuple[Place, ...]
    """Whatever has other words than before, was added or was removed."""
    silent: tuple[Place, ...]
    """Those of `changed` that no entry names, nor a clause above them; all where there is no entry."""
    mentions: tuple[Mention, ...]
    """All that the entries name."""
    vague: int
    """How many entries name nothing."""
    idle: tuple[Mention, ...]
    """Those of `mentions` that nothing came of: nothing changed at the number or below it."""
    unknown: tuple[Mention, ...]
    """Those of `mentions` that neither edition has."""
    marked: tuple[Place, ...]
    """What the new edition marks as changed."""
    marked_in_vain: tuple[Place, ...]
    """Those of `marked` with the words they had where they were; a number or a reference may be another."""
    unmarked: tuple[Place, ...]
    """Those of `changed` that are in the new edition and not marked; all of them where nothing is marked."""


def later_revisions(old: Document, new: Document) -> tuple[Revision, ...]:
    """The entries of the new edition's history that are about versions after the old edition.

    Versions are compared by their numbers, or by their dates where one has none. What the old edition's own
    history tells is older in any case: it is known by version and date, or else by its text. None is known to
    be later where the new edition has neither version nor date, or the old one nothing of all this.
    """
    if not (new.version or new.date) or not (old.version or old.date or old.history):
        return ()
    before = {_told(revision) for revision in old.history}
    return tuple(r for r in new.history if _told(r) not in before and not _is_earlier(r, old))


def _told(revision: Revision) -> tuple[str, ...]:
    """What a version of the history is known by."""
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
    """Hold what changed against the entries of the history and against the keys that the new edition marks.

    `revisions` are those after the old edition (`later_revisions`). An entry names a clause and all that is
    or was below it. Its numbers are the new edition's, but those of what it says was removed, or calls the
    former ones, the old edition's. Where several versions lie between the two, the numbers of all but the
    newest may be of an edition that is not at hand: these are looked for in both, and by the titles quoted.
    """
    places = [Place(found.old, found.new, found.changes) for found in alignment.correspondences]
    old = _Edition(alignment.old, {key: at for at, place in enumerate(places) for key in place.old})
    new = _Edition(alignment.new, {key: at for at, place in enumerate(places) for key in place.new})
    newest = max(map(_age, revisions), default=None)
    mentions, idle, unknown = list[Mention](), list[Mention](), list[Mention]()
    named = set[int]()
    for revision in revisions:
        for name, heads in _named(revision, _age(revision) == newest, old, new):
            mention = Mention(name, revision.version, revision.action, revision.page)
            mentions.append(mention)
            meant = {at for head in heads for at in old.under(places[head].old)}
            meant |= {at for head in heads for at in new.under(places[head].new)}
            named |= meant
            if not meant:
                unknown.append(mention)
            elif not any(_bears_out(revision, places[at]) for at in meant):
                idle.append(mention)
    changed = [at for at, place in enumerate(places) if WORDS.intersection(place.changes)]
    are_marked = sorted({new.places[key] for key in marked})
    return HistoryCheck(
        changed=tuple(places[at] for at in changed),
        silent=tuple(places[at] for at in changed if at not in named),
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
    """By which versions are in order, the newest last."""
    return _parts(revision.version), revision.date


def _named(
    revision: Revision, is_newest: bool, old: _Edition, new: _Edition
) -> Iterator[tuple[str, set[int]]]:
    """What an entry names, each with the indices of the correspondences of the clauses meant."""
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

    def __init__(self, side: Side, places: Mapping[str, int]) -> None:
        self.places = places
        """Of each key, the index of its correspondence."""
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

        A heading is not meant if `titles`, of letters alone, are quoted and its own is none of them.
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
    """The numbers that an entry names, each with whether it is the old edition's."""
    text = re.sub(r"\s*-\s*", "-", revision.text)
    position, is_former = 0, False
    for number in revision.numbers:
        match = re.compile(rf"(?<![0-9.-]){re.escape(number)}(?![0-9]|[.-][0-9])").search(text, position)
        # The end of a range is what its start is, and so are the numbers between them, which are not printed.
        if match:
            if not _RANGE.fullmatch(text, position, match.start()):
                before, behind = _FORMER.search(text, position, match.start()), _OF.match(text, match.end())
                is_former = bool(before or (behind and behind["version"] != revision.version))
            position = match.end()
        yield number, is_former or revision.action == "removed"


def _bears_out(revision: Revision, place: Place) -> bool:
    """Whether what became of the clause may be what the entry says; a cascade of numbers alone is not."""
    if revision.action in {"moved", "merged", "other"}:
        return bool(place.changes)
    return bool(set(place.changes) - {"renumbered"})


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
