"""C code for the fields of a packed state: reading a cell out of a word, and writing one into it."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.checker.model.search.program.packing import WORD, PackedSubset, Scalar, Stacked


def bits(word: str, offset: int, count: int) -> str:
    """C code for a row of bits of a word."""
    shifted = f"{word} >> {offset}" if offset else word
    return f"({shifted} & UINT64_C({(1 << count) - 1:#x}))" if count < WORD else f"({shifted})"


def unpacked(packed: Scalar | Stacked, word: str) -> Iterator[str]:
    """The cells of a number or pile; `word` is where it stands, with {} for which word of a state."""

    def number(offset: int, count: int) -> str:
        return f"(int32_t){bits(word.format(offset // WORD), offset % WORD, count)}"

    if isinstance(packed, Stacked):
        for offset in packed.offsets:
            yield number(offset, packed.each.bits)
    elif isinstance(packed, PackedSubset):
        runs = (
            f"({number(packed.offset + first, length)} << {packed.names[first]})"
            for first, length in _runs(packed.names)
        )
        yield " | ".join(runs) or "0"
    else:
        yield number(packed.offset, packed.bits) + (f" + {packed.low}" if packed.low else "")


def codes(packed: Scalar | Stacked, cells: list[str]) -> Iterator[tuple[int, int, str]]:
    """Offset, number of bits and code of each cell of a number or pile, all within the bounds."""
    if isinstance(packed, Stacked):
        missing = ["0"] * (packed.capacity - len(cells))
        for offset, cell in zip(packed.offsets, [*cells, *missing], strict=False):  # no more is occupied
            yield offset, packed.each.bits, f"(uint64_t)({cell})"
    elif isinstance(packed, PackedSubset):
        for first, length in _runs(packed.names):
            code = f"(uint64_t)(({cells[0]}) >> {packed.names[first]} & {(1 << length) - 1:#x})"
            yield packed.offset + first, length, code
    else:
        low = f" - {packed.low}" if packed.low else ""
        yield packed.offset, packed.bits, f"(uint64_t)({cells[0]}{low})"


def _runs(names: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Where consecutive names begin in a row of names, and how many follow one another."""
    first = 0
    for place in range(1, len(names) + 1):
        if place == len(names) or names[place] != names[place - 1] + 1:
            yield first, place - first
            first = place
