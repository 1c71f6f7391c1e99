"""Typeset the Rulehound Rulebook from its source: two-column A4 PDFs in the manner of comprehensive rules.

    python tools/build_rulebook.py                                        both editions, beside the source
    python tools/build_rulebook.py --edition 1.1 --out FILE.pdf           one edition, elsewhere
    python tools/build_rulebook.py --source CHANGED.txt --out FILE.pdf    the newest edition of another source

The same source gives the same bytes: no time, no compression library and no font file enters them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib.colors import Color
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    HRFlowable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    TableStyle,
)
from reportlab.platypus.tableofcontents import TableOfContents
from rulebook_source import Item, Rulebook, SourceError, read_rulebooks

BUNDLED = Path(__file__).resolve().parent.parent / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook.txt"

WIDTH, HEIGHT = A4
MARGIN = 17 * mm
FOOT = 20 * mm
GUTTER = 9 * mm
COLUMN = (WIDTH - 2 * MARGIN - GUTTER) / 2
TITLE_HEIGHT = 62 * mm

INK = Color(0.13, 0.13, 0.15)
BLUE = Color(0.11, 0.23, 0.42)
GREY = Color(0.42, 0.45, 0.5)
RED = "#c8102e"

TEXT_FONT, BOLD_FONT = "Times-Roman", "Helvetica-Bold"
TEXT_SIZE = 9.6
HANGING = {3: (0, 38), 4: (8, 55), 5: (16, 72)}
"""Where the number and the words of a clause of each depth start, in points from the column's edge."""


def text_style(depth: int) -> ParagraphStyle:
    """A clause, its lines hanging beside its number."""
    number, words = HANGING[max(3, depth)]
    return ParagraphStyle(
        f"clause-{depth}",
        fontName=TEXT_FONT,
        fontSize=TEXT_SIZE,
        leading=TEXT_SIZE * 1.2,
        textColor=INK,
        leftIndent=words,
        bulletIndent=number,
        bulletFontName=TEXT_FONT,
        bulletFontSize=TEXT_SIZE,
        spaceAfter=2.6,
        allowWidows=0,
        allowOrphans=0,
    )


def heading_style(depth: int) -> ParagraphStyle:
    """A chapter, a section, or a heading within one; kept with what follows."""
    size, indent, before, after = {1: (14, 38, 14, 1), 2: (10.6, 38, 8, 3)}.get(depth, (9.2, 38, 4, 2.6))
    return ParagraphStyle(
        f"heading-{depth}",
        fontName=BOLD_FONT,
        fontSize=size,
        leading=size * 1.2,
        textColor=BLUE,
        leftIndent=indent,
        bulletFontName=BOLD_FONT,
        bulletFontSize=size,
        spaceBefore=before,
        spaceAfter=after,
        keepWithNext=1,
    )


def plain(name: str, font: str, size: float, color: Color, **more: object) -> ParagraphStyle:
    """A style outside the numbered text."""
    return ParagraphStyle(name, fontName=font, fontSize=size, leading=size * 1.25, textColor=color, **more)


TITLE = plain("title", BOLD_FONT, 30, BLUE, spaceAfter=4, alignment=TA_CENTER)
SUBTITLE = plain("subtitle", "Times-Italic", 13, INK, spaceAfter=12, alignment=TA_CENTER)
VERSION = plain("version", BOLD_FONT, 11, INK, alignment=TA_CENTER)
NOTICE = plain("notice", "Times-Italic", 9.2, GREY, spaceBefore=16, alignment=TA_CENTER)
SECTION = plain("contents", BOLD_FONT, 14, BLUE, spaceAfter=6)
HISTORY = plain("history-title", BOLD_FONT, 14, BLUE, spaceBefore=14, spaceAfter=1, keepWithNext=1)
HISTORY_EDITION = plain("history-edition", BOLD_FONT, 9.2, BLUE, spaceBefore=5, spaceAfter=2, keepWithNext=1)
HISTORY_LINE = plain("history", TEXT_FONT, TEXT_SIZE, INK, leftIndent=10, bulletIndent=1, spaceAfter=2)
SIDES = ("LEFT", "RIGHT", "TOP", "BOTTOM")
CONTENTS = [
    plain("contents-1", BOLD_FONT, 9, BLUE, spaceBefore=2.5),
    plain("contents-2", TEXT_FONT, 8.8, INK, leftIndent=10),
]


