"""A DCG board as an SVG picture: player 1 below, player 2 above, the memory gauge between them.

It is as narrow as a telephone, so that its words can be read there too: places that find no room in a row go
on in the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulehound.spec.dcg.board import decision_text, name_of, pile_size
from rulehound.spec.dcg.card_picture import (
    CELL,
    LONG,
    gone,
    seen_card,
    stack,
    stack_height,
    stack_place,
)
from rulehound.spec.dcg.event_words import waiting
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import UNTOLD, count, field_of
from rulehound.spec.drawing.shapes import CardPlace, text
from rulehound.spec.drawing.table import (
    BACK,
    EDGE,
    FAN,
    MARK,
    MOST_IN_FAN,
    NAME,
    PILES,
    PLAYERS,
    WIDTH,
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

ABOVE = 16
"""Height of the name of an area, above its cards."""
IN_ROW = 3
"""Places of the battle area in a row; the breeding area stands beside them."""
BREEDING = 90
"""Width of the breeding area."""
GAUGE = 60
SPACES = 10
"""Of each side of the memory gauge."""


class Sight(NamedTuple):
    """What is drawn of a player."""

    observation: Observation
    old: Observation
    """What is otherwise than there is marked."""
    player: int
    cards: Cards

    @property
    def seat(self) -> Mapping[str, Any]:
        """The player's side."""
        return dict(self.observation["players"][self.player])

    @property
    def was(self) -> Mapping[str, Any]:
        """The player's side as it was."""
        return dict(self.old["players"][self.player])


def picture(observation: Observation, cards: Cards, before: Observation | None = None) -> Picture:
    """The board, with an arrow for an attack under way; what is otherwise than `before` is marked."""
    old = observation if before is None else before
    first, second = (Sight(observation, old, player, cards) for player in (0, 1))
    places: dict[str, CardPlace] = {}
    parts: list[str] = []
    y = _name(second, 0.0, parts)
    y = _hand(second, y, parts)
    y = _piles(second, y, parts, places)
    y = _field(second, y, parts, places)
    y = _gauge(observation, y, parts)
    y = _lines(observation, cards, y, parts)
    y = _field(first, y, parts, places)
    y = _piles(first, y, parts, places)
    y = _hand(first, y, parts)
    y = _name(first, y, parts)
    return Picture(whole(parts, y, list(_attack(observation, places))), WIDTH, round(y))


def _name(sight: Sight, top: float, parts: list[str]) -> float:
    """Who plays here, and whose turn it is. Like all that draw a part: gives where the next one begins."""
    parts += name_bar(sight.player, sight.observation["turn"] == sight.player, top)
    return top + NAME


def _hand(sight: Sight, top: float, parts: list[str]) -> float:
    """The hand: each card that is seen with its name; new ones are marked."""
    old = {card["id"] for card in sight.was["hand"]}
    seen = [seen_card(card["card"], sight.cards, card["id"] not in old) for card in sight.seat["hand"]]
    sizes = count(sight.was, "hand"), count(sight.seat, "hand")
    parts += hand(seen, sizes, sight.seat["hand"] != sight.was["hand"], top)
    return top + hand_height(len(seen))


def _piles(sight: Sight, top: float, parts: list[str], places: dict[str, CardPlace]) -> float:
    """Security stack, deck, Digi-Egg deck and trash, each with its number of cards."""
    widths = (BACK[0] + FAN * (MOST_IN_FAN - 1), BACK[0], BACK[0], 142)
    piles = ("security", "deck", "egg_deck", "trash")
    x = EDGE + 4
    for pile, called, width in zip(piles, ("security", "deck", "Digi-Eggs", "trash"), widths, strict=True):
        size = pile_size(sight.observation, sight.player, pile)
        earlier = pile_size(sight.old, sight.player, pile)
        at = CardPlace(x, top + 3, *BACK)
        parts += (
            _trash(sight, size, at)
            if pile == "trash"
            else fan(size if pile == "security" or size == "0" else "1", x, at.y)
        )
        if pile == "security":
            places[f"player {sight.player}"] = at._replace(width=width)
        parts += pile_count(size, earlier, called, x, top)
        x += width + 30 + (10 if pile != "security" else 0)
    return top + PILES


def _trash(sight: Sight, size: str, at: CardPlace) -> Iterator[str]:
    """The trash: its cards by name, those that came last first."""
    old = {card["id"] for card in sight.was["trash"] or ()}
    there = sight.seat["trash"] or () if size.isdigit() else ()
    yield from open_pile([seen_card(card["card"], sight.cards, card["id"] not in old) for card in there], at)


