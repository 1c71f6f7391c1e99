"""Matching clauses of two editions one to one: the pairing with the most evidence as a whole.

Clauses whose words occur once on either side are paired first, as in patience diff. Other clauses were
reworded, share their words with a sibling, were added or were removed. For these, evidence is weighed: the
words, the places of the neighbours' counterparts, the counterparts of parent and children, and the number.
The number counts little, since updates give numbers to other clauses. The pairing with the highest sum is
taken. Every pair is evidence for its neighbours, so this is repeated until nothing changes, or for ROUNDS.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rulehound.spec.documents.alignment.assignment import assign
from rulehound.spec.documents.alignment.correspondences import Passage
from rulehound.spec.documents.alignment.likeness import Likeness

ROUNDS = 4
"""The most rounds. More change nothing on the editions that we have."""

WORDS_ALONE = 0.5
"""Likeness from which words suffice without other evidence. One in a thousand unrelated pairs reaches it."""

CONTAINED = 0.4
"""Likeness of a clause and a longer one that contains it whole."""

PREVIOUS = 0.15
"""Weight of standing right behind the counterpart of the clause before, in units of likeness. It falls with
the distance."""
NEXT = 0.15
"""Weight of standing right before the counterpart of the clause behind; it falls with the distance too."""
PARENT = 0.2
"""Weight of parents that are each other's counterparts, or of having none on either side."""
NUMBER = 0.1
"""Weight of having the same number."""
IN_PLACE = 0.15
"""Weight of standing alone between the same neighbours, under the same parent and number. Together with the
other weights it suffices without words in common."""
CHILDREN = 0.6
"""Weight of children that are all each other's counterparts."""
OTHER_KIND = -0.15
"""Weight of being of different kinds, a heading and a paragraph, say."""
CONTEXT = 0.7
"""Weight of all this context beside the words."""

SETTLED = 1.0
"""Worth of a pair whose words are equal and occur nowhere else."""

FEW_WORDS = 0.05
"""Share of passages with like words under which two editions are taken for translations of each other …"""

MOST_NUMBERS = 0.75
"""… if this share of numbers is in both."""

MOST_SAME = 40
"""How many passages with equal words are candidates before and after the one of the same rank."""

NEARBY = 2
"""The distance from its expected place within which a clause is searched without likeness of words."""


