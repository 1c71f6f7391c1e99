"""Files that cannot be read are refused with one line that says why and what to do."""

import contextlib
import gzip
import io
import zipfile
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from rulehound.extract import DocumentError, read_document
from rulehound.extract.pdf.pictures import PageImages
from rulehound_testing.documents.typeset import Item, Rulebook, typeset

ITEMS = [
    Item("1", "Lanterns"),
    *(Item(f"1-{n}", f"Keepers light lantern {n} at dusk.") for n in range(1, 90)),
]


def refused(path: Path) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read_document(path)
    error = caught.value
    assert str(error) == f"{path}: {error.reason}; {error.remedy}"
    assert "\n" not in str(error)
    assert error.reason
    assert error.remedy
    return error


def good(path: Path) -> Path:
    return typeset(Rulebook(ITEMS), path)


def test_a_missing_file(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.pdf").reason == "no such file"


def test_a_directory(tmp_path: Path) -> None:
    assert refused(tmp_path).reason == "this is a directory"


def test_an_impossible_path() -> None:
    assert refused(Path("a\0b.pdf")).reason.startswith("cannot be read")


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.pdf"
    path.write_bytes(b"")
    assert refused(path).reason == "the file is empty"


@pytest.mark.parametrize("data", [b"Lanterns are lit at dusk.", b"\x89PNG\r\n\x1a\n" + bytes(4000), b"\0"])
def test_no_pdf(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "lanterns.pdf"
    path.write_bytes(data)
    assert refused(path).reason == "this is not a PDF"


def zipped(*names: str, kind: str = "") -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        if kind:
            archive.writestr("mimetype", kind)
        for name in names:
            archive.writestr(name, "x" * 5000)
    return content.getvalue()


@pytest.mark.parametrize(
    ("data", "kind", "remedy"),
    [
        (b"<!DOCTYPE html><title>Tides</title>", "an HTML page", "browser"),
        (b'\xef\xbb\xbf\n<!-- x -->\n<html lang="en">', "an HTML page", "browser"),
        (b'<?xml version="1.0"?>\n<html xmlns="x">', "an HTML page", "browser"),
        (
            zipped("[Content_Types].xml", "word/document.xml", "docProps/app.xml"),
            "a Word document (DOCX)",
            "PDF",
        ),
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "an Office document", "PDF"),
        (zipped(kind="application/vnd.oasis.opendocument.text"), "an OpenDocument text (ODT)", "PDF"),
        (zipped("META-INF/container.xml", kind="application/epub+zip"), "an e-book (EPUB)", "PDF"),
        (zipped("rules.pdf"), "a ZIP archive", "unpack"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "an Office document of an old kind", "PDF"),
        (b"{\\rtf1\\ansi", "a document in RTF", "PDF"),
        (b"%!PS-Adobe-3.0\n", "a PostScript file", "ps2pdf"),
        (gzip.compress(b"%PDF-1.4", mtime=0), "a compressed file (gzip)", "unpack"),
    ],
)
def test_other_formats_are_named_with_what_to_do(tmp_path: Path, data: bytes, kind: str, remedy: str) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(data)
    error = refused(path)
    assert error.reason == f"this is not a PDF but {kind}"
    assert remedy in error.remedy


def test_an_encrypted_pdf(tmp_path: Path) -> None:
    path = typeset(Rulebook(ITEMS), tmp_path / "locked.pdf", encrypt="dusk")
    assert refused(path).reason == "the PDF is encrypted"


def test_a_password_opens_an_encrypted_pdf_for_both_readers_and_for_pictures(tmp_path: Path) -> None:
    path = typeset(Rulebook(ITEMS), tmp_path / "locked.pdf", encrypt="dusk")
    document = read_document(path, second_reader=True, password="dusk")
    assert [clause.number for clause in document.clauses[:2]] == ["1", "1-1"]
    assert document.warnings == ()
    with PageImages(path, password="dusk") as images:
        assert images.page(1).startswith(b"\x89PNG")
    with pytest.raises(DocumentError) as caught:
        read_document(path, password="dawn")
    assert caught.value.reason == "the password does not open the PDF"
    # One that needs none is read with any.
    assert read_document(good(tmp_path / "good.pdf"), password="dusk").clauses


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5, 0.9, 0.99])
def test_a_pdf_that_is_cut_short(tmp_path: Path, share: float) -> None:
    path = good(tmp_path / "cut.pdf")
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    assert "cut short" in refused(path).reason


