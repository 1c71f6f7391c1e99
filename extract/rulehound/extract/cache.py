"""Kept results of reading, so that the same file is not read twice.

A result is kept under the hash of the file's bytes, the options of reading, and the reader itself, down to
its source.
"""

import hashlib
import platform
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path

import msgspec

from rulehound.extract.document import Document
from rulehound.extract.kept_files import KeptFiles, cache_folder
from rulehound.extract.pdf.pages import NOT_READ
from rulehound.extract.processes.isolation import DEFAULT
from rulehound.extract.reader import read_document
from rulehound.extract.source_hash import folders_hash

MOST_BYTES = 200 << 20
"""Most bytes of all kept documents together."""

_SUFFIX = ".document"
# Those that what is read depends on.
_LIBRARIES = ("pdfplumber", "pdfminer.six", "pypdfium2", "msgspec", "rapidocr", "onnxruntime")


def read_cached(
    path: str | Path,
    progress: Callable[[int, int], None] | None = None,
    *,
    numbering: str | None = None,
    second_reader: bool = False,
    folder: Path | None = None,
    password: str | None = None,
) -> Document:
    """The document at `path`: from `folder` (None: the cache folder) if the file was read before, else read
    anew.

    The arguments and errors are those of `read_document`. A document of which pages could not be read is not
    kept: time and memory may suffice the next time. A folder that cannot be read or written is no error.
    """
    digest = _digest_of(path)
    documents = KeptFiles(folder or cache_folder(), _SUFFIX, MOST_BYTES)
    key = _key(digest, Path(path).suffix.lower(), numbering, second_reader, password)
    kept = None if digest is None else _decoded(documents.read(key))
    if kept is not None:
        return msgspec.structs.replace(kept, path=str(path))
    document = read_document(path, progress, numbering, second_reader=second_reader, password=password)
    whole = not any(NOT_READ in warning for warning in document.warnings)
    if whole and document.sha256 == digest:  # the file may have changed since
        documents.write(key, msgspec.msgpack.encode(document))
    return document


def read_before(sha256: str, folder: Path | None = None) -> Document | None:
    """The document in a PDF of that hash, where that was read before and is kept; None elsewhere.

    It does not matter whether a second reader read it too: that only adds warnings.
    """
    documents = KeptFiles(folder or cache_folder(), _SUFFIX, MOST_BYTES)
    contents = (documents.read(_key(sha256, ".pdf", None, second)) for second in (False, True))
    return next((document for content in contents if (document := _decoded(content))), None)


def _key(
    digest: str | None, ending: str, numbering: str | None, second_reader: bool, password: str | None = None
) -> str:
    """The key of what was read of a file; it depends on the password, so that a wrong one opens nothing."""
    parts: tuple[object, ...] = (digest, ending, numbering, second_reader, reader_version())
    if password is not None:
        parts = *parts, hashlib.sha256(f"{digest} {password}".encode(errors="surrogatepass")).hexdigest()
    return repr(parts)


@cache
def reader_version() -> str:
    """A text that changes with this package, the libraries that it reads with, and Python."""
    source = folders_hash([Path(__file__).parent], endings=(".py",))
    libraries = [f"{name} {_version(name)}" for name in _LIBRARIES]
    return " ".join([source, *libraries, platform.python_version()])


def _version(library: str) -> str:
    """The version of a library; "none" for one of an extra that is not installed."""
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"


def _digest_of(path: str | Path) -> str | None:
    """The hash of a file; None for anything that reading will refuse."""
    try:
        if not Path(path).is_file() or Path(path).stat().st_size > DEFAULT.file_bytes:
            return None
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None


def _decoded(content: bytes | None) -> Document | None:
    """The document in a kept file; None where it is of another shape."""
    if content is None:
        return None
    try:
        return msgspec.msgpack.decode(content, type=Document)
    except msgspec.DecodeError:
        return None
