"""The scorer of documents without numbers."""

from rulehound.extract import Box, Clause
from rulehound.extract.document import Kind
from rulehound_testing.documents.gold_items import Item, match, score

BOX = Box(1, 0.0, 0.0, 1.0, 1.0)


def clause(text: str, key: str = "", kind: Kind = "clause") -> Clause:
    return Clause("", key, None, kind, text, 1, BOX, (BOX,), False, "")


def item(text: str, kind: str = "paragraph", key: str = "") -> Item:
    return Item(key, kind, kind in ("paragraph", "ruling"), text)


def test_marks_case_and_markers_do_not_count() -> None:
    assert match(["- **Row** a boat\tonce."], ["row a boat once"]) == {(0, 0)}
    assert match(["Row a boat once."], ["Light the lamps at dusk."]) == set()


def test_equal_texts_are_matched_in_order() -> None:
    assert match(["Row on.", "Rest.", "Row on."], ["Row on.", "Rest.", "Row on."]) == {(0, 0), (1, 1), (2, 2)}


def test_splits_and_merges_count() -> None:
    assert match(["One two three four. Five six seven."], ["One two three four.", "Five six seven."]) == {
        (0, 0),
        (0, 1),
    }
    assert match(["a b c d e f g h"], ["a b c", "d e f", "g h"]) == {(0, 0), (0, 1), (0, 2)}
    assert match(["One two three four.", "Five six."], ["One two three four. Five six."]) == {(0, 0), (1, 0)}
    # A neighbour that says something else belongs to neither.
    assert match(["One two three four."], ["One two three four.", "Nine ten."]) == {(0, 0)}


def test_right_wrong_and_neutral_predictions() -> None:
    items = [
        item("Boats float on water.", key="s/1"),
        item("Boats", "heading"),
        item("A boat may sink, say.", "example"),
        item("Oars move every boat.", key="s/2"),
    ]
    result = score(
        items,
        [
            clause("Boats float on water.", "s/1"),
            clause("Boats"),
            clause("A boat may sink, say."),
            clause("Nothing of the kind here."),
            clause("Oars move every boat.", "s/2", "label"),
        ],
    )
    assert result.right == ("Boats float on water.",)
    assert result.wrong == ("Boats", "Nothing of the kind here.")
    assert result.neutral == ("A boat may sink, say.",)
    assert [missed.key for missed in result.missed] == ["s/2"]
    assert (result.recall, result.precision, result.same_key) == (0.5, 1 / 3, 1)
    assert abs(result.f1 - 0.4) < 1e-9
