"""Whatever is broken, a check, a guard or a cited line: the gate goes red and names the clauses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_gate_goes_red_at_five_places() -> None:
    """The same script breaks fifty in `make deep`."""
    command = [sys.executable, "tools/break_something.py", "--count", "5", "--seed", "1"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    lines = ended.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[:-1]] == ["red"] * 5
    assert {line.split(": ")[1] for line in lines[:-1]} == {"check", "guard", "line"}
    assert lines[-1] == "5 of 5 shown"
