"""Keeps what was read of a document, so that the same file is not read twice.

An entry is one file, named by everything that the result depends on: the document's bytes, the way it is
read, and the reader itself, down to its source. What cannot be used is read anew, whatever is wrong with it.
"""

import contextlib
import hashlib
import os
import platform
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path

import msgspec

from rulehound.extract.pdf.pages import NOT_READ
from rulehound.extract.processes.isolation import DEFAULT
from rulehound.extract.reader import read_document
from rulehound.extract.records import Document

MOST_BYTES = 200 << 20
"""Of all entries together; those that were used longest ago go first."""

_SUFFIX = ".document"
_PARTIAL = ".partial"
_DIGEST_SIZE = 32
# Those that what is read depends on.
_LIBRARIES = ("pdfplumber", "pdfminer.six", "pypdfium2", "msgspec")


def read_cached(
    path: str | Path,
    progress: Callable[[int, int], None] | None = None,
    *,
    numbering: str | None = None,
    second_reader: bool = False,
    folder: Path | None = None,
) -> Document:
    """As read_document, but from `folder` (the default one if None) if the same file was read before.

    A document of which pages could not be read is not kept: time and memory may suffice the next time. That
    the folder cannot be read or written is no error.
    """
    folder = folder or default_folder()
    digest = _digest_of(path)
    if folder is None or digest is None:
        return read_document(path, progress, numbering, second_reader=second_reader)
    options = (digest, Path(path).suffix.lower(), numbering, second_reader, reader_version())
    entry = folder / (hashlib.sha256(repr(options).encode()).hexdigest() + _SUFFIX)
    kept = _load(entry)
    if kept is not None:
        return msgspec.structs.replace(kept, path=str(path))
    document = read_document(path, progress, numbering, second_reader=second_reader)
    whole = not any(NOT_READ in warning for warning in document.warnings)
    if whole and document.sha256 == digest:  # it may have changed since
        with contextlib.suppress(OSError, ValueError):  # ValueError: a name that no folder can have
            _store(entry, document)
            _trim(folder)
    return document


def default_folder() -> Path | None:
    """$RULEHOUND_CACHE, or else `rulehound` in the user's folder for caches; None for a user without one."""
    own, general = os.environ.get("RULEHOUND_CACHE"), os.environ.get("XDG_CACHE_HOME")
    if own:
        return Path(own)
    try:
        return (Path(general) if general else Path.home() / ".cache") / "rulehound"
    except RuntimeError:
        return None


@cache
def reader_version() -> str:
    """Another for every change of this package, of the libraries that it reads with, or of Python."""
    source = hashlib.sha256()
    package = Path(__file__).parent
    for file in sorted(package.rglob("*.py")):
        name = file.relative_to(package).as_posix()
        source.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    libraries = [f"{name} {metadata.version(name)}" for name in _LIBRARIES]
    return " ".join([source.hexdigest(), *libraries, platform.python_version()])


def _digest_of(path: str | Path) -> str | None:
    """The hash of a file; None for anything that reading will refuse."""
    try:
        if not Path(path).is_file() or Path(path).stat().st_size > DEFAULT.file_bytes:
            return None
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None


def _load(entry: Path) -> Document | None:
    """What an entry holds; None if there is none, or if it is not as it was written."""
    try:
        data = entry.read_bytes()
        digest, content = data[:_DIGEST_SIZE], data[_DIGEST_SIZE:]
        if hashlib.sha256(content).digest() != digest:
            return None
        document = msgspec.msgpack.decode(content, type=Document)
    except (OSError, ValueError, msgspec.DecodeError):
        return None
    with contextlib.suppress(OSError):
        os.utime(entry)  # used just now
    return document


def _store(entry: Path, document: Document) -> None:
    """Write an entry so that whoever reads it meanwhile sees all of it or nothing."""
    content = msgspec.msgpack.encode(document)
    entry.parent.mkdir(parents=True, exist_ok=True)
    handle, partial = tempfile.mkstemp(suffix=_PARTIAL, dir=entry.parent)
    try:
        with open(handle, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        os.replace(partial, entry)
    except BaseException:
        os.unlink(partial)
        raise


def _trim(folder: Path) -> None:
    """Remove what was used longest ago until the rest is small enough. Others may be doing so as well."""
    found = []
    for file in folder.iterdir():
        if file.suffix in (_SUFFIX, _PARTIAL):
            with contextlib.suppress(FileNotFoundError):
                status = file.stat()
                found.append((status.st_mtime_ns, file, status.st_size))
    size = sum(size for _, _, size in found)
    for _, file, freed in sorted(found):
        if size <= MOST_BYTES:
            break
        file.unlink(missing_ok=True)
        size -= freed
