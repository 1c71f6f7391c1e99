"""Reports of 1,000 rules and 2,000 clauses: pages that stay small, and a matrix to find one's way in."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.report.html import MOST_CARDS, Site, conformance_site, site
from rulehound_testing.browser import Browser, NoBrowser
from rulehound_testing.large_run import RULES, VIOLATED, large_conformance, large_run
from rulehound_testing.sites import Page

FIRST, OTHERS = 100_000, 500_000
"""Bytes of the first page, and of any page, at most."""


@pytest.fixture(scope="module")
def conformance() -> Site:
    return conformance_site(large_conformance(), {})


def test_a_report_of_a_thousand_rules_has_small_pages() -> None:
    made = site(large_run(), {})
    assert len(made["index.html"]) < FIRST
    assert max(len(content) for name, content in made.items() if name.endswith(".html")) < OTHERS
    shown = [one for one in Page(made["index.html"]).all("article") if one.get("class") == "finding"]
    assert len(shown) == MOST_CARDS < VIOLATED
    assert len(Page(made["rules.html"]).all("tr")) == RULES + 1


def test_engines_by_a_thousand_rules_have_small_pages(conformance: Site) -> None:
    assert len(conformance["index.html"]) < OTHERS
    assert max(len(content) for name, content in conformance.items() if name.endswith(".html")) < OTHERS


def test_every_violation_of_the_matrix_leads_to_its_finding(conformance: Site) -> None:
    page = Page(conformance["matrix.html"])
    led = [str(one["href"]) for one in page.all("a") if "violation" in str(one.get("class"))]
    assert sorted(led) == sorted(name for name in conformance if name.startswith("findings/"))
    assert len(led) == 3 * VIOLATED


def test_the_matrix_is_filtered_and_sorted_by_its_address(conformance: Site, tmp_path: Path) -> None:
    for name in ("matrix.html", "look/report.css", "look/report.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(conformance[name])
    rows = "[...document.querySelectorAll('tbody tr')].filter((row) => !row.hidden)"
    names = f"{rows}.map((row) => row.dataset.name)"
    try:
        browser = Browser(tmp_path / "profile")
    except NoBrowser as error:
        pytest.skip(str(error))
    with browser:
        browser.go(f"{(tmp_path / 'matrix.html').as_uri()}#sort=rulebook&verdict=violation")
        shown = browser.value(names)
        assert len(shown) == VIOLATED
        said = "getComputedStyle(document.querySelector('tbody td'), '::before').content"
        assert browser.value(said) == "none"
        browser.look(390)
        assert browser.value(said).startswith('"engine-')
        browser.look(1440)
        assert [int(name.rpartition("-")[2]) for name in shown] == list(range(RULES - VIOLATED, RULES))
        browser.value("document.querySelector('[name=sort]').value = 'name'")
        browser.value(
            "document.querySelector('.filter').dispatchEvent(new Event('input', { bubbles: true }))"
        )
        assert browser.value(names) == sorted(shown)
        assert "sort=name" in browser.value("location.hash")
        browser.go("about:blank")
        browser.go(f"{(tmp_path / 'matrix.html').as_uri()}#sort=rank1")
        ranks = browser.value(f"{rows}.map((row) => Number(row.dataset.ranks.split('|')[1]))")
        assert ranks == sorted(ranks)
        assert len(ranks) == RULES
