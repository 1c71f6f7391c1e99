"""A board of Digimon Battles as an SVG picture: player 1 below, player 2 above, the active Digimon facing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rulehound.spec.dmb.asking.actions import deciders
from rulehound.spec.dmb.digimon_picture import CARD, beside, digimon, digimon_height, seen_card
from rulehound.spec.dmb.event_words import deciding, name_of, waiting
from rulehound.spec.dmb.reading.actions import key_of
from rulehound.spec.dmb.reading.cards import Cards
from rulehound.spec.dmb.reading.states import count
from rulehound.spec.drawing.shapes import CardPlace, text
from rulehound.spec.drawing.table import (
    BACK,
    EDGE,
    NAME,
    PILES,
    WIDTH,
    SeenCard,
    fan,
    hand,
    hand_height,
    lines,
    name_bar,
    open_pile,
    pile_count,
    whole,
)
from rulehound.spec.formats import Observation
from rulehound.spec.reading import Picture

ABOVE = 20
"""Height of the name of an area, above its cards."""
MIDDLE = 22
"""Height of the line that says who decides."""
APART = 98
"""How far apart the piles that are seen begin."""
LETTERS = 11
"""Of the names in such a pile."""


class Side(NamedTuple):
    """What is drawn of a player."""

    player: int
    now: Mapping[str, Any]
    was: Mapping[str, Any]
    """What is otherwise than there is marked."""
    has_turn: bool
    cards: Cards


def picture(observation: Observation, cards: Cards, before: Observation | None = None) -> Picture:
    """The board; what is otherwise than `before` is marked."""
    old = observation if before is None else before
    first, second = (
        Side(
            player,
            observation["players"][player],
            old["players"][player],
            player == observation["turn"],
            cards,
        )
        for player in (0, 1)
    )
    parts: list[str] = []
    y = _name(second, 0.0, parts)
    y = _hand(second, y, parts)
    y = _piles(second, y, parts)
    y = _field(second, y, parts)
    y = _middle(observation, cards, y, parts)
    y = _field(first, y, parts)
    y = _piles(first, y, parts)
    y = _hand(first, y, parts)
    y = _name(first, y, parts)
    return Picture(whole(parts, y), WIDTH, round(y))


def _name(side: Side, top: float, parts: list[str]) -> float:
    """Who plays here, with KO points. Like all that draw a part: gives where the next one begins."""
    parts += name_bar(side.player, side.has_turn, top)
    was, now = side.was.get("ko_points", 0), side.now.get("ko_points", 0)
    parts.append(
        text("who middle", WIDTH / 2, top + 15.5, f"KO points {now if was == now else f'{was} → {now}'}")
    )
    return top + NAME


def _hand(side: Side, top: float, parts: list[str]) -> float:
    seen = _seen(side, "hand")
    sizes = _sizes(side, "hand")
    parts += hand(seen, sizes, side.was.get("hand") != side.now.get("hand"), top)
    return top + hand_height(len(seen))


def _seen(side: Side, pile: str) -> list[SeenCard]:
    """The cards of a pile that are seen."""
    there, earlier = side.now.get(pile) or 0, side.was.get(pile) or 0
    old = set() if isinstance(earlier, int) else {key_of(card) for card in earlier}
    cards = () if isinstance(there, int) else there
    return [seen_card(card, side.cards, key_of(card) not in old) for card in cards]


def _sizes(side: Side, pile: str) -> tuple[int, int]:
    """How many cards lay in a pile before, and lie there now."""
    return count(side.was.get(pile) or 0), count(side.now.get(pile) or 0)


def _piles(side: Side, top: float, parts: list[str]) -> float:
    """Deck, DP Zone, Destiny Zone and trash, each with its number of cards, the DP Zone with its sum."""
    x = float(EDGE + 4)
    earlier, there = _sizes(side, "deck")
    parts += fan("1" if there else "0", x, top + 3)
    parts += pile_count(str(there), str(earlier), "deck", x, top)
    x += BACK[0] + 56
    for pile, called in (("dp_cards", "DP"), ("destiny", "Destiny"), ("trash", "trash")):
        seen, (earlier, there) = _seen(side, pile), _sizes(side, pile)
        if there > len(seen):
            parts += fan("1", x, top + 3)
        else:
            parts += open_pile(seen, CardPlace(x, top + 3, *BACK), LETTERS)
        if pile == "dp_cards":
            earlier, there = side.was.get("dp", 0), side.now.get("dp", 0)
        parts += pile_count(str(there), str(earlier), called, x, top)
        x += APART
    return top + PILES


def _field(side: Side, top: float, parts: list[str]) -> float:
    """The active zone: the Digimon, and what belongs to it."""
    active, was = side.now.get("active"), side.was.get("active")
    high = digimon_height(active) if active else CARD[1]
    parts.append(CardPlace(EDGE - 4, top + 2, WIDTH - 2 * EDGE + 8, high + ABOVE + 6).rect("battle", 6))
    parts.append(text("tiny", EDGE, top + 13, "active zone"))
    at = CardPlace(EDGE + 2, top + ABOVE + 1, *CARD)
    parts += digimon(side.now, side.was, side.cards, at) if active else _empty(was, side.cards, at)
    if active and active != was:
        parts.append(at._replace(height=high).rect("changed", 7, 2.5))
    right = EDGE + CARD[0] + 14
    parts += beside(
        side.now, side.was, side.cards, CardPlace(right, top + ABOVE + 4, WIDTH - right - EDGE, high)
    )
    return top + high + ABOVE + 10


def _empty(was: Mapping[str, Any] | None, cards: Cards, at: CardPlace) -> Iterator[str]:
    """An active zone without a Digimon, and which one has left it."""
    if was is None:
        yield at.rect("none")
        yield text("tiny middle", at.middle[0], at.middle[1], "no Digimon")
        return
    yield at.rect("gone")
    yield text("name middle was", at.middle[0], at.middle[1] - 4, name_of(was["cards"][0]["card"], cards))
    yield text("tiny middle was", at.middle[0], at.middle[1] + 10, "has left")


def _middle(observation: Observation, cards: Cards, top: float, parts: list[str]) -> float:
    """Who decides what, and what is chosen from."""
    parts.append(text("middle", WIDTH / 2, top + 14, deciding(observation, list(deciders(observation)))))
    drawn, below = lines(list(waiting(observation, cards)), top + MIDDLE)
    parts += drawn
    return below
