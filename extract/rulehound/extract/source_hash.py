"""A hash of source files, for kept results that depend on them."""

import hashlib
import os
from collections.abc import Collection, Iterable
from pathlib import Path

ENDINGS = frozenset((".c", ".jsonl", ".pdf", ".py", ".toml"))
"""Endings of the names of sources and data."""


def folders_hash(
    folders: Iterable[Path], but: Iterable[Path] = (), endings: Collection[str] = ENDINGS
) -> str:
    """A hash of the files in these folders with these endings, without the files in `but`.

    It depends neither on where the folders lie nor on the order in which they are given.
    """
    left_out, digest = frozenset(but), hashlib.sha256()
    for folder in sorted(folders):
        for place, folders_within, names in os.walk(folder):
            folders_within.sort()
            for name in sorted(names):
                path = Path(place, name)
                if path.suffix in endings and path not in left_out:
                    content = path.read_bytes()
                    digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
                    digest.update(content)
    return digest.hexdigest()
