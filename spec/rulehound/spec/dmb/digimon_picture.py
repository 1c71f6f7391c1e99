"""The active Digimon of Digimon Battles, its attacks and its support, as parts of an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dmb.event_words import name_of
from rulehound.spec.dmb.reading.cards import Cards
from rulehound.spec.drawing.shapes import CardPlace, short, stripe, text
from rulehound.spec.drawing.table import BACK, CHIP, MARK, PLAIN, SeenCard, chip

CARD = 204, 106
"""Width and height of the active Digimon."""
STRIP = 13
"""Height of what is seen of a card that lies under another."""
MOST_UNDER = 4
"""Cards under a Digimon that are drawn; of others it is said how many there are."""
ATTACKS = ("circle", "triangle", "cross")
ROW = 15
"""Height of an attack."""
FULL, LOW = "#2f8f4e", "#c27a12"
"""The bar of HP, and the bar where less than a third is left."""

PALETTE = ("#d6453d", "#3778c2", "#3f9a55", "#e0b32c", "#7d4fa3", "#4a4a4a", "#1f9aa3", "#a3662d")
"""Colours of types, in the order of their names."""


def fills(types: Sequence[str], cards: Cards) -> list[str]:
    """The colours of types; a plain one where there is none."""
    known = sorted({name for card in cards.values() for name in card.facts.get("types") or ()})
    return [PALETTE[known.index(name) % len(PALETTE)] for name in types if name in known] or [PLAIN]


def seen_card(card: Mapping[str, Any], cards: Cards, is_new: bool) -> SeenCard:
    """A card that lies face up, or in a hand that is seen; the Partner is starred."""
    number = card["card"]
    facts = cards[number].facts if number in cards else {}
    star = "★ " if card.get("partner") else ""
    return SeenCard(star + name_of(number, cards), fills(facts.get("types") or (), cards), is_new)


def digimon_height(active: Mapping[str, Any]) -> float:
    """How high a Digimon is drawn, with what lies under it."""
    return CARD[1] + STRIP * min(len(active["cards"]) - 1, MOST_UNDER)


def digimon(seat: Mapping[str, Any], was: Mapping[str, Any], cards: Cards, at: CardPlace) -> Iterator[str]:
    """A Digimon upon the cards under it: name, level and types, HP, and its three attacks.

    `seat` and `was` are its player's side, now and before. The attack that everybody knows to be chosen is
    dark.
    """
    active, top = seat["active"], seat["active"]["cards"][0]
    number = top["card"]
    facts = cards[number].facts if number in cards else {}
    yield from _under(active["cards"][1:], cards, at)
    yield at.rect("card")
    types = [*(facts.get("types") or ()), *(active.get("gained_types") or ())]
    yield from stripe(fills(types, cards), at._replace(x=at.x + 1, width=at.width - 2))
    left, right = at.x + 8, at.x + at.width - 8
    yield text("power", left, at.y + 21, seen_card(top, cards, False).name, at.width - 50)
    level = f"level {facts['level']}" if facts.get("level") else str(facts.get("kind", ""))
    yield text("tiny end", right, at.y + 21, level)
    abnormal = ["abnormal"] if active.get("abnormal") else []
    before = (was.get("active") or {}).get("hp")
    same = before is None or before == active["hp"]
    told = f"{active['hp']} HP" if same else f"{before} → {active['hp']} HP"
    room = at.width - 24 - 8.5 * len(told)
    yield text("tiny", left, at.y + 32, short(", ".join([*types, *abnormal]), 34), room)
    yield text("count end" if same else "count end was", right, at.y + 36, told)
    yield from _bar(active["hp"], facts.get("hp") or active["hp"] or 1, at)
    for row, attack in enumerate(ATTACKS):
        line = at._replace(x=at.x + 4, y=at.y + 53 + ROW * row, width=at.width - 8, height=ROW)
        yield from _attack(attack, facts, active, seat.get("shown") == attack, line)


def _bar(hp: int, printed: int, at: CardPlace) -> Iterator[str]:
    """How much of the printed HP is left."""
    whole = CardPlace(at.x + 8, at.y + 41, at.width - 16, 6)
    part = min(hp / printed, 1)
    yield whole.rect("space", 3)
    yield (
        f'<rect x="{whole.x:g}" y="{whole.y:g}" width="{whole.width * part:.4g}" height="6" rx="3" '
        f'fill="{LOW if part < 1 / 3 else FULL}"/>'
    )


def _attack(
    attack: str, facts: Mapping[str, Any], active: Mapping[str, Any], chosen: bool, at: CardPlace
) -> Iterator[str]:
    """An attack with its Power and what is special about it."""
    if chosen:
        yield at.rect("counter", 3)
    power = facts.get(attack, 0) + active.get("boost", 0) + active.get("bonus", 0) - active.get("lost", 0)
    special = facts.get("special") == attack
    words = [str(word) for word in facts.get("abilities") or ()] if special else []
    against = [f"of {facts['against'].capitalize()}"] if special and facts.get("against") else []
    kind = " on" if chosen else ""
    yield symbol(attack, at.x + 9, at.y + ROW / 2, "#fff" if chosen else "#1b1f24")
    yield text(f"name{kind}", at.x + 20, at.y + 11, str(max(power, 0)))
    yield text(f"tiny{kind}", at.x + 54, at.y + 11, short(", ".join([*words, *against]), 26), at.width - 60)


def symbol(attack: str, x: float, y: float, colour: str) -> str:
    """The sign of an attack, around a point."""
    drawn = {
        "circle": f'<circle cx="{x:g}" cy="{y:g}" r="4.5"',
        "triangle": f'<path d="M{x:g},{y - 5:g} l5,9 h-10 z"',
        "cross": f'<path d="M{x - 4:g},{y - 4:g} l8,8 m0,-8 l-8,8"',
    }
    return f'{drawn[attack]} fill="none" stroke="{colour}" stroke-width="1.8"/>'


def _under(under: Sequence[Mapping[str, Any]], cards: Cards, at: CardPlace) -> Iterator[str]:
    """The lower edges of the cards under a Digimon, with their names; those deeper down are drawn first."""
    shown = under[:MOST_UNDER]
    for row in range(len(shown) - 1, -1, -1):
        edge = at._replace(y=at.y + STRIP * (row + 1))
        more = len(under) - row
        named = seen_card(shown[row], cards, False).name
        told = f"{more} more under" if row == MOST_UNDER - 1 and more > 1 else named
        yield edge.rect("under")
        yield text("tiny middle", at.middle[0], edge.y + at.height - 3.5, short(told, 34))


def beside(seat: Mapping[str, Any], was: Mapping[str, Any], cards: Cards, at: CardPlace) -> Iterator[str]:
    """What lies and stands beside a Digimon: the support, what is attached, and the choice of the attack."""
    yield text("tiny", at.x, at.y + 9, "attack")
    shown = seat.get("shown")
    if shown:
        yield symbol(shown, at.x + 62, at.y + 6, MARK if was.get("shown") != shown else "#1b1f24")
    chosen = shown.capitalize() if shown else "chosen, not shown" if seat.get("has_chosen") else "not chosen"
    yield text("name" if shown else "tiny", at.x + (72 if shown else 56), at.y + 9, chosen)
    yield text("tiny", at.x, at.y + 31, "support")
    support, earlier = seat.get("support"), was.get("support")
    place = CardPlace(at.x + 56, at.y + 18, *CHIP)
    if support and support.get("card"):
        is_new = earlier != support
        card = seen_card(support["card"], cards, is_new)
        yield from chip(card, place._replace(width=at.width - 56))
        if support.get("void"):
            yield text("tiny was", place.x, place.y + place.height + 10, "void")
    elif support:
        yield CardPlace(place.x, place.y, BACK[1], place.height).rect("back", 3)
        yield text("tiny", place.x + BACK[1] + 5, place.y + 13, "face down")
    else:
        yield text("tiny", place.x, at.y + 31, "none")
    yield from _attached(seat, at)


def _attached(seat: Mapping[str, Any], at: CardPlace) -> Iterator[str]:
    """What is attached, and what lasts for the turn or longer."""
    active = seat.get("active") or {}
    attached = active.get("attachments") or 0
    number = attached if isinstance(attached, int) else len(attached)
    told = [
        f"{number} attached" if number else "",
        f"Power {active['boost']:+d} this turn" if active.get("boost") else "",
        f"Revival with {active['revival']} HP" if active.get("revival") else "",
        "1st Attack" if seat.get("first_attacks") else "",
        "no 1st Attack" if seat.get("no_first_attack") else "",
        f"attacks have {', '.join(seat['granted'])}" if seat.get("granted") else "",
    ]
    for row, line in enumerate([line for line in told if line][:4]):
        yield text("tiny", at.x, at.y + 60 + 12 * row, short(line, 34), at.width)
