"""Making a clause of the lines that print it: its boxes, its styles, and whether it is marked as changed."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from rulehound.extract.document import Box, Clause, Kind
from rulehound.extract.fingerprints import fingerprint
from rulehound.extract.layout.lines import Line
from rulehound.extract.layout.styled_text import StyledText


def clause_from(
    lines: Sequence[Line],
    words: StyledText,
    kind: Kind,
    key: str,
    number: str = "",
    parent: str | None = None,
) -> Clause:
    """The clause of these lines, whose text is `words`."""
    first = lines[0]
    return Clause(
        number=number,
        key=key,
        parent=parent,
        kind=kind,
        text=words.text,
        page=first.box.page,
        bbox=_union(line.box for line in takewhile(lambda line: line.column == first.column, lines)),
        boxes=tuple(line.box for line in lines),
        changed=any(line.red for line in lines),
        fingerprint=fingerprint(words.text),
        spans=words.spans,
    )


def _union(boxes: Iterable[Box]) -> Box:
    pages, lefts, tops, rights, bottoms = zip(
        *((box.page, box.x0, box.top, box.x1, box.bottom) for box in boxes), strict=True
    )
    return Box(pages[0], min(lefts), min(tops), max(rights), max(bottoms))
