"""Sketches: what they recognise, what they cannot, and that they are the same everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.sketch import (
    BINS,
    equal_bins,
    shingles,
    sketch,
    sketch_covered,
    sketch_overlap,
    sketch_similarity,
)

KNOWN = (
    "9f2107df20ae9eeec69b66b6bd8cd89284207550dd91915625dd34c33b35cd62"
    "f4b4a6e20ef3ed655d4ca9f1f256a13cf02816231c588ee972ffb06a2fbce729"
)
LETTERS = "bdfgklmnprst"


def vocabulary(rng: random.Random) -> list[str]:
    """Made-up words, the first ones to be used most."""
    return ["".join(rng.choice(LETTERS) + rng.choice("aeiou") for _ in range(3)) for _ in range(600)]


def clauses(rng: random.Random, words: list[str], count: int, length: int) -> Iterator[list[str]]:
    for _ in range(count):
        yield [words[int(rng.random() ** 2 * len(words))] for _ in range(length)]


def reworded(rng: random.Random, words: list[str], clause: list[str], share: float) -> str:
    changed = set(rng.sample(range(len(clause)), round(share * len(clause))))
    return " ".join(rng.choice(words) if place in changed else word for place, word in enumerate(clause))


def test_a_sketch_does_not_change() -> None:
    assert sketch("Draw two cards.") == KNOWN


def test_size_and_alphabet() -> None:
    for text in ("", "a", "Draw two cards.", "word " * 500, " ".join(map(str, range(3000)))):
        assert len(sketch(text)) == BINS + 2 == 128
        assert set(sketch(text)) <= set("0123456789abcdef")


@given(st.text(max_size=60))
def test_typography_and_numbers_of_clauses_do_not_count(text: str) -> None:
    assert sketch(f"Basket, {text}") == sketch(f" basket  “{text}” (1-2-3)")


def test_shingles_of_scripts_with_and_without_spaces() -> None:
    assert shingles("Draw 2 cards") == {"draw", "2", "cards", "draw 2", "2 cards"}
    assert shingles("札を2枚") == {"札", "を", "2", "枚", "札 を", "を 2", "2 枚"}


@given(st.text(max_size=40), st.text(max_size=40))
def test_similarity_is_symmetric_and_within_bounds(one: str, other: str) -> None:
    a, b = sketch(one), sketch(other)
    assert sketch_similarity(a, b) == sketch_similarity(b, a)
    assert 0 <= sketch_similarity(a, b) <= 1
    assert sketch_similarity(a, a) == 1
    of_one, of_other, of_both = sketch_overlap(a, b)
    assert 0 <= of_both <= min(of_one, of_other)


@given(st.integers(0, 16**128 - 1), st.integers(0, 16**128 - 1))
def test_equal_bins_are_equal_digits(one: int, other: int) -> None:
    digits = zip(f"{one:0128x}"[:BINS], f"{other:0128x}"[:BINS], strict=True)
    assert equal_bins(one, other) == sum(a == b for a, b in digits)


@pytest.mark.parametrize(("share", "recall"), [(0.1, 0.99), (0.2, 0.99), (0.3, 0.97)])
def test_reworded_clauses_are_recognised(share: float, recall: float) -> None:
    rng = random.Random(11)
    words = vocabulary(rng)
    originals = list(clauses(rng, words, 150, 20))
    olds = [" ".join(clause) for clause in originals]
    news = [reworded(rng, words, clause, share) for clause in originals]

    def recognised(alike: list[list[float]]) -> float:
        strangers = sorted(alike[i][j] for i in range(150) for j in range(150) if i != j)
        bar = strangers[int(0.999 * len(strangers))]
        return sum(alike[i][i] > bar for i in range(150)) / 150

    sketches = [sketch(text) for text in olds], [sketch(text) for text in news]
    assert recognised([[sketch_similarity(a, b) for b in sketches[1]] for a in sketches[0]]) >= recall


def test_similarity_estimates_the_share_of_shingles_in_both() -> None:
    rng = random.Random(5)
    words = vocabulary(rng)
    for length in (6, 15, 40):
        for share in (0.0, 0.2, 0.5, 1.0):
            errors = []
            for clause in clauses(rng, words, 30, length):
                old, new = " ".join(clause), reworded(rng, words, clause, share)
                a, b = shingles(old), shingles(new)
                errors.append(
                    sketch_similarity(sketch(old), sketch(new)) - 2 * len(a & b) / (len(a) + len(b))
                )
            assert abs(sum(errors) / 30) < 0.05


def test_parts_cover_a_whole_and_strangers_do_not() -> None:
    rng = random.Random(6)
    words = vocabulary(rng)
    for one, other, stranger in zip(*(clauses(rng, words, 30, 14) for _ in range(3)), strict=True):
        whole, first, second, third = (
            sketch(" ".join(clause)) for clause in (one + other, one, other, stranger)
        )
        size, _, both = sketch_covered(whole, [first, second])
        assert both / size > 0.85
        size, _, both = sketch_covered(whole, [first, third])
        assert both / size < 0.75
