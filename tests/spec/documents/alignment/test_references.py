"""What became of cross-references, given what became of clauses."""

from rulehound.spec.documents.alignment.correspondences import PassageReference, ReferenceChange
from rulehound.spec.documents.alignment.references import compare_references, title_letters

HEIRS = {"1-1": ("1-2",), "1-2": ("1-3",), "2": ("2",), "3": (), "4": ("4-1", "4-2")}
NUMBERS = {"1-1": "1-1", "1-2": "1-2", "1-3": "1-3", "2": "2", "4-1": "4-1", "4-2": "4-2"}


def cited(*numbers: str) -> list[PassageReference]:
    return [
        PassageReference(number.rstrip("?"), None if number.endswith("?") else number) for number in numbers
    ]


def compare(old: list[PassageReference], new: list[PassageReference]) -> list[ReferenceChange]:
    return list(compare_references(old, new, HEIRS, NUMBERS))


def test_the_same_clause_under_the_same_number_is_no_change() -> None:
    assert compare(cited("2"), cited("2")) == []


def test_a_number_brought_up_to_date() -> None:
    assert compare(cited("1-1"), cited("1-2")) == [ReferenceChange("renumbered", "1-1", "1-2", "1-2")]


def test_a_number_left_behind_names_another_clause() -> None:
    assert compare(cited("1-2"), cited("1-2")) == [ReferenceChange("retargeted", "1-2", "1-2", "1-3")]


def test_another_target() -> None:
    assert compare(cited("2"), cited("1-3")) == [ReferenceChange("retargeted", "2", "1-3", "2")]


def test_a_target_that_is_gone_was_replaced() -> None:
    assert compare(cited("3"), cited("2")) == [ReferenceChange("retargeted", "3", "2", "")]


def test_either_part_of_a_target_that_was_split_will_do() -> None:
    assert compare(cited("4"), cited("4-2")) == [ReferenceChange("renumbered", "4", "4-2", "4-2")]


def test_a_number_of_nothing() -> None:
    assert compare(cited("1-1"), cited("9?")) == [ReferenceChange("dangling", "1-1", "9", "1-2")]
    assert compare([], cited("9?")) == [ReferenceChange("dangling", "", "9", "")]


def test_a_number_that_named_nothing_before_is_no_news() -> None:
    assert compare(cited("9?"), cited("9?")) == []


def test_a_number_of_nothing_that_names_a_clause_now() -> None:
    assert compare(cited("4-1?"), cited("4-1")) == [ReferenceChange("retargeted", "4-1", "4-1", "")]


def test_came_and_went() -> None:
    assert compare(cited("2"), cited("2", "1-3")) == [ReferenceChange("added", "", "1-3", "")]
    assert compare(cited("2", "1-1"), cited("2")) == [ReferenceChange("removed", "1-1", "", "1-2")]


def test_of_two_equal_references_the_one_that_stayed_in_place_stayed() -> None:
    assert compare(cited("1-1", "1-1"), cited("2", "1-2")) == [
        ReferenceChange("retargeted", "1-1", "2", "1-2"),
        ReferenceChange("renumbered", "1-1", "1-2", "1-2"),
    ]


def test_the_order_is_no_matter() -> None:
    assert compare(cited("2", "1-1"), cited("1-2", "2")) == [
        ReferenceChange("renumbered", "1-1", "1-2", "1-2")
    ]


def titled(number: str, title: str) -> PassageReference:
    return PassageReference(number, number, title=title)


def test_the_title_beside_a_reference_says_what_it_should_name() -> None:
    """The old reference was wrong already: what it named is no advice."""
    titles = {title_letters("The Race"): "2", title_letters("The Feast"): "1-3"}
    old = [titled("1-1", "The Race")]
    left, corrected = (
        compare_references(old, [titled(to, "the  race")], HEIRS, NUMBERS, titles) for to in ("1-1", "2")
    )
    assert left == (ReferenceChange("retargeted", "1-1", "1-1", "2"),)
    assert corrected == (ReferenceChange("retargeted", "1-1", "2", "2"),)


def test_a_title_that_no_clause_has_says_nothing() -> None:
    (change,) = compare_references([titled("1-2", "Kettles")], [titled("1-2", "Kettles")], HEIRS, NUMBERS, {})
    assert change == ReferenceChange("retargeted", "1-2", "1-2", "1-3")
