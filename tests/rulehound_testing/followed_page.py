"""Following a page: each file is written, each change made and each command run, in order."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulehound_testing.folders import ROOT

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


def parts(page: Path) -> Iterator[Part]:
    """The parts of a page, in order."""
    for part in PART.finditer(page.read_text("utf-8")):
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


def run(part: Part, folder: Path, programs: Path) -> None:
    """Run a command in a folder, with these programs first; it ends and prints as the page says."""
    command, _, printed = part.text.partition("\n")
    paths = f"{programs}{os.pathsep}{os.environ['PATH']}"
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


def follow(page: Path, folder: Path, programs: Path) -> list[str]:
    """Do what a page says, in a folder whose home has the checkout; returns the kinds of its parts.

    `programs`: the folder of the environment's commands.
    """
    (folder / "home").mkdir()
    (folder / "home" / "rulehound").symlink_to(ROOT)
    kinds = []
    for part in parts(page):
        name, _, word = part.what.partition(": ")
        file = folder / name
        if part.kind == "run":
            run(part, folder, programs)
        elif part.kind == "file":
            file.write_text(part.text, "utf-8")
        elif part.kind == "change":
            file.write_text(change(file.read_text("utf-8"), part.text), "utf-8")
        else:
            assert part.kind == "replace"
            file.write_text(replaced(file.read_text("utf-8"), word, part.text), "utf-8")
        kinds.append(part.kind)
    return kinds
