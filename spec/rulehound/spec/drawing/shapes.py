"""Places and words as parts of an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape


class CardPlace(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def rect(self, kind: str, radius: int = 5, grow: float = 0) -> str:
        """It as a rectangle of a class, larger by so much on every side."""
        return (
            f'<rect class="{kind}" x="{self.x - grow:g}" y="{self.y - grow:g}" '
            f'width="{self.width + 2 * grow:g}" height="{self.height + 2 * grow:g}" rx="{radius}"/>'
        )


LETTER = {"name": 6.4, "tiny": 5.4, "power": 7.0}
"""Width of a letter on average, by class."""


def text(kind: str, x: float, y: float, words: str, most: float = 0) -> str:
    """Words in a class of their own, drawn narrower where they would be wider than `most`."""
    wide = LETTER.get(kind.split(maxsplit=1)[0], 6) * len(words)
    fit = f' textLength="{most:g}" lengthAdjust="spacingAndGlyphs"' if 0 < most < wide else ""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}"{fit}>{escape(words)}</text>'


def short(words: str, most: int) -> str:
    """The words, cut where there are more characters than `most`."""
    return words if len(words) <= most else f"{words[: most - 1]}…"


def two_lines(name: str, most: int) -> list[str]:
    """A name in at most two lines, broken where it has a space."""
    space = name.rfind(" ", 0, most + 1)
    if len(name) <= most or space <= 0:
        return [short(name, most + 4)]
    return [name[:space], short(name[space:].strip(), most + 4)]


def stripe(fills: Sequence[str], at: CardPlace) -> Iterator[str]:
    """The colours of a card along its upper edge."""
    each = at.width / len(fills)
    for number, fill in enumerate(fills):
        yield f'<rect x="{at.x + each * number:g}" y="{at.y:g}" width="{each:g}" height="7" fill="{fill}"/>'
