"""Words are told by the gaps between letters where a file prints no spaces."""

from pathlib import Path

import pytest

from rulehound.extract import read_document
from rulehound.extract.layout.lines import read_lines
from rulehound.extract.pdf.glyphs import Glyph, GlyphBox, Glyphs
from rulehound.extract.pdf.pages import Page, TextRun, read_pages
from rulehound.extract.pdf.second_reader import compare_page
from rulehound.extract.pdf.word_gaps import word_starts
from rulehound_testing.documents.raw_pdf import document, stream, with_letters

SENTENCE = "Each player draws five cards. Then the game begins."


def spaceless(words: list[str], gap: float, before: str = "") -> bytes:
    """Instructions that print words with gaps (shares of the size) in place of spaces."""
    shown = " ".join(f"({word}) {-1000 * gap:.0f}" for word in words)
    return f"BT /F1 10 Tf {before} 72 700 Td [{shown}] TJ ET".encode()


def line_of(folder: Path, content: bytes) -> str:
    path = folder / "line.pdf"
    path.write_bytes(document(stream(content)))
    (line,) = read_lines(read_pages(path).pages)
    return line.text


@pytest.mark.parametrize("gap", [0.16, 0.18, 0.22, 0.28, 0.333, 0.4, 0.45, 0.49, 0.6])
def test_a_gap_parts_words(tmp_path: Path, gap: float) -> None:
    assert line_of(tmp_path, spaceless(SENTENCE.split(), gap)) == SENTENCE


def test_kerning_parts_no_words(tmp_path: Path) -> None:
    content = b"BT /F1 10 Tf 72 700 Td [(T) 80 (ow) -60 (er) -280 (A) 120 (V) -90 (A)] TJ ET"
    assert line_of(tmp_path, content) == "Tower AVA"


@pytest.mark.parametrize("letters", [0.5, 1, 2, 3, 4.5])
@pytest.mark.parametrize("gap", [0.2, 0.3, 0.4])
def test_a_heading_set_with_wide_letters(tmp_path: Path, letters: float, gap: float) -> None:
    content = spaceless(["RULES", "OF", "PLAY"], gap, before=f"{letters} Tc")
    assert line_of(tmp_path, content) == "RULES OF PLAY"
    assert line_of(tmp_path, f"BT /F1 10 Tf {letters} Tc 72 700 Td (PLAY) Tj ET".encode()) == "PLAY"


def apart(letters: str, gap: float) -> str:
    """Operands that print letters with these gaps (shares of the size) and no spaces."""
    return f" {-1000 * gap:.0f} ".join(f"({letter})" for letter in letters)


PROSE = b" BT /F1 10 Tf 72 600 Td (Each player draws five cards.) Tj ET"


@pytest.mark.parametrize(
    ("shown", "text", "text_among_spaces"),
    [
        (apart("ABC", 0.28), "A B C", "A B C"),
        (apart("ABCDE", 0.28), "A B C D E", "A B C D E"),
        (apart("XXO", 0.28), "X X O", "XXO"),
        (apart("END", 0.28), "E N D", "END"),
        (apart("RULES", 0.28), "RULES", "RULES"),
        (apart("END", 0.16), "END", "END"),
        (apart("12345", 0.28), "1 2 3 4 5", "1 2 3 4 5"),
        (f"{apart('ACEG', 0.28)} -280 (win)", "A C E G win", "A C E G win"),
        (f"(Team) -280 {apart('ACEG', 0.28)}", "Team A C E G", "Team A C E G"),
        (
            " -800 ".join(apart(word, 0.3) for word in ("RULES", "OF", "PLAY")),
            "RULES OF PLAY",
            "RULES OF PLAY",
        ),
    ],
)
def test_single_letters_and_letters_set_wide(
    tmp_path: Path, shown: str, text: str, text_among_spaces: str
) -> None:
    """The gaps may be alike. A page that prints spaces would print them between words here as well."""
    content = f"BT /F1 10 Tf 72 700 Td [{shown}] TJ ET".encode()
    assert line_of(tmp_path, content) == text
    path = tmp_path / "page.pdf"
    path.write_bytes(document(stream(content + PROSE)))
    assert read_lines(read_pages(path).pages)[0].text == text_among_spaces


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        ("R U L E S   O F   P L A Y", "RULES OF PLAY"),
        ("R U L E S  O F  P L A Y", "RULES OF PLAY"),
        ("R U L E S O F P L A Y", "R U L E S O F P L A Y"),
        ("A B C D E F", "A B C D E F"),
        ("A B   D E   G H", "A B D E G H"),
        ("Team A or B", "Team A or B"),
    ],
)
def test_letters_with_a_printed_space_behind_each(tmp_path: Path, printed: str, text: str) -> None:
    """They are words where the gaps between words are wider."""
    assert line_of(tmp_path, f"BT /F1 10 Tf 72 700 Td ({printed}) Tj ET".encode()) == text


