"""The documentation as a site: it builds without a warning, so that every link in it leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from rulehound_testing.folders import ROOT


def built(configuration: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(configuration)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(
        [*command, "--site-dir", str(site)], capture_output=True, text=True, env=quiet, cwd=ROOT, check=False
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    ended = built(ROOT / "mkdocs.yml", folder)
    assert ended.returncode == 0, ended.stderr
    return folder


def text(page: Path) -> str:
    return unescape(re.sub(r"<[^>]+>", "", page.read_text("utf-8")))


def test_every_page_of_the_documentation_is_there(site: Path) -> None:
    names = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert names | {"index", "changelog", "contributing", "examples", "commands", "api"} <= {
        path.stem for path in site.glob("*.html")
    }


def test_the_readme_is_the_first_page_and_links_to_pages(site: Path) -> None:
    page = (site / "index.html").read_text("utf-8")
    assert 'href="adapters.html"' in page
    assert 'href="changelog.html"' in page
    assert re.findall(r'(?:href|src)="[^"]*docs/', page) == []


def test_commands_and_names_of_the_library_are_explained(site: Path) -> None:
    commands = text(site / "commands.html")
    assert "Usage: rulehound conform [OPTIONS]" in commands
    assert "Usage: rulehound adapter check [OPTIONS]" in commands
    library = text(site / "api.html")
    assert "A game of two players, known as 0 and 1." in library
    assert "legal_actions" in library


def test_an_example_is_the_file_of_the_repository(site: Path) -> None:
    name = "examples/python/toy_engine.py"
    assert (site / name).read_text("utf-8") == (ROOT / name).read_text("utf-8")


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    for page in site.glob("*.html"):
        assert re.findall(r'(?:src|<link[^>]*href)="(?:https?:)?//[^"]*"', page.read_text("utf-8")) == [], (
            page
        )


def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Page\n\n[elsewhere](nowhere.md)\n", "utf-8")
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    validation = re.search(r"^validation:\n(?:  .*\n)+", settings, re.MULTILINE)
    assert validation is not None
    own = f"site_name: One\ntheme: material\n{validation[0]}"
    (tmp_path / "mkdocs.yml").write_text(own, "utf-8")
    ended = built(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert ended.returncode != 0
    assert "nowhere.md" in ended.stderr