def _field(sight: Sight, top: float, parts: list[str], places: dict[str, CardPlace]) -> float:
    """The breeding area and the battle area. The place of each stack is noted in `places`."""
    before = {entry["id"]: entry for entry in field_of(sight.was)}
    now = {entry["id"] for entry in field_of(sight.seat)}
    lost = [
        name_of(sight.cards, entry["cards"][0]["card"])
        for entry in sight.was["battle"]
        if entry["id"] not in now
    ]
    battle: Sequence[Any] = [*sight.seat["battle"], *lost]
    rows = [battle[start : start + IN_ROW] for start in range(0, len(battle), IN_ROW)] or [[]]
    heights = [
        max([LONG if isinstance(each, str) else stack_height(each) for each in row] or [LONG]) + 9
        for row in rows
    ]
    egg = sight.seat["breeding"]
    height = max(sum(heights), stack_height(egg) if egg else 0) + ABOVE + 2
    first = EDGE + BREEDING + 4
    parts.append(CardPlace(EDGE - 4, top + 2, BREEDING + 4, height - 4).rect("area", 6))
    parts.append(text("tiny", EDGE, top + 13, "breeding"))
    parts.append(CardPlace(first, top + 2, WIDTH - first - EDGE + 4, height - 4).rect("battle", 6))
    parts.append(text("tiny", first + 4, top + 13, "battle area"))
    if egg:
        _standing(
            egg,
            before,
            sight.cards,
            stack_place(egg, EDGE - 4 + (BREEDING + 4 - CELL) / 2, top + ABOVE),
            parts,
        )
    y = top + ABOVE + 1
    for row, high in zip(rows, heights, strict=True):
        for number, each in enumerate(row):
            left = first + CELL * number
            if isinstance(each, str):
                parts += gone(each, left, y)
                continue
            at = stack_place(each, left, y)
            places[each["id"]] = at._replace(height=stack_height(each))
            _standing(each, before, sight.cards, at, parts)
        y += high
    return top + height


def _standing(
    entry: Mapping[str, Any], before: Mapping[str, Any], cards: Cards, at: CardPlace, parts: list[str]
) -> None:
    """A stack, framed where it was not there, or otherwise."""
    parts += stack(entry, cards, at)
    if before.get(entry["id"]) != entry:
        whole = at._replace(height=stack_height(entry))
        parts.append(whole.rect("changed", 7, 2.5))


def _gauge(observation: Observation, top: float, parts: list[str]) -> float:
    """The memory gauge: spaces to the right belong to player 1."""
    apart = (WIDTH - 32) / (2 * SPACES)
    mine = observation["memory"] if observation["turn"] == 0 else -observation["memory"]
    known = "memory" not in observation.get(UNTOLD, ())
    for space in range(-SPACES, SPACES + 1):
        x, here = 16 + apart * (space + SPACES), known and space == mine
        ring = "" if here or not space else f' style="stroke:{PLAYERS[space < 0]}"'
        kind, radius = ("counter", 10) if here else ("space", 8)
        parts.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{top + 15:g}" r="{radius}"{ring}/>')
        parts.append(text("middle on" if here else "tiny middle", round(x, 1), top + 18.5, str(abs(space))))
    parts.append(text("tiny", EDGE, top + 37, "◀ memory of player 2"))
    parts.append(text("tiny end", WIDTH - EDGE, top + 37, "memory of player 1 ▶"))
    who = observation["turn"] if observation["decider"] is None else observation["decider"]
    parts.append(
        text("middle", WIDTH / 2, top + 52, f"to decide: player {who + 1}, {decision_text(observation)}")
    )
    return top + GAUGE


def _lines(observation: Observation, cards: Cards, top: float, parts: list[str]) -> float:
    """What is shown, under way, pending or to be chosen."""
    told = list(waiting(observation, cards))
    for player, seat in enumerate(observation["players"]):
        names = [name_of(cards, card["card"]) for card in seat.get("revealed") or ()]
        told += [f"player {player + 1} reveals {', '.join(names)}"] if names else []
    drawn, below = lines(told, top)
    parts += drawn
    return below


def _attack(observation: Observation, places: Mapping[str, CardPlace]) -> Iterator[str]:
    """The attack under way as an arrow from the attacker to what it is aimed at."""
    attack = observation.get("attack")
    if not attack:
        return
    target = attack["target"]
    start = places.get(attack["attacker"])
    end = places.get(f"player {1 - observation['turn']}" if target == "player" else target)
    if start and end:
        above = end.y < start.y
        x, y = start.middle[0], start.y if above else start.y + start.height
        to_x, to_y = end.middle[0], end.y + end.height + 3 if above else end.y - 3
        yield (
            '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto">'
            f'<path d="M0,0 L6,3 L0,6 z" fill="{MARK}"/></marker></defs>'
            f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{MARK}" '
            'stroke-width="3" stroke-opacity="0.8" marker-end="url(#tip)"/>'
        )
