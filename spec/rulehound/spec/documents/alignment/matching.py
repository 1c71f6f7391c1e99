"""Which clause became which, one to one: the pairing of two editions with the most evidence as a whole.

Clauses whose words occur once on either side are paired first, as patience diff does. For the others, which
are reworded, share their words with a sibling, or came and went, evidence is weighed: the words; where the
neighbours' counterparts stand; the counterparts of parent and children; the number, which is trusted little,
for an update hands on numbers to other clauses. Of all pairings the one with the highest sum is taken, and
since every pair is evidence for its neighbours, this is repeated until it stands still.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulehound.spec.documents.alignment.assignment import assign
from rulehound.spec.documents.alignment.likeness import Likeness
from rulehound.spec.documents.alignment.records import Passage

ROUNDS = 4
"""At most; more change nothing on the editions that we have."""

WORDS_ALONE = 0.5
"""Likeness from which words are enough, with no other evidence. Unrelated clauses of one rulebook reach it in
one pair of a thousand."""

WITHIN = 0.4
"""Likeness of a clause all of which is in another, longer one."""

PREVIOUS = 0.15
"""Standing right where the counterpart of the clause before has it, in units of likeness; less at a
distance."""
NEXT = 0.15
PARENT = 0.2
NUMBER = 0.1
IN_PLACE = 0.15
"""Alone between the same neighbours, under the same parent and number: with all the rest, enough without any
words in common."""
CHILDREN = 0.6
"""All children of both are each other's counterparts."""
OTHER_KIND = -0.15
CONTEXT = 0.7
"""What all of this counts beside the words."""

SETTLED = 1.0
"""Worth of a pair with the same words, which nobody else has."""

FEW_WORDS = 0.05
"""Share of passages with like words under which two editions are taken for translations of each other …"""

MOST_NUMBERS = 0.75
"""… if this share of numbers is in both."""

MOST_SAME = 40
"""Passages of the same words that are looked at before and after the one of the same rank among them."""

NEARBY = 2
"""How far from where a neighbour has it a clause is looked for without any likeness of words."""


class Outline:
    """The passages of a side in reading order and how they hang together, all by their place (from 0)."""

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
    """The new place that an old one has become."""

    new: int
    worth: float
    """Evidence beyond what a pair needs."""


def match(old: Outline, new: Outline, likeness: Likeness) -> dict[int, Pair]:
    """The counterpart of each old place that has one; no two have the same."""
    settled = _same_unique_words(old, new)
    taken = set(settled.values())
    open_olds = [place for place in range(len(old.passages)) if place not in settled]
    open_news = [place for place in range(len(new.passages)) if place not in taken]
    by_words = _same_words(old, new, open_olds, open_news)
    for place, nearest in likeness.nearest(open_olds, open_news).items():
        by_words[place].update(nearest)
    found, worth = settled, dict.fromkeys(settled, SETTLED)
    for _ in range(ROUNDS):
        evidence = _Evidence(old, new, likeness, found)
        values = []
        for place in open_olds:
            candidates = by_words[place].union(evidence.expected(place)).difference(taken)
            weighed = ((candidate, evidence.value(place, candidate)) for candidate in sorted(candidates))
            values.append({candidate: value for candidate, value in weighed if value > 0})
        assigned = assign(values)
        pairs = {open_olds[row]: column for row, column in assigned.items()}
        worth |= {open_olds[row]: values[row][column] for row, column in assigned.items()}
        before, found = found, settled | pairs
        if found == before:
            break
    return {place: Pair(counterpart, worth[place]) for place, counterpart in found.items()}


def is_translation(pairs: Mapping[int, Pair], old: Outline, new: Outline, likeness: Likeness) -> bool:
    """Whether two sides share their numbers and nearly no words, as a document and its translation do."""
    fewest = min(len(old.passages), len(new.passages))
    alike = sum(likeness(place, pair.new) >= WORDS_ALONE for place, pair in pairs.items())
    shared = old.numbered.keys() & new.numbered.keys()
    most = max(len(old.numbered), len(new.numbered))
    return alike < FEW_WORDS * fewest and len(shared) >= MOST_NUMBERS * most > 0


def match_numbers(old: Outline, new: Outline) -> dict[int, Pair]:
    """Equal numbers paired, whatever the words say."""
    return {
        place: Pair(new.numbered[number], SETTLED)
        for number, place in old.numbered.items()
        if number in new.numbered
    }


def _same_unique_words(old: Outline, new: Outline) -> dict[int, int]:
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
    old: Outline, new: Outline, open_olds: Sequence[int], open_news: Sequence[int]
) -> dict[int, set[int]]:
    """For each old place the new ones of the same words; of very many, those of about the same rank."""
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
    """What speaks for a pair, given the pairs found so far."""

    def __init__(self, old: Outline, new: Outline, likeness: Likeness, found: Mapping[int, int]) -> None:
        self._old, self._new, self._likeness, self._found = old, new, likeness, found
        self._before = _nearest_found(range(len(old.passages)), found, start=(-1, -1))
        end = (len(old.passages), len(new.passages))
        self._after = _nearest_found(range(len(old.passages) - 1, -1, -1), found, start=end)

    def expected(self, place: int) -> set[int]:
        """New places where a clause may be for other reasons than its words."""
        around = {
            foreseen + offset
            for foreseen in self._foreseen(place)
            for offset in range(-NEARBY, NEARBY + 1)
            if 0 <= foreseen + offset < len(self._new.passages)
        }
        children = (self._found.get(child) for child in self._old.children[place])
        parents = {self._new.parent[child] for child in children if child is not None}
        same_number = self._new.numbered.get(self._old.passages[place].number)
        return around | {each for each in (*parents, same_number) if each is not None}

    def value(self, place: int, candidate: int) -> float:
        """Evidence beyond what a pair needs: negative where it is better to leave both without."""
        one, other = self._old.passages[place], self._new.passages[candidate]
        before, after = self._foreseen(place)
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
        said, also_said, both = self._likeness.overlap(place, candidate)
        words = max(2 * both / (said + also_said), WITHIN * both / min(said, also_said))
        return words + CONTEXT * context - WORDS_ALONE

    def _foreseen(self, place: int) -> tuple[int, int]:
        """Where the clause would be if nothing came or went between it and its nearest found neighbours."""
        old_before, new_before = self._before[place]
        old_after, new_after = self._after[place]
        return new_before + place - old_before, new_after + place - old_after

    def _parents_agree(self, place: int, candidate: int) -> bool:
        parent, other = self._old.parent[place], self._new.parent[candidate]
        return other is None if parent is None else other is not None and self._found.get(parent) == other

    def _children_agree(self, place: int, candidate: int) -> float:
        """Share of the children of both that are counterparts, less the share that belongs elsewhere."""
        children, others = self._old.children[place], self._new.children[candidate]
        found = [self._found[child] for child in children if child in self._found]
        if not found or not others:
            return 0.0
        agreeing = sum(self._new.parent[child] == candidate for child in found)
        return (2 * agreeing - len(found)) / max(len(children), len(others))


def _nearest_found(
    places: range, found: Mapping[int, int], start: tuple[int, int]
) -> dict[int, tuple[int, int]]:
    """For each place the last found pair that was passed on the way to it."""
    nearest = {}
    last = start
    for place in places:
        nearest[place] = last
        if place in found:
            last = (place, found[place])
    return nearest
