"""Digests of the evidence on disk, which show that each file is as a command wrote it.

`digests.toml` of a game's directory has the digest of each file of evidence. The commands that write evidence
write it; the digest of an edited file no longer matches.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.files import write_whole

NAME = "digests.toml"

HEAD = "# Digests of the evidence, written by the commands that put it on record; not to be edited.\n\n"


def keep_digests(directory: Path, written: Iterable[Path]) -> None:
    """Note the digests of files in a game's directory that were just written.

    Raises UserError where the file of digests is bad, or cannot be written.
    """
    digests = dict(read_digests(directory))
    digests |= {path.relative_to(directory).as_posix(): _digest(path) for path in written}
    lines = [f'"{name}" = "{digest}"\n' for name, digest in sorted(digests.items())]
    write_whole(directory / NAME, (HEAD + "".join(lines)).encode())


def read_digests(directory: Path) -> Mapping[str, str]:
    """The digests on record, by path within the game's directory; none without a file.

    Raises UserError for a bad file.
    """
    path = directory / NAME
    if not path.exists():
        return {}
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, str])
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: {error}", "put the evidence on record again") from None


def edited(directory: Path, evidence: Iterable[Path]) -> Iterator[str]:
    """The files of evidence that are not as they were written, one line each; those that are gone, too."""
    digests = read_digests(directory)
    names = {path.relative_to(directory).as_posix(): path for path in evidence if path.exists()}
    for name, path in names.items():
        if digests.get(name) != _digest(path):
            yield f"{name} is not as it was put on record: record it again, it is not to be edited by hand"
    for name in digests:
        if name not in names:
            yield f"{name} was put on record, and is gone"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
