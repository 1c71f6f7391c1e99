"""The command line as tests call it."""

from __future__ import annotations

import sys

import pytest

from rulehound.checker.cli import main as cli

COMMAND = [sys.executable, "-P", "-c", "from rulehound.checker.cli.main import main; main()"]
"""The command as a process of its own, whether it is installed as a script or not."""


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command says to bad input: one line on standard error, nothing else, status 2."""
    assert cli.run(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("rulehound: ")
    assert said.err.count("\n") == 1
    return said.err.removeprefix("rulehound: ").rstrip("\n")
