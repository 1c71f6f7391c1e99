"""The second reader finds what is wrong with a page, says what and where, and is quiet about sound ones."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from rulehound.extract import DocumentError
from rulehound.extract.pdf.glyphs import Glyph, GlyphBox, Glyphs
from rulehound.extract.pdf.pages import Page, TextRun, read_pages
from rulehound.extract.pdf.second_reader import Disagreement, compare, compare_page, doubled_runs
from rulehound.extract.processes.isolation import in_child
from rulehound_testing.documents.raw_pdf import objects, pdf, stream, with_letters
from rulehound_testing.documents.typeset import Item, Rulebook, Style, typeset
from rulehound_testing.folders import ROOT, SHARED

RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.0.pdf"


class Sheet(Canvas):  # type: ignore[misc]  # reportlab is not typed
    """One page of lines, 12 points of Helvetica, the first at the top."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "sheet.pdf"
        super().__init__(str(self.path), (400, 300), invariant=True)
        self.setFont("Helvetica", 12)
        for number in range(6):
            self.drawString(40, 260 - 20 * number, f"1-{number}. Keepers light lantern {number} at dusk.")

    def compared(self) -> list[Disagreement]:
        self.save()
        return list(compare(self.path, read_pages(self.path).pages))


def after(number: int, text: str) -> float:
    """Where the line of that number goes on behind `text`."""
    return 40 + stringWidth(f"1-{number}. {text}", "Helvetica", 12)


def found(disagreements: list[Disagreement]) -> list[tuple[str, int, str]]:
    return [(each.kind, each.count, each.sample) for each in disagreements]


def test_sound_pages(tmp_path: Path) -> None:
    items = [
        Item("1", "Lanterns"),
        *(Item(f"1-{n}", f"Lantern {n} is lit.", red=n == 3) for n in range(1, 60)),
    ]
    path = typeset(
        Rulebook(items, title=["Tides"], style=Style(columns=2, height=400)), tmp_path / "book.pdf"
    )
    told: list[tuple[int, int]] = []
    pages = read_pages(path).pages
    assert compare(path, pages, lambda done, of: told.append((done, of))) == ()
    assert told == [(done, len(pages)) for done in range(1, len(pages) + 1)]
    assert compare(RULEBOOK, read_pages(RULEBOOK).pages[:2]) == ()


