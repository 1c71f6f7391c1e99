"""The answers of `rulehound ask` on the pages are those that it gives.

`python tests/test_asked_pages.py` writes them anew.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from rulehound.checker.cli import main as cli
from rulehound_testing.folders import ROOT

PAGES = [ROOT / "README.md", ROOT / "docs" / "asking.md"]
ASKED = re.compile(r"^    \$ (rulehound ask .*)\n((?:    (?!\$).*\n|\n(?=    (?!\$)))*)", re.MULTILINE)
"""A command, and the indented lines that follow it, also after an empty line: what it prints."""


def asked() -> list[tuple[Path, str, str]]:
    """Page, command and answer of every question on the pages."""
    return [
        (page, match[1], match[2])
        for page in PAGES
        for match in ASKED.finditer(page.read_text(encoding="utf-8"))
    ]


def answered(command: str) -> str:
    """What a command prints, as a page has it."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        assert cli.run(shlex.split(command)[1:]) in (0, 3)
    return "".join(f"    {line}".rstrip() + "\n" for line in output.getvalue().splitlines())


@pytest.mark.parametrize(("page", "command", "answer"), asked(), ids=lambda value: str(value)[-60:])
def test_an_answer_on_a_page_is_what_the_command_prints(page: Path, command: str, answer: str) -> None:
    assert answer == answered(command), page


def test_both_pages_have_answers() -> None:
    assert {page for page, _, _ in asked()} == set(PAGES)


def rewritten(text: str) -> str:
    """A page with its answers as they are now."""
    return ASKED.sub(lambda match: f"    $ {match[1]}\n{answered(match[1])}", text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(rewritten(page.read_text(encoding="utf-8")), encoding="utf-8")
