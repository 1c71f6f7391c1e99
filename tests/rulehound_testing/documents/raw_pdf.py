"""Writes PDFs object by object, for files that no program would write."""

import zlib
from collections.abc import Mapping, Sequence

FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
LINES = ("1. Lanterns", "1-1. Keepers light a lantern at dusk.", "1-2. Keepers put it out at dawn.")


def pdf(objects: Mapping[int, bytes], trailer: bytes = b"", header: bytes = b"%PDF-1.7\n") -> bytes:
    """A file of these numbered objects, with a sound table of where they stand. Number 1 is the catalog."""
    body, places = bytearray(header), {}
    for number, content in objects.items():
        places[number] = len(body)
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(body)
    body += b"xref\n0 1\n0000000000 65535 f \n"
    for number, place in sorted(places.items()):
        body += b"%d 1\n%010d 00000 n \n" % (number, place)
    size = max(places) + 1
    return bytes(body) + b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (
        size,
        trailer,
        start,
    )


def stream(data: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(data), entries, data)


def packed(data: bytes, entries: bytes = b"") -> bytes:
    return stream(zlib.compress(data), b"/Filter/FlateDecode" + entries)


def text(lines: Sequence[str], top: float = 700, matrix: str = "1 0 0 1") -> bytes:
    """Instructions that print lines one under another, 20 points apart."""
    rows = (f"BT /F1 10 Tf {matrix} 72 {top - 20 * row} Tm ({line}) Tj ET" for row, line in enumerate(lines))
    return "\n".join(rows).encode()


def document(
    *contents: bytes, page: bytes = b"/MediaBox[0 0 612 792]", more: Mapping[int, bytes] = {}
) -> bytes:
    """A file with a page for each content stream (an object: see `stream`); `page` is what each page says.

    Pages are objects 10, 12, …, their contents 11, 13, …; object 3 is the font /F1.
    """
    return pdf(objects(*contents, page=page) | dict(more))


def objects(*contents: bytes, page: bytes = b"/MediaBox[0 0 612 792]") -> dict[int, bytes]:
    numbers = range(10, 10 + 2 * len(contents), 2)
    kids = b" ".join(b"%d 0 R" % number for number in numbers)
    found = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[%s]/Count %d/Resources<</Font<</F1 3 0 R>>>>>>" % (kids, len(contents)),
        3: FONT,
    }
    for number, content in zip(numbers, contents, strict=True):
        found[number] = b"<</Type/Page/Parent 2 0 R/Contents %d 0 R%s>>" % (number + 1, page)
        found[number + 1] = content
    return found


def zeros(megabytes: int) -> bytes:
    """So many megabytes of zeros, compressed without ever having been there."""
    packer = zlib.compressobj(wbits=-15)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    size = megabytes << 20
    checksum = (size % 65521) << 16 | 1  # Adler-32 of zeros (RFC 1950)
    return b"\x78\x9c" + block * megabytes + b"\x03\x00" + checksum.to_bytes(4, "big")


def with_letters(text: bytes, letters: bytes) -> bytes:
    """A PDF with a line in a font whose table says of one code which letters it stands for."""
    table = b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar " + letters + b" endbfchar"
    parts = objects(stream(b"BT /F2 10 Tf 72 700 Td (" + text + b") Tj ET")) | {
        5: stream(table),
        6: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 5 0 R>>",
    }
    parts[10] = parts[10].replace(b"/MediaBox", b"/Resources<</Font<</F2 6 0 R>>>>/MediaBox")
    return pdf(parts)
