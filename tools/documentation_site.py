"""What MkDocs asks when it builds the documentation: pages from outside docs/, and links that lead there."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from typer.main import get_command
from typer.testing import CliRunner

from rulehound.checker.cli.main import app

ROOT = Path(__file__).resolve().parent.parent

PAGES = {
    "index.md": "README.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "benchmarks.md": "benchmarks/README.md",
    "examples.md": "examples",
}
"""Page of the site, to what of the repository it shows."""

API = {
    "The reference engine": "rulehound.engine.dcg",
    "Messages between the checker and an engine": "rulehound.spec.formats",
    "Documents": "rulehound.extract",
}
"""Heading to the module whose public names stand under it."""

LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
"""The path and the anchor of a link to a file."""


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are no files of docs/, and the examples."""
    texts = {
        page: (ROOT / source).read_text("utf-8") for page, source in PAGES.items() if page != "examples.md"
    }
    texts |= {"examples.md": _examples(), "commands.md": _commands(), "api.md": _api()}
    texts |= {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in _example_files()}
    for name, text in texts.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn links between files of the repository into links between pages of the site."""
    source = PAGES.get(page.file.src_uri, f"docs/{page.file.src_uri}")
    return LINK.sub(lambda link: _on_site(source, link[1]) + (link[2] or ""), markdown)


def _on_site(source: str, path: str) -> str:
    """Where the site has what a file of the repository links to."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    if (ROOT / target).is_dir():
        target = target.split("/")[0]
    pages = {one: page for page, one in PAGES.items()}
    return pages.get(target, target.removeprefix("docs/"))


def _example_files() -> list[Path]:
    return sorted(path for path in (ROOT / "examples").rglob("*") if path.suffix in (".py", ".js", ".toml"))


def _examples() -> str:
    lines = [
        f"- [{path.relative_to(ROOT / 'examples')}]({path.relative_to(ROOT)})" for path in _example_files()
    ]
    return "\n".join(["# Examples", "", "Sample engines with their adapters.", "", *lines, ""])


def _commands() -> str:
    """The help of every command."""
    parts = ["# Commands", "", "What `rulehound COMMAND --help` prints.", ""]
    for words in _paths(get_command(app), []):
        page = (
            CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "96"}, prog_name="rulehound").output
        )
        parts += [f"## rulehound {' '.join(words)}".rstrip(), "", "```text", page.rstrip(), "```", ""]
    return "\n".join(parts)


def _paths(command: Any, words: list[str]) -> list[list[str]]:
    """The words of a command and of all commands within it."""
    inner = getattr(command, "commands", {})
    return [words, *(path for name in inner for path in _paths(inner[name], [*words, name]))]


def _api() -> str:
    parts = [
        f"## {title}\n\n::: {module}\n    options:\n      heading_level: 3\n" for title, module in API.items()
    ]
    return "\n".join(["# Python API", "", *parts])
