"""C source to a loaded library, through a C compiler; libraries that were compiled before are kept on disk.

The compiler is $CC, else the machine's own, else the one in the package `ziglang` (extra `native`).
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
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
from rulehound.extract.cache import default_folder

ZIG = (sys.executable, "-P", "-m", "ziglang", "cc", "-fno-sanitize=all", "-mcpu=baseline")
"""The compiler in the package `ziglang`. It is told to leave out its own checks of undefined behaviour, and
to compile for any processor of this kind, since libraries are kept."""
CANDIDATES: tuple[tuple[str, ...], ...] = (("cc",), ("gcc",), ("clang",), ZIG)
"""Commands that are tried in this order where $CC is not set."""
FLAGS = ("-std=gnu11", "-shared", "-fPIC", "-pthread", "-w")
FAST = "-O2"
"""What makes the library fast: compiling a model of a game takes some six seconds."""
SOON = "-Og"
"""What makes it in less than half of that; the search is a fifth slower."""
SECONDS = 300
"""What compiling one model may take."""
MOST_BYTES = 50 << 20
"""Of all that is kept; what was used longest ago goes first."""

_SUFFIX = ".search.so"


def library(source: str, level: str = FAST) -> ctypes.CDLL:
    """The source as a library, optimised to be FAST, or to be there SOON.

    Raises BackendMissing where there is no compiler, or it does not take it.
    """
    command, version = compiler()
    if command == ZIG:
        level = FAST  # for any other level it compiles a runtime of its own first, which takes longer
    flags = (*FLAGS, level)
    key = "\0".join([version, platform.machine(), *command, *flags, source])
    name = hashlib.sha256(key.encode()).hexdigest() + _SUFFIX
    folder = default_folder()
    if folder is not None:
        with contextlib.suppress(OSError):  # not there, or not as it was written
            loaded = ctypes.CDLL(str(folder / name))
            os.utime(folder / name)  # used just now
            return loaded
        with contextlib.suppress(OSError):  # a folder that cannot be written keeps nothing
            folder.mkdir(parents=True, exist_ok=True)
            loaded = _compiled((*command, *flags), source, folder, name)
            _trim(folder)
            return loaded
    try:
        with tempfile.TemporaryDirectory(prefix="rulehound-") as fresh:
            return _compiled((*command, *flags), source, Path(fresh), name)
    except OSError as error:
        raise BackendMissing(f"what {command[0]} compiled cannot be used: {error}") from None


@cache
def _version(command: tuple[str, ...]) -> str | None:
    """What a compiler says of itself; None where it does not run."""
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
    raise BackendMissing("there is no C compiler; pip install 'rulehound[native]' brings one")


def _compiled(command: tuple[str, ...], source: str, folder: Path, name: str) -> ctypes.CDLL:
    """Compile into a folder under this name, whole or not at all. Raises BackendMissing, OSError."""
    with tempfile.TemporaryDirectory(prefix=".compiling-", dir=folder) as place:
        text, made = Path(place, "search.c"), Path(place, "search.so")
        text.write_text(source, encoding="utf-8")
        own_caches = {"ZIG_GLOBAL_CACHE_DIR": str(folder / "zig"), "ZIG_LOCAL_CACHE_DIR": place}
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
        os.replace(made, folder / name)
    return ctypes.CDLL(str(folder / name))


def _trim(folder: Path) -> None:
    """Remove what was used longest ago until the rest is small enough. Others may be doing so as well."""
    found = []
    for file in folder.glob(f"*{_SUFFIX}"):
        with contextlib.suppress(FileNotFoundError):
            status = file.stat()
            found.append((status.st_mtime_ns, file, status.st_size))
    size = sum(size for _, _, size in found)
    for _, file, freed in sorted(found)[:-1]:
        if size <= MOST_BYTES:
            break
        file.unlink(missing_ok=True)
        size -= freed
