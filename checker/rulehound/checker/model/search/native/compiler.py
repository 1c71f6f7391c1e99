"""Compiling C source to a loaded library. Compiled libraries are kept on disk.

The compiler is $CC, else the machine's own, else the one in the package `ziglang` (extra `native`).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from rulehound.checker.model.search.backend import BackendMissing
from rulehound.extract.kept_files import KeptFiles, cache_folder

ZIG = (sys.executable, "-P", "-m", "ziglang", "cc", "-fno-sanitize=all", "-mcpu=baseline")
"""The compiler in the package `ziglang`. Its own checks of undefined behaviour are off, and it compiles for
any processor of this kind, since libraries are kept.
"""
CANDIDATES: tuple[tuple[str, ...], ...] = (("cc",), ("gcc",), ("clang",), ZIG)
"""Commands that are tried in this order where $CC is not set."""
FLAGS = ("-std=gnu11", "-shared", "-fPIC", "-pthread", "-w")
FAST = "-O2"
"""Options for a fast library. Compiling a model of a game takes some six seconds."""
SOON = "-Og"
"""Options that take less than half of that time; the search is a fifth slower."""
SECONDS = 300
"""Time limit of compiling one model."""
MOST_BYTES = 50 << 20
"""Most bytes of all kept libraries together."""

_SUFFIX = ".search.so"


def library(source: str, level: str = FAST) -> ctypes.CDLL:
    """The source as a loaded library, compiled with FAST or SOON.

    Raises BackendMissing where there is no compiler, or it refuses the source.
    """
    command, version = compiler()
    if command == ZIG:
        level = FAST  # for any other level it compiles a runtime of its own first, which takes longer
    flags = (*FLAGS, level)
    libraries = KeptFiles(cache_folder(), _SUFFIX, MOST_BYTES)
    path = libraries.path("\0".join([version, platform.machine(), *command, *flags, source]))
    if path is not None:
        with contextlib.suppress(OSError):  # not there, or not as it was written
            loaded = ctypes.CDLL(str(path))
            libraries.mark_used(path)
            return loaded
        with contextlib.suppress(OSError):  # a folder that cannot be written keeps nothing
            path.parent.mkdir(parents=True, exist_ok=True)
            loaded = _compiled((*command, *flags), source, path)
            libraries.trim()
            return loaded
    try:
        with tempfile.TemporaryDirectory(prefix="rulehound-") as fresh:
            return _compiled((*command, *flags), source, Path(fresh, "search.so"))
    except OSError as error:
        raise BackendMissing(f"what {command[0]} compiled cannot be used: {error}") from None


@cache
def _version(command: tuple[str, ...]) -> str | None:
    """The first line that a compiler prints about itself; None where it does not run."""
    try:
        done = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, errors="replace", timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def compiler() -> tuple[tuple[str, ...], str]:
    """The command of a C compiler ($CC, or the first of CANDIDATES that runs) and its version.

    Raises BackendMissing where none runs.
    """
    own = os.environ.get("CC", "")
    try:
        chosen = [tuple(shlex.split(own))] if own.strip() else list(CANDIDATES)
    except ValueError:  # a quotation that does not end
        chosen = []
    for command in chosen:
        if command == ZIG and find_spec("ziglang") is None:
            continue
        if shutil.which(command[0]) and (version := _version(command)) is not None:
            return command, version
    if own.strip():
        raise BackendMissing(f"$CC is {own!r}, which does not run")
    raise BackendMissing("there is no C compiler; pip install '.[native]' in the repository brings one")


def _compiled(command: tuple[str, ...], source: str, path: Path) -> ctypes.CDLL:
    """Compile into this file, which is written whole or not at all. Raises BackendMissing, OSError."""
    with tempfile.TemporaryDirectory(prefix=".compiling-", dir=path.parent) as place:
        text, made = Path(place, "search.c"), Path(place, "search.so")
        text.write_text(source, encoding="utf-8")
        own_caches = {"ZIG_GLOBAL_CACHE_DIR": str(path.parent / "zig"), "ZIG_LOCAL_CACHE_DIR": place}
        try:
            done = subprocess.run(
                [*command, "-o", str(made), str(text)],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SECONDS,
                env=own_caches | os.environ,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise BackendMissing(f"{command[0]} took more than {SECONDS} seconds") from None
        if done.returncode:
            said = next((line for line in done.stderr.splitlines() if "error" in line), "no word")
            raise BackendMissing(f"{command[0]} failed: {said.rpartition('search.c:')[2]}")
        os.replace(made, path)
    return ctypes.CDLL(str(path))