@pytest.mark.parametrize(
    ("shown", "is_named"),
    [
        ("(R U L E S) Tj", True),
        (f"[{apart('RULES', 0.6)}] TJ", True),
        ("(A B C D E) Tj", False),
        ("(X X X X) Tj", False),
        ("(Team A or B) Tj", False),
    ],
)
def test_single_letters_that_may_be_a_word_are_named(tmp_path: Path, shown: str, is_named: bool) -> None:
    path = tmp_path / "letters.pdf"
    rows = " 0 -20 Td ".join(f"(1-{n}. Each player draws {n} cards.) Tj" for n in range(1, 5))
    path.write_bytes(
        document(stream(f"BT /F1 10 Tf 72 700 Td {shown} 0 -40 Td (1. Draw) Tj 0 -20 Td {rows} ET".encode()))
    )
    told = [line for line in read_document(path).warnings if "single letters" in line]
    what = 'page 1: single letters, read as words of one letter each: 1, such as "R U L E S"'
    assert told == ([what] if is_named else [])


def test_a_condensed_font_has_narrow_gaps(tmp_path: Path) -> None:
    assert line_of(tmp_path, spaceless(SENTENCE.split(), 0.25, before="50 Tz")) == SENTENCE


def test_spaces_do_not_shift_styles(tmp_path: Path) -> None:
    path = tmp_path / "styles.pdf"
    bold = b"BT /F1 10 Tf 72 700 Td [(one) -300 (two) -300] TJ 1 0 0 rg [(three) -300 (four)] TJ ET"
    path.write_bytes(document(stream(bold)))
    ((run,),) = (page.runs for page in read_pages(path).pages)
    assert run.text == "one two three four"
    assert [(start, style.colour) for start, style in run.styles] == [(0, "#000000"), (8, "#ff0000")]


def test_a_backslash_before_a_space_is_no_part_of_the_text(tmp_path: Path) -> None:
    content = rb"BT /F1 10 Tf 72 700 Td (Strip\ the\ cable, \q\(\101\)) Tj ET"
    assert line_of(tmp_path, content) == "Strip the cable, q(A)"


def test_a_sign_that_the_file_names_with_a_space_has_none(tmp_path: Path) -> None:
    path = tmp_path / "named.pdf"
    path.write_bytes(with_letters(b"11.6", b"<2e> <0020002e>"))
    assert [run.text for run in read_pages(path).pages[0].runs] == ["11.6"]


def test_scripts_without_spaces_and_leaders_have_no_word_gaps() -> None:
    assert word_starts(list("舟は3隻"), [0.0, 3.0, 3.0, 3.0], 50, 10) == []
    assert word_starts(list("Fog....5"), [0.0, 0.0, 0.0, 3.0, 3.0, 3.0, 3.0, 3.0], 60, 10) == [3, 7]


def test_raised_and_lowered_letters_stay_on_their_line(tmp_path: Path) -> None:
    """The logo of LaTeX: more than half of the small size between its raised and its lowered letter."""
    content = (
        b"BT /F1 10 Tf 72 700 Td (Made with L) Tj /F1 7 Tf 2 Ts (A) Tj /F1 10 Tf 0 Ts (T) Tj"
        b" -2.2 Ts (E) Tj 0 Ts (X) Tj ET"
    )
    assert line_of(tmp_path, content) == "Made with LATEX"


def test_improbably_long_words_are_named(tmp_path: Path) -> None:
    path = tmp_path / "glued.pdf"
    lines = [f"1-{n}. Eachplayerdrawsfivecardsandthenthegamebegins." for n in (1, 2, 3)]
    rows = " 0 -20 Td ".join(f"({line}) Tj" for line in ["1. Draw", *lines])
    path.write_bytes(document(stream(f"BT /F1 10 Tf 72 700 Td {rows} ET".encode())))
    (warning,) = [line for line in read_document(path).warnings if "improbably" in line]
    assert warning.startswith(
        "page 1: words improbably long, as if spaces were missing: 3, such as Eachplayer"
    )


def test_the_second_reader_sees_more_spaces() -> None:
    def kinds(first: str, second: str, order: int = 1) -> list[str]:
        run = TextRun(first, 0, 0, 100, 10, 8, 10, False)
        places = [place for place, letter in enumerate(second) if letter != " "]
        glyphs = tuple(
            Glyph(second[place], GlyphBox(index, 0, index + 1, 10), True, second[:place].endswith(" "))
            for index, place in enumerate(places)
        )
        return [each.kind for each in compare_page(Page(1, 100, 100, (run,)), Glyphs(glyphs[::order], ()))]

    assert kinds("a bcd efg hij", "a bc d ef g hi j") == ["glued"]
    assert kinds("a bcd efg hij", "a bcd efg hij") == []
    assert kinds("set very wide", "s e t v e r y w i d e") == []
    assert kinds("set very wide now", "s e t v e r y w i d e now") == ["glued"]
    assert kinds("a bc d ef g", "a bcd efg") == []
    assert kinds("a bcd efg hij", "a bc d ef g hi j", order=-1) == []  # says nothing of neighbours
