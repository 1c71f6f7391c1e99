"""What an edition says of itself is compared with what changed, in both directions."""

from collections.abc import Sequence
from typing import Literal

import pytest

from rulehound.extract import Document
from rulehound.extract.cache import read_cached
from rulehound.extract.document import Revision
from rulehound.spec.documents.alignment import align, side_of_document
from rulehound.spec.documents.alignment.correspondences import (
    Alignment,
    AlignmentSide,
    Change,
    Correspondence,
    Passage,
)
from rulehound.spec.documents.history_check import HistoryCheck, cross_check, later_revisions
from rulehound_testing.folders import SHARED

HEADINGS = {"1": "Harbours", "1-2": "Lanterns", "2": "Tides", "2-1": "High Tide", "3": "Fog"}


def side(*numbers: str, titles: dict[str, str] = HEADINGS) -> AlignmentSide:
    """An edition with these clauses; every clause has the one above it as parent."""
    return AlignmentSide(
        "an edition",
        tuple(
            Passage(
                number,
                number,
                number.rpartition("-")[0] or None,
                "heading" if number in titles else "clause",
                "",
                "",
                titles.get(number),
            )
            for number in numbers
        ),
    )


def became(old: str, new: str, *changes: Change) -> Correspondence:
    """Numbers with blanks between them, or none."""
    return Correspondence(tuple(old.split()), tuple(new.split()), changes, 1.0)


ALIGNMENT = Alignment(
    side("1", "1-1", "1-2", "1-2-1", "1-2-2", "1-2-3", "2", "2-1", "2-1-1"),
    side("1", "1-1", "1-2", "1-2-1", "1-2-2", "1-2-3", "2", "2-1", "2-1-1", "3"),
    (
        became("1", "1"),
        became("1-1", "1-1", "reworded"),
        became("1-2", "1-2"),
        became("1-2-1", "", "removed"),
        became("1-2-2", "1-2-1", "renumbered"),
        became("1-2-3", "1-2-2 1-2-3", "split"),
        became("2", "2"),
        became("2-1", "2-1", "references"),
        became("2-1-1", "2-1-1", "moved"),
        became("", "3", "added"),
    ),
)


def revision(
    action: Literal["added", "updated", "removed", "moved", "merged", "other"],
    text: str,
    *numbers: str,
    version: str = "2.0",
    titles: Sequence[str] = (),
) -> Revision:
    return Revision(version, "", action, numbers, tuple(titles), text, 40)


def checked(*revisions: Revision, marked: Sequence[str] = ()) -> HistoryCheck:
    return cross_check(ALIGNMENT, revisions, marked)


def silent(check: HistoryCheck) -> list[str]:
    return [" ".join(place.old or place.new) for place in check.silent]


def test_without_a_history_every_change_is_silent() -> None:
    check = checked()
    assert silent(check) == ["1-1", "1-2-1", "1-2-3", "3"]
    assert check.changed == check.silent
    assert check.mentions == check.idle == check.unknown == ()


def test_a_named_clause_is_not_silent_nor_is_what_stands_or_stood_below_it() -> None:
    check = checked(revision("updated", "1-1 was updated", "1-1"), revision("updated", "1-2", "1-2"))
    assert silent(check) == ["3"]
    assert check.idle == ()
    assert [mention.number for mention in check.mentions] == ["1-1", "1-2"]


def test_what_is_removed_is_a_number_of_the_old_edition() -> None:
    check = checked(revision("removed", "1-2-1 was removed", "1-2-1"))
    assert silent(check) == ["1-1", "1-2-3", "3"]
    assert check.idle == ()
    assert [m.number for m in checked(revision("updated", "1-2-1", "1-2-1")).idle] == ["1-2-1"]


@pytest.mark.parametrize(
    "text",
    [
        "former 1-2-1 was merged into 1-1",
        "旧 1-2-1.は 1-1.と統合しました。",
        "「旧 1-2-1.灯」は「1-1.守」と統合しました。",
        "旧「1-2-1」は 1-1 と統合",
        "former 1-2- 1 was merged into 1-1",
        "1-2-1 of version 1.0 was merged into 1-1",
    ],
)
def test_a_former_number_is_one_of_the_old_edition(text: str) -> None:
    assert silent(checked(revision("merged", text, "1-2-1", "1-1"))) == ["1-2-3", "3"]
    plain = text.replace("former ", "").replace("旧", "").replace("version 1.0", "version 2.0")
    assert silent(checked(revision("merged", plain, "1-2-1", "1-1"))) == ["1-2-1", "1-2-3", "3"]


