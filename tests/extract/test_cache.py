"""A document is read once; whatever is wrong with what was kept, it is read again."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from rulehound.extract import Document, DocumentError, cache, read_document
from rulehound.extract.cache import read_before, read_cached, reader_version
from rulehound_testing.documents.typeset import Item, Rulebook, typeset


class Readings(list[Path]):
    """The paths that were really read."""


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Readings:
    found = Readings()

    def read(path: Path, *options: object, **more: object) -> Document:
        found.append(path)
        return read_document(path, *options, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(cache, "read_document", read)
    return found


@pytest.fixture
def book(tmp_path: Path) -> Path:
    items = [Item("1", "Lanterns"), *(Item(f"1-{n}", f"Keepers light lantern {n}.") for n in range(1, 6))]
    return typeset(Rulebook(items, history=["1.1: 1-3 was added."]), tmp_path / "lanterns.pdf")


def entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


def test_the_second_time_it_is_not_read(tmp_path: Path, book: Path, readings: Readings) -> None:
    folder = tmp_path / "kept" / "here"
    first = read_cached(book, folder=folder)
    assert first == read_document(book)
    assert read_cached(book, folder=folder) == first
    assert len(readings) == 1
    assert len(entries(folder)) == 1


def test_a_file_that_was_read_before_is_known_by_its_hash_alone(
    tmp_path: Path, book: Path, readings: Readings
) -> None:
    kept = tmp_path / "kept"
    first = read_cached(book, folder=kept)
    book.unlink()
    assert read_before(first.sha256, kept) == first
    assert read_before("0" * 64, kept) is None


def test_what_two_readers_read_before_is_known_too(tmp_path: Path, book: Path, readings: Readings) -> None:
    read = read_cached(book, folder=tmp_path, second_reader=True)
    assert read_before(read.sha256, tmp_path) == read


def test_another_path_to_the_same_bytes(tmp_path: Path, book: Path, readings: Readings) -> None:
    folder = tmp_path / "kept"
    copy = tmp_path / "copy.pdf"
    copy.write_bytes(book.read_bytes())
    first, second = read_cached(book, folder=folder), read_cached(copy, folder=folder)
    assert (first.path, second.path) == (str(book), str(copy))
    assert msgspec.structs.replace(second, path=first.path) == first
    assert len(readings) == 1


def test_what_the_result_depends_on(
    tmp_path: Path, book: Path, readings: Readings, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept"
    read_cached(book, folder=folder)
    read_cached(book, folder=folder, numbering="dashed")
    read_cached(book, folder=folder, second_reader=True)
    monkeypatch.setattr(cache, "reader_version", lambda: "another")
    read_cached(book, folder=folder)
    book.write_bytes(book.read_bytes() + b"\n")
    read_cached(book, folder=folder)
    assert len(readings) == 5
    assert len(entries(folder)) == 5


def test_the_version_changes_with_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "cache.py").write_text("a = 1\n")
    monkeypatch.setattr(cache, "__file__", str(package / "cache.py"))
    found = set()
    for name, source in (("cache.py", "a = 1\n"), ("cache.py", "a = 2\n"), ("more.py", "")):
        (package / name).write_text(source)
        reader_version.cache_clear()
        found.add(reader_version())
    reader_version.cache_clear()
    assert len(found) == 3


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data + b"\0",
        lambda data: data[:100] + bytes([data[100] ^ 1]) + data[101:],
        lambda data: bytes([data[0] ^ 1]) + data[1:],
        lambda data: os.urandom(500),
    ],
)
def test_an_entry_that_is_damaged_is_written_anew(
    tmp_path: Path, book: Path, readings: Readings, damage: Callable[[bytes], bytes]
) -> None:
    first = read_cached(book, folder=tmp_path / "kept")
    (entry,) = entries(tmp_path / "kept")
    good = entry.read_bytes()
    entry.write_bytes(damage(good))
    assert read_cached(book, folder=tmp_path / "kept") == first
    assert entry.read_bytes() == good
    assert len(readings) == 2


def test_an_entry_of_another_shape(tmp_path: Path, book: Path, readings: Readings) -> None:
    import hashlib

    first = read_cached(book, folder=tmp_path / "kept")
    (entry,) = entries(tmp_path / "kept")
    content = msgspec.msgpack.encode({"path": 1})
    entry.write_bytes(hashlib.sha256(content).digest() + content)
    assert read_cached(book, folder=tmp_path / "kept") == first


def test_a_folder_that_cannot_be_is_no_error(tmp_path: Path, book: Path, readings: Readings) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    for folder in (blocked, blocked / "below", Path("/proc/nowhere"), Path("a\0b")):
        assert read_cached(book, folder=folder) == read_document(book)
    assert len(readings) == 4
    assert blocked.read_text() == "no folder"


def test_a_document_with_pages_missing_is_not_kept(
    tmp_path: Path, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read_document(book)
    partial = msgspec.structs.replace(whole, warnings=("page 2: not read: took longer than 20 s",))
    damaged = msgspec.structs.replace(whole, warnings=("page 2: no text on it",))
    for document, kept in ((partial, 0), (damaged, 1)):
        monkeypatch.setattr(cache, "read_document", lambda *_, document=document, **__: document)
        assert read_cached(book, folder=tmp_path / "kept") == document
        assert len(entries(tmp_path / "kept")) == kept


def test_a_file_that_changes_while_it_is_read_is_not_kept(
    tmp_path: Path, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = msgspec.structs.replace(read_document(book), sha256="0" * 64)
    monkeypatch.setattr(cache, "read_document", lambda *_, **__: changed)
    read_cached(book, folder=tmp_path / "kept")
    assert entries(tmp_path / "kept") == []


@pytest.mark.parametrize("name", ["none.pdf", ".", "a\0b.pdf", "empty.pdf", "/dev/zero"])
def test_what_cannot_be_read_is_refused_as_ever(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty.pdf").touch()
    with pytest.raises(DocumentError) as plain:
        read_document(tmp_path / name)
    with pytest.raises(DocumentError) as cached:
        read_cached(tmp_path / name, folder=tmp_path / "kept")
    assert str(cached.value) == str(plain.value)
    assert entries(tmp_path / "kept") == []


def test_what_was_used_longest_ago_goes_first(
    tmp_path: Path, book: Path, readings: Readings, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept"
    names: list[str | None] = [None, "dashed", "dotted"]
    read_cached(book, folder=folder)
    (entry,) = entries(folder)
    os.utime(entry, (1, 1))
    (folder / "broken-off.partial").write_bytes(bytes(5000))
    os.utime(folder / "broken-off.partial", (2, 2))
    (folder / "somebody's.txt").write_bytes(bytes(5000))
    assert read_cached(book, folder=folder).path == str(book)  # used: the youngest now
    monkeypatch.setattr(cache, "MOST_BYTES", 2 * entry.stat().st_size + 100)
    read_cached(book, folder=folder, numbering=names[1])
    assert (folder / "somebody's.txt").exists()
    assert not (folder / "broken-off.partial").exists()
    assert len(entries(folder)) == 3
    os.utime(entry, (1, 1))
    monkeypatch.setattr(cache, "MOST_BYTES", 100)
    book.write_bytes(book.read_bytes() + b"\n")
    read_cached(book, folder=folder)
    assert [file.name for file in entries(folder)] == ["somebody's.txt"]


def test_many_at_once_get_the_same(tmp_path: Path, book: Path) -> None:
    folder = tmp_path / "kept"
    found: list[Document] = []
    threads = [
        threading.Thread(target=lambda: found.append(read_cached(book, folder=folder))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [read_document(book)] * 6
    assert [file.suffix for file in entries(folder)] == [".document"]
