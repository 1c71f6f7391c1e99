"""Files kept in the user's cache folder. Their content can be made again, so a damaged file is no error.

A file is named by the hash of a key, which holds everything that the content depends on. The files of one
kind have a limit of room: those that were used longest ago go first. Several processes may use a folder.
"""

import contextlib
import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

_PARTIAL = ".partial"
_DIGEST_SIZE = 32


def cache_folder() -> Path | None:
    """$RULEHOUND_CACHE, or else `rulehound` in the user's folder for caches; None for a user without one."""
    own, general = os.environ.get("RULEHOUND_CACHE"), os.environ.get("XDG_CACHE_HOME")
    if own:
        return Path(own)
    try:
        return (Path(general) if general else Path.home() / ".cache") / "rulehound"
    except RuntimeError:
        return None


@dataclass(frozen=True)
class KeptFiles:
    """The files of one kind in a folder; without a folder nothing is kept.

    A folder that cannot be read or written is no error: then nothing is kept, either.
    """

    folder: Path | None
    suffix: str
    """The end of the files' names, which tells this kind from others."""
    most_bytes: int
    """The room that all files of the kind may take together."""

    def path(self, key: str) -> Path | None:
        """The file of a key, whether it is there or not; None without a folder."""
        if self.folder is None:
            return None
        return self.folder / (hashlib.sha256(key.encode()).hexdigest() + self.suffix)

    def read(self, key: str) -> bytes | None:
        """The content that was written under this key; None where none is, or it is damaged."""
        path = self.path(key)
        if path is None:
            return None
        try:
            data = path.read_bytes()
        except (OSError, ValueError):  # ValueError: a name that no folder can have
            return None
        digest, content = data[:_DIGEST_SIZE], data[_DIGEST_SIZE:]
        if hashlib.sha256(content).digest() != digest:
            return None
        self.mark_used(path)
        return content

    def write(self, key: str, content: bytes) -> None:
        """Keep a content under this key, so that whoever reads it meanwhile sees all of it or nothing."""
        path = self.path(key)
        if path is None:
            return
        with contextlib.suppress(OSError, ValueError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, partial = tempfile.mkstemp(suffix=_PARTIAL, dir=path.parent)
            try:
                with open(handle, "wb") as file:
                    file.write(hashlib.sha256(content).digest() + content)
                os.replace(partial, path)
            except BaseException:
                os.unlink(partial)
                raise
            self.trim()

    def mark_used(self, path: Path) -> None:
        """Note that a file was used just now."""
        with contextlib.suppress(OSError):
            os.utime(path)

    def trim(self) -> None:
        """Remove the files used longest ago until the rest is small enough; others may do so meanwhile."""
        if self.folder is None:
            return
        files = []
        for path in self.folder.iterdir():
            if path.name.endswith((self.suffix, _PARTIAL)):
                with contextlib.suppress(FileNotFoundError):
                    status = path.stat()
                    files.append((status.st_mtime_ns, path, status.st_size))
        total = sum(size for _, _, size in files)
        for _, path, size in sorted(files):
            if total <= self.most_bytes:
                break
            path.unlink(missing_ok=True)
            total -= size
