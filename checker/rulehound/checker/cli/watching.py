"""`--watch`: runs a command again whenever a file that its result rests on changes.

Each run is a process of its own, so that an engine in Python is loaded anew. Files are looked at twice a
second; nothing needs to be installed for that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rulehound.checker.cli.exit_status import INTERRUPTED, UNDER_WATCH
from rulehound.checker.errors import printable

START = "from rulehound.checker.cli.start import main; main()"

SECONDS = 0.5
"""From one look at the files to the next."""

PASSED_OVER = (".log", ".tmp", ".swp", "~")
"""Endings of names of files that a program writes while it runs."""

Snapshot = Mapping[Path, tuple[int, int]]
"""Files with their time of change in nanoseconds and their size in bytes."""


def is_under_watch() -> bool:
    """Whether this run is one of those that another process begins whenever a file changes."""
    return UNDER_WATCH in os.environ


def watched(arguments: Sequence[str], places: Iterable[Path], left_out: Path) -> int:
    """Run the command with these arguments again and again; returns its exit status where it is interrupted.

    `places`: files, and folders whose files count; `left_out`: the folder that the command writes to.
    """
    kept = list(places)
    command = [sys.executable, "-P", "-c", START, *arguments]
    while True:
        before = snapshot(kept, left_out)
        status = subprocess.run(command, check=False, env={**os.environ, UNDER_WATCH: "1"}).returncode
        if status == INTERRUPTED:
            return status
        print(f"watching {len(before):,} files; Ctrl-C ends it", file=sys.stderr, flush=True)
        while (now := snapshot(kept, left_out)) == before:
            time.sleep(SECONDS)
        print(f"\n{_changed(before, now)}; running again", file=sys.stderr, flush=True)


def _changed(before: Snapshot, now: Snapshot) -> str:
    """What is different between two looks at the files, in words."""
    first, *others = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
    more = f" and {len(others):,} more" if others else ""
    return f"{printable(first.name)}{more} changed"


def places_of(engines: Sequence[str], game: str, *others: Path | None) -> Iterator[Path]:
    """Where the files lie on which the checks of these engines rest.

    Of an installed engine that is its package, of a command the folders of the files that it names. `others`:
    further files and folders that a user has named.
    """
    import shlex

    from rulehound.checker.engines.source.files import engine_code

    for engine in engines:
        code = engine_code(engine, game)
        if code is not None:
            yield code.folder
        else:
            yield from {path.parent for path in map(Path, shlex.split(engine)) if path.is_file()}
    yield from (other for other in others if other is not None)


def snapshot(places: Iterable[Path], left_out: Path) -> Snapshot:
    """The files at these places as they are now, without hidden ones and those that somebody else wrote."""
    seen = {}
    for path in _files(places, left_out.resolve()):
        try:
            status = path.stat()
        except OSError:  # it has gone meanwhile
            continue
        seen[path] = status.st_mtime_ns, status.st_size
    return seen


def _files(places: Iterable[Path], left_out: Path) -> Iterator[Path]:
    from rulehound.checker.engines.source.citations import VENDORED

    for place in places:
        if place.is_file():
            yield place
        for here, folders, names in os.walk(place):
            own = (name for name in folders if name not in VENDORED and not name.startswith("."))
            folders[:] = [name for name in own if Path(here, name).resolve() != left_out]
            yield from (
                Path(here, name)
                for name in names
                if not name.startswith(".") and not name.endswith(PASSED_OVER)
            )
