"""Whole editions aligned: what is said of each clause, and that nothing is left out."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.alignment import AlignmentSide, align
from rulehound_testing.editions.made_up import FAIR, became, changes, passage, side
from rulehound_testing.editions.quality import without_text
from rulehound_testing.folders import TESTS

LATE = "A visitor who brings plums instead of apples pays a penny."


def edited(**texts: str | None) -> dict[str, str]:
    """The fair with clauses replaced or (None) taken out; `c1_1` is 1-1."""
    new: dict[str, str | None] = {**FAIR}
    new |= {key[1:].replace("_", "-"): text for key, text in texts.items()}
    return {number: text for number, text in new.items() if text is not None}


def test_the_same_edition_is_unchanged() -> None:
    assert changes(FAIR, FAIR) == []


def test_typography_is_no_change() -> None:
    new = {number: text.replace(" the ", "  the ").replace(".", " .") for number, text in FAIR.items()}
    assert changes(FAIR, new) == []


def test_an_insertion_renumbers_and_moves_nothing() -> None:
    new = edited(c1_1=LATE, c1_2=FAIR["1-1"], c1_3=FAIR["1-2"]) | {"1-4": FAIR["1-3"]}
    order = sorted(new, key=lambda number: [int(part) for part in number.split("-")])
    assert changes(FAIR, {number: new[number] for number in order}) == [
        " > 1-1: added",
        "1-1 > 1-2: renumbered",
        "1-2 > 1-3: renumbered",
        "1-3 > 1-4: renumbered",
    ]


def test_removed_stands_where_it_stood() -> None:
    new = edited(c1_2=FAIR["1-3"], c1_3=None)
    assert changes(FAIR, new) == ["1-2 > : removed", "1-3 > 1-2: renumbered"]


def test_reworded_in_place() -> None:
    new = edited(c2_2="A runner who leaves the orchard is out of the race.")
    (change,) = (each for each in align(side(FAIR), side(new)).correspondences if each.changes)
    assert (change.old, change.new, change.changes) == (("2-2",), ("2-2",), ("reworded",))
    assert change.similarity == round(20 / 22, 4)
    assert [(w.old, w.new) for w in change.words if w.old != w.new] == [("meadow", "orchard")]


def test_a_clause_rewritten_between_the_same_neighbours_is_the_same_clause() -> None:
    assert changes(FAIR, edited(c2_2="Whistles end everything at once.")) == ["2-2 > 2-2: reworded"]


def test_moved_among_its_siblings() -> None:
    new = edited(c1_1=FAIR["1-2"], c1_2=FAIR["1-3"], c1_3=FAIR["1-1"])
    assert changes(FAIR, new) == [
        "1-2 > 1-1: renumbered",
        "1-3 > 1-2: renumbered",
        "1-1 > 1-3: renumbered moved",
    ]


def test_moved_under_another_parent_and_reworded() -> None:
    new = edited(c2_3=None) | {"3-3": "The judge hands a wreath of laurel to the winner."}
    assert changes(FAIR, new) == ["2-3 > 3-3: reworded renumbered moved"]


def test_what_stands_under_a_heading_that_moved_did_not_move() -> None:
    third_first = {
        "1": FAIR["3"],
        "1-1": FAIR["3-1"],
        "1-2": FAIR["3-2"],
        "2": FAIR["1"],
        "2-1": FAIR["1-1"],
        "2-2": FAIR["1-2"],
        "2-3": FAIR["1-3"],
        "3": FAIR["2"],
        "3-1": FAIR["2-1"],
        "3-2": FAIR["2-2"],
        "3-3": FAIR["2-3"],
    }
    found = changes(FAIR, third_first)
    assert [line for line in found if "moved" in line] == ["3 > 1: renumbered moved"]
    assert len(found) == len(FAIR)


def test_split() -> None:
    one, other = "Every visitor brings a basket of apples", "Gates close when the slate is full of sums."
    old = edited(c1_1=f"{one}. {other}")
    new = edited(c1_1=f"{one}.", c1_2=other, c1_3=FAIR["1-2"])
    new = {
        **{k: new[k] for k in ("1", "1-1", "1-2", "1-3")},
        "1-4": FAIR["1-3"],
        **dict(list(FAIR.items())[4:]),
    }
    assert changes(old, new)[0] == "1-1 > 1-1 1-2: split"
    assert changes(new, old)[0] == "1-1 1-2 > 1-1: merged"


LAMPS = {
    "1": "Lamps",
    "1-1": "Oil lamps are lamps used for lighting the pier. These lamps have a copper ring at the foot.",
    "1-2": "Wax lamps are lamps used for lighting the well. These lamps have a silver ring at the foot.",
    "1-3": "A lamp that went out is lit again by whoever passes it first.",
}


@pytest.mark.parametrize("recorded", [False, True])
def test_a_part_is_no_heir_of_a_clause_that_says_something_like_it(recorded: bool) -> None:
    first, second = LAMPS["1-1"].split(" These")
    new = {"1": "Lamps", "1-1": first, "1-2": f"These{second}", "1-3": LAMPS["1-3"]}
    sides = [side(LAMPS), side(new)]
    old_side, new_side = map(without_text, sides) if recorded else sides
    assert became(align(old_side, new_side)) == {
        ("1-1",): (("1-1", "1-2"), ("split",)),
        ("1-2",): ((), ("removed",)),
    }
    assert became(align(new_side, old_side)) == {("1-1", "1-2"): (("1-1",), ("merged",))}


def test_a_part_is_known_by_what_the_other_parts_leave_of_the_whole() -> None:
    old = edited(c1_1=f"{FAIR['1-1']} {LATE}")
    new = {
        "1": FAIR["1"],
        "1-1": FAIR["1-1"],
        "1-2": "A visitor with plums instead of apples owes two pennies.",
    }
    new |= {"1-3": FAIR["1-2"], "1-4": FAIR["1-3"]}
    assert changes(old, new | dict(list(FAIR.items())[4:]))[0] == "1-1 > 1-1 1-2: reworded split"
    # Beside a clause that lost nothing, something new that is a little like it is new.
    new["1-1"] = old["1-1"]
    assert changes(old, new | dict(list(FAIR.items())[4:]))[0] == " > 1-2: added"


def test_split_without_texts() -> None:
    one, other = "Every visitor brings a basket of apples.", "Gates close when the slate is full of sums."
    old = without_text(side({"1": "The Fair", "1-1": f"{one} {other}", "1-2": FAIR["2-2"]}))
    new = without_text(side({"1": "The Fair", "1-1": one, "1-2": other, "1-3": FAIR["2-2"]}))
    found = [(each.old, each.new, each.changes) for each in align(old, new).correspondences]
    assert (("1-1",), ("1-1", "1-2"), ("split",)) in found


def test_clauses_with_the_same_words_keep_their_places() -> None:
    same = "This effect may be used once in each round."
    old = {"1": "Alpha Charge", "1-1": same, "2": "Beta Shield", "2-1": same, "3": "Gamma Wave", "3-1": same}
    new = {"1": "Beta Shield", "1-1": same, "2": "Gamma Wave", "2-1": same}
    assert changes(old, new) == [
        "1 > : removed",
        "1-1 > : removed",
        "2 > 1: renumbered",
        "2-1 > 1-1: renumbered",
        "3 > 2: renumbered",
        "3-1 > 2-1: renumbered",
    ]


def test_the_pairing_is_the_best_for_all_clauses_together() -> None:
    words = [f"{a}{b}" for a in ("ka", "lo", "mi", "nu", "pe") for b in ("ba", "do", "gi", "zu")]
    first, second = " ".join(words), " ".join([*words[:15], "zan", "zen", "zin", "zon", "zun"])
    nearer, other = " ".join([*words[:18], "zan", "zen"]), " ".join([*words[2:], "fee", "foo"])
    old = {
        **dict(list(FAIR.items())[:4]),
        "1-4": f"{first}.",
        **dict(list(FAIR.items())[4:]),
        "3-3": f"{second}.",
    }
    songs = {
        f"4-{n}": f"Song {n} is about {word}." for n, word in enumerate(("rain", "snow", "fog", "wind"), 2)
    }
    new = {**FAIR, "4": "Songs", "4-1": f"{nearer}.", **songs, "4-6": f"{other}."}
    found = changes(old, new)
    assert "1-4 > 4-6: reworded renumbered moved" in found
    assert "3-3 > 4-1: reworded renumbered moved" in found


def test_a_heading_with_other_words_is_known_by_reworded_clauses_under_it() -> None:
    race = {
        "1": "Contest of Legs",
        "1-1": "Runners line up behind the youngest oak before the bell rings.",
        "1-2": "A runner who leaves the meadow once is out of the race.",
        "1-3": "The judge hands a wreath of laurel to the winner.",
    }
    found = changes(FAIR, race)
    assert "2 > 1: reworded renumbered" in found
    assert not any(" moved" in line for line in found)


def test_editions_with_nothing_in_common() -> None:
    other = {
        str(n): f"{word} {word}ing {word}s." for n, word in enumerate(("zip", "quark", "blorb", "fnord"), 1)
    }
    what = {each.changes for each in align(side(FAIR), side(other)).correspondences}
    assert what == {("removed",), ("added",)}


def test_a_translation_is_aligned_by_number_and_alike_nowhere() -> None:
    translated = {number: "祭りの規則" + "日月火水木金土王玉石竹"[i] * 5 for i, number in enumerate(FAIR)}
    found = align(side(FAIR), side(translated)).correspondences
    assert [(each.old, each.changes, each.similarity) for each in found] == [
        ((number,), ("reworded",), 0.0) for number in FAIR
    ]


def test_an_empty_edition() -> None:
    assert align(side({}), side({})).correspondences == ()
    assert changes({}, {"1": "The Fair"}) == [" > 1: added"]
    assert changes({"1": "The Fair"}, {}) == ["1 > : removed"]


def test_passages_without_text_and_without_sketch_are_told_by_fingerprint() -> None:
    bare = AlignmentSide("", tuple(msgspec.structs.replace(p, text=None) for p in side(FAIR).passages))
    assert all(not each.changes for each in align(bare, bare).correspondences)
    changed = msgspec.structs.replace(bare.passages[3], fingerprint="0" * 16)
    other = AlignmentSide("", (*bare.passages[:3], changed, *bare.passages[4:]))
    (found,) = (each for each in align(bare, other).correspondences if each.changes)
    assert (found.old, found.changes, found.similarity, found.words) == (("1-3",), ("reworded",), 0.0, ())


def test_hundreds_of_clauses_with_the_same_words_keep_their_order() -> None:
    old = {str(n): "Yes." for n in range(1, 301)}
    new = {str(n): "Yes." for n in range(1, 300)}
    assert changes(old, new) == ["300 > : removed"]


def test_a_parent_that_is_not_there_is_no_parent() -> None:
    orphan = msgspec.structs.replace(passage("9-1", LATE), parent="9")
    old = AlignmentSide("", (*side(FAIR).passages, orphan))
    assert all(not each.changes for each in align(old, old).correspondences)


WORDS = ["apple", "basket", "gate", "oak", "race", "the", "a", "of", "two", "7"]
editions = st.lists(st.lists(st.sampled_from(WORDS), min_size=0, max_size=6).map(" ".join), max_size=9).map(
    lambda texts: side(
        (f"{1 + n // 3}-{1 + n % 3}" if n % 3 else str(1 + n // 3), t) for n, t in enumerate(texts)
    )
)


@given(editions, editions, st.booleans(), st.booleans())
def test_every_passage_is_in_exactly_one_correspondence(
    old: AlignmentSide, new: AlignmentSide, old_recorded: bool, new_recorded: bool
) -> None:
    old = without_text(old) if old_recorded else old
    new = without_text(new) if new_recorded else new
    found = align(old, new).correspondences
    assert sorted(k for each in found for k in each.old) == sorted(p.key for p in old.passages)
    assert sorted(k for each in found for k in each.new) == sorted(p.key for p in new.passages)
    for each in found:
        assert 0 <= each.similarity <= 1
        assert ("added" in each.changes) == (not each.old)
        assert ("removed" in each.changes) == (not each.new)
        assert ("split" in each.changes) == (len(each.new) > 1)
        assert ("merged" in each.changes) == (len(each.old) > 1)
    new_order = [each.new[0] for each in found if each.new]
    assert new_order == [p.key for p in new.passages if p.key in set(new_order)]


@given(editions)
def test_an_edition_is_aligned_with_itself_without_change(edition: AlignmentSide) -> None:
    assert all(each.old == each.new and not each.changes for each in align(edition, edition).correspondences)


SAME_TWICE = """
import msgspec
from rulehound_testing.editions.made_up import FAIR, side
from rulehound.spec.documents.alignment import align
new = {n: " ".join(sorted(t.split())[: 4 + len(n)]) for n, t in FAIR.items()}
print(msgspec.json.encode(align(side(FAIR), side(new)).correspondences).decode())
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_order_of_hashes_is_no_matter(seed: str) -> None:
    def run(seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(TESTS)}
        command = [sys.executable, "-c", SAME_TWICE]
        return subprocess.run(command, env=environment, check=True, capture_output=True, timeout=60).stdout

    assert run(seed) == run("0")
