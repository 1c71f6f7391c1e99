"""A DCG board as an SVG picture: player 1 below, player 2 above, the memory gauge between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from rulehound.spec.dcg.board import decision_text, name_of, pile_size, strength
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import UNTOLD, cards_of, count, field_of
from rulehound.spec.formats import Observation
from rulehound.spec.reading import Picture

CARD, TALL = 64, 90
"""Width and height of an upright card."""
SLOT = 102
"""Width of a place on the field: a suspended card lies across."""
ROW = 132
"""Height of a field."""
HAND = 24
"""Height of the row of a hand."""
GAUGE = 40
PILES_WIDTH = 110
"""Width of the column of piles."""
SPACES = 10
"""Of each side of the memory gauge."""

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
CHANGED = "#b3261e"
"""Marks what has changed."""
STYLE = (
    "text{font-family:sans-serif;font-size:10px;fill:#222}"
    ".small{font-size:8px;fill:#555}.name{font-size:9px;font-weight:bold}.middle{text-anchor:middle}"
)


def picture(observation: Observation, cards: Cards, before: Observation | None = None) -> Picture:
    """The board, with an arrow for an attack under way; what is otherwise than `before` is marked."""
    old = observation if before is None else before
    widest = max(len(player["battle"]) for player in observation["players"])
    width = SLOT * (max(widest, 3) + 1) + PILES_WIDTH + 20
    places: dict[str, tuple[float, float]] = {}
    parts = [f"<style>{STYLE}</style>", f'<rect width="{width}" height="100%" fill="#f4f6f2"/>']
    parts += _hand(observation["players"][1], old["players"][1], cards, 0)
    parts += _field(observation, old, 1, cards, HAND, width, places)
    parts += _gauge(observation, HAND + ROW, width)
    below = HAND + ROW + GAUGE
    parts += _field(observation, old, 0, cards, below, width, places)
    parts += _hand(observation["players"][0], old["players"][0], cards, below + ROW)
    parts += _attack(observation, places)
    return Picture("".join(parts), width, below + ROW + HAND)


def _field(
    observation: Observation,
    old: Observation,
    player: int,
    cards: Cards,
    top: int,
    width: int,
    places: dict[str, tuple[float, float]],
) -> Iterator[str]:
    """A player's breeding area, battle area and piles. The point of each stack is noted in `places`."""
    seat, was = observation["players"][player], old["players"][player]
    before = {stack["id"]: stack for stack in field_of(was)}
    yield f'<rect x="4" y="{top + 4}" width="{SLOT}" height="{ROW - 8}" rx="6" fill="#e3e9df"/>'
    yield f'<text class="small" x="8" y="{top + 14}">breeding area</text>'
    field = width - SLOT - PILES_WIDTH - 16
    yield f'<rect x="{SLOT + 8}" y="{top + 4}" width="{field}" height="{ROW - 8}" rx="6" fill="#e8ecf3"/>'
    yield f'<text class="small" x="{SLOT + 12}" y="{top + 14}">battle area of player {player + 1}</text>'
    middle = top + ROW / 2 + 4
    if seat["breeding"]:
        yield from _stack(seat["breeding"], cards, 4 + SLOT / 2, middle)
        yield from _marked(seat["breeding"], before, 4 + SLOT / 2, middle)
    for number, stack in enumerate(seat["battle"]):
        across = SLOT + 8 + SLOT * number + SLOT / 2
        places[stack["id"]] = across, middle
        yield from _stack(stack, cards, across, middle)
        yield from _marked(stack, before, across, middle)
    left = width - PILES_WIDTH
    piles = [("security", "security"), ("deck", "deck"), ("Digi-Eggs", "egg_deck"), ("trash", "trash")]
    for line, (called, pile) in enumerate(piles):
        count = pile_size(observation, player, pile)
        y = top + 22 + 24 * line
        earlier = pile_size(old, player, pile)
        frame = f' stroke="{CHANGED}" stroke-width="2"' if earlier != count else ""
        told = f"{called} {count}" if earlier == count else f"{called} {earlier} → {count}"
        size = f'x="{left}" y="{y - 13}" width="{PILES_WIDTH - 8}" height="20" rx="4"'
        yield f'<rect {size} fill="#ffffff"{frame}/>'
        yield f'<text x="{left + 6}" y="{y}">{told}</text>'
    places[f"player {player}"] = left, top + 20


