"""Fair beginnings of games are never accused; every way to cheat that is named here is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb
from random import Random

import pytest

from rulehound.checker.suite.trials.chance import (
    FALSE_ALARM,
    Beginning,
    ChanceTest,
    chance_tests,
    known,
    unlikely,
    visible_bias,
)
from rulehound.spec.formats import Deck
from rulehound.spec.game import DealtPile

GAMES = 64

MAIN = tuple(f"C-{number // 4:02}" for number in range(50))
OTHER = tuple(f"D-{number // 2:02}" for number in range(50))
EGGS = ("E-1", "E-1", "E-2", "E-2", "E-3")
DECKS = (Deck({"main": MAIN, "eggs": EGGS}), Deck({"main": OTHER, "eggs": EGGS}))

Orders = list[dict[str, list[str]]]
"""For each player the cards of each part, in order."""


def dealt(orders: Orders) -> Beginning:
    """Five cards in the hand, which is shown sorted, five in the security stack, the rest in the deck."""
    piles = []
    for player, parts in enumerate(orders):
        main, eggs = parts["main"], parts["eggs"]
        rows = [
            ("hand", "main", sorted(main[:5]), False),
            ("security", "main", main[5:10], True),
            ("deck", "main", main[10:], True),
            ("egg deck", "eggs", eggs, True),
        ]
        piles += [
            DealtPile(f"the {place} of player {player}", place, player, part, cards, ordered)
            for place, part, cards, ordered in rows
        ]
    return piles


def shuffled(random: Random) -> Orders:
    parts = [{name: list(cards) for name, cards in deck.piles.items()} for deck in DECKS]
    for each in parts:
        for cards in each.values():
            random.shuffle(cards)
    return parts


def fair(seed: int) -> list[Beginning]:
    random = Random(seed)
    return [dealt(shuffled(random)) for _ in range(GAMES)]


def test_a_fair_engine_is_not_accused() -> None:
    for seed in range(12):
        assert unlikely(chance_tests(fair(seed), DECKS)) == []


def one_deck_as_it_lies(random: Random, _game: int) -> Orders:
    orders = shuffled(random)
    orders[1]["main"] = list(OTHER)
    return orders


def eggs_as_they_lie(random: Random, _game: int) -> Orders:
    orders = shuffled(random)
    orders[0]["eggs"] = list(EGGS)
    return orders


def top_card_stays(random: Random, _game: int) -> Orders:
    orders = shuffled(random)
    cards = orders[0]["main"]
    cards.insert(0, cards.pop(cards.index(MAIN[0])))
    return orders


def both_in_the_same_order(random: Random, _game: int) -> Orders:
    order = random.sample(range(50), 50)
    orders = shuffled(random)
    for parts, cards in zip(orders, (MAIN, OTHER), strict=True):
        parts["main"] = [cards[place] for place in order]
    return orders


def cut_once(random: Random, _game: int) -> Orders:
    orders = shuffled(random)
    place = random.randrange(50)
    orders[0]["main"] = [*MAIN[place:], *MAIN[:place]]
    return orders


def few_seeds(_random: Random, game: int) -> Orders:
    return shuffled(Random(game % 60))


def always_the_same(_random: Random, _game: int) -> Orders:
    return shuffled(Random(0))


def a_few_swaps(random: Random, _game: int) -> Orders:
    orders = shuffled(random)
    cards = list(MAIN)
    for _ in range(10):
        one, other = random.sample(range(50), 2)
        cards[one], cards[other] = cards[other], cards[one]
    orders[0]["main"] = cards
    return orders


CHEATS = {
    one_deck_as_it_lies: "from the top of the deck of player 1",
    eggs_as_they_lie: "from the top of the egg deck of player 0",
    top_card_stays: "C-00 is among the 5 cards of the hand of player 0",
    both_in_the_same_order: "are the same of their decks",
    cut_once: "follow each other in the list of the deck",
    few_seeds: "a game begins like an earlier one",
    always_the_same: "a game begins like the first one",
    a_few_swaps: "of player 0",
}
"""A way to order cards to what is said of it."""


@pytest.mark.parametrize("cheat", CHEATS)
def test_cheats_are_seen(cheat: Callable[[Random, int], Orders]) -> None:
    random = Random(5)
    beginnings = [dealt(cheat(random, game)) for game in range(GAMES)]
    against = unlikely(chance_tests(beginnings, DECKS))
    assert CHEATS[cheat] in " ".join(test.what for test in against)
    assert all(test.likelihood < FALSE_ALARM for test in against)
    assert against == sorted(against, key=lambda test: test.likelihood)


def exact(games: int, times: Iterable[int], probability: Fraction) -> Fraction:
    return sum(
        (comb(games, k) * probability**k * (1 - probability) ** (games - k) for k in times), Fraction(0)
    )


@pytest.mark.parametrize(("times", "games"), [(0, 9), (4, 9), (9, 9), (40, 64), (0, 64)])
def test_likelihoods_are_those_of_exact_arithmetic(times: int, games: int) -> None:
    probability = Fraction(1, 5)
    above, below = (
        exact(games, range(times, games + 1), probability),
        exact(games, range(times + 1), probability),
    )
    expected = min(1.0, float(2 * min(above, below)))
    assert ChanceTest("", times, games, 0.2).likelihood == pytest.approx(expected, rel=1e-9)


def test_probabilities_add_up_to_the_cards_that_lie_there() -> None:
    """At each place lies one card; among five cards lie as many copies as are expected."""
    tests = chance_tests(fair(1), DECKS)
    for pile in ("the deck of player 1", "the egg deck of player 0"):
        here = [test for test in tests if test.what.endswith(f"card 1 from the top of {pile}")]
        assert sum(test.probability for test in here) == pytest.approx(1)
        assert sum(test.times for test in here) == GAMES


def test_what_is_no_card_of_the_deck_is_left_out() -> None:
    strange = DealtPile("the hand of player 0", "hand", 0, "main", ["X-1"], False)
    nothing = DealtPile("the deck of player 0", "deck", 0, "main", [], True)
    many = DealtPile("the egg deck of player 1", "egg deck", 1, "eggs", ["E-3", "E-3"], True)
    good = DealtPile("the deck of player 1", "deck", 1, "main", ["D-00", "D-00", "D-01"], True)
    assert known([strange, nothing, many, good], DECKS) == [good]


def test_hands_alone_are_enough_to_see_a_deck_that_is_not_shuffled() -> None:
    def hands(beginnings: list[Beginning]) -> list[Beginning]:
        return [[pile for pile in beginning if not pile.ordered] for beginning in beginnings]

    assert unlikely(chance_tests(hands(fair(3)), DECKS)) == []
    random = Random(7)
    unshuffled = [dealt(one_deck_as_it_lies(random, game)) for game in range(GAMES)]
    against = unlikely(chance_tests(hands(unshuffled), DECKS))
    assert against
    assert all("of player 1" in test.what for test in against)


def reaches(games: int, times: int, one: Fraction) -> Fraction:
    """The probability of so many or more successes, in fractions."""
    return sum(
        (comb(games, k) * one**k * (1 - one) ** (games - k) for k in range(times, games + 1)), Fraction()
    )


def test_the_visible_bias_is_the_smallest_that_is_seen_nineteen_times_in_twenty() -> None:
    tests = [ChanceTest("a card on top", 5, GAMES, 1 / 12)] * 3000
    bias = visible_bias(tests)
    assert bias is not None
    test, often = bias
    assert test.what == "a card on top"
    least = next(k for k in range(GAMES) if 2 * reaches(GAMES, k, Fraction(1, 12)) < FALSE_ALARM / 3000)
    percents = (percent for percent in range(101) if reaches(GAMES, least, Fraction(percent, 100)) >= 0.95)
    assert often == next(percents) / 100


def test_of_too_few_games_no_bias_is_visible() -> None:
    assert visible_bias([ChanceTest("a card on top", 0, 1, 0.5)]) is None


def test_what_is_hardly_ever_so_says_nothing_of_a_bias() -> None:
    rare, common = ChanceTest("two equal games", 0, GAMES, 1e-40), ChanceTest("on top", 5, GAMES, 0.1)
    bias = visible_bias([rare, common])
    assert bias is not None
    assert bias[0] == common
