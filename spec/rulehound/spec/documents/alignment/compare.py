"""Aligning two editions: matching their passages, grouping them, and describing each change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

from rulehound.spec.documents.alignment.changes import moved, renumbered
from rulehound.spec.documents.alignment.correspondences import (
    Alignment,
    AlignmentSide,
    Change,
    Correspondence,
    Passage,
)
from rulehound.spec.documents.alignment.forced import forced_groups
from rulehound.spec.documents.alignment.groups import Group, groups
from rulehound.spec.documents.alignment.likeness import Likeness
from rulehound.spec.documents.alignment.matching import PassageTree, is_translation, match, match_numbers
from rulehound.spec.documents.alignment.numbers import compare_numbers
from rulehound.spec.documents.alignment.page_numbers import without_page_numbers
from rulehound.spec.documents.alignment.references import compare_references, title_letters
from rulehound.spec.documents.alignment.words import (
    compare_words,
    own_words,
    same_words,
    word_similarity,
)

CERTAINLY_REWORDED = 0.8
"""Likeness by sketches below which a split or merged clause was certainly reworded, beyond their error."""

ALMOST = 0.9999
"""The highest similarity of texts whose words differ."""


def align(old: AlignmentSide, new: AlignmentSide, force: Sequence[str] = ()) -> Alignment:
    """Align two editions: put every passage of both into one correspondence.

    The result depends on the two sides alone. Of two editions with nothing in common all passages are removed
    or added. A translation has no words but most numbers in common, and is aligned by number. `force`: what
    somebody decided, as `forced_groups` takes it. Raises SpecError.
    """
    before, after = PassageTree(old.passages), PassageTree(new.passages)
    likeness = Likeness(old.passages, new.passages)
    forced = forced_groups(force, before, after)
    decided = {place for group in forced for place in group.old}, {p for group in forced for p in group.new}
    pairs = match(before, after, likeness, *decided)
    if is_translation(pairs, before, after, likeness):
        pairs = match_numbers(before, after)
    all_groups = groups(pairs, before, after, likeness, forced)
    describe = _Describer(before, after, likeness, all_groups)
    described = [describe.correspondence(group) for group in _in_order(all_groups)]
    aligned = without_page_numbers(described, old.passages, new.passages)
    return Alignment(old, new, aligned, tuple(force))


def _in_order(unordered: Sequence[Group]) -> list[Group]:
    """Groups in the order of the new edition.

    A removed passage follows the group of the passage before it.
    """
    position: dict[Group, tuple[int, int]] = {}
    last = -1
    for group in sorted((group for group in unordered if group.old), key=lambda group: group.old):
        if group.new:
            last = group.new[0]
        position[group] = (group.new[0], -1) if group.new else (last, group.old[0])
    return sorted(unordered, key=lambda group: position.get(group) or (group.new[0], -1))


class _Describer:
    """Describes what changed in each group of two aligned sides."""

    def __init__(
        self, old: PassageTree, new: PassageTree, likeness: Likeness, all_groups: Sequence[Group]
    ) -> None:
        self._old, self._new, self._likeness = old.passages, new.passages, likeness
        self._moved = moved(all_groups, old, new)
        self._successors = {
            self._old[place].key: tuple(self._new[successor].key for successor in group.new)
            for group in all_groups
            for place in group.old
        }
        self._numbers = {passage.key: passage.number or passage.key for passage in self._new}
        titles = Counter(title_letters(passage.text) for passage in self._new if passage.text)
        self._titled = {
            letters: passage.number
            for passage in self._new
            if passage.text and passage.number and titles[letters := title_letters(passage.text)] == 1
        }

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
            self._successors,
            self._numbers,
            self._titled,
        )
        holds: Mapping[Change, bool] = {
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
            changes=tuple(change for change in get_args(Change) if holds.get(change)),
            similarity=similarity,
            words=compare_words(_text(olds), _text(news)) if compared else (),
            numbers=compare_numbers(old_words or "", new_words or "") if compared else (),
            references=references,
        )

    def _words(self, group: Group, old_words: str | None, new_words: str | None) -> tuple[float, bool]:
        """Similarity of the words, and whether they are known to differ.

        For a split or merged clause without texts it is an estimate, in which small changes do not show.
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
    """The texts of passages without references, joined; None where one is not at hand."""
    texts = [own_words(passage) for passage in passages]
    return None if any(passage.text is None for passage in passages) else "\n".join(texts)


def _text(passages: Sequence[Passage]) -> str:
    return "\n".join(passage.text or "" for passage in passages)
