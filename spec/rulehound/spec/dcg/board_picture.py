"""A DCG board as an SVG picture: player 1 below, player 2 above, the memory gauge between them.

It is as narrow as a telephone, so that its words can be read there too: places that find no room in a row go
on in the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulehound.spec.dcg.board import decision_text, name_of, pile_size
from rulehound.spec.dcg.card_picture import (
    BACK,
    CELL,
    CHIP,
    FAN,
    LONG,
    MOST_IN_FAN,
    CardPlace,
    chip,
    fan,
    gone,
    short,
    stack,
    stack_height,
    stack_place,
    stripe,
    text,
)
from rulehound.spec.dcg.event_words import waiting
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import UNTOLD, count, field_of
from rulehound.spec.formats import Observation
from rulehound.spec.reading import Picture

WIDTH = 400
EDGE = 8
"""Between what is drawn and the edge of the picture."""
NAME = 22
"""Height of the line with the name of a player."""
PILES = 68
"""Height of the row of piles."""
ABOVE = 16
"""Height of the name of an area, above its cards."""
IN_ROW = 3
"""Places of the battle area in a row; the breeding area stands beside them."""
BREEDING = 90
"""Width of the breeding area."""
GAUGE = 60
SPACES = 10
"""Of each side of the memory gauge."""
LINE = 13
MOST_LINES = 5
"""Lines about what waits to be dealt with."""

PLAYERS = ("#1f5fa8", "#b4541a")
"""The colour of each player."""
MARK = "#c3201b"
"""What has changed."""
STYLE = f"""
text{{font-family:system-ui,'DejaVu Sans',sans-serif;font-size:10px;fill:#1b1f24}}
.tiny{{font-size:9px;fill:#444c56}}.name{{font-size:10px;font-weight:bold}}.power{{font-size:11px;font-weight:bold}}
.middle{{text-anchor:middle}}.end{{text-anchor:end}}.who{{font-size:12px;font-weight:bold;fill:#fff}}
.count{{font-size:13px;font-weight:bold}}.on{{font-weight:bold;fill:#fff}}
.mat{{fill:#eef1ec}}.area{{fill:#dfe6dc}}.battle{{fill:#e2e7f0}}.card{{fill:#fff;stroke:#6e7781}}
.under{{fill:#f3efe4;stroke:#6e7781}}.suspended{{fill:#d9dce1}}.lies{{font-weight:bold;fill:#7a3d00}}
.back{{fill:#3d4c66;stroke:#fff}}.none{{fill:none;stroke:#8b95a1;stroke-dasharray:3 3}}
.space{{fill:#fff;stroke:#8b95a1}}.counter{{fill:#111;stroke:#111}}
.changed{{fill:none;stroke:{MARK};stroke-width:3}}
.gone{{fill:none;stroke:{MARK};stroke-width:1.5;stroke-dasharray:4 3}}
.was{{fill:{MARK};font-weight:bold}}.new{{stroke:{MARK};stroke-width:2}}
""".replace("\n", "")


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
    y = 0.0
    y = _name(second, y, parts)
    y = _hand(second, y, parts)
    y = _piles(second, y, parts, places)
    y = _field(second, y, parts, places)
    y = _gauge(observation, y, parts)
    y = _lines(observation, cards, y, parts)
    y = _field(first, y, parts, places)
    y = _piles(first, y, parts, places)
    y = _hand(first, y, parts)
    y = _name(first, y, parts)
    mat = f'<rect class="mat" width="{WIDTH}" height="{y:g}"/>'
    return Picture(
        "".join([f"<style>{STYLE}</style>", mat, *parts, *_attack(observation, places)]), WIDTH, round(y)
    )


def _name(sight: Sight, top: float, parts: list[str]) -> float:
    """Who plays here, and whose turn it is. Like all that draw a part: gives where the next one begins."""
    colour, turn = PLAYERS[sight.player], sight.observation["turn"] == sight.player
    parts.append(f'<rect x="0" y="{top:g}" width="{WIDTH}" height="{NAME}" fill="{colour}"/>')
    parts.append(text("who", EDGE, top + 15.5, f"Player {sight.player + 1}"))
    if turn:
        parts.append(text("who end", WIDTH - EDGE, top + 15.5, "● has the turn"))
    return top + NAME


def _hand(sight: Sight, top: float, parts: list[str]) -> float:
    """The hand: each card that is seen with its name; new ones are marked."""
    seen, wide, high = sight.seat["hand"], *CHIP
    there, earlier = count(sight.seat, "hand"), count(sight.was, "hand")
    told = f"hand {there}" if there == earlier else f"hand {earlier} → {there}"
    parts.append(
        text("tiny was" if sight.seat["hand"] != sight.was["hand"] else "tiny", EDGE, top + 17, told)
    )
    if there > len(seen):
        parts.append(text("tiny", EDGE, top + 27, f"{there - len(seen)} not shown"))
    old = {card["id"] for card in sight.was["hand"]}
    left, across = EDGE + 60, 5
    for number, card in enumerate(seen):
        facts = sight.cards[card["card"]].facts if card["card"] in sight.cards else {}
        at = CardPlace(
            left + (wide + 2) * (number % across), top + 5 + (high + 3) * (number // across), wide, high
        )
        new = "" if card["id"] in old else "new"
        parts += chip(name_of(sight.cards, card["card"]), facts.get("colors", ()), at, new)
    return top + 8 + max(1, -(-len(seen) // across)) * (high + 3)


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
        told = size if size == earlier else f"{earlier} → {size}"
        style = "count" if size == earlier else "count was"
        parts.append(text(style, x, at.y + BACK[1] + 14, told))
        parts.append(text("tiny", x + 8 * len(told) + 5, at.y + BACK[1] + 14, called))
        x += width + 30 + (10 if pile != "security" else 0)
    return top + PILES


def _trash(sight: Sight, size: str, at: CardPlace) -> Iterator[str]:
    """The trash: its cards by name, those that came last first."""
    names = (
        [name_of(sight.cards, card["card"]) for card in sight.seat["trash"] or ()] if size.isdigit() else []
    )
    old = {card["id"] for card in sight.was["trash"] or ()}
    yield at.rect("card" if names else "none", 3)
    if names:
        number = sight.seat["trash"][-1]["card"]
        facts = sight.cards[number].facts if number in sight.cards else {}
        yield from stripe(facts.get("colors", ()), at._replace(x=at.x + 1, width=at.width - 2))
    shown = list(zip(names, sight.seat["trash"] or (), strict=False))[-3:]
    for line, (name, card) in enumerate(reversed(shown)):
        yield text(
            "tiny" if card["id"] in old else "tiny was",
            at.x + at.width + 6,
            at.y + 11 + 12 * line,
            short(name, 18),
        )


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
    if len(told) > MOST_LINES:
        told = [*told[: MOST_LINES - 1], f"and {len(told) - MOST_LINES + 1} more"]
    for number, line in enumerate(told):
        parts.append(text("middle", WIDTH / 2, top + 8 + LINE * number, short(line, 66)))
    return top + LINE * len(told) + (4 if told else 0)


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
