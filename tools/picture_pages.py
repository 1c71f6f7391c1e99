"""Pictures of the pages of a report, at three widths, light and dark.

    python tools/picture_pages.py report pictures [--only findings]

The pictures are called after the page, the width and the look: `index-1440-light.png`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from rulehound_testing.browser import Browser

WIDTHS = (390, 768, 1440)
HIGHEST = 2600
"""Pixels of a page's height that its picture shows."""
OF_EACH = 2
"""Pages of each folder of which there are pictures."""


def shown_pages(report: Path) -> list[Path]:
    """The pages of the first folder, and the first ones of each folder below it."""
    folders = sorted(path for path in report.iterdir() if path.is_dir())
    below = [page for folder in folders for page in sorted(folder.glob("*.html"))[:OF_EACH]]
    return [*sorted(report.glob("*.html")), *below]


def main() -> int:
    parser = argparse.ArgumentParser(description="Pictures of a report's pages")
    parser.add_argument("report", type=Path)
    parser.add_argument("into", type=Path)
    parser.add_argument("--only", default="", help="a part of the names of the pages")
    parser.add_argument("--width", type=int, action="append", help="instead of 390, 768 and 1440")
    given: Any = parser.parse_args()
    given.into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as profile, Browser(Path(profile)) as browser:
        for page in shown_pages(given.report.resolve()):
            name = page.relative_to(given.report.resolve()).with_suffix("").as_posix()
            if given.only not in name:
                continue
            for width in given.width or WIDTHS:
                for dark in (False, True):
                    browser.look(width, dark=dark)
                    browser.go(f"{page.as_uri()}?{width}{dark}")
                    browser.look(width, dark=dark, height=min(browser.whole_height(), HIGHEST))
                    file = f"{name.replace('/', '-')}-{width}-{'dark' if dark else 'light'}.png"
                    (given.into / file).write_bytes(browser.picture(whole=False))
                    print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
