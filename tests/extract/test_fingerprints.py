"""A fingerprint changes with the words and with nothing else."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.extract import fingerprint
from rulehound.extract.document import Reference
from rulehound.extract.fingerprints import resolved_fingerprint


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A lantern is lit.", "a  lantern\nis LIT"),
        ('the "tide" turns', "the “tide” turns"),
        ("Digi-Egg", "Digi–Egg"),
        ("gets -2000 DP", "gets −2000 DP"),
        ("**bold** <Lit>", "bold [Lit]"),
        ("５ lanterns", "5 lanterns"),
        ("the keepers' boat", "thekeepers'boat"),
        ("the ﬁrst oﬀer", "the first offer"),
        ("lan\u00adtern", "lantern"),
        ("a <p>lantern</p><br/> is lit", "a lantern is lit"),
        ("- a lantern is lit", "a lantern is lit"),
        ("• 2 lanterns", "2 lanterns"),
        ("* 2 lanterns", "- 2 lanterns"),
        ("+ ", "+"),
    ],
)
def test_typography_does_not_count(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("at most 10", "at most 12"),
        ("gets -2000 DP", "gets +2000 DP"),
        ("gets -2000 DP", "gets 2000 DP"),
        ("see 1-12", "see 11-2"),
        ("version 1.1", "version 11"),
        ("may row", "must row"),
        ("+2 lanterns", "2 lanterns"),
        ("-2 lanterns", "2 lanterns"),
        ("<Pole> lit", "lit"),
    ],
)
def test_words_and_numbers_count(one: str, other: str) -> None:
    assert fingerprint(one) != fingerprint(other)


def test_it_is_the_same_on_every_machine() -> None:
    assert fingerprint("Lanterns are lit at dusk.") == "99932763e3d9fb7e"


@given(st.text())
def test_white_space_and_case_never_count(text: str) -> None:
    assert len(fingerprint(text)) == 16
    assert fingerprint(f" {text}\t") == fingerprint(text)


def reference(text: str, printed: str, target: str | None) -> Reference:
    """The reference that the text prints as `printed`."""
    start = text.index(printed)
    return Reference(start, start + len(printed), printed.split(maxsplit=1)[0], "", target)


def lit(printed: str, words: str = "A lantern is lit (see {}) at dusk.") -> tuple[str, Sequence[Reference]]:
    text = words.format(printed)
    return text, [reference(text, printed, printed.split(maxsplit=1)[0])]


def test_references_do_not_count() -> None:
    assert fingerprint(*lit("1-2")) == fingerprint(*lit('1-14-3 "Oil"')) != fingerprint(lit("1-2")[0])
    assert fingerprint(*lit("1-2", "Lit 2 (see {})")) != fingerprint(*lit("1-2", "Lit 3 (see {})"))


def test_words_do_not_grow_together_where_a_reference_is_cut_out() -> None:
    assert fingerprint(*lit("1-2", "up to 3-{}4 lanterns")) != fingerprint("up to 3-4 lanterns")


NAMES = {"1-2": "lantern.oil", "1-3": "lantern.wick", "1-4": "lantern.oil"}


def test_a_renumbered_reference_does_not_count_and_a_retargeted_one_does() -> None:
    old = resolved_fingerprint(*lit("1-2"), NAMES)
    assert resolved_fingerprint(*lit('1-4 "Oil"'), NAMES) == old
    assert resolved_fingerprint(*lit("1-3"), NAMES) != old
    assert resolved_fingerprint(*lit("1-2", "A lantern is out (see {}) at dusk."), NAMES) != old


def test_a_target_without_a_name_stands_for_itself_and_none_for_its_number() -> None:
    text, (known,) = lit("1-9")
    dangling = Reference(known.start, known.end, "1-9", "", None)
    hashes = {
        resolved_fingerprint(text, [known], {}),
        resolved_fingerprint(text, [known], {"1-9": "1-9"}),
        resolved_fingerprint(text, [dangling], {}),
        fingerprint(text, [known]),
        fingerprint(text),
    }
    assert len(hashes) == 5


@given(
    st.text(max_size=20), st.text(max_size=20), st.sampled_from(sorted(NAMES)), st.sampled_from(sorted(NAMES))
)
def test_only_the_name_behind_a_reference_counts(before: str, after: str, one: str, other: str) -> None:
    def resolved(number: str) -> str:
        text = before + number + after
        cited = Reference(len(before), len(before) + len(number), number, "", number)
        return resolved_fingerprint(text, [cited], NAMES)

    assert (resolved(one) == resolved(other)) == (NAMES[one] == NAMES[other])