def test_the_middle_of_a_range_is_what_its_start_is() -> None:
    check = checked(revision("merged", "旧 1-2-1.～1-2-2.は 3.と統合", "1-2-1", "1-2-2", "3"))
    assert silent(check) == ["1-1", "1-2-3"]
    check = checked(revision("merged", "旧 1-2.～2-1.は 3.と統合", "1-2", "1-2-1", "2", "2-1", "3"))
    assert silent(check) == ["1-1"]


def test_a_number_is_not_found_in_a_longer_one() -> None:
    numbers = ("1-1", "1-2-1", "1-2-2", "1-2-1-1")
    check = checked(revision("merged", "旧 1-1.～1-2-2.は 1-2-1-1.と統合", *numbers))
    assert silent(check) == ["1-2-3", "3"]


def test_a_former_number_that_the_old_edition_lacks_is_unknown() -> None:
    check = checked(revision("merged", "former 3 was merged into 1-1", "3", "1-1"))
    assert silent(check) == ["1-2-1", "1-2-3", "3"]
    assert [mention.number for mention in check.unknown] == ["3"]


def test_an_entry_that_nothing_came_of_is_idle() -> None:
    entries = (
        revision("updated", "", "2", "2-1-1"),
        revision("updated", "", "1-2-1"),
        revision("moved", "", "2-1-1"),
        revision("merged", "", "1-2-1"),
    )
    idle = checked(*entries).idle
    # 2 has a reference and a clause below it that changed; only a cascade of numbers stands at the new 1-2-1.
    assert [(mention.action, mention.number) for mention in idle] == [("updated", "1-2-1")]
    assert (idle[0].version, idle[0].page) == ("2.0", 40)


def test_a_number_that_neither_edition_has_is_unknown() -> None:
    check = checked(revision("added", "9-9 was added", "9-9", "3"))
    assert [mention.number for mention in check.unknown] == ["9-9"]
    assert check.idle == ()
    assert silent(check) == ["1-1", "1-2-1", "1-2-3"]


def test_a_number_that_only_the_old_edition_has_is_looked_for_there() -> None:
    alignment = Alignment(side("1", "2"), side("1"), (became("1", "1"), became("2", "", "removed")))
    check = cross_check(alignment, [revision("updated", "2", "2")])
    assert check.silent == check.unknown == check.idle == ()


def test_numbers_of_a_version_in_between_are_looked_for_in_both_and_by_title() -> None:
    entries = (
        revision("updated", "1-2-1", "1-2-1", version="1.5"),
        revision("added", "5. Fog", "5", version="1.5", titles=["FOG"]),
        revision("updated", "1-1", "1-1"),
    )
    check = checked(*entries)
    assert silent(check) == ["1-2-3"]
    assert check.idle == check.unknown == ()
    assert silent(checked(*entries[:2])) == ["1-1", "1-2-1", "1-2-3", "3"]
    # The 3 of the version in between had another title than the heading that is the 3 now.
    mist = revision("added", "3. Mist", "3", version="1.5", titles=["Mist"])
    assert silent(checked(mist, entries[2])) == ["1-2-1", "1-2-3", "3"]
    assert [mention.number for mention in checked(mist, entries[2]).unknown] == ["3"]


@pytest.mark.parametrize("newest_first", [False, True])
def test_the_newest_version_is_known_by_its_number(newest_first: bool) -> None:
    entries = [
        revision("updated", "1-1", "1-1", version="1.9"),
        revision("updated", "", "1-2-1", version="1.10"),
    ]
    # As a number of the newest version, 1-2-1 is not also the old edition's.
    check = checked(*(reversed(entries) if newest_first else entries))
    assert silent(check) == ["1-2-1", "1-2-3", "3"]


def test_an_entry_without_numbers_names_by_title() -> None:
    check = checked(revision("added", "Fog", titles=["Fog", "Mist"]), revision("other", "Corrections"))
    assert silent(check) == ["1-1", "1-2-1", "1-2-3"]
    assert [mention.number for mention in check.mentions] == ["Fog", "Mist"]
    assert [mention.number for mention in check.unknown] == ["Mist"]
    assert check.vague == 1


def test_a_title_may_be_the_old_edition_s() -> None:
    alignment = Alignment(side("1", "3"), side("1"), (became("1", "1"), became("3", "", "removed")))
    assert cross_check(alignment, [revision("removed", "Fog", titles=["Fog"])]).silent == ()


def test_a_title_without_letters_names_nothing() -> None:
    signs = side("1", "2", titles={"1": "「/」", "2": "「+」"})
    alignment = Alignment(signs, signs, (became("1", "1", "reworded"), became("2", "2", "reworded")))
    entries = [
        revision("updated", "1.「/」", "1", version="1.5", titles=["/"]),
        revision("updated", "", version="2.0"),
    ]
    assert [place.new for place in cross_check(alignment, entries).silent] == [("2",)]


