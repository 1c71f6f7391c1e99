"""What an update history says was done."""

from collections.abc import Sequence

import pytest

from rulehound.extract.document import Box, Revision
from rulehound.extract.layout.flow import usage_of
from rulehound.extract.layout.lines import Line
from rulehound.extract.numbered.history import entries_of, looks_like_history, revisions_of
from rulehound.extract.numbered.numbering import DASHED, LETTERED, Number, Scheme
from rulehound.extract.numbered.titles import titles_in

KNOWN: tuple[Number, ...] = (
    (1,), (1, 1), (1, 2), (2,), (2, 1), (2, 1, 1), (2, 1, 2), (2, 1, 3), (2, 2), (2, 2, 1), (3,), (11,),
)  # fmt: skip


def line(text: str, indent: float = 0.0, full: bool = False) -> Line:
    """A line; where it is `full`, the first word of the next did not fit on it."""
    box = Box(1, 40 + indent, 40, 40 + indent + 5.0 * len(text), 50)
    return Line(text, box, 10.0, False, (1, 0, 0), 0, indent, 0.0 if full else 150.0)


def revisions(*lines: Line | str, scheme: Scheme = DASHED, known: Sequence[Number] = KNOWN) -> list[Revision]:
    all_lines = [line(one) if isinstance(one, str) else one for one in lines]
    return list(revisions_of(entries_of(all_lines, usage_of(all_lines)), scheme, known))


