"""What the documentation quotes of the source is what stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulehound.checker import cli

ROOT = Path(__file__).parents[1]
QUOTED = re.compile(r"<!-- from (\S+) -->\n```\w+\n(.*?)```", re.DOTALL)


def quotations() -> list[tuple[str, str]]:
    return [
        (quotation[1], quotation[2])
        for page in sorted((ROOT / "docs").glob("*.md"))
        for quotation in QUOTED.finditer(page.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("path", "text"), quotations())
def test_a_quotation_stands_in_its_file(path: str, text: str) -> None:
    assert text in (ROOT / path).read_text(encoding="utf-8")


def test_there_are_quotations() -> None:
    assert len(quotations()) >= 4


def test_the_picture_of_the_first_steps_is_what_the_command_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = tmp_path / "graph.svg"
    cli.run(["explore", "--configuration", "counters", "--max-depth", "3", "--graph", str(drawn)])
    capsys.readouterr()
    assert drawn.read_bytes() == (ROOT / "docs" / "graph.svg").read_bytes()
