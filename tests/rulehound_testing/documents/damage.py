"""Damages PDFs in the ways in which files are damaged, and in the ways in which people damage them.

A mutation is a function of a file and a source of chance; `mutated` applies a few.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from rulehound_testing.documents.typeset import Item, Rulebook, Style, typeset

Mutation = Callable[[bytes, Random], bytes]

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_NAME = re.compile(rb"/[A-Za-z0-9]+")
_REFERENCE = re.compile(rb"(\d+) (\d+) R\b")
_STREAM = re.compile(rb"stream\r?\n")
_ABSURD = (b"0", b"-1", b"65536", b"4294967296", b"-2147483649", b"9" * 40, b"1e9", b"0.0000001", b"null")
_NAMES = (
    b"/Kids",
    b"/Parent",
    b"/Pages",
    b"/Page",
    b"/FlateDecode",
    b"/LZWDecode",
    b"/ASCII85Decode",
    b"/XObject",
)
_TOKENS = (
    b"<<",
    b">>",
    b"[",
    b"]",
    b"(",
    b")",
    b"<",
    b">",
    b"stream\n",
    b"endstream",
    b"endobj",
    b"%",
    b"\x00",
)


def sources(folder: Path, rulebook: Path) -> list[bytes]:
    """Small PDFs that differ in how they are built, and the project's own rulebook."""
    items = [
        Item("1", "Lanterns"),
        *(Item(f"1-{n}", f"Keepers light lantern {n} at dusk.") for n in range(1, 40)),
    ]
    plain = Rulebook(items, title=["Lantern Rules"], head="Lanterns")
    columns = Rulebook(
        items, contents=["1. Lanterns"], history=["1.1: 1-3 was added."], style=Style(columns=2)
    )
    return [
        typeset(plain, folder / "plain.pdf").read_bytes(),
        typeset(columns, folder / "columns.pdf").read_bytes(),
        _compressed(folder / "compressed.pdf", items),
        _compressed(folder / "locked.pdf", items, StandardEncryption("", "owner", canPrint=0)),
        rulebook.read_bytes(),
    ]


def _compressed(path: Path, items: list[Item], encrypt: StandardEncryption | None = None) -> bytes:
    """Two pages with compressed contents, a rule around each, and a form that both draw."""
    canvas = Canvas(str(path), (420, 595), invariant=True, pageCompression=1, encrypt=encrypt)
    canvas.beginForm("head")
    canvas.drawString(40, 570, "Lanterns")
    canvas.endForm()
    for page in (items[:20], items[20:]):
        canvas.doForm("head")
        canvas.rect(30, 30, 360, 535)
        for row, item in enumerate(page):
            canvas.drawString(40, 550 - 20 * row, f"{item.number}. {item.text}")
        canvas.showPage()
    canvas.save()
    return path.read_bytes()


def mutated(data: bytes, chance: Random) -> bytes:
    """The file after one to four mutations."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        data = chance.choice(MUTATIONS)(data, chance)
    return data


def flip_bits(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 3, 30)) if changed else 0):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut_short(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def delete_chunk(data: bytes, chance: Random) -> bytes:
    start, end = _chunk(data, chance)
    return data[:start] + data[end:]


def double_chunk(data: bytes, chance: Random) -> bytes:
    start, end = _chunk(data, chance)
    return data[:end] + data[start:end] + data[end:]


def move_chunk(data: bytes, chance: Random) -> bytes:
    start, end = _chunk(data, chance)
    rest = data[:start] + data[end:]
    place = chance.randrange(len(rest) + 1)
    return rest[:place] + data[start:end] + rest[place:]


def change_number(data: bytes, chance: Random) -> bytes:
    """Lengths, counts, offsets, coordinates, sizes of fonts: whatever stands there."""
    return _replace_one(data, chance, _NUMBER, chance.choice((*_ABSURD, b"%d" % chance.randrange(300))))


def change_name(data: bytes, chance: Random) -> bytes:
    """Keys and values of dictionaries: other names of the file, or such as mean something elsewhere."""
    names = [*set(_NAME.findall(data)), *_NAMES]
    return _replace_one(data, chance, _NAME, chance.choice(sorted(names)))


def change_reference(data: bytes, chance: Random) -> bytes:
    """Objects that refer to others than they should: to nothing, to their parents, to themselves."""
    return _replace_one(data, chance, _REFERENCE, b"%d 0 R" % chance.randrange(30))


def insert_token(data: bytes, chance: Random) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(_TOKENS) * chance.choice((1, 1, 5, 5000)) + data[place:]


def damage_stream(data: bytes, chance: Random) -> bytes:
    """A few bytes within a stream, so that the file around it stays sound."""
    starts = [match.end() for match in _STREAM.finditer(data)]
    if not starts:
        return data
    place = chance.choice(starts) + chance.randrange(60)
    return data[:place] + chance.randbytes(chance.randrange(1, 6)) + data[place + 3 :]


def put_garbage_around(data: bytes, chance: Random) -> bytes:
    garbage = chance.randbytes(chance.choice((1, 20, 3000)))
    return garbage + data if chance.random() < 0.5 else data + garbage


MUTATIONS: tuple[Mutation, ...] = (
    flip_bits,
    cut_short,
    delete_chunk,
    double_chunk,
    move_chunk,
    change_number,
    change_number,
    change_name,
    change_reference,
    change_reference,
    insert_token,
    damage_stream,
    put_garbage_around,
)


def files(originals: list[bytes], seed: int) -> Iterator[bytes]:
    """Mutated files without end. The last of several originals, the large one, comes less often."""
    index = 0
    while True:
        chance = Random(f"{seed}/{index}")
        small = chance.random() < 0.9 and len(originals) > 1
        yield mutated(chance.choice(originals[:-1]) if small else originals[-1], chance)
        index += 1


def _chunk(data: bytes, chance: Random) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.choice((1, 10, 200, 5000)))


def _replace_one(data: bytes, chance: Random, pattern: re.Pattern[bytes], by: bytes) -> bytes:
    matches = list(pattern.finditer(data))
    if not matches:
        return data
    match = chance.choice(matches)
    return data[: match.start()] + by + data[match.end() :]