def said(*lines: Line | str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Action, numbers and titles of each revision."""
    return [(one.action, " ".join(one.numbers), one.titles) for one in revisions(*lines)]


@pytest.mark.parametrize(
    ("text", "action", "numbers", "titles"),
    [
        ("Updated 1-2.", "updated", "1-2", ()),
        ("1-2Updated", "updated", "1-2", ()),
        ("Reworded 11.", "updated", "11", ()),
        ('Added "2-2. Boats and Oars"', "added", "2-2", ("Boats and Oars",)),
        ('Added "2-2 <Boats>"7', "added", "2-2", ("<Boats>",)),
        ('Added 2-2. "Boats"', "added", "2-2", ("Boats",)),
        ("2-1 and 2-2 are new.", "added", "2-1 2-2", ()),
        ("Deleted 1-1 through 1-4.", "removed", "1-1 1-2 1-3 1-4", ()),
        ("Updated 2-1. through 2-1-3.12", "updated", "2-1 2-1-1 2-1-2 2-1-3", ()),
        ("Merged 1-1 and 1-2.", "merged", "1-1 1-2", ()),
        ('Merged "1-1. Oars" with "2-2. Boats"', "merged", "1-1 2-2", ("Oars", "Boats")),
        (
            'Moved 1-1. through 1-2. to "2-2. "Each" or "Every"',
            "moved",
            "1-1 1-2 2-2",
            ('"Each" or "Every"',),
        ),
        ('Overall rewrites of "3.-1 Tides"', "updated", "3-1", ("Tides",)),
        ("Updated '2-2. Cards \"With Oars'\"", "updated", "2-2", ('Cards "With Oars"',)),
        # A slip of the pen: everything from a section to a clause elsewhere is hardly meant.
        ("Deleted 1-1 through 2-2-1.", "removed", "1-1 2-2-1", ()),
        ("1-1.は更新しました。", "updated", "1-1", ()),
        ("旧1-1.～1-3.は2-2.と統合しました。", "merged", "1-1 1-2 1-3 2-2", ()),
        ("「2-2.舟」を追加しました。", "added", "2-2", ("舟",)),
        ("「11.「灯」」は全体的に修正・整理しました。", "updated", "11", ("「灯」",)),
        ("「1-1.[灯]」～「1-3.[舟]」を変更しました。", "updated", "1-1 1-2 1-3", ("[灯]", "[舟]")),
        ("旧1-1.は「2-2.追加の舟」に移行しました。", "moved", "1-1 2-2", ("追加の舟",)),
        ("2-1-1.～2-2-1. 删除。", "removed", "2-1-1 2-1-2 2-1-3 2-2-1", ()),
        ("1-1. 与2-1. 合并。", "merged", "1-1 2-1", ()),
        # The number of a version is that of no clause, nor is an amount.
        ("Deleted 1-2 of version 3.0.", "removed", "1-2", ()),
        ("2-1 (3. in Ver. 1.) updated", "updated", "2-1 3", ()),
        ("Updated 2-1, which was 3.0 wide", "updated", "2-1", ()),
        ("バージョン3.1の1-2を削除", "removed", "1-2", ()),
        # What is explained was changed, and the words of the explanation may be those of the rules.
        ("1-2: five boats in place of four.", "updated", "1-2", ()),
        ("1-2: says what follows from a move to the shore.", "updated", "1-2", ()),
        ("1-2: says what follows from oars added or boats removed there", "updated", "1-2", ()),
        ("1-2: reworded.", "updated", "1-2", ()),
        ("1-2 (Boats): an example added.", "added", "1-2", ()),
        ("1-2: added, the clauses of 2-1 “Oars” renumbered", "added", "1-2", ()),
        ("1-2 of version 1.0: moved to 2-1 “Oars”.", "moved", "1-2 2-1", ("Oars",)),
        ("1-2 “Boats: large”: removed", "removed", "1-2", ("Boats: large",)),
        ("1-2: reworded; 2-1: five boats", "updated", "1-2 2-1", ()),
        ("Updated: 1-2, 2-1", "updated", "1-2 2-1", ()),
        ("1-2：删除", "removed", "1-2", ()),
        ("1-2：灯を追加しました", "added", "1-2", ()),
        ("On the move of boats in 1-2", "other", "1-2", ()),
        ("First version", "other", "", ()),
        ("Updated 3 boats of 12.", "updated", "", ()),
    ],
)
def test_an_entry(text: str, action: str, numbers: str, titles: tuple[str, ...]) -> None:
    assert said(text) == [(action, numbers, titles)]


def test_an_entry_that_says_two_things() -> None:
    both = "1-1 1-2"
    assert said("Updated and made deletions in 1-1 through 1-2.") == [
        ("updated", both, ()),
        ("removed", both, ()),
    ]
    assert said("1-1.～1-2. 更新、删除。") == [("updated", both, ()), ("removed", both, ())]
    # Cells of a table that were run together: what stands before a title is about that title.
    assert said('2-1-1Added "2-2. Boats" Updated') == [
        ("added", "2-2", ("Boats",)),
        ("updated", "2-1-1", ()),
    ]


def test_versions_and_dates() -> None:
    found = revisions(
        "(2024/05/06) Ver. 1.1", "Updated 1-1.", "Updated 1-2.", "Version 1.2 – June 7, 2024", "Deleted 2-1."
    )
    assert [(one.version, one.date, one.numbers) for one in found] == [
        ("1.1", "2024-05-06", ("1-1",)),
        ("1.1", "2024-05-06", ("1-2",)),
        ("1.2", "2024-06-07", ("2-1",)),
    ]


@pytest.mark.parametrize(
    ("lines", "texts"),
    [
        # Room was left, as in the cell of a table, but the quotation is not closed.
        (
            ['Added "2-2. Boats of the', 'Shore"', "Updated 1-1."],
            ['Added "2-2. Boats of the Shore"', "Updated 1-1."],
        ),
        (["Merged 1-1 and", "1-2.", "Deleted 3."], ["Merged 1-1 and 1-2.", "Deleted 3."]),
        (["Merged 1-1. through 1-", "2.", "Deleted 3."], ["Merged 1-1. through 1-2.", "Deleted 3."]),
        (["1-1 and 1-2 Added", "2-1 Deleted"], ["1-1 and 1-2 Added", "2-1 Deleted"]),
        # Entries begin further right than they go on.
        (
            [line("「2-2.舟」を追加しま", 9, full=True), line("した。"), line("1-1.は更新しました。", 9)],
            ["「2-2.舟」を追加しました。", "1-1.は更新しました。"],
        ),
        (
            [line("旧1-1.は「2-2.舟」に", 9, full=True), line("移行しました。"), line("1-1.は更新", 9)],
            ["旧1-1.は「2-2.舟」に移行しました。", "1-1.は更新"],
        ),
        (["A note on the tides", "Updated 1-1."], ["A note on the tides", "Updated 1-1."]),
    ],
)
def test_entries_that_go_on_in_the_next_line(lines: list[Line | str], texts: list[str]) -> None:
    assert [one.text for one in revisions(*lines)] == texts


@pytest.mark.parametrize("bullet", ["• ", "-  ", "(cid:127) ", "(cid:7)", "\uf0b7 ", "※ ", "・"])
def test_bullets(bullet: str) -> None:
    """They are no part of an entry, and one begins where the next has the same."""
    lines = [
        line(f"{bullet}1-1: lit", 9, full=True),
        line(f"{bullet}1-2: out at", 9, full=True),
        line("dawn", 9),
    ]
    assert [one.text for one in revisions(*lines)] == ["1-1: lit", "1-2: out at dawn"]


def test_an_endless_entry() -> None:
    """To look through all of it for each title would take minutes."""
    (*_, found) = revisions("Updated 1-1, " + ', added "2-1. Boats"' * 20_000)
    assert found.action == "updated"


def test_a_quotation_that_is_never_closed_does_not_swallow_the_history() -> None:
    found = revisions("「2-2.舟を追加", *(f"1-{n}.は更新しました。" for n in range(1, 30)))
    assert [one.numbers for one in found[-20:]] == [(f"1-{n}",) for n in range(10, 30)]


def test_numbers_with_letters() -> None:
    scheme = LETTERED[-1]
    known = [(1, 1, 1), (1, 1, 1, 1)]
    (found,) = revisions("Updated 100.1a–100.1d and 100.2.", scheme=scheme, known=known)
    assert found.numbers == ("100.1a", "100.1b", "100.1c", "100.1d", "100.2")


def test_a_range_without_end_is_not_written_out() -> None:
    (found,) = revisions("Updated 1-1 through 1-999.")
    assert len(found.numbers) == 202


def test_what_looks_like_a_history() -> None:
    assert looks_like_history([line("7-4Updated"), line("1-2Updated"), line("Thanks")])
    assert not looks_like_history(
        [line("Thanks to all"), line("New and old friends"), line("of the keepers")]
    )
    assert not looks_like_history([])


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ('see "Boats" and "Oars"', ["Boats", "Oars"]),
        ('"1-1. Boats" into "1-2. Oars"', ["Boats", "Oars"]),
        ("「1-1.舟」と『2. 灯』", ["舟", "灯"]),
        ("“1.2. Boats”", ["Boats"]),
        ("「1-1.」", []),
        ("the keepers' boats", []),
        ("「舟", []),
    ],
)
def test_titles(text: str, titles: list[str]) -> None:
    assert [title.text for title in titles_in(text)] == titles
    assert [text[title.start] in "\"'「『“" for title in titles_in(text)] == [True] * len(titles)