class Pages(BaseDocTemplate):  # type: ignore[misc]  # reportlab is untyped
    """Two columns a page under a page number; remembers chapters and sections for contents and outline."""

    def __init__(self, out: Path, rulebook: Rulebook) -> None:
        super().__init__(
            str(out),
            pagesize=A4,
            title=f"{rulebook.title}, version {rulebook.version}",
            author=rulebook.title.partition(" ")[0],
            subject=rulebook.subtitle,
            creator="build_rulebook.py",
            invariant=1,
            pageCompression=0,
        )
        top = HEIGHT - MARGIN
        self.addPageTemplates(
            [
                PageTemplate(
                    "title",
                    [
                        Frame(
                            MARGIN, top - TITLE_HEIGHT, WIDTH - 2 * MARGIN, TITLE_HEIGHT, 0, 0, 0, 0, "title"
                        ),
                        *columns(top - TITLE_HEIGHT),
                    ],
                    onPage=decorate,
                ),
                PageTemplate("text", columns(top), onPage=decorate),
            ]
        )

    def afterFlowable(self, flowable: Flowable) -> None:
        """Note a heading just set, for the contents and the outline."""
        item = getattr(flowable, "item", None)
        if item is None or not item.heading or item.depth > 2:
            return
        title = f"{item.number}. {item.text}"
        self.canv.bookmarkPage(item.number)
        self.canv.addOutlineEntry(title, item.number, item.depth - 1, closed=1)
        self.notify("TOCEntry", (item.depth - 1, escape(title), self.page, item.number))


def columns(top: float) -> list[Frame]:
    """The two columns below a height."""
    lefts = (MARGIN, MARGIN + COLUMN + GUTTER)
    return [Frame(x, FOOT, COLUMN, top - FOOT, 0, 0, 0, 0, f"column-{x:.0f}") for x in lefts]


def decorate(canvas: Canvas, pages: Pages) -> None:
    """The page number, centred at the foot."""
    canvas.saveState()
    canvas.setFont(TEXT_FONT, 9)
    canvas.setFillColor(GREY)
    canvas.drawCentredString(WIDTH / 2, FOOT - 9 * mm, str(pages.page))
    canvas.restoreState()


def story(rulebook: Rulebook) -> Iterator[Flowable]:
    """The whole book, in reading order."""
    yield Paragraph(escape(rulebook.title), TITLE)
    yield Paragraph(escape(rulebook.subtitle), SUBTITLE)
    yield Paragraph(f"Version {rulebook.version}", VERSION)
    yield Paragraph(rulebook.date, VERSION)
    yield Paragraph(escape(rulebook.notice), NOTICE)
    yield FrameBreak()
    yield Paragraph("Contents", SECTION)
    yield TableOfContents(
        dotsMinLevel=0,
        levelStyles=CONTENTS,
        rightColumnWidth=16,
        tableStyle=TableStyle([(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in SIDES]),
    )
    yield NextPageTemplate("text")
    yield PageBreak()
    for item in rulebook.items:
        yield typeset(item)
        if item.depth == 1:
            yield rule(before=0, after=4, keepWithNext=1)
    yield Paragraph("Update History", HISTORY)
    yield rule(before=0, after=4, keepWithNext=1)
    for entry in rulebook.history:
        yield Paragraph(f"Version {entry.version} ({entry.date})", HISTORY_EDITION)
        for line in entry.lines:
            yield Paragraph(escape(line), HISTORY_LINE, bulletText="•")


def rule(before: float, after: float, **more: object) -> Flowable:
    """A line across the column."""
    line = HRFlowable(width="100%", thickness=0.8, color=BLUE, spaceBefore=before, spaceAfter=after)
    line.__dict__.update(more)
    return line


def typeset(item: Item) -> Paragraph:
    """One numbered item as a paragraph that hangs beside its number."""
    style = heading_style(item.depth) if item.heading else text_style(item.depth)
    if item.changed:
        style.bulletColor = RED
    else:
        style.bulletColor = style.textColor
    marked = (
        f'<font color="{RED}">{escape(run.text)}</font>' if run.changed else escape(run.text)
        for run in item.runs
    )
    paragraph = Paragraph("".join(marked), style, bulletText=f"{item.number}.")
    paragraph.item = item
    return paragraph


def build(rulebook: Rulebook, out: Path) -> None:
    """Typeset one edition into a file, which is replaced whole or not at all."""
    unfinished = out.with_name(out.name + ".unfinished")
    Pages(unfinished, rulebook).multiBuild(list(story(rulebook)))
    unfinished.replace(out)


def main(arguments: list[str]) -> int:
    """The command. Returns the exit status: 0, or 2 for a source that is wrong."""
    parser = argparse.ArgumentParser(description="Typeset the Rulehound Rulebook.")
    parser.add_argument("--source", type=Path, default=BUNDLED, help="the rulebook's text (default: bundled)")
    parser.add_argument("--edition", help="the one edition to build (default: both; with --out the newest)")
    parser.add_argument("--out", type=Path, help="the PDF to write (default: beside the source)")
    options = parser.parse_args(arguments)
    try:
        rulebooks = read_rulebooks(options.source)
    except (SourceError, OSError, UnicodeDecodeError) as error:
        print(f"build_rulebook: {error}", file=sys.stderr)
        return 2
    edition = options.edition or (list(rulebooks)[-1] if options.out else None)
    if edition is not None and edition not in rulebooks:
        problem = f"{options.source}: has no edition {edition}; choose one of {', '.join(rulebooks)}"
        print(f"build_rulebook: {problem}", file=sys.stderr)
        return 2
    for version in [edition] if edition else list(rulebooks):
        out = options.out or options.source.with_name(f"{options.source.stem}-{version}.pdf")
        build(rulebooks[version], out)
        print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