def test_a_pdf_cut_in_the_middle_that_has_an_end(tmp_path: Path) -> None:
    path = good(tmp_path / "patched.pdf")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 20] + b"\n%%EOF\n")
    refused(path)


def test_a_pdf_without_pages(tmp_path: Path) -> None:
    path = tmp_path / "none.pdf"
    path.write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
        b"trailer<</Root 1 0 R>>\n%%EOF\n"
    )
    refused(path)


def test_a_pdf_without_text(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    canvas = Canvas(str(path))
    for _ in range(3):
        canvas.rect(50, 50, 300, 500, fill=1)
        canvas.showPage()
    canvas.save()
    error = refused(path)
    assert error.reason.startswith("the PDF has no text layer")
    assert "scan it again" in error.remedy or "OCR" in error.remedy


@pytest.mark.parametrize(
    "lines",
    [
        ["Lanterns are lit at dusk.", "Boats come later."],
        ["1. Light a lantern.", "2. Wait.", "Then", "1. Row.", "2. Rest.", "3. Row again."],
        ["1-1. The only number in it."],
        ["2024-05-06 is a date", "10 lanterns", "1-2 boats", "at most", "1-2 oars", "1-1 for each"],
    ],
)
def test_a_few_numbers_are_no_numbering(tmp_path: Path, lines: list[str]) -> None:
    document = read_document(typeset(Rulebook([], contents=lines), tmp_path / "plain.pdf"))
    assert document.numbering == ""
    assert not any(clause.number for clause in document.clauses)


def test_a_pdf_without_the_numbers_that_it_is_said_to_have(tmp_path: Path) -> None:
    path = typeset(Rulebook([], contents=["Lanterns are lit at dusk."]), tmp_path / "plain.pdf")
    with pytest.raises(DocumentError) as caught:
        read_document(path, numbering="dashed")
    assert caught.value.reason == "no numbered clauses found"


def test_a_page_without_text_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "gap.pdf"
    canvas = Canvas(str(path))
    for number in (1, None, 2):
        if number:
            canvas.drawString(50, 700, f"{number}. Chapter")
            canvas.drawString(50, 680, f"{number}-1. Lanterns are lit.")
        canvas.showPage()
    canvas.save()
    document = read_document(path)
    assert [clause.number for clause in document.clauses] == ["1", "1-1", "2", "2-1"]
    assert document.warnings == ("page 2: no text on it",)


def test_flipped_bytes_give_a_document_or_one_clear_line(tmp_path: Path) -> None:
    """Every 397th byte of a small file, one after another, is made another."""
    path = good(tmp_path / "flipped.pdf")
    data = path.read_bytes()
    outcomes = set()
    for place in range(0, len(data), 397):
        path.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        outcomes.add(outcome(path))
    assert "Document" in outcomes
    assert all("\n" not in line for line in outcomes)


def outcome(path: Path) -> str:
    try:
        return type(read_document(path)).__name__
    except DocumentError as error:
        return str(error)


def test_nothing_is_printed_about_damage(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = good(tmp_path / "patched.pdf")
    data = path.read_bytes()
    path.write_bytes(data.replace(b"/Parent", b"/Parrot").replace(b"0 0 0 rg", b"0 /x rg"))
    with contextlib.suppress(DocumentError):
        read_document(path)
    assert capfd.readouterr() == ("", "")


def test_pictures_of_bad_files_are_refused_too(tmp_path: Path) -> None:
    for path in (tmp_path / "none.pdf", tmp_path):
        with pytest.raises(DocumentError):
            PageImages(path)
    with PageImages(good(tmp_path / "good.pdf")) as images, pytest.raises(DocumentError, match="no page 99"):
        images.page(99)