def test_marks_are_compared_with_changed_words() -> None:
    check = checked(marked=["1-1", "1-2-1", "1-2-3", "2-1", "2-1-1"])
    assert [place.new for place in check.marked] == [
        ("1-1",),
        ("1-2-1",),
        ("1-2-2", "1-2-3"),
        ("2-1",),
        ("2-1-1",),
    ]
    assert [(place.new, place.changes) for place in check.marked_in_vain] == [
        (("1-2-1",), ("renumbered",)),
        (("2-1",), ("references",)),
    ]
    assert [place.new for place in check.unmarked] == [("3",)]


def test_clauses_without_numbers_are_known_by_their_keys() -> None:
    alone = AlignmentSide("a page", (Passage("fog/1", "", None, "clause", "", ""),))
    alignment = Alignment(alone, alone, (became("fog/1", "fog/1", "reworded"),))
    check = cross_check(alignment, [revision("updated", "", "1")], ["fog/1"])
    assert [place.new for place in check.silent] == [("fog/1",)]
    assert [mention.number for mention in check.unknown] == ["1"]
    assert check.unmarked == check.marked_in_vain == ()


def document(version: str, date: str, *history: Revision) -> Document:
    return Document("", "", "", version, date, 1, (), (), history=history)


def dated(date: str) -> Revision:
    return Revision("", date, "updated", ("1",), (), "", 1)


@pytest.mark.parametrize("own_history", [0, 1, 3])
def test_only_versions_after_the_old_edition_count(own_history: int) -> None:
    told = [revision("updated", "", "1", version=version) for version in ("1.0", "1.9", "1.10", "2.0")]
    old, new = document("1.9", "2025-01-01", *told[:own_history]), document("2.0", "2026-01-01", *told)
    assert later_revisions(old, new) == tuple(told[max(2, own_history) :])
    assert later_revisions(new, new) == ()


def test_versions_without_a_name_are_known_by_their_date() -> None:
    old, new = dated("2025-01-01"), dated("2026-01-01")
    assert later_revisions(document("", "2025-01-01", old), document("", "2026-01-01", old, new)) == (new,)
    assert later_revisions(document("1.0", "2025-01-01"), document("", "2026-01-01", old, new)) == (new,)


def test_what_has_neither_version_nor_date_is_known_by_its_text() -> None:
    told = [revision("updated", text, "1", version="") for text in ("1 updated", "2 updated")]
    assert later_revisions(document("1.0", "", told[0]), document("2.0", "", *told)) == (told[1],)
    assert later_revisions(document("1.0", ""), document("2.0", "", *told)) == tuple(told)


def test_typography_makes_no_new_entry() -> None:
    old, new = (revision("updated", text, "1", version="") for text in ("1 “updated”", '1  "updated".'))
    assert later_revisions(document("1.0", "", old), document("2.0", "", new)) == ()


def test_nothing_is_later_where_it_cannot_be_told() -> None:
    told = revision("updated", "1 updated", "1", version="")
    assert later_revisions(document("1.0", ""), document("", "", told)) == ()
    assert later_revisions(document("", ""), document("", "", told)) == ()
    assert later_revisions(document("", ""), document("2.0", "", told)) == ()
    assert later_revisions(document("", "2025-01-01"), document("", "2026-01-01", told)) == (told,)
    other = revision("updated", "2 updated", "2", version="")
    assert later_revisions(document("", "", other), document("2.0", "", told, other)) == (told,)


DOCUMENTS = SHARED / "documents"


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the real documents (../shared) are not here")
def test_how_far_a_real_update_agrees_with_its_own_history_and_marks() -> None:
    old, new = (
        read_cached(DOCUMENTS / f"dcg-comprehensive-rules-jp-{version}.pdf") for version in ("3.6", "4.0")
    )
    revisions = later_revisions(old, new)
    assert len(revisions) == 57
    alignment = align(side_of_document(old), side_of_document(new))
    check = cross_check(alignment, revisions, [clause.key for clause in new.clauses if clause.changed])
    assert {name: len(getattr(check, name)) for name in check.__struct_fields__ if name != "vague"} == {
        "changed": 131, "silent": 6,
        "mentions": 84, "idle": 1, "unknown": 0,
        "marked": 111, "marked_in_vain": 14, "unmarked": 16,
    }  # fmt: skip
    assert check.vague == 0
    # Another name of a printed sheet; in the rest, other signs stand for any word.
    assert [place.new for place in check.silent] == [
        ("1-4-5-1",), ("4-23",), ("4-23-1",), ("4-24",), ("4-24-1",), ("4-24-2",),
    ]  # fmt: skip
    assert [mention.number for mention in check.idle] == ["8-2-2-1-5"]
