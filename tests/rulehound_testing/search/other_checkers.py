"""SPIN and rumur as they count the states and transitions of a model; tests skip where one is missing."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

IN_TESTS = 600
"""Seconds that a tool has in a test."""


class Counts(NamedTuple):
    """What a model checker tells of a whole search."""

    states: int
    transitions: int


class Violated(Exception):
    """It found an error in the model: str() is what it printed."""


def spin(text: str, folder: Path, *settings: str, seconds: int = IN_TESTS) -> Counts:
    """SPIN's counts, without the start, which it takes for a transition. Raises Violated.

    Each state is stored whole. `seconds`: that a step may take; where it is more than a test has, the search
    is made for millions of states.
    """
    _need("spin", "gcc")
    (folder / "model.pml").write_text(text, encoding="utf-8")
    _done(folder, "spin", *settings, "-a", "model.pml", seconds=seconds)
    level, deep, slots = ("-O0", 100_000, 18) if seconds <= IN_TESTS else ("-O1", 10_000_000, 24)
    options = ("-w", "-DSAFETY", "-DNOREDUCE", "-DVECTORSZ=4096")
    _done(folder, "gcc", level, *options, "-o", "pan", "pan.c", seconds=seconds)
    output = _done(folder, "./pan", f"-m{deep}", f"-w{slots}", seconds=seconds)
    if "errors: 0" not in output:
        raise Violated(output)
    assert "max search depth too small" not in output
    return Counts(_number(r"(\S+) states, stored", output), _number(r"(\S+) transitions", output) - 1)


def rumur(text: str, folder: Path, *, seconds: int = IN_TESTS) -> Counts:
    """rumur's counts. Raises Violated. `seconds`: as for SPIN."""
    _need("rumur", "gcc")
    (folder / "model.m").write_text(text, encoding="utf-8")
    options = ("--threads", "1", "--deadlock-detection", "off", "--output-format", "machine-readable")
    _done(folder, "rumur", *options, "-o", "model.c", "model.m", seconds=seconds)
    level = "-O0" if seconds <= IN_TESTS else "-O1"
    _done(
        folder,
        "gcc",
        "-std=c11",
        level,
        "-w",
        "-mcx16",
        "-o",
        "model",
        "model.c",
        "-lpthread",
        seconds=seconds,
    )
    output = _done(folder, "./model", also=(1,), seconds=seconds)
    if 'errors="0"' not in output:
        raise Violated(output)
    return Counts(_number(r'<summary states="(\d+)"', output), _number(r'<summary .*fired="(\d+)"', output))


def _need(*tools: str) -> None:
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")


def _done(folder: Path, *command: str, also: tuple[int, ...] = (), seconds: int = IN_TESTS) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    printed = done.stdout + done.stderr
    assert done.returncode in (0, *also), printed
    assert "Error:" not in printed
    return printed


def _number(pattern: str, output: str) -> int:
    found = re.search(pattern, output)
    assert found is not None, output
    return int(float(found[1]))
