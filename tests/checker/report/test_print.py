"""The pages of a report on paper, as a real browser prints them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from rulehound.checker.report.html import ClausePages, Site, site
from rulehound.checker.report.printed import PrintedClause, PrintedPage
from rulehound_testing.browser import Browser, NoBrowser
from rulehound_testing.made_up_run import one_of_each, png

A4 = (595.0, 842.0)
BOX = (60.0, 700.0, 200.0, 12.0)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    try:
        opened = Browser(tmp_path_factory.mktemp("profile"))
    except NoBrowser as missing:
        pytest.skip(str(missing))
    with opened:
        yield opened


def sheets(browser: Browser, made: Site, name: str, folder: Path) -> list[str]:
    """The text of each sheet of paper that a page of the site is printed on."""
    for file, content in made.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    browser.go((folder / name).as_uri())
    with pypdfium2.PdfDocument(browser.paper()) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def test_each_page_of_the_rulebook_is_whole_on_a_sheet_of_its_own(browser: Browser, tmp_path: Path) -> None:
    clause = PrintedClause("1-1", "weak", False, "clauses.html#counter@1/1-1", [BOX])
    printed = [PrintedPage(number, png(1190, 1684), *A4, [clause]) for number in (1, 2, 3)]
    made = site(one_of_each(), {}, ClausePages("<!doctype html>", (), printed))
    assert len(sheets(browser, made, "rulebook.html", tmp_path)) == 1 + 3


def test_what_is_folded_is_printed(browser: Browser, tmp_path: Path) -> None:
    made = site(one_of_each(), {"1-1": png(40, 20)})
    name = next(name for name in made if name.startswith("findings/"))
    text = " ".join(sheets(browser, made, name, tmp_path))
    assert "guard:add:room-left" in text.partition("1 check that fails because of it")[2]
    assert browser.value("document.querySelectorAll('details:not([open])').length") > 0


def test_a_heading_is_never_the_last_thing_of_a_sheet(browser: Browser, tmp_path: Path) -> None:
    made = site(one_of_each(), {"1-1": png(900, 1100)})
    for text in sheets(browser, made, "index.html", tmp_path)[:-1]:
        assert not text.strip().endswith(("Findings", "Clauses", "What this run did not show"))
