"""A new edition of the rulebook comes out: what an author of a simulator does, with real output.

    PYTHONPATH=tests python -m rulehound_testing.update_story            prints the story, as Markdown
    PYTHONPATH=tests python -m rulehound_testing.update_story --write    writes it into docs/editions.md

It plays in a folder of its own, from the day before the rulebook's edition 1.1: `my-spec` is the game's spec
as it was when 1.0 was the newest edition, `my-sim` a simulator that follows 1.0 (the reference engine, with
the number that 1.1 changed set back).
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rulehound_testing.folders import ROOT

SPEC = ROOT / "spec/rulehound/spec/dcg"
PAGE = ROOT / "docs/editions.md"
OLD, NEW = "1.0", "1.1"
RULEBOOK = "rulehound-rulebook"
NUMBERS = "my-sim/rulehound/engine/dcg/editions.py"
"""Where the simulator keeps its numbers."""
RULES = "my-spec/rules/turn.toml"
"""Where the rule is written that the new clause supports."""
UNCITED, CITED = (
    'clause = { "1.0" = ["5-5-1", "5-5-2"] }',
    'clause = { "1.0" = ["5-5-1", "5-5-2"], "1.1" = ["5-5-1", "7-3-2", "5-5-2"] }',
)
AS_OF_OLD, AS_OF_NEW = '"setup.security": 4,', '"setup.security": 5,'

_VALUE = r'(?:"[^"]*"|\[[^\]]*\])'


class Scene(NamedTuple):
    """One command of the story."""

    prose: str
    """What leads to it, as Markdown."""
    command: str
    """As a user types it; `ENGINE` stands for the command of the simulator."""
    status: int
    """How it ends."""
    shown: str = ""
    """Pattern of the part of its output that is shown; empty: all of it."""


ENGINE = "env PYTHONPATH=my-sim python -P -m rulehound.engine"
CHECK = f"rulehound check --effort quick --spec my-spec --rules rulebook-{NEW}.pdf --engine '{ENGINE}'"

SCENES = (
    Scene(
        """\
`my-spec` is a copy of a game's spec; the newest edition of the rulebook that it knows is 1.0, and everything
in it is in order. The publisher has just issued `rulebook-1.1.pdf`. What changed?""",
        f"rulehound diff {RULEBOOK}@{OLD} rulebook-{NEW}.pdf --spec my-spec --html difference.html",
        0,
    ),
    Scene(
        "`difference.html` shows both editions side by side, with pictures. This records the new edition:",
        f"rulehound extract rulebook-{NEW}.pdf --update --spec my-spec",
        0,
    ),
    Scene(
        """\
Every link of every rule was carried over by content: renumbered clauses need no attention. What should a
person review, and which lines of the simulator in `my-sim` cite these rules?""",
        f"rulehound impact {RULEBOOK}@{OLD} rulebook-{NEW}.pdf --spec my-spec --code my-sim",
        0,
    ),
    Scene(
        "Until somebody has reviewed them, the gate is closed:",
        "rulehound trace --gate --spec my-spec",
        1,
        rf"(?m)^{RULEBOOK} {NEW}, (?s:.*)",
    ),
    Scene(
        """\
If only the number of a fact changed, the checks follow it at once: the simulator lays out four security
cards, as in 1.0, and the new edition demands five. Everything that depends on the number is judged by the
four that the simulator follows. (This shows the rule itself and the last line of the output.)""",
        CHECK,
        1,
        r"(?m)^setup\.security   violated (?s:.*?)\n(?=\n|Facts: )|^.*Report: .*$",
    ),
    Scene(
        f"""\
`impact` named the line: in `{NUMBERS}`, `{AS_OF_OLD.rstrip(",")}` becomes `{AS_OF_NEW.rstrip(",")}`.
(`impact` counted the rules that cite this rulebook; a check counts all rules of its edition of the game,
whichever document states them.) Until somebody has reviewed the three clauses, their rules do not pass, and
the exit status is 3. The output shows both wordings:""",
        CHECK,
        3,
        r"(?m)^Clauses that changed (?s:.*?)^Links: .*$|^.*Report: .*$",
    ),
    Scene(
        f"""\
The other two changed clauses demand nothing new of the simulator. The new clause, 7-3-2, says more plainly
what the rule `draw.one` already demands, so the rule cites it too, in `{RULES}`:

    {CITED}

