"""The characters of a page are those of pdfplumber, to the last bit."""

from __future__ import annotations

from pathlib import Path

import pdfplumber
import pytest
from pdfminer.layout import LTChar, LTContainer

from rulehound.extract.pdf.page_device import printed_on
from rulehound_testing.documents.raw_pdf import document, stream
from rulehound_testing.folders import ROOT

RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.1.pdf"
CONTENTS = {
    "kerned": "BT /F1 10 Tf 72 700 Td [(Ke) -30 (rn) 120 (ed,) -280 (apart)] TJ ET",
    "spaced": "BT /F1 10 Tf 2.5 Tc 4 Tw 72 700 Td (set wide and wider) Tj ET",
    "condensed and raised": "BT /F1 10 Tf 60 Tz 3 Ts 72 700 Td (raised) Tj ET",
    "turned": "BT /F1 10 Tf 0 1 -1 0 300 300 Tm (turned) Tj 0.7 0.7 -0.7 0.7 100 100 Tm (aslant) Tj ET",
    "mirrored": "BT /F1 10 Tf -1 0 0 1 300 300 Tm (mirror) Tj 1 0 0 -1 300 200 Tm (upside) Tj ET",
    "slanted": "BT /F1 10 Tf 1 0 0.3 1 300 300 Tm (slanted) Tj ET",
    "red and moved": "1 0 0 rg q 2 0 0 2 10 20 cm BT /F1 10 Tf 30 100 Td (red) Tj ET Q BT /F1 8 Tf (0) Tj ET",
}


def chars_of(container: LTContainer) -> list[LTChar]:
    found = []
    for item in container:
        found += (
            [item] if isinstance(item, LTChar) else chars_of(item) if isinstance(item, LTContainer) else []
        )
    return found


@pytest.mark.parametrize("name", [*CONTENTS, "rulebook"])
def test_every_character_is_where_the_parser_has_it(tmp_path: Path, name: str) -> None:
    path = RULEBOOK
    if name in CONTENTS:
        path = tmp_path / "page.pdf"
        path.write_bytes(document(stream(CONTENTS[name].encode())))
    with pdfplumber.open(path) as pdf:
        for page in pdf.pages:
            expected = chars_of(page.layout)
            layout, chars, lines = printed_on(pdf.rsrcmgr, page.page_obj)
            assert expected
            assert len(chars) == len(expected)
            for char, other in zip(chars, expected, strict=True):
                places = [(one.x0, one.y0, one.x1, one.y1, one.size, one.matrix) for one in (char, other)]
                assert places[0] == places[1]
                assert (char.get_text(), char.fontname, char.upright) == (
                    other.get_text(),
                    other.fontname,
                    other.upright,
                )
                assert char.graphicstate.ncolor == other.graphicstate.ncolor
            assert (layout.width, layout.height) == (page.layout.width, page.layout.height)
            drawn = [item for item in page.layout if not isinstance(item, LTChar)]
            assert len(layout) == len(drawn)
            assert len(lines) <= len(drawn)
