"""Two editions aligned as wholes: matched, grouped, and each change described."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from rulehound.spec.documents.alignment.changes import moved, renumbered
from rulehound.spec.documents.alignment.groups import Group, groups
from rulehound.spec.documents.alignment.likeness import Likeness
from rulehound.spec.documents.alignment.matching import Outline, is_translation, match, match_numbers
from rulehound.spec.documents.alignment.numbers import compare_numbers
from rulehound.spec.documents.alignment.records import Alignment, Change, Correspondence, Passage, Side
from rulehound.spec.documents.alignment.references import compare_references
from rulehound.spec.documents.alignment.words import (
    compare_words,
    own_words,
    same_words,
    word_similarity,
)

CERTAINLY_REWORDED = 0.8
"""Likeness by sketches under which a split or merged clause has other words beyond their error."""

ALMOST = 0.9999
"""Similarity of different words, at most."""


def align(old: Side, new: Side) -> Alignment:
    """What became of every passage of the old edition, and where every passage of the new one comes from.

    The result depends on the two sides alone. Two editions with nothing in common come out as all removed and
    all added; a translation, whose words have nothing in common but whose numbers do, is aligned by number,
    with the similarity that it has.
    """
    before, after = Outline(old.passages), Outline(new.passages)
    likeness = Likeness(old.passages, new.passages)
    pairs = match(before, after, likeness)
    if is_translation(pairs, before, after, likeness):
        pairs = match_numbers(before, after)
    found = groups(pairs, before, after, likeness)
    describe = _Describer(before, after, likeness, found)
    return Alignment(old, new, tuple(describe.correspondence(group) for group in _in_order(found)))


def _in_order(found: Sequence[Group]) -> list[Group]:
    """By the new edition; what was removed after what became of the clause before it."""
    position: dict[Group, tuple[int, int]] = {}
    last = -1
    for group in sorted((group for group in found if group.old), key=lambda group: group.old):
        if group.new:
            last = group.new[0]
        position[group] = (group.new[0], -1) if group.new else (last, group.old[0])
    return sorted(found, key=lambda group: position.get(group) or (group.new[0], -1))


class _Describer:
    """Puts into words what happened to each group of two aligned sides."""

    def __init__(self, old: Outline, new: Outline, likeness: Likeness, found: Sequence[Group]) -> None:
        self._old, self._new, self._likeness = old.passages, new.passages, likeness
        self._moved = moved(found, old, new)
        self._heirs = {
            self._old[place].key: tuple(self._new[heir].key for heir in group.new)
            for group in found
            for place in group.old
        }
        self._numbers = {passage.key: passage.number or passage.key for passage in self._new}

    def correspondence(self, group: Group) -> Correspondence:
        """The record of one group."""
        olds = tuple(self._old[place] for place in group.old)
        news = tuple(self._new[place] for place in group.new)
        keys = tuple(passage.key for passage in olds), tuple(passage.key for passage in news)
        if not olds or not news:
            return Correspondence(*keys, changes=("removed",) if olds else ("added",), similarity=0.0)
        old_words, new_words = _own_words(olds), _own_words(news)
        similarity, reworded = self._words(group, old_words, new_words)
        references = compare_references(
            [cited for passage in olds for cited in passage.references],
            [cited for passage in news for cited in passage.references],
            self._heirs,
            self._numbers,
        )
        happened: Mapping[Change, bool] = {
            "reworded": reworded,
            "references": bool(references),
            "renumbered": renumbered(olds, news),
            "moved": group in self._moved,
            "split": len(news) > 1,
            "merged": len(olds) > 1,
        }
        compared = reworded and old_words is not None and new_words is not None
        return Correspondence(
            *keys,
            changes=tuple(change for change in get_args(Change) if happened.get(change)),
            similarity=similarity,
            words=compare_words(_text(olds), _text(news)) if compared else (),
            numbers=compare_numbers(old_words or "", new_words or "") if compared else (),
            references=references,
        )

    def _words(self, group: Group, old_words: str | None, new_words: str | None) -> tuple[float, bool]:
        """Similarity of the words, and whether they are known to differ.

        Of a split or merged clause without texts there is but an estimate, which small changes do not show
        in.
        """
        single = len(group.old) == len(group.new) == 1
        if single and self._old[group.old[0]].fingerprint == self._new[group.new[0]].fingerprint:
            return 1.0, False
        if old_words is None or new_words is None:
            alike = round(min(self._likeness.together(group.old, group.new), ALMOST), 4)
            return alike, single or alike < CERTAINLY_REWORDED
        if not single and same_words(old_words, new_words):
            return 1.0, False
        return round(min(word_similarity(old_words, new_words), ALMOST), 4), True


def _own_words(passages: Sequence[Passage]) -> str | None:
    """Texts without references, as one; None where one is not at hand."""
    texts = [own_words(passage) for passage in passages]
    return None if any(passage.text is None for passage in passages) else "\n".join(texts)


def _text(passages: Sequence[Passage]) -> str:
    return "\n".join(passage.text or "" for passage in passages)
