"""The tutorial: each file is written, each change made and each command run, in the order of the page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from rulehound_testing.folders import ROOT

PAGE = ROOT / "docs" / "tutorial.md"

FENCED = r"```\w+\n(?P<fenced>(?:[^\n]*\n)*?)```"
INDENTED = r"(?P<indented>(?: {4}[^\n]*\n|\n(?= {4}))+)"
COMMENT = r"<!-- (?P<kind>\w+): (?P<what>[^\n]*?) -->\n"
PART = re.compile(rf"^(?:{COMMENT}(?:{FENCED}|{INDENTED})| {{4}}\$ (?P<plain>[^\n]*)$)", re.MULTILINE)
"""Something to do: what a comment says of the block below it, or a command of which nothing is printed."""


class Part(NamedTuple):
    """`kind` is file, change, replace or run; `what` the file, or the exit status."""

    kind: str
    what: str
    text: str


def parts() -> Iterator[Part]:
    for part in PART.finditer(PAGE.read_text("utf-8")):
        if part["plain"]:
            yield Part("run", "0", f"$ {part['plain']}\n…\n")
        else:
            text = part["fenced"] or re.sub(r"^ {4}", "", part["indented"], flags=re.MULTILINE)
            yield Part(part["kind"], part["what"], text)


def fits(printed: str, output: str) -> bool:
    """Whether this was printed: a line of `…` alone stands for any lines, and `…` in a line for any text."""
    pieces = [piece.splitlines() for piece in re.split(r"^…\n", printed, flags=re.MULTILINE)]
    lines, place = [line.rstrip() for line in output.splitlines()], 0
    for number, piece in enumerate(pieces):
        patterns = [".*".join(map(re.escape, line.split("…"))) for line in piece]
        there = range(place, len(lines) - len(piece) + 1)
        if number == len(pieces) - 1 and piece:
            there = there[-1:]  # nothing is printed behind the last line
        elif number == 0:
            there = there[:1]
        begins = (
            at
            for at in there
            if all(re.fullmatch(one, line) for one, line in zip(patterns, lines[at:], strict=False))
        )
        begin = next(begins, None)
        if begin is None:
            return False
        place = begin + len(piece)
    return True


def run(part: Part, folder: Path) -> None:
    command, _, printed = part.text.partition("\n")
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": paths, "HOME": str(folder / "home"), "COLUMNS": "80"}
    ended = subprocess.run(
        command.removeprefix("$ "),
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == int(part.what), f"{command}\n{ended.stdout}{ended.stderr}"
    assert fits(printed, ended.stdout), f"{command}\n{ended.stdout}"


def change(text: str, lines: str) -> str:
    """The text changed by the lines of a difference; those with - stand there once."""
    old, new = (
        "\n".join(line[1:] for line in lines.splitlines() if line.startswith(sign)) for sign in ("-", "+")
    )
    assert text.count(old) == 1, old
    return text.replace(old, new)


def replaced(text: str, word: str, lines: str) -> str:
    """The text with other lines in the place of the one that begins with a word."""
    (old,) = re.findall(rf"^{word}.*\n", text, re.MULTILINE)
    return text.replace(old, lines)


def test_whoever_follows_the_tutorial_finds_the_fault_and_mends_it(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "rulehound").symlink_to(ROOT)
    kinds = []
    for part in parts():
        name, _, word = part.what.partition(": ")
        file = tmp_path / name
        if part.kind == "run":
            run(part, tmp_path)
        elif part.kind == "file":
            file.write_text(part.text, "utf-8")
        elif part.kind == "change":
            file.write_text(change(file.read_text("utf-8"), part.text), "utf-8")
        else:
            assert part.kind == "replace"
            file.write_text(replaced(file.read_text("utf-8"), word, part.text), "utf-8")
        kinds.append(part.kind)
    assert kinds == ["run", "change", "file", "run", "replace", "run", "run", "change", "run", "run"]


@pytest.mark.parametrize(
    ("printed", "output", "fit"),
    [
        ("one\n…\nthree\n…\n", "one\ntwo\nthree\nfour\n", True),
        ("one\n…\nthree\n", "one\ntwo\nthree\nfour\n", False),
        ("one\n…\nthree\n", "one\nthree\n", True),
        ("one\n…\nthree\n", "one\ntwo\n", False),
        ("…\nthree\n", "one\nthree\n", True),
        ("two\n…\n", "one\ntwo\n", False),
        ("take … of it\n", "take all of it\n", True),
        ("take … of it\n", "take all\n", False),
        ("one\n", "one\ntwo\n", False),
    ],
)
def test_dots_stand_for_what_is_left_out_and_for_nothing_else(printed: str, output: str, fit: bool) -> None:
    assert fits(printed, output) == fit
