"""Lines of a paragraph joined to its text."""

import pytest

from rulehound.extract.document import Box, Span, Style
from rulehound.extract.layout.flow import running_text, usage_of
from rulehound.extract.layout.lines import Line, begins_paragraph

PLAIN = Style("Plain", 10.0, bold=False, italic=False, colour="#000000")
BOLD = Style("Bold", 10.0, bold=True, italic=False, colour="#000000")


def line(text: str, room: float = 0.0, style: Style = PLAIN) -> Line:
    """A line of a column of 200 points in which every character is 5 wide."""
    width = 5.0 * len(text)
    return Line(
        text,
        Box(1, 40, 40, 40 + width, 50),
        10.0,
        red=False,
        column=(1, 0, 0),
        layout=0,
        indent=0.0,
        room=room,
        spans=(Span(0, len(text), style),),
    )


def joined(*texts: str, elsewhere: str = "", room: float = 0.0) -> str:
    """`elsewhere` is another line of the document, of which the first and last word do not count."""
    lines = [line(text, room) for text in texts]
    return running_text(lines, usage_of([*lines, line(f"so {elsewhere} it is")])).text


@pytest.mark.parametrize(
    ("first", "second", "elsewhere", "text"),
    [
        ("the keeper", "waits", "", "the keeper waits"),
        ("the lan-", "tern is lit", "a lantern burns", "the lantern is lit"),
        ("the lan\u00ad", "tern is lit", "a lantern burns", "the lantern is lit"),
        ("a sea-", "going boat", "a sea-going boat", "a sea-going boat"),
        ("a sea-", "going boat", "", "a sea-going boat"),
        # A document that has both words keeps the hyphen.
        ("a re-", "lit lamp", "relit re-lit", "a re-lit lamp"),
        ("see 15-", "3 and on", "", "see 15-3 and on"),
        # A document that writes 11 as well does not mean 1-1 by it.
        ("see 7-1-", "1 and on", "11 boats and 1-2", "see 7-1-1 and on"),
        ("灯は7-1-", "1「潮」", "11 1-2", "灯は7-1-1「潮」"),
        ("it gets -", "2000", "", "it gets - 2000"),
        ("lit—", "or not", "", "lit—or not"),
        ("lit —", "or not", "", "lit — or not"),
        ("from 2–", "4 boats", "", "from 2–4 boats"),
        ("灯が点", "いている", "", "灯が点いている"),
        ("点燃。", "（见", "", "点燃。（见"),
        ("灯が", "lit", "", "灯がlit"),
        ("boat", "を出す", "", "boatを出す"),
        ("灯が", "lit", "灯が lit です、 boat も", "灯が lit"),
        ("boat 3", "隻", "灯が3つ、舟が2つ", "boat 3隻"),
    ],
)
def test_what_stands_between_two_lines(first: str, second: str, elsewhere: str, text: str) -> None:
    assert joined(first, second, elsewhere=elsewhere) == text


def test_a_word_longer_than_a_line_is_one_word() -> None:
    assert joined("[Boat]x[Oar] see [Lantern]x[Keeper]x[Tide]", "x[Shore] now") == (
        "[Boat]x[Oar] see [Lantern]x[Keeper]x[Tide] x[Shore] now"
    )
    long = "abcdefghij" * 4
    assert joined(f"see {long[:36]}", f"{long[36:]} now") == f"see {long} now"
    # It stands alone on its line, so it was moved there because it fits.
    assert joined("see", long[:38], "now it") == f"see {long[:38]} now it"
    # Room is left on the line, so nothing was broken.
    assert joined(f"see {long[:36]}", "now it", room=60.0) == f"see {long[:36]} now it"


def test_an_endless_paragraph() -> None:
    """Of so many lines that joining them one by one to what is there already would take minutes."""
    count = 20_000
    lines = [line("a lan-" if index % 2 else "tern", style=BOLD) for index in range(count)]
    words = running_text(lines, usage_of([line("so lantern it is")]), skipped=5)
    assert words.text == " ".join(["a lantern"] * (count // 2 - 1) + ["a lan-"])
    assert words.spans == (Span(0, len(words.text), BOLD),)


def test_styles_go_with_their_characters() -> None:
    lines = [line("the lan-", style=BOLD), line("tern of a keeper"), line("burns", style=BOLD)]
    words = running_text(lines, usage_of([*lines, line("a lantern burns")]), skipped=4)
    assert words.text == "lantern of a keeper burns"
    marked = [(words.text[span.start : span.end], span.style) for span in words.spans]
    assert marked == [("lan", BOLD), ("tern of a keeper ", PLAIN), ("burns", BOLD)]


@pytest.mark.parametrize(
    ("text", "room", "begins"),
    [
        ("lantern is lit", 35.0, False),
        ("lantern is lit", 45.0, True),
        # Such a line may break behind any character, but not before punctuation.
        ("灯が点いているので舟を出す", 15.0, False),
        ("灯が点いているので舟を出す", 25.0, True),
        ("1-2の灯が点いている", 25.0, False),
        ("1-2の灯が点いている", 40.0, True),
    ],
)
def test_a_paragraph_begins_where_room_was_left(text: str, room: float, begins: bool) -> None:
    assert begins_paragraph([line("before", room), line(text)], 1) is begins
