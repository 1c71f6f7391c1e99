"""What changes around a clause of the same words: headings above it at any height, clauses below it."""

from __future__ import annotations

import msgspec
import pytest

from rulehound.extract import fingerprint
from rulehound.spec.documents.lineage import Lineage
from rulehound.spec.documents.spec_records import RecordedClause
from rulehound.spec.documents.surroundings import changed_surroundings

FAIR = {
    "1": ("heading", "The Fair"),
    "1-1": ("heading", "Stalls"),
    "1-1-1": ("clause", "A stall sells apples."),
    "1-1-1-1": ("clause", "A stall at the gate sells pears."),
    "1-1-2": ("clause", "A stall closes at dusk."),
    "1-2": ("heading", "Music"),
    "1-2-1": ("clause", "Musicians play on."),
    "2": ("heading", "The Feast"),
    "2-1": ("heading", "Bread"),
    "2-1-1": ("clause", "Bread is shared."),
}


def clauses(texts: dict[str, tuple[str, str]]) -> dict[str, RecordedClause]:
    """The clauses with the words as permanent ids: equal words are one clause."""
    made = {}
    for key, (kind, text) in texts.items():
        parent = key.rpartition("-")[0] or None
        made[key] = RecordedClause(text, key, kind, 1, (), fingerprint(text), "", parent=parent)
    return made


def around(new: dict[str, tuple[str, str]], renamed: dict[str, str] | None = None) -> dict[str, str]:
    """What changed, where a clause is the same if its words are, or those of `renamed` by key."""
    before, after = clauses(FAIR), clauses(new)
    by_words = {clause.id: key for key, clause in after.items()}
    same = {key: by_words[clause.id] for key, clause in before.items() if clause.id in by_words}
    same |= renamed or {}
    return dict(changed_surroundings(before, after, same, {now: (key,) for key, now in same.items()}))


def test_nothing_changed() -> None:
    assert around(FAIR) == {}


def test_a_heading_counts_for_all_below_it_at_any_depth() -> None:
    now = around(FAIR | {"1": ("heading", "The Market")}, {"1": "1"})
    assert set(now) == {key for key in FAIR if key.startswith("1-")}
    assert set(now.values()) == {"the heading above it, 1, has other words"}


def test_the_nearest_heading_is_named_and_others_stay_out_of_it() -> None:
    now = around(FAIR | {"1": ("heading", "Market"), "1-1": ("heading", "Booths")}, {"1": "1", "1-1": "1-1"})
    assert now["1-1-1-1"] == now["1-1-1"] == "the heading above it, 1-1, has other words"
    assert now["1-2-1"] == "the heading above it, 1, has other words"
    assert "2-1-1" not in now


def test_a_heading_of_entirely_other_words_is_the_same_heading() -> None:
    """An alignment does not pair such headings; what stands below them is the same."""
    now = around(FAIR | {"2": ("heading", "Zzz")})
    assert set(now) == {"2-1", "2-1-1"}


def test_a_section_that_moved_to_another_chapter_is_under_no_other_words() -> None:
    """Where it stands is told by its numbers."""
    moved = {key: value for key, value in FAIR.items() if not key.startswith("1-2")}
    moved |= {"2-2": FAIR["1-2"], "2-2-1": FAIR["1-2-1"]}
    assert around(moved) == {}


@pytest.mark.parametrize(
    ("new", "key", "what"),
    [
        ({"1-1-2-1": ("clause", "Not on Sundays.")}, "1-1-2", "more clauses below it (1-1-2-1)"),
        (
            {"1-1-1-2": ("clause", "Not on Sundays."), "1-1-1-3": ("clause", "Nor at night.")},
            "1-1-1",
            "more clauses below it (1-1-1-2, 1-1-1-3)",
        ),
        (
            {"1-1-1-2": ("heading", "Save for"), "1-1-1-2-1": ("clause", "Sundays.")},
            "1-1-1",
            "more clauses below it (1-1-1-2-1)",
        ),
    ],
)
def test_a_clause_with_a_new_one_below_it(new: dict[str, tuple[str, str]], key: str, what: str) -> None:
    assert around(FAIR | new) == {key: f"it has {what}"}


@pytest.mark.parametrize(
    "new",
    [
        {"1-1-3": ("clause", "A stall is clean.")},
        {"1-1-2-1": ("example", "A stall closed at nine.")},
        {"1-1-2-1": ("heading", "A list")},
    ],
    ids=["beside it", "an example", "a heading"],
)
def test_what_is_new_and_no_part_of_a_clause_puts_nothing_in_doubt(new: dict[str, tuple[str, str]]) -> None:
    assert around(FAIR | new) == {}


def test_a_clause_from_below_which_one_is_gone_or_moved() -> None:
    without = {key: value for key, value in FAIR.items() if key != "1-1-1-1"}
    assert around(without) == {"1-1-1": "it has fewer clauses below it (1-1-1-1)"}
    moved = around(without | {"1-1-2-1": FAIR["1-1-1-1"]})
    assert moved == {
        "1-1-1": "it has fewer clauses below it (1-1-1-1)",
        "1-1-2": "it has more clauses below it (1-1-2-1)",
    }
    other = around(without | {"1-1-1-1": ("clause", "Zzz.")})
    assert other == {"1-1-1": "it has other clauses below it (1-1-1-1, 1-1-1-1)"}


def test_a_clause_that_was_split_is_still_below_the_same_one() -> None:
    """By the permanent ids of recorded editions, which name what a clause came from."""
    old, new = clauses(FAIR), clauses(FAIR)
    part = msgspec.structs.replace(new["1-1-1-1"], id="first", was=(old["1-1-1-1"].id,))
    new["1-1-1-1"] = part
    new["1-1-1-2"] = msgspec.structs.replace(part, id="second", key="1-1-1-2")
    lineage = Lineage({"1": old, "2": new})
    assert {lineage.changed_around("1", clause, "2") for clause in old.values()} == {""}
    new["1-1-1-3"] = msgspec.structs.replace(part, id="third", key="1-1-1-3", was=())
    changed = Lineage({"1": old, "2": new}).changed_around("1", old["1-1-1"], "2")
    assert changed == "it has more clauses below it (1-1-1-3)"
