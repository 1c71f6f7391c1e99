"""Splits whose second part stands elsewhere, and merges in which an example was dropped."""

from __future__ import annotations

from rulehound_testing.editions.made_up import FAIR, changes

LONG = (
    "Musicians play as long as there is bread on the long table. The oldest fiddler chooses the last tune of "
    "the evening from a book of songs."
)


def test_a_split_is_found_where_its_second_part_stands_elsewhere() -> None:
    first, second = LONG.split(". ", 1)
    others = {
        f"3-{place}": f"Filler number {place} says that runner {place} wears sash {place * 7}."
        for place in range(3, 10)
    }
    old = {**FAIR, **others, "3-1": LONG}
    new = {**old, "3-1": f"{first}.", "3-10": second}
    assert changes(old, new) == ["3-1 > 3-1 3-10: split"]


def test_a_merge_of_three_is_found_where_a_long_example_was_dropped() -> None:
    rules = (
        "A cook stirs the great kettle until the pease are soft.",
        "A cook who burns the pease washes every kettle of the fair.",
        "A cook may taste from each kettle with a wooden spoon.",
    )
    example = (
        "(Example: If Ursula, who cooks at the well, wants to know whether salt is missing, she takes the "
        "spoon that hangs on the third hook, dips it, blows twice, tastes, and hangs it back again.)"
    )
    old = {
        **FAIR,
        "4": "The Kettles",
        "4-1": rules[0],
        "4-2": rules[1],
        "4-3": f"{rules[2]} {example}",
        "4-4": "Fires are lit at six.",
    }
    new = {**FAIR, "4": "The Kettles", "4-1": " ".join(rules), "4-2": "Fires are lit at six."}
    assert changes(old, new) == ["4-1 4-2 4-3 > 4-1: reworded merged", "4-4 > 4-2: renumbered"]