def test_text_that_runs_upwards_is_no_part_of_the_page_for_either(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    sheet.rotate(90)
    sheet.drawString(40, -20, "margin")
    assert sheet.compared() == []


def test_a_number_printed_over_another(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    sheet.drawString(after(2, "Keepers light "), 220, "boat 14-27")
    (overlay,) = sheet.compared()
    assert (overlay.page, overlay.kind) == (1, "overlay")
    assert overlay.sample.startswith('"lantern')
    assert 'under "boat' in overlay.sample
    assert all(210 < 300 - box.bottom < 222 and 80 < box.x0 < 240 for box in overlay.boxes)
    assert overlay.warning.startswith("page 1: printed over one another: ")


def test_bold_print_made_by_printing_twice(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    sheet.drawString(40.4, 240, "1-1. Keepers light lantern 1 at dusk.")
    assert found(sheet.compared()) == [("doubled", 31, '"1-1.Keeperslightlantern1atdusk."')]
    pages = read_pages(sheet.path).pages
    (run,) = doubled_runs(pages[0].runs)
    assert (run.text, round(run.x0, 1)) == ("1-1. Keepers light lantern 1 at dusk.", 40.4)


def test_print_in_the_very_same_place_is_counted_once(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    sheet.drawString(40, 40, "tide")
    sheet.drawString(40, 40, "tide")
    assert found(sheet.compared()) == [("doubled", 4, '"tide"')]


def test_bold_print_made_letter_by_letter(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    x = 40.0
    for letter in "Hill":
        sheet.drawString(x, 40, letter)
        sheet.drawString(x + 0.3, 40, letter)
        x += stringWidth(letter, "Helvetica", 12)
    disagreements = sheet.compared()
    assert {each.kind for each in disagreements} == {"doubled"}
    assert sum(each.count for each in disagreements) == 4


def test_words_that_recur_on_a_line_are_not_doubled(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    sheet.drawString(40, 40, "tide")
    sheet.drawString(80, 40, "tide")
    assert sheet.compared() == []


def test_text_that_is_not_to_be_seen(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    invisible = sheet.beginText(40, 100)
    invisible.setTextRenderMode(3)
    invisible.textOut("ghost")
    sheet.drawText(invisible)
    sheet.setFillColorRGB(1, 1, 1)
    sheet.drawString(40, 80, "white")
    sheet.drawString(200, 80, "paper")
    sheet.drawString(380, 60, "gone")  # begins on the page, ends outside it
    sheet.setFillColorRGB(0, 0, 0)
    sheet.drawString(40, 40, "patched")
    sheet.setFillColorRGB(1, 1, 1)
    sheet.rect(35, 35, 80, 20, stroke=0, fill=1)
    (hidden,) = sheet.compared()
    assert (hidden.kind, hidden.count, hidden.sample) == ("hidden", 26, '"ghostwhitepapergonepatched"')
    assert [round(box.x0) for box in hidden.boxes] == [40, 40, 200, 380, 40]


def test_white_print_on_a_dark_ground_is_to_be_seen(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    sheet.setFillColorRGB(0.2, 0.2, 0.4)
    sheet.rect(30, 30, 200, 30, stroke=0, fill=1)
    sheet.setFillColorRGB(1, 1, 1)
    sheet.drawString(40, 40, "Head of a table")
    assert sheet.compared() == []


def test_what_the_file_cuts_off_is_not_to_be_seen(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    sheet.setCropBox((0, 100, 400, 300))
    sheet.drawString(40, 60, "below")
    assert found(sheet.compared()) == [("hidden", 5, '"below"')]


def test_it_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path)
    sheet.drawString(380, 60, "gone")
    found_here = sheet.compared()
    assert list(in_child(compare, sheet.path, read_pages(sheet.path).pages)) == found_here != []


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"%PDF-1.4\nnothing\n%%EOF\n")
    with pytest.raises(DocumentError, match="cannot be drawn"):
        compare(path, [page(run("a"))])
    with pytest.raises(DocumentError):
        compare(tmp_path / "none.pdf", [page(run("a"))])
    with pytest.raises(DocumentError, match="no page 999"):
        compare(RULEBOOK, [page(run("a"))._replace(number=999)])


# What readers can be made to disagree about without a file that makes them do it.

SIZE = 10.0


def run(text: str, x: float = 50, baseline: float = 100) -> TextRun:
    return TextRun(text, x, baseline - 8, x + SIZE * len(text), baseline + 2, baseline, SIZE, False)


def page(*runs: TextRun) -> Page:
    return Page(7, 400, 300, runs)


def glyphs(*runs: TextRun) -> list[Glyph]:
    return [
        Glyph(letter, GlyphBox(run.x0 + SIZE * at, run.top, run.x0 + SIZE * (at + 1), run.bottom), True)
        for run in runs
        for at, letter in enumerate(run.text)
        if letter != " "
    ]


def differences(first: list[TextRun], second: list[Glyph]) -> list[tuple[str, int, str]]:
    return found(list(compare_page(page(*first), Glyphs(tuple(second), ()))))


def test_a_glyph_that_only_one_reader_sees() -> None:
    line = run("tide")
    assert differences([line], glyphs(line)) == []
    assert differences([line], glyphs(line)[:-1]) == [("first-only", 1, '"e"')]
    assert differences([line], [*glyphs(line), *glyphs(run("oar", 200, 200))]) == [
        ("second-only", 3, '"oar"')
    ]
    assert differences([line], []) == [("first-only", 4, '"tide"')]


def test_letters_that_differ() -> None:
    (different,) = compare_page(page(run("tide")), Glyphs(tuple(glyphs(run("tlde"))), ()))
    assert (different.kind, different.count, different.sample) == ("different", 1, '"i"')
    assert different.warning == 'page 7: read differently by pdfplumber and by PDFium: "i" (1 character)'
    assert [(box.page, box.x0, box.x1) for box in different.boxes] == [(7, 50.0, 90.0)]


def test_letters_cast_as_one_are_counted_apart() -> None:
    line = run("ﬁre")
    taken_apart = [
        Glyph(letter, cell, True)
        for (_, cell, *_), letters in zip(glyphs(line), ("fi", "r", "e"), strict=True)
        for letter in letters
    ]
    assert differences([line], taken_apart) == [("ligature", 1, '"ﬁ"')]


def test_the_letters_of_a_ligature_are_not_printed_over_one_another(tmp_path: Path) -> None:
    """PDFium gives each of them the cell of the whole."""
    path = tmp_path / "ligature.pdf"
    path.write_bytes(with_letters(b"oxce", b"<78> <006600660069>"))
    pages = read_pages(path).pages
    assert [run.text for run in pages[0].runs] == ["office"]
    assert compare(path, pages) == ()


def test_signs_of_fonts_of_tex_have_letters(tmp_path: Path) -> None:
    path = tmp_path / "signs.pdf"
    parts = objects(stream(b"BT /F2 10 Tf 72 700 Td (aruleb) Tj ET")) | {
        5: b"<</Type/Encoding/Differences[97/angbracketleft/angbracketright]>>",
        6: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding 5 0 R>>",
    }
    parts[10] = parts[10].replace(b"/MediaBox", b"/Resources<</Font<</F2 6 0 R>>>>/MediaBox")
    path.write_bytes(pdf(parts))
    assert [run.text for run in read_pages(path).pages[0].runs] == ["⟨rule⟩"]


@pytest.mark.parametrize("text", ["a\0b", "a(cid:12)b", "a\N{REPLACEMENT CHARACTER}b", "a\ue005b"])
def test_glyphs_without_a_letter(text: str) -> None:
    without = [Glyph("\0", cell, True) if letter == "?" else Glyph(letter, cell, True)
               for letter, cell, *_ in glyphs(run("a?b"))]  # fmt: skip
    ((kind, count, _),) = differences([run(text)], without)
    assert (kind, count) == ("unlettered", 1)


def test_a_bullet_of_a_font_of_signs_has_no_letter_and_needs_none() -> None:
    assert differences([run("\uf0b7 tide")], glyphs(run("\uf0b7 tide"))) == []


def test_hyphens_and_spaces_are_noise() -> None:
    assert differences([run("tide‐")], glyphs(run("tide-"))) == []
    assert differences([run("ti de\xad")], glyphs(run("t ide-"))) == []


def test_what_stands_elsewhere_for_a_reader_is_no_difference() -> None:
    assert (
        differences([run("tide"), run("oar", 200)], glyphs(run("tide", 90, 140), run("oar", 200, 140))) == []
    )
    # One that stands elsewhere does not make up for two that are missing.
    assert differences([run("ede")], glyphs(run("d", 60), run("e", 200, 200))) == [("first-only", 1, '"e"')]


lines = st.lists(st.text("abc1-. ", min_size=1, max_size=12).filter(str.strip), min_size=1, max_size=6)


@given(lines, st.randoms(use_true_random=False))
def test_neither_order_nor_spaces_count_and_every_other_loss_does(texts: list[str], random: object) -> None:
    runs = [run(text.strip(), 50, 40 + 20 * index) for index, text in enumerate(texts)]
    second = glyphs(*runs)
    random.shuffle(second)  # type: ignore[attr-defined]  # Hypothesis does not say what it is
    assert differences(runs, second) == []
    lost = second.pop()
    ((kind, count, sample),) = differences(runs, second)
    assert kind in ("first-only", "doubled")
    assert (count, sample) == (1, f'"{lost.letter}"')


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")
@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("dcg-comprehensive-rules-ch7", {}),
        ("dcg-detailed-rules-1.3", {}),
        ("dcg-glossary-2.3", {}),
        # Letters that the font does not have, printed as empty boxes.
        ("dcg-fan-manual-2020", {(1, "unlettered"): 18}),
    ],
)
def test_real_documents(name: str, kinds: dict[tuple[int, str], int]) -> None:
    path = SHARED / "documents" / f"{name}.pdf"
    disagreements = compare(path, read_pages(path).pages)
    assert {(each.page, each.kind): each.count for each in disagreements} == kinds
