"""What pdfminer's interpreter draws a page on: it keeps the characters, lines and rectangles, and no more.

The device that comes with the parser makes a layout object of each character, and looks up and computes again
what is the same for all characters of a string. That is most of the time of reading a page. This one gives
the same places, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTComponent, LTContainer, LTCurve, LTLine, LTPage, LTRect
from pdfminer.pdffont import PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFPageInterpreter

from rulehound.extract.pdf.runs import PrintedCharacter

if TYPE_CHECKING:
    from pdfminer.pdfcolor import PDFColorSpace
    from pdfminer.pdffont import PDFFont
    from pdfminer.pdfinterp import PDFGraphicState, PDFResourceManager
    from pdfminer.pdfpage import PDFPage

Matrix: TypeAlias = tuple[float, float, float, float, float, float]


class Character:
    """A character with its place, as `PrintedCharacter` says."""

    __slots__ = ("fontname", "graphicstate", "matrix", "size", "text", "upright", "x0", "x1", "y0", "y1")

    def __init__(
        self,
        text: str,
        fontname: str,
        graphicstate: PDFGraphicState,
        matrix: Matrix,
        upright: bool,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
    ) -> None:
        self.text = text
        self.fontname = fontname
        self.graphicstate = graphicstate
        self.matrix = matrix
        self.upright = upright
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
        self.size = y1 - y0

    def get_text(self) -> str:
        """Its letters."""
        return self.text


class PageDevice(PDFPageAggregator):
    """The characters of a page in the order of the file, and its layout without them."""

    def __init__(self, resources: PDFResourceManager) -> None:
        super().__init__(resources)
        self.chars: list[PrintedCharacter] = []
        self._known: dict[PDFFont, dict[int, tuple[str, float]]] = {}

    def render_string_horizontal(
        self,
        seq: Iterable[object],
        matrix: Matrix,
        pos: tuple[float, float],
        font: PDFFont,
        fontsize: float,
        scaling: float,
        charspace: float,
        wordspace: float,
        rise: float,
        dxscale: float,
        ncs: PDFColorSpace,  # noqa: ARG002  # as the parser calls it
        graphicstate: PDFGraphicState,
    ) -> tuple[float, float]:
        """Print a string, and give the place where it ends."""
        x, y = pos
        a, b, c, d, e, f = matrix
        descent = font.get_descent() * fontsize
        low, high = descent + rise, descent + rise + fontsize
        upright = a * d * scaling > 0 and b * c <= 0
        level = b == c == 0
        fontname, chars = font.fontname, self.chars
        known = self._known.setdefault(font, {})
        spaced = False
        for part in seq:
            if isinstance(part, int | float):
                x -= part * dxscale
                spaced = True
            elif isinstance(part, bytes):
                for code in font.decode(part):
                    if spaced:
                        x += charspace
                    if code not in known:
                        known[code] = self._letters(font, code), font.char_width(code)
                    text, width = known[code]
                    advance = width * fontsize * scaling
                    left, base = x * a + y * c + e, x * b + y * d + f
                    if level:
                        x0, y0, x1, y1 = left, d * low + base, a * advance + left, d * high + base
                        if x1 < x0:
                            x0, x1 = x1, x0
                        if y1 < y0:
                            y0, y1 = y1, y0
                    else:
                        corners = [
                            (a * u + c * v + left, b * u + d * v + base)
                            for u in (0, advance)
                            for v in (low, high)
                        ]
                        x0, y0 = min(u for u, _ in corners), min(v for _, v in corners)
                        x1, y1 = max(u for u, _ in corners), max(v for _, v in corners)
                    chars.append(
                        Character(
                            text, fontname, graphicstate, (a, b, c, d, left, base), upright, x0, y0, x1, y1
                        )
                    )
                    x += advance
                    if code == 32 and wordspace:
                        x += wordspace
                    spaced = True
        return x, y

    def render_char(
        self,
        matrix: Matrix,
        font: PDFFont,
        fontsize: float,
        scaling: float,
        rise: float,
        cid: int,
        ncs: PDFColorSpace,
        graphicstate: PDFGraphicState,
    ) -> float:
        """Print a character of a vertical text, and give how far the next one stands."""
        text, width, place = self._letters(font, cid), font.char_width(cid), font.char_disp(cid)
        char = LTChar(matrix, font, fontsize, scaling, rise, text, width, place, ncs, graphicstate)
        self.chars.append(char)
        return float(char.adv)

    def _letters(self, font: PDFFont, code: int) -> str:
        try:
            letters = font.to_unichr(code)
        except PDFUnicodeNotDefined:
            return str(self.handle_undefined_char(font, code))
        assert isinstance(letters, str), type(letters)
        return letters


def printed_on(
    resources: PDFResourceManager, page: PDFPage
) -> tuple[LTPage, list[PrintedCharacter], list[LTComponent]]:
    """A page with its characters, and its lines before its rectangles, each in the order of the file."""
    device = PageDevice(resources)
    PDFPageInterpreter(resources, device).process_page(page)
    layout: LTPage = device.get_result()
    lines: list[LTComponent] = []
    rectangles: list[LTComponent] = []

    def sort(container: LTContainer[LTComponent]) -> None:
        for item in container:
            if isinstance(item, LTRect):
                rectangles.append(item)
            elif isinstance(item, LTCurve):
                # A rectangle without height is a curve to the parser, and a line to whoever looks at it.
                if isinstance(item, LTLine) or not item.width or not item.height:
                    lines.append(item)
            elif isinstance(item, LTContainer):
                sort(item)

    sort(layout)
    return layout, device.chars, lines + rectangles
