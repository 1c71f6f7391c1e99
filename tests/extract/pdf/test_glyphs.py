"""Whether a glyph can be seen on the page as it is drawn."""

import pytest
from PIL import Image

from rulehound.extract.pdf.drawing import Drawing
from rulehound.extract.pdf.glyphs import GlyphBox, VisiblePart


@pytest.mark.parametrize(
    ("cell", "is_shown"),
    [
        (GlyphBox(10, 10, 20, 20), True),
        (GlyphBox(60, 10, 70, 20), False),
        (GlyphBox(210, 10, 220, 20), False),
        (GlyphBox(60, 10, 60, 20), True),
        (GlyphBox(60, 10, 70, 10), True),
    ],
    ids=["printed", "blank", "outside", "without width", "without height"],
)
def test_print_within_the_cell_of_a_glyph(cell: GlyphBox, is_shown: bool) -> None:
    """Of a cell without extent nothing can be said; fonts of TeX have such glyphs."""
    image = Image.new("L", (200, 200), 255)
    image.paste(0, (24, 24, 36, 36))
    assert VisiblePart(GlyphBox(0, 0, 100, 100), Drawing(image, 2.0)).shows(cell) is is_shown
