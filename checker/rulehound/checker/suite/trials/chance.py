"""Whether chance has ordered the cards: exact tests on the beginnings of many games of the same decks.

Each test counts in how many games something is so, and knows how probable it is in one game if every order of
the cards is as likely as any other. The count is binomial then, as games are independent. A test speaks
against an engine where so small or so large a count has a probability below `FALSE_ALARM`, divided by the
number of tests (Bonferroni): all tests together accuse a fair engine less than once in a billion runs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise
from math import ceil, comb, factorial, prod

from rulehound.spec.formats import Deck
from rulehound.spec.game import DealtPile

FALSE_ALARM = 1e-9
"""The probability at most that a fair engine is accused."""

NAMED = 3
"""So many unlikely counts are named in an explanation."""

POWER = 0.95
"""How surely a bias is to be seen that is called visible."""

Beginning = Sequence[DealtPile]
"""The piles that an engine shows when a game has begun."""


@dataclass(frozen=True)
class ChanceTest:
    """Something that is so in some of many games."""

    what: str
    """In words, such as ``card A on top of the deck of player 1``."""
    times: int
    """In so many games it was so."""
    games: int
    probability: float
    """That it is so in one game, if chance orders the cards."""

    @property
    def likelihood(self) -> float:
        """The probability of a count at least as far from the expected one, on the same side, twice."""
        above = _tail(self.games, self.times, self.probability)
        below = _tail(self.games, self.games - self.times, 1 - self.probability)
        return min(1.0, 2 * min(above, below))

    @property
    def expected(self) -> float:
        """The games in which it is expected."""
        return self.games * self.probability


def chance_tests(beginnings: Sequence[Beginning], decks: Sequence[Deck]) -> list[ChanceTest]:
    """All tests on these games, which begin with the same decks."""
    piles: dict[str, list[DealtPile]] = defaultdict(list)
    for beginning in beginnings:
        for pile in beginning:
            piles[pile.name].append(pile)
    tests = [*_alike(beginnings, decks)]
    for name, dealt in piles.items():
        cards = decks[dealt[0].player].piles.get(dealt[0].part, ())
        if dealt[0].ordered:
            tests += [*_places(name, dealt, cards), *_neighbours(name, dealt, cards)]
        else:
            tests += _contents(name, dealt, cards)
    for one, other in combinations(piles.values(), 2):
        if one[0].ordered and one[0].place == other[0].place and len(one) == len(other):
            tests += _same_order(one, other, decks)
    return tests


def unlikely(tests: Sequence[ChanceTest]) -> list[ChanceTest]:
    """The tests that speak against chance, the least likely first."""
    against = [test for test in tests if test.likelihood < FALSE_ALARM / len(tests)]
    return sorted(against, key=lambda test: (test.likelihood, -abs(test.times - test.expected)))


def explained(test: ChanceTest) -> str:
    """What is wrong with an unlikely count, in words."""
    return (
        f"expected in about {test.expected:.1f} of {test.games} games: {test.what}; observed: in {test.times}"
    )


def visible_bias(tests: Sequence[ChanceTest]) -> tuple[ChanceTest, float] | None:
    """Of what chance brings about once or oftener in most games the rarest, and how often it would have to
    happen to be seen.

    A bias is visible where the count speaks against chance in `POWER` of all runs. None where no bias is.
    """
    expected = [one for one in tests if one.expected >= 1] or tests
    test = max(expected, key=lambda one: (one.games, -one.probability))
    least = next((times for times in range(test.games + 1) if _speaks(test, times, len(tests))), None)
    if least is None:
        return None
    percents = (percent / 100 for percent in range(ceil(100 * test.probability), 101))
    return next(((test, each) for each in percents if _tail(test.games, least, each) >= POWER), None)


def _speaks(test: ChanceTest, times: int, tests: int) -> bool:
    """Whether so many times are too many for chance, among so many tests."""
    more = times > test.expected
    return more and replace(test, times=times).likelihood < FALSE_ALARM / tests


def _places(name: str, dealt: Sequence[DealtPile], cards: Sequence[str]) -> Iterator[ChanceTest]:
    """How often each card lies at each place of a pile whose order counts."""
    copies = Counter(cards)
    for place in range(max(len(pile.cards) for pile in dealt)):
        there = Counter(pile.cards[place] for pile in dealt if place < len(pile.cards))
        for card, count in copies.items():
            what = f"{card} is card {place + 1} from the top of {name}"
            yield ChanceTest(what, there[card], there.total(), count / len(cards))


def _neighbours(name: str, dealt: Sequence[DealtPile], cards: Sequence[str]) -> Iterator[ChanceTest]:
    """How often two cards that follow each other in the list of the deck do so in a pile."""
    pairs = set(pairwise(cards))
    copies, size = Counter(cards), len(cards)
    ways = sum(copies[one] * (copies[other] - (one == other)) for one, other in pairs)
    for place in range(max(len(pile.cards) for pile in dealt) - 1):
        here = [pile.cards[place : place + 2] for pile in dealt if place + 1 < len(pile.cards)]
        what = f"cards {place + 1} and {place + 2} of {name} follow each other in the list of the deck"
        times = sum((one, other) in pairs for one, other in here)
        yield ChanceTest(what, times, len(here), ways / (size * (size - 1)))


def _contents(name: str, dealt: Sequence[DealtPile], cards: Sequence[str]) -> Iterator[ChanceTest]:
    """How often a card is among those of a pile whose order does not count."""
    by_size: dict[int, list[DealtPile]] = defaultdict(list)
    for pile in dealt:
        by_size[len(pile.cards)].append(pile)
    for size, own in sorted(by_size.items()):
        for card, count in Counter(cards).items():
            without = comb(len(cards) - count, size) / comb(len(cards), size)
            times = sum(card in pile.cards for pile in own)
            yield ChanceTest(f"{card} is among the {size} cards of {name}", times, len(own), 1 - without)


def _same_order(
    one: Sequence[DealtPile], other: Sequence[DealtPile], decks: Sequence[Deck]
) -> Iterator[ChanceTest]:
    """How often the piles of two players hold cards from the same place of the lists of their decks."""
    lists = [decks[pile.player].piles.get(pile.part, ()) for pile in (one[0], other[0])]
    pairs = set(zip(*lists, strict=False))
    copies = [Counter(cards) for cards in lists]
    ways = sum(copies[0][mine] * copies[1][yours] for mine, yours in pairs)
    for place in range(max(len(pile.cards) for pile in (*one, *other))):
        here = [
            (mine.cards[place], yours.cards[place])
            for mine, yours in zip(one, other, strict=True)
            if place < min(len(mine.cards), len(yours.cards))
        ]
        if here:
            what = f"card {place + 1} of {one[0].name} and of {other[0].name} are the same of their decks"
            times = sum(pair in pairs for pair in here)
            yield ChanceTest(what, times, len(here), ways / (len(lists[0]) * len(lists[1])))


def _alike(beginnings: Sequence[Beginning], decks: Sequence[Deck]) -> Iterator[ChanceTest]:
    """How many games begin as the first one does, and as any other does."""
    keys = [tuple((pile.name, _order(pile)) for pile in beginning) for beginning in beginnings]
    again = max(_recurrence(beginning, decks) for beginning in beginnings)
    others = len(keys) - 1
    yield ChanceTest(
        "a game begins like the first one", sum(key == keys[0] for key in keys[1:]), others, again
    )
    if again * comb(len(keys), 2) < 1:
        repeated = len(keys) - len(set(keys))
        what = "a game begins like an earlier one"
        yield ChanceTest(what, min(repeated, 1), 1, again * comb(len(keys), 2))


def _order(pile: DealtPile) -> Sequence[str]:
    return tuple(pile.cards if pile.ordered else sorted(pile.cards))


def _recurrence(beginning: Beginning, decks: Sequence[Deck]) -> float:
    """A bound on the probability that another game begins with the same cards in the same places."""
    bound, taken = 1.0, Counter[tuple[int, str]]()
    for pile in beginning:
        cards = decks[pile.player].piles.get(pile.part, ())
        most = max(Counter(cards).values(), default=1)
        first = taken[pile.player, pile.part]
        left = [len(cards) - first - number for number in range(len(pile.cards))]
        taken[pile.player, pile.part] += len(pile.cards)
        orders = 1 if pile.ordered else factorial(len(pile.cards))
        bound *= min(1.0, orders * prod(min(1.0, most / max(each, 1)) for each in left))
    return bound


@cache
def _tail(games: int, times: int, probability: float) -> float:
    """The probability of so many or more successes."""
    if times <= 0:
        return 1.0
    return sum(
        comb(games, k) * probability**k * (1 - probability) ** (games - k) for k in range(times, games + 1)
    )


def known(beginning: Beginning, decks: Sequence[Deck]) -> Beginning:
    """The piles of which nothing but cards of the decks is shown, without those that hold none."""
    return [pile for pile in beginning if pile.cards and not _strange(pile, decks)]


def _strange(pile: DealtPile, decks: Sequence[Deck]) -> Mapping[str, int]:
    """The cards of a pile that are not in the deck it comes from."""
    return Counter(pile.cards) - Counter(decks[pile.player].piles.get(pile.part, ()))
