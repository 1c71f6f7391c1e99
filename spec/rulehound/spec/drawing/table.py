"""The table that both players sit at: player 1 below, player 2 above, each with a hand, piles and a name.

It is as narrow as a telephone, so that its words can be read there too. What draws a row gives its parts;
where the next row begins is told by a height beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulehound.spec.drawing.shapes import CardPlace, short, stripe, text

WIDTH = 400
EDGE = 8
"""Between what is drawn and the edge of the picture."""
NAME = 22
"""Height of the line with the name of a player."""
PILES = 68
"""Height of the row of piles."""
LINE = 13
"""Height of a line about what waits to be dealt with."""
MOST_LINES = 5
"""Lines about what waits."""
BACK = (30, 42)
"""Width and height of a card that lies face down."""
FAN = 9
"""How far apart cards lie that are side by side."""
MOST_IN_FAN = 8
CHIP = 63, 20
"""Width and height of a card in a hand."""
CHIPS = 5
"""Cards of a hand in a row."""

PLAYERS = ("#1f5fa8", "#b4541a")
"""The colour of each player."""
PLAIN = "#999999"
"""The colour of a card without one."""
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


class SeenCard(NamedTuple):
    """A card that lies face up, or in a hand that is seen."""

    name: str
    fills: Sequence[str]
    """Its colours, at least one."""
    is_new: bool = False
    """It was not there before."""


def whole(parts: Sequence[str], height: float, above: Sequence[str] = ()) -> str:
    """The content of the picture: its style, the mat, the parts upon it, and what lies above all of them."""
    mat = f'<rect class="mat" width="{WIDTH}" height="{height:g}"/>'
    return "".join([f"<style>{STYLE}</style>", mat, *parts, *above])


def name_bar(player: int, has_turn: bool, top: float) -> Iterator[str]:
    """Who plays here, and whose turn it is; NAME high."""
    yield f'<rect x="0" y="{top:g}" width="{WIDTH}" height="{NAME}" fill="{PLAYERS[player]}"/>'
    yield text("who", EDGE, top + 15.5, f"Player {player + 1}")
    if has_turn:
        yield text("who end", WIDTH - EDGE, top + 15.5, "● has the turn")


def hand_height(seen: int) -> int:
    """How high a hand is drawn of which so many cards are seen."""
    return 8 + max(1, -(-seen // CHIPS)) * (CHIP[1] + 3)


def hand(seen: Sequence[SeenCard], sizes: tuple[int, int], changed: bool, top: float) -> Iterator[str]:
    """The hand: each card that is seen with its name. `sizes`: how many there were, and are now."""
    earlier, there = sizes
    told = f"hand {there}" if there == earlier else f"hand {earlier} → {there}"
    yield text("tiny was" if changed else "tiny", EDGE, top + 17, told)
    if there > len(seen):
        yield text("tiny", EDGE, top + 27, f"{there - len(seen)} not shown")
    wide, high = CHIP
    for number, card in enumerate(seen):
        x = EDGE + 60 + (wide + 2) * (number % CHIPS)
        yield from chip(card, CardPlace(x, top + 5 + (high + 3) * (number // CHIPS), wide, high))


def chip(card: SeenCard, at: CardPlace) -> Iterator[str]:
    """A card of which the name and the colours are seen."""
    yield at.rect("card new" if card.is_new else "card", 3)
    each = at.height / len(card.fills)
    for number, fill in enumerate(card.fills):
        yield f'<rect x="{at.x:g}" y="{at.y + each * number:g}" width="4" height="{each:g}" fill="{fill}"/>'
    yield text("tiny", at.x + 7, at.y + 13.5, short(card.name, 12), at.width - 10)


def pile_count(size: str, earlier: str, called: str, x: float, top: float) -> Iterator[str]:
    """How many cards lie in a pile, below it, and how many there were before."""
    told = size if size == earlier else f"{earlier} → {size}"
    y = top + 3 + BACK[1] + 14
    yield text("count" if size == earlier else "count was", x, y, told)
    yield text("tiny", x + 8 * len(told) + 5, y, called)


def fan(size: str, x: float, y: float) -> Iterator[str]:
    """Cards that lie face down, side by side: at most MOST_IN_FAN of them."""
    number = min(int(size), MOST_IN_FAN) if size.isdigit() else 1
    if not number:
        yield CardPlace(x, y, *BACK).rect("none")
    for each in range(number - 1, -1, -1):
        yield CardPlace(x + FAN * each, y, *BACK).rect("back", 3)


def open_pile(cards: Sequence[SeenCard], at: CardPlace, letters: int = 18) -> Iterator[str]:
    """A pile of cards that are seen: the last three by name, those that came last first. `letters`: of a
    name."""
    yield at.rect("card" if cards else "none", 3)
    if cards:
        yield from stripe(cards[-1].fills, at._replace(x=at.x + 1, width=at.width - 2))
    for line, card in enumerate(reversed(cards[-3:])):
        kind = "tiny was" if card.is_new else "tiny"
        yield text(kind, at.x + at.width + 6, at.y + 11 + 12 * line, short(card.name, letters))


def lines(told: Sequence[str], top: float) -> tuple[list[str], float]:
    """What is under way or waits, in the middle of the table; and where the next row begins."""
    shown = [*told[: MOST_LINES - 1], f"and {len(told) - MOST_LINES + 1} more"]
    shown = list(told) if len(told) <= MOST_LINES else shown
    places = enumerate(shown)
    drawn = [text("middle", WIDTH / 2, top + 8 + LINE * row, short(line, 66)) for row, line in places]
    return drawn, top + LINE * len(shown) + (4 if shown else 0)