class PassageTree:
    """The passages of a side in reading order with their parents and children, by place (from 0)."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self.numbered = {p.number: place for place, p in enumerate(passages) if p.number}
        self.place = {passage.key: place for place, passage in enumerate(passages)}
        self.parent = [self.place.get(passage.parent or "") for passage in passages]
        self.children: list[list[int]] = [[] for _ in passages]
        for place, parent in enumerate(self.parent):
            if parent is not None:
                self.children[parent].append(place)


class Pair(NamedTuple):
    """The new place that an old place is paired with."""

    new: int
    worth: float
    """Evidence beyond what a pair needs."""


def match(
    old: PassageTree,
    new: PassageTree,
    likeness: Likeness,
    taken_olds: Collection[int] = (),
    taken_news: Collection[int] = (),
) -> dict[int, Pair]:
    """The counterpart of each old place that has one; no two have the same.

    The places `taken_olds` and `taken_news` have none: somebody decided what becomes of them.
    """
    settled = {
        place: counterpart
        for place, counterpart in _same_unique_words(old, new).items()
        if place not in taken_olds and counterpart not in taken_news
    }
    settled_news = {*settled.values(), *taken_news}
    open_olds = [p for p in range(len(old.passages)) if p not in settled and p not in taken_olds]
    open_news = [place for place in range(len(new.passages)) if place not in settled_news]
    by_words = _same_words(old, new, open_olds, open_news)
    for place, nearest in likeness.nearest(open_olds, open_news).items():
        by_words[place].update(nearest)
    current, worth = settled, dict.fromkeys(settled, SETTLED)
    for _ in range(ROUNDS):
        evidence = _Evidence(old, new, likeness, current)
        values = []
        for place in open_olds:
            candidates = by_words[place].union(evidence.expected(place)).difference(settled_news)
            weighed = ((candidate, evidence.value(place, candidate)) for candidate in sorted(candidates))
            values.append({candidate: value for candidate, value in weighed if value > 0})
        assigned = assign(values)
        pairs = {open_olds[row]: column for row, column in assigned.items()}
        worth |= {open_olds[row]: values[row][column] for row, column in assigned.items()}
        before, current = current, settled | pairs
        if current == before:
            break
    return {place: Pair(counterpart, worth[place]) for place, counterpart in current.items()}


def is_translation(pairs: Mapping[int, Pair], old: PassageTree, new: PassageTree, likeness: Likeness) -> bool:
    """Whether two sides share their numbers and nearly no words, as a document and its translation do."""
    fewest = min(len(old.passages), len(new.passages))
    alike = sum(likeness(place, pair.new) >= WORDS_ALONE for place, pair in pairs.items())
    shared = old.numbered.keys() & new.numbered.keys()
    most = max(len(old.numbered), len(new.numbered))
    return alike < FEW_WORDS * fewest and len(shared) >= MOST_NUMBERS * most > 0


def match_numbers(old: PassageTree, new: PassageTree) -> dict[int, Pair]:
    """Pair equal numbers, whatever the words are."""
    return {
        place: Pair(new.numbered[number], SETTLED)
        for number, place in old.numbered.items()
        if number in new.numbered
    }


def _same_unique_words(old: PassageTree, new: PassageTree) -> dict[int, int]:
    once_old = _once(old.passages)
    once_new = _once(new.passages)
    return {place: once_new[words] for words, place in once_old.items() if words in once_new}


def _once(passages: Sequence[Passage]) -> dict[str, int]:
    times = Counter(passage.fingerprint for passage in passages)
    return {
        passage.fingerprint: place
        for place, passage in enumerate(passages)
        if times[passage.fingerprint] == 1
    }


def _same_words(
    old: PassageTree, new: PassageTree, open_olds: Sequence[int], open_news: Sequence[int]
) -> dict[int, set[int]]:
    """For each old place, the new places with equal words; of very many, those of about the same rank."""
    places: dict[str, list[int]] = defaultdict(list)
    for place in open_news:
        places[new.passages[place].fingerprint].append(place)
    rank: Counter[str] = Counter()
    candidates = {}
    for place in open_olds:
        words = old.passages[place].fingerprint
        same = places.get(words, [])
        candidates[place] = set(same[max(0, rank[words] - MOST_SAME) : rank[words] + MOST_SAME + 1])
        rank[words] += 1
    return candidates


class _Evidence:
    """The evidence for a pair, given the pairs so far."""

    def __init__(
        self, old: PassageTree, new: PassageTree, likeness: Likeness, pairs: Mapping[int, int]
    ) -> None:
        self._old, self._new, self._likeness, self._pairs = old, new, likeness, pairs
        self._before = _nearest_pairs(range(len(old.passages)), pairs, start=(-1, -1))
        end = (len(old.passages), len(new.passages))
        self._after = _nearest_pairs(range(len(old.passages) - 1, -1, -1), pairs, start=end)

    def expected(self, place: int) -> set[int]:
        """New places where a clause may stand by its context."""
        around = {
            expected_place + offset
            for expected_place in self._expected_places(place)
            for offset in range(-NEARBY, NEARBY + 1)
            if 0 <= expected_place + offset < len(self._new.passages)
        }
        children = (self._pairs.get(child) for child in self._old.children[place])
        parents = {self._new.parent[child] for child in children if child is not None}
        same_number = self._new.numbered.get(self._old.passages[place].number)
        return around | {each for each in (*parents, same_number) if each is not None}

    def value(self, place: int, candidate: int) -> float:
        """Evidence for a pair beyond what it needs; negative where both are better left without a pair."""
        one, other = self._old.passages[place], self._new.passages[candidate]
        before, after = self._expected_places(place)
        parents_agree = self._parents_agree(place, candidate)
        same_number = one.number != "" and one.number == other.number
        context = (
            PREVIOUS / (1 + abs(before - candidate))
            + NEXT / (1 + abs(after - candidate))
            + PARENT * parents_agree
            + CHILDREN * self._children_agree(place, candidate)
            + NUMBER * same_number
            + IN_PLACE * (before == candidate == after and parents_agree and same_number)
            + OTHER_KIND * (one.kind != other.kind)
        )
        old_amount, new_amount, both = self._likeness.overlap(place, candidate)
        words = max(2 * both / (old_amount + new_amount), CONTAINED * both / min(old_amount, new_amount))
        return words + CONTEXT * context - WORDS_ALONE

    def _expected_places(self, place: int) -> tuple[int, int]:
        """The places that the clause would have by its nearest paired neighbours before and after it."""
        old_before, new_before = self._before[place]
        old_after, new_after = self._after[place]
        return new_before + place - old_before, new_after + place - old_after

    def _parents_agree(self, place: int, candidate: int) -> bool:
        parent, other = self._old.parent[place], self._new.parent[candidate]
        return other is None if parent is None else other is not None and self._pairs.get(parent) == other

    def _children_agree(self, place: int, candidate: int) -> float:
        """Share of children that are counterparts, less the share whose counterparts have another parent."""
        children, others = self._old.children[place], self._new.children[candidate]
        counterparts = [self._pairs[child] for child in children if child in self._pairs]
        if not counterparts or not others:
            return 0.0
        agreeing = sum(self._new.parent[child] == candidate for child in counterparts)
        return (2 * agreeing - len(counterparts)) / max(len(children), len(others))


def _nearest_pairs(
    places: range, pairs: Mapping[int, int], start: tuple[int, int]
) -> dict[int, tuple[int, int]]:
    """For each place, the last pair before it in the order of `places`."""
    nearest = {}
    last = start
    for place in places:
        nearest[place] = last
        if place in pairs:
            last = (place, pairs[place])
    return nearest
