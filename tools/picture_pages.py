"""Pictures of the pages of a report, at three widths, light and dark.

    python tools/picture_pages.py report pictures [--only findings]
    python tools/picture_pages.py report pictures --sheets [--address serve=http://127.0.0.1:8000/TOKEN/]

The pictures are called after the page, the width and the look: `index-1440-light.png`. With `--sheets` all
looks of a page stand on one small sheet, `index.webp`, the light ones above.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from rulehound_testing.browser import Browser

WIDTHS = (390, 768, 1440)
HIGHEST = 2600
"""Pixels of a page's height that its picture shows."""
OF_EACH = 2
"""Pages of each folder of which there are pictures."""
SHEET_HEIGHT, SHEET_SCALE, SHEET_GAP = 1150, 0.45, 8
"""Of a sheet: the pixels of a page's height that are shown, their scale, and what lies between."""


def shown_pages(report: Path) -> list[Path]:
    """The pages of the first folder, and the first ones of each folder below it."""
    folders = sorted(path for path in report.iterdir() if path.is_dir())
    below = [page for folder in folders for page in sorted(folder.glob("*.html"))[:OF_EACH]]
    return [*sorted(report.glob("*.html")), *below]


def looks(browser: Browser, address: str, widths: Sequence[int], high: int) -> Iterator[tuple[str, bytes]]:
    """The pictures of a page, by width and look, the light ones first."""
    for dark in (False, True):
        for width in widths:
            browser.look(width, dark=dark)
            browser.go(f"{address}?{width}{dark}" if address.startswith("file:") else address)
            browser.look(width, dark=dark, height=min(browser.whole_height(), high))
            yield f"{width}-{'dark' if dark else 'light'}", browser.picture(whole=False)


def sheet(pictures: Sequence[bytes]) -> Image.Image:
    """The looks of a page on one sheet: half of them in each of two rows."""
    shown = [Image.open(io.BytesIO(png)).convert("RGB") for png in pictures]
    small = [
        one.resize([round(side * SHEET_SCALE) for side in one.size], Image.Resampling.LANCZOS)
        for one in shown
    ]
    rows = [small[: len(small) // 2], small[len(small) // 2 :]]
    high = max(one.height for one in small)
    wide = max(sum(one.width + SHEET_GAP for one in row) for row in rows)
    whole = Image.new("RGB", (wide - SHEET_GAP, high * len(rows) + SHEET_GAP), "#8b95a1")
    for number, row in enumerate(rows):
        left = 0
        for one in row:
            whole.paste(one, (left, number * (high + SHEET_GAP)))
            left += one.width + SHEET_GAP
    return whole


def main() -> int:
    parser = argparse.ArgumentParser(description="Pictures of a report's pages")
    parser.add_argument("report", type=Path)
    parser.add_argument("into", type=Path)
    parser.add_argument("--only", default="", help="a part of the names of the pages")
    parser.add_argument("--width", type=int, action="append", help="instead of 390, 768 and 1440")
    parser.add_argument("--sheets", action="store_true", help="one small sheet for each page")
    parser.add_argument("--address", action="append", default=[], help="NAME=URL: another page")
    given: Any = parser.parse_args()
    given.into.mkdir(parents=True, exist_ok=True)
    report = given.report.resolve()
    pages = {
        page.relative_to(report).with_suffix("").as_posix(): page.as_uri() for page in shown_pages(report)
    }
    pages |= dict(address.split("=", 1) for address in given.address)
    with tempfile.TemporaryDirectory() as profile, Browser(Path(profile)) as browser:
        for name, address in pages.items():
            if given.only not in name:
                continue
            stem = name.replace("/", "-")
            taken = looks(browser, address, given.width or WIDTHS, SHEET_HEIGHT if given.sheets else HIGHEST)
            if given.sheets:
                file = given.into / f"{stem}.webp"
                sheet([png for _, png in taken]).save(file, quality=55, method=6)
                print(f"{file.name}: {file.stat().st_size:,} bytes")
                continue
            for look, png in taken:
                (given.into / f"{stem}-{look}.png").write_bytes(png)
                print(f"{stem}-{look}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
