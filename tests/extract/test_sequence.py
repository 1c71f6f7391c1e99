"""The heaviest ascending sequence of numbers, and how numbers are read."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rulehound.extract.numbering import DASHED, DOTTED, Number, Scheme, following, read_number
from rulehound.extract.sequence import HOLE, Option, heaviest_sequence

numbers = st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple)
options = st.lists(st.tuples(st.integers(0, 5), numbers, st.integers(-5, 20)), max_size=9).map(
    lambda rows: [Option(*row) for row in sorted(rows, key=lambda row: row[0])]
)


def weight_of(chain: Sequence[Option]) -> int:
    holes = sum(after.number not in following(before.number) for before, after in pairwise(chain))
    return sum(option.weight for option in chain) - HOLE * holes


def is_sequence(chain: Sequence[Option]) -> bool:
    return all(a.place < b.place and a.number < b.number for a, b in pairwise(chain))


@given(options)
def test_no_other_sequence_is_heavier(options: list[Option]) -> None:
    """Against every subset, one after another."""
    chain = [options[index] for index in heaviest_sequence(options)]
    assert is_sequence(chain)
    positive = [option for option in options if option.weight > 0]
    subsets = (
        [option for bit, option in enumerate(positive) if mask >> bit & 1]
        for mask in range(2 ** len(positive))
    )
    assert weight_of(chain) == max(weight_of(subset) for subset in subsets if is_sequence(subset))


def test_of_equal_sequences_the_later_is_taken() -> None:
    twice: list[Number] = [(1,), (2,), (1,), (1, 1), (2,)]
    assert heaviest_sequence([Option(place, number, 10) for place, number in enumerate(twice)]) == [2, 3, 4]


def test_one_place_holds_one_number() -> None:
    assert len(heaviest_sequence([Option(0, (1,), 10), Option(0, (2,), 10)])) == 1


def test_nothing_is_chosen_from_nothing() -> None:
    assert heaviest_sequence([]) == []
    assert heaviest_sequence([Option(0, (1,), 0)]) == []


@given(st.lists(st.integers(1, 999), min_size=1, max_size=5).map(tuple), st.sampled_from((DASHED, DOTTED)))
def test_a_written_number_is_read(number: Number, scheme: Scheme) -> None:
    first = next(iter(read_number(f"{scheme.write(number)}. Lanterns", scheme)))
    assert (first.number, first.text, first.form, first.split) == (number, "Lanterns", "closed", False)


def test_digits_of_the_text_may_be_glued_to_the_number() -> None:
    readings = [(reading.number, reading.text) for reading in read_number("7-2-51 of each", DASHED)]
    assert readings == [((7, 2, 51), "of each"), ((7, 2, 5), "1 of each")]
    assert not list(read_number("2024/05/06 Lanterns", DASHED))
    assert not list(read_number("lantern 1-1", DASHED))
