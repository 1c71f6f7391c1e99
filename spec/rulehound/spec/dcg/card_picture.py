"""A DCG card in play, with what lies under it, as parts of an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.board import name_of, strength
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import cards_of
from rulehound.spec.drawing.shapes import CardPlace, short, stripe, text, two_lines
from rulehound.spec.drawing.table import PLAIN, SeenCard

SHORT, LONG = 64, 88
"""Sides of a card: upright it is SHORT wide, suspended it lies across."""
CELL = 98
"""Width of a place on the field."""
STRIP = 13
"""Height of what is seen of a card that lies under another."""
MOST_UNDER = 4
"""Cards under a stack that are drawn; of others it is said how many there are."""

COLOURS = {
    "red": "#d6453d",
    "blue": "#3778c2",
    "yellow": "#e0b32c",
    "green": "#3f9a55",
    "black": "#4a4a4a",
    "purple": "#7d4fa3",
    "white": "#c9c9c9",
}


def fills(colours: Sequence[str]) -> list[str]:
    """The colours of a card as they are drawn; a plain one where it has none."""
    return [COLOURS.get(colour, PLAIN) for colour in colours] or [PLAIN]


def seen_card(number: str, cards: Cards, is_new: bool) -> SeenCard:
    """A card that lies face up, or in a hand that is seen."""
    facts = cards[number].facts if number in cards else {}
    return SeenCard(name_of(cards, number), fills(facts.get("colors", ())), is_new)


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
    colours = fills(entry.get("colors") or facts.get("colors", ()))
    yield from stripe(colours, at._replace(x=at.x + 1, width=at.width - 2))
    names = two_lines(name_of(cards, number), 15 if entry["suspended"] else 10)
    kind = "" if entry["kind"] == "digimon" else str(entry["kind"])
    level = f"Lv.{entry['level']}" if entry["level"] else ""
    words = [str(word) for word in entry.get("keywords", ())]
    below = [short(word, 15) for word in words[: 3 - len(names)]] if not entry["suspended"] else []
    told = " ".join(part for part in (kind, level, short(", ".join(words), 14) if not below else "") if part)
    power = f"{strength(entry)} DP" if strength(entry) else ""
    if entry["suspended"] and len(names) > 1:
        told, power = "", " ".join(part for part in (told, power) if part)
    lines = [
        *(("name middle", line, 11) for line in names),
        ("tiny middle", told, 11),
        ("power middle", power, 13),
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