Somebody has reviewed the others:""",
        "rulehound review setup.security breeding.move block.optional --spec my-spec",
        0,
    ),
    Scene("", "rulehound trace --gate --spec my-spec", 0, r"(?ms)^No problem.*"),
    Scene("", CHECK, 0, r"(?m)^Links: .*$|^.*Report: .*$"),
)
MENDED = 5
"""The scene before which the simulator is put right."""
LINKED = 6
"""The scene before which a rule cites the new clause."""


class Told(NamedTuple):
    """A scene as it went."""

    scene: Scene
    output: str
    """Standard output and standard error, with the Python of this run as `python`."""
    status: int


CHECKS = tuple(number for number, scene in enumerate(SCENES) if scene.command == CHECK)
"""The scenes that check the simulator: they take longest, and leave nothing that a later one needs."""


RULEHOUND = [sys.executable, "-P", "-c", "from rulehound.checker.cli.main import main; main()"]


def play(folder: Path, without: Collection[int] = (), rulehound: Sequence[str] = RULEHOUND) -> Iterator[Told]:
    """Play the story in an empty folder, scene by scene, without some of its checks.

    `rulehound` is the command that all scenes use.
    """
    assert set(without) <= set(CHECKS)
    prepare(folder)
    environment = os.environ | {"COLUMNS": "150"}
    for number, scene in enumerate(SCENES):
        if number == MENDED:
            rewrite(folder / NUMBERS, AS_OF_OLD, AS_OF_NEW)
        if number == LINKED:
            rewrite(folder / RULES, UNCITED, CITED)
        if number in without:
            continue
        command = scene.command.replace(ENGINE, ENGINE.replace("python", sys.executable))
        done = subprocess.run(
            command.replace("rulehound", shlex.join(rulehound), 1),
            shell=True,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        yield Told(scene, (done.stdout + done.stderr).replace(sys.executable, "python"), done.returncode)


def markdown(told: Iterable[Told]) -> str:
    """The story as it stands in the documentation."""
    return "\n".join(line for one in told for line in _paragraphs(one))


def _paragraphs(told: Told) -> Iterator[str]:
    scene = told.scene
    if scene.prose:
        yield f"{scene.prose}\n"
    shown = told.output
    if scene.shown:
        shown = "\n…\n\n".join(part.strip("\n") + "\n" for part in re.findall(scene.shown, shown))
    lines = [f"$ {scene.command}", *shown.splitlines()]
    yield "".join(f"    {line.rstrip()}".rstrip() + "\n" for line in lines)


def prepare(folder: Path) -> None:
    """Lay out my-spec, my-sim and the new PDF, as they were when the new edition came out."""
    # What runs by another rulebook showed is out of date by the new one, and no part of this story; nor are
    # the demands that are written for the new one.
    left_out = shutil.ignore_patterns("__pycache__", "*.py", "evidence", "demands")
    shutil.copytree(SPEC, folder / "my-spec", ignore=left_out)
    shutil.copytree(ROOT / "engine/rulehound", folder / "my-sim/rulehound", ignore=_COMPILED)
    shutil.copyfile(SPEC / f"rulebook/{RULEBOOK}-{NEW}.pdf", folder / f"rulebook-{NEW}.pdf")
    _forget(folder / "my-spec")
    rewrite(folder / NUMBERS, AS_OF_NEW, AS_OF_OLD)


_COMPILED = shutil.ignore_patterns("__pycache__")


def rewrite(path: Path, here: str, there: str) -> None:
    """Change the one place of a file where something is written."""
    text = path.read_text(encoding="utf-8")
    assert text.count(here) == 1, (path, here)
    path.write_text(text.replace(here, there), encoding="utf-8")


def _forget(spec: Path) -> None:
    """Take everything that a spec says of the new edition out of it."""
    (spec / f"rulebook/{RULEBOOK}-{NEW}.pdf").unlink()
    (spec / f"documents/{RULEBOOK}-{NEW}.clauses.jsonl").unlink()
    entry = spec / f"documents/{RULEBOOK}.toml"
    editions = entry.read_text(encoding="utf-8").split("[[edition]]")
    kept = [edition for edition in editions if f'version = "{NEW}"' not in edition]
    assert len(kept) == len(editions) - 1
    entry.write_text("[[edition]]".join(kept), encoding="utf-8")
    for path in sorted((spec / "rules").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        text = re.sub(rf'"{re.escape(NEW)}" = {_VALUE}(?:, )?', "", text).replace(", }", " }")
        path.write_text(text, encoding="utf-8")


BEGIN, END = "<!-- story: begin -->\n", "<!-- story: end -->\n"


def documented(begin: str = BEGIN, end: str = END) -> str:
    """What the page says between two marks."""
    return PAGE.read_text(encoding="utf-8").partition(begin)[2].partition(end)[0]


def tell(arguments: list[str], text: str, begin: str = BEGIN, end: str = END) -> int:
    """Print a text or, with --write, put it between two marks of the page; returns the exit status."""
    if arguments == ["--write"]:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
        PAGE.write_text(before + begin + text + end + rest.partition(end)[2], encoding="utf-8")
    else:
        print(text, end="")
    return 0


def main(arguments: list[str]) -> int:
    """Print the story or write it into the documentation; returns the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        return tell(arguments, markdown(play(Path(folder))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
