"""What the words of a text say that it is."""

import pytest

from rulehound.extract.kinds import (
    demands,
    ends_sentence,
    is_afterword,
    is_contents_entry,
    is_example,
    is_note,
    is_remark,
    is_title,
    section_kind,
    term_of,
)
from rulehound.extract.unnumbered.keys import Keys, slug


@pytest.mark.parametrize(
    "text",
    [
        "Setting Out",
        "REST.",
        "What Happens When a Boat Sinks?",
        "Mind the Gulls!",
        "If a boat is moved and sunk at once",
        "A. Lighting Lanterns",
        "Number of oars",
        "漕ぎ方",
    ],
)
def test_titles(text: str) -> None:
    assert is_title(text)


@pytest.mark.parametrize(
    "text",
    [
        "Row on.",
        "Nobody may row",
        "On the first evening, that boat cannot leave",
        "Oar: what moves a boat",
        "Each boat with two or more oars of different colours moves one step further",
        "If a boat sinks, its owner loses.",
        "漕ぐ。",
    ],
)
def test_what_is_no_title(text: str) -> None:
    assert not is_title(text)


@pytest.mark.parametrize("text", ["Example: a boat.", "(For example, a boat.)", "e.g. a boat", "例：舟"])
def test_examples(text: str) -> None:
    assert is_example(text)
    assert not is_example(f"Boats, {text}")


@pytest.mark.parametrize("text", ["* Boats float.", "Note: boats float.", "※ 舟は浮く。"])
def test_notes(text: str) -> None:
    assert is_note(text)
    assert not is_note(text.replace(" ", "").replace(":", ""))


@pytest.mark.parametrize(
    "text",
    [
        "This section explains how boats move.",
        "Place the boats as shown below.",
        "You can download more boats from our website.",
        "It is recommended that you bring a lamp.",
        "The rules have been updated for this edition.",
    ],
)
def test_remarks(text: str) -> None:
    assert is_remark(text)
    assert not is_remark(f"{text} Each player must do so.")


@pytest.mark.parametrize(
    "text",
    [
        "Unless this section says otherwise, boats move one step.",
        "There is a limit to how far boats move.",
        "Some boats have a sail.",
        "Each player opens a pack of boats.",
    ],
)
def test_rules_are_no_remarks(text: str) -> None:
    assert not is_remark(text)


def test_terms() -> None:
    assert term_of("Row: Move a boat.") == "Row"
    assert term_of("Tie up – leave a boat.") == "Tie up"
    assert term_of("舟：浮くもの") == "舟"
    for text in ("Row. Then: rest.", "Example: a boat.", "Note: boats float.", "12:30 is late", "Boats:"):
        assert term_of(text) == "", text


def test_sections_without_rules() -> None:
    assert (
        section_kind("About the Game")
        == section_kind("Introduction")
        == section_kind("Credits")
        == "introduction"
    )
    assert section_kind("Update History") == "change-entry"
    assert section_kind("Example of a Turn") == "example"
    assert section_kind("Boats") is section_kind("Exemplary Boats") is None


@pytest.mark.parametrize("text", ["A boat.”", "Choose one:", "終わり。)", "Boats (or oars)!"])
def test_ends_of_sentences(text: str) -> None:
    assert ends_sentence(text)
    assert not ends_sentence(f"{text} and then")


@pytest.mark.parametrize("title", ["8 thoughts on “Boats”", "Leave a Reply", "1 Comment"])
def test_what_closes_a_page_of_the_web(title: str) -> None:
    assert is_afterword(title)
    assert not is_afterword(f"On {title}")


def test_rules_about_comments_are_no_afterword() -> None:
    assert not is_afterword("Comments on boats must be short.")
    assert not is_afterword("Replies")


def test_entries_of_contents() -> None:
    assert is_contents_entry("Boats ........ 12")
    assert not is_contents_entry("Boats ... and oars")


def test_demands() -> None:
    assert demands("A player must row.")
    assert not demands("A player rows.")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("● Boats", "boats"),
        ("① Player’s Boats (Ver.1.3)", "players-boats"),
        ("**Oar** +1 / Sail -x", "oar-plus-1-sail-minus-x"),
        ("* What If a Boat Sinks?", "what-if-a-boat-sinks"),
        ("Tie-Up", "tie-up"),
        ("漕ぎ方", "漕ぎ方"),
        ("???", "untitled"),
    ],
)
def test_slugs(title: str, expected: str) -> None:
    assert slug(title) == expected


def test_keys_are_given_once() -> None:
    keys = Keys()
    assert [keys.new(key) for key in ("a", "a-2", "a", "a", "b")] == ["a", "a-2", "a-3", "a-4", "b"]
