"""How large the pages of a report are, how soon they are painted, and what axe-core has against them.

    npm pack axe-core && tar xzf axe-core-*.tgz
    python tools/measure_pages.py report --axe package/axe.min.js

Each page is looked at by chromium at two widths, light and dark. The exit status is 1 where axe-core has
anything against one, or where one is wider than the window.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from rulehound_testing.browser import Browser

LOOKS = ((1440, False), (390, True))
"""Widths in pixels, and whether they are dark."""
OF_EACH = 3
"""Pages of each folder that are looked at."""
ASK = """axe.run().then((found) => {
  window.told = JSON.stringify(found.violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 99)}`));
}); 0"""
PAINT = "performance.getEntriesByType('paint').map((entry) => entry.startTime)[0]"
BEYOND = "document.documentElement.scrollWidth - innerWidth"


def first_paint(browser: Browser) -> float:
    """Milliseconds from the request of the page that is open to its first paint."""
    until = time.monotonic() + 60
    while (painted := browser.value(PAINT)) is None and time.monotonic() < until:
        time.sleep(0.02)
    return float(painted or 0)


def violations(browser: Browser, axe: str) -> list[str]:
    """What axe-core has against the page that is open."""
    browser.value(f"window.told = ''; {axe}; 0")
    browser.value(ASK)
    until = time.monotonic() + 60
    while not (told := browser.value("window.told")) and time.monotonic() < until:
        time.sleep(0.1)
    found: list[str] = json.loads(told)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Size, first paint and violations of a report's pages")
    parser.add_argument("report", type=Path)
    parser.add_argument("--axe", type=Path, required=True, help="axe.min.js of the package axe-core")
    given: Any = parser.parse_args()
    axe = given.axe.read_text("utf-8")
    folders = sorted(path for path in given.report.resolve().iterdir() if path.is_dir())
    some = [page for folder in folders for page in sorted(folder.glob("*.html"))[:OF_EACH]]
    wrong = 0
    with tempfile.TemporaryDirectory() as profile, Browser(Path(profile)) as browser:
        for page in [*sorted(given.report.resolve().glob("*.html")), *some]:
            for width, dark in LOOKS:
                browser.look(width, dark=dark)
                browser.go(f"{page.as_uri()}?{width}")
                painted, beyond = first_paint(browser), browser.value(BEYOND)
                found = violations(browser, axe)
                wrong += len(found) + (beyond > 0)
                size = page.stat().st_size / 1000
                paint = f"painted after {painted:.0f} ms"
                print(f"{page.name} {width}: {size:.0f} kB, {paint}, {len(found)} violations")
                for each in [*found, *([f"{beyond} pixels too wide"] if beyond > 0 else [])]:
                    print(f"  {each}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