def _stack(entry: Mapping[str, Any], cards: Cards, x: float, y: float) -> Iterator[str]:
    """A Digimon, Tamer or Option in play around a point: across where it is suspended."""
    facts = cards[entry["cards"][0]["card"]].facts if entry["cards"][0]["card"] in cards else {}
    turned = ' transform="rotate(90)"' if entry["suspended"] else ""
    yield f'<g transform="translate({x} {y})"><g{turned}>'
    for below in range(min(len(entry["cards"]) - 1, 3), 0, -1):
        yield _outline(-CARD / 2 + 3 * below, -TALL / 2 - 3 * below, "#ffffff")
    yield _outline(-CARD / 2, -TALL / 2, "#ffffff")
    yield from _stripe(facts.get("colors", ()), -CARD / 2, -TALL / 2)
    lines = [
        ("name", _short(name_of(cards, entry["cards"][0]["card"]))),
        ("small", entry["kind"] + (f" Lv.{entry['level']}" if entry["level"] else "")),
        ("name", f"{strength(entry)} DP" if strength(entry) else ""),
        ("small", f"+{cards_of(entry) - 1} under" if cards_of(entry) > 1 else ""),
        *(("small", word) for word in entry.get("keywords", ())[:2]),
    ]
    for line, (style, text) in enumerate(lines):
        yield f'<text class="{style} middle" y="{-TALL / 2 + 20 + 12 * line}">{escape(text)}</text>'
    yield "</g></g>"


def _marked(entry: Mapping[str, Any], before: Mapping[str, Any], x: float, y: float) -> Iterator[str]:
    """A frame around a stack that was not there, or otherwise."""
    if before.get(entry["id"]) != entry:
        wide, high = (TALL, CARD) if entry["suspended"] else (CARD, TALL)
        size = f'x="{x - wide / 2 - 4}" y="{y - high / 2 - 4}" width="{wide + 8}" height="{high + 8}"'
        yield f'<rect {size} rx="7" fill="none" stroke="{CHANGED}" stroke-width="3"/>'


def _outline(x: float, y: float, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{CARD}" height="{TALL}" rx="5" fill="{fill}" stroke="#777777"/>'


def _stripe(colours: Sequence[str], x: float, y: float) -> Iterator[str]:
    """The colours of a card along its upper edge."""
    each = CARD / max(len(colours), 1)
    for number, colour in enumerate(colours or ("",)):
        fill = COLOURS.get(colour, PLAIN)
        yield f'<rect x="{x + each * number}" y="{y}" width="{each}" height="7" fill="{fill}"/>'


def _hand(seat: Mapping[str, Any], was: Mapping[str, Any], cards: Cards, top: int) -> Iterator[str]:
    names = [name_of(cards, card["card"]) for card in seat["hand"]]
    unseen = count(seat, "hand") - len(names)
    names += [f"{unseen} more" if names else f"{unseen} cards"] if unseen else []
    listed = ", ".join(names) or "empty"
    style = f' style="fill:{CHANGED};font-weight:bold"' if seat["hand"] != was["hand"] else ""
    yield f'<text x="8" y="{top + 16}"{style}>hand: {escape(listed)}</text>'


def _gauge(observation: Observation, top: int, width: int) -> Iterator[str]:
    """The memory gauge: spaces to the right belong to player 1."""
    apart = (width - 40) / (2 * SPACES)
    mine = observation["memory"] if observation["turn"] == 0 else -observation["memory"]
    known = "memory" not in observation.get(UNTOLD, ())
    for space in range(-SPACES, SPACES + 1):
        x, here = 20 + apart * (space + SPACES), known and space == mine
        fill = "#2b2b2b" if here else "#ffffff"
        style = ' style="fill:#ffffff"' if here else ""
        yield f'<circle cx="{x:.1f}" cy="{top + 16}" r="9" fill="{fill}" stroke="#777777"/>'
        yield f'<text class="small middle" x="{x:.1f}" y="{top + 19}"{style}>{abs(space)}</text>'
    said = decision_text(observation)
    who = observation["turn"] if observation["decider"] is None else observation["decider"]
    turn = f"turn of player {observation['turn'] + 1}; player {who + 1}: {said}"
    yield f'<text class="small middle" x="{width / 2}" y="{top + 36}">{escape(turn)}</text>'


def _attack(observation: Observation, places: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    attack = observation.get("attack")
    if not attack:
        return
    target = attack["target"]
    start = places.get(attack["attacker"])
    end = places.get(f"player {1 - observation['turn']}" if target == "player" else target)
    if start and end:
        yield (
            '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto">'
            '<path d="M0,0 L6,3 L0,6 z" fill="#b3261e"/></marker></defs>'
            f'<line x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}" stroke="#b3261e" '
            'stroke-width="3" marker-end="url(#tip)"/>'
        )


def _short(name: str, most: int = 12) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
