"""A folder in which `rulehound` finds the heap game and the engine `heaps` installed, and runs there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rulehound.checker.mutation.tried_mutants import TriedMutants
from rulehound_testing.toy.spec import toy_game

HERE = Path(__file__).parent
TESTS = HERE.parent

GAME = """\
from dataclasses import replace
from pathlib import Path
from rulehound_testing.toy import game as toy
ROOT = Path(__file__).parent / "spec"
game = replace(toy.game, directory=ROOT, rulebook=ROOT / "rules.pdf", rulesets={"only": {}, "other": {}})
"""

ENTRY_POINTS = """\
[rulehound.games]
toy = heap_game:game
[rulehound.engines]
heaps = heaps.adapter:create
"""

SCENARIO = """\
id = "heap/turns"
title = "The other player goes on"
rules = ["add.turns"]
given.position = {{ count = 3 }}
[[step]]
do = {{ action = "add", amount = 2 }}
expect.state = {{ count = {count}, turn = 1 }}
"""


@dataclass(frozen=True)
class World:
    """The folder, with a copy of the engine that tests may change."""

    root: Path

    @property
    def engine(self) -> Path:
        """The engine's package."""
        return self.root / "heaps"

    def scenario(self, count: int = 5) -> None:
        """Have a scenario of turns; one that expects another count fails on any engine."""
        (self.root / "spec/scenarios/heap/turns.toml").write_text(SCENARIO.format(count=count))

    def environment(self) -> dict[str, str]:
        """For a process in which both are installed."""
        paths = os.pathsep.join(map(str, (self.root, TESTS)))
        return {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}

    def command(self, *arguments: str) -> list[str]:
        """A run of `rulehound mutate` on the engine."""
        main = "from rulehound.checker.cli.main import main; main()"
        return [sys.executable, "-c", main, "mutate", "--game", "toy", "--engine", "heaps", *arguments]

    def run(self, *arguments: str, status: int = 3) -> str:
        """What such a run prints; its exit status is checked."""
        ended = subprocess.run(
            self.command(*arguments),
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert ended.returncode == status, ended.stderr
        return ended.stderr if status == 2 else ended.stdout

    def tried(self, *arguments: str, status: int = 3) -> TriedMutants:
        """The same as JSON."""
        return msgspec.json.decode(self.run(*arguments, "--json", status=status), type=TriedMutants)


def world(root: Path) -> World:
    """Make such a folder."""
    toy_game(root / "spec")
    (root / "heap_game.py").write_text(GAME)
    shutil.copytree(HERE / "heaps", root / "heaps", ignore=shutil.ignore_patterns("__pycache__"))
    info = root / "heaps-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: heaps\nVersion: 1\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    made = World(root)
    made.scenario()
    return made
