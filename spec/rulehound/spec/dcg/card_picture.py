"""A DCG card, a stack and a pile as parts of an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from rulehound.spec.dcg.board import name_of, strength
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import cards_of

SHORT, LONG = 64, 88
"""Sides of a card: upright it is SHORT wide, suspended it lies across."""
CELL = 98
"""Width of a place on the field."""
STRIP = 13
"""Height of what is seen of a card that lies under another."""
MOST_UNDER = 4
"""Cards under a stack that are drawn; of others it is said how many there are."""
BACK = (30, 42)
"""Width and height of a card that lies face down."""
FAN = 9
"""How far apart the cards of the security stack lie."""
MOST_IN_FAN = 8
CHIP = 63, 20
"""Width and height of a card in a hand."""

COLOURS = {
    "red": "#d6453d",
    "blue": "#3778c2",
    "yellow": "#e0b32c",
    "green": "#3f9a55",
    "black": "#4a4a4a",
    "purple": "#7d4fa3",
    "white": "#c9c9c9",
}
PLAIN = "#999999"


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


def stripe(colours: Sequence[str], at: CardPlace) -> Iterator[str]:
    """The colours of a card along its upper edge."""
    each = at.width / max(len(colours), 1)
    for number, colour in enumerate(colours or ("",)):
        fill = COLOURS.get(colour, PLAIN)
        yield f'<rect x="{at.x + each * number:g}" y="{at.y:g}" width="{each:g}" height="7" fill="{fill}"/>'


def stack_height(entry: Mapping[str, Any]) -> float:
    """How high a stack is drawn, with what lies under it."""
    under = min(cards_of(entry) - 1, MOST_UNDER)
    return (SHORT if entry["suspended"] else LONG) + STRIP * max(under, 0)


def stack_place(entry: Mapping[str, Any], left: float, top: float) -> CardPlace:
    """Where the card on top of a stack lies within its place on the field."""
    width, height = (LONG, SHORT) if entry["suspended"] else (SHORT, LONG)
    return CardPlace(left + (CELL - width) / 2, top, width, height)


def stack(entry: Mapping[str, Any], cards: Cards, at: CardPlace) -> Iterator[str]:
    """A Digimon, Tamer or Option in play: across and grey where it is suspended, upon the cards under it."""
    under = entry["cards"][1:]
    drawn = min(max(cards_of(entry) - 1, 0), MOST_UNDER)
    for number in range(drawn - 1, -1, -1):
        edge = at._replace(y=at.y + STRIP * (number + 1))
        yield edge.rect("under")
        more = cards_of(entry) - 1 - number
        known = number < len(under) and not (number == MOST_UNDER - 1 and more > 1)
        named = name_of(cards, under[number]["card"]) if known else f"{more} more under"
        yield text(
            "tiny middle",
            at.middle[0],
            edge.y + at.height - 3.5,
            short(named, 17 if entry["suspended"] else 13),
            at.width - 6,
        )
    yield at.rect("card suspended" if entry["suspended"] else "card")
    number = entry["cards"][0]["card"]
    facts = cards[number].facts if number in cards else {}
    yield from stripe(
        entry.get("colors") or facts.get("colors", ()), at._replace(x=at.x + 1, width=at.width - 2)
    )
    names = two_lines(name_of(cards, number), 15 if entry["suspended"] else 10)
    kind = "" if entry["kind"] == "digimon" else str(entry["kind"])
    level = f"Lv.{entry['level']}" if entry["level"] else ""
    words = [str(word) for word in entry.get("keywords", ())]
    below = [short(word, 15) for word in words[: 3 - len(names)]] if not entry["suspended"] else []
    told = " ".join(part for part in (kind, level, short(", ".join(words), 14) if not below else "") if part)
    lines = [
        *(("name middle", line, 11) for line in names),
        ("tiny middle", told, 11),
        ("power middle", f"{strength(entry)} DP" if strength(entry) else "", 13),
        *(("tiny middle", word, 9.5) for word in below),
    ]
    y = at.y + 9
    for style, line, height in lines:
        y += height if line else 0
        if line:
            yield text(style, at.middle[0], y, line, at.width - 6)
    if entry["suspended"]:
        yield text("tiny middle lies", at.middle[0], at.y + at.height - 4, "suspended")


def gone(name: str, left: float, top: float) -> Iterator[str]:
    """The place of a stack that has left the field."""
    at = CardPlace(left + (CELL - SHORT) / 2, top, SHORT, LONG)
    yield at.rect("gone")
    for line, words in enumerate(two_lines(name, 10)):
        yield text("tiny middle was", at.middle[0], at.y + 36 + 11 * line, words, SHORT - 6)
    yield text("tiny middle was", at.middle[0], at.y + 62, "has left")


def fan(size: str, x: float, y: float) -> Iterator[str]:
    """Cards that lie face down, side by side: at most MOST_IN_FAN of them."""
    number = min(int(size), MOST_IN_FAN) if size.isdigit() else 1
    if not number:
        yield CardPlace(x, y, *BACK).rect("none")
    for each in range(number - 1, -1, -1):
        yield CardPlace(x + FAN * each, y, *BACK).rect("back", 3)


def chip(name: str, colours: Sequence[str], at: CardPlace, style: str) -> Iterator[str]:
    """A card in a hand, of which the name and the colours are seen."""
    yield at.rect(f"card {style}".strip(), 3)
    each = at.height / max(len(colours), 1)
    for number, colour in enumerate(colours or ("",)):
        fill = COLOURS.get(colour, PLAIN)
        yield f'<rect x="{at.x:g}" y="{at.y + each * number:g}" width="4" height="{each:g}" fill="{fill}"/>'
    yield text("tiny", at.x + 7, at.y + 13.5, short(name, 12), at.width - 10)
