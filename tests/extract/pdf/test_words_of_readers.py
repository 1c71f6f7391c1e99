"""The comparison of words that figures about real files rest on tells each kind of difference."""

from pathlib import Path

import pytest

from rulehound_testing.documents.raw_pdf import LINES, document, stream, text
from rulehound_testing.documents.words_of_readers import COUNTS, compare_words, differences_of, words_in


@pytest.mark.parametrize(
    ("ours", "theirs", "counts"),
    [
        ("one two three", "three one two", {}),
        ("onetwothree four", "one two three four", {"glued": 2, "glued_for_both": 2}),
        ("o ne two", "one two", {"parted": 1}),
        ("foot- note", "footnote", {"lost": 0, "moved": 1}),
        ("foot- note", "foot-note", {}),  # hyphenated at the end of a line
        ("Contents 5", "Contents . . . . 5", {}),
        ("one", "one two", {"lost": 1}),
        ("a(cid:7)b", "ahb", {"unlettered": 1}),
        ("macro 2.", "macro.2", {"moved": 1}),
        ("舟は三隻", "舟 は三隻", {}),
        ("fi\ufb01", "fifi", {}),
    ],
)
def test_kinds_of_differences(ours: str, theirs: str, counts: dict[str, int]) -> None:
    differences = compare_words(words_in(ours), words_in(theirs))
    found = {name: getattr(differences, name) for name in COUNTS[1:] if getattr(differences, name)}
    assert found == {name: count for name, count in counts.items() if count}


def test_a_third_reader_is_asked_about_gaps() -> None:
    assert compare_words(["onetwo"], ["one", "two"], lambda: ["onetwo"]).glued_for_both == 0
    assert compare_words(["one", "two"], ["onetwo"], lambda: ["onetwo"]).parted_for_both == 1


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    path.write_bytes(document(*[stream(text(LINES))] * 30))
    differences = differences_of(str(path))
    assert differences.words == 12 * sum(len(line.split()) for line in LINES)
    assert not any(getattr(differences, name) for name in COUNTS[1:])
