"""Digivolution requirements added to cards of a position that lie where nothing printed on them lets them
lie.

In the game in which an engine is led to the position such a card has a requirement at no cost. It makes a
difference only in a hand: so a card that is to be in a hand has none added, and where one comes into a hand
later, the game is judged no further.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from rulehound.spec.dcg.leading.wanted_position import BY_EFFECTS, Seat
from rulehound.spec.dcg.reading.cards import is_asked_for, number_of
from rulehound.spec.formats import Card

DIGIVOLVE = "digivolve"
"""Fact of a card that lists its digivolution requirements."""


def with_requirements(cards: Mapping[str, Card], seats: Sequence[Seat]) -> dict[str, Card]:
    """The cards of a position by number, with a requirement added to each that needs one."""
    piles = (pile for seat in seats for pile in (seat.hand, seat.known["deck"], seat.known["security"]))
    in_hands = {number for pile in piles for number in pile}
    made = dict(cards)
    for lower, upper in _laid(cards, seats):
        stated = made[upper.number].facts.get(DIGIVOLVE, ())
        if upper.number in in_hands or any(is_asked_for(one, lower) for one in stated):
            continue
        level, colors = lower.facts.get("level"), lower.facts.get("colors")
        if level is None or not colors:
            continue
        added = {"level": level, "color": colors[0], "cost": 0}
        facts = {**upper.facts, DIGIVOLVE: [*stated, added]}
        made[upper.number] = msgspec.structs.replace(upper, facts=facts)
    return made


def why_not(cards: Mapping[str, Card], seats: Sequence[Seat]) -> str:
    """Why some stack cannot be built by playing or hatching its lowest card and then digivolving; "" for
    none.
    """
    by_number = {number_of(card): card for card in cards.values()}
    stacks = [wanted for seat in seats for wanted in seat.battle]
    battle = [by_number[wanted.chain[0]] for wanted in stacks]
    breeding = [wanted for seat in seats for wanted in seat.breeding]
    if not all(_is_hatched(by_number[wanted.chain[0]]) for wanted in breeding):
        return f"{BY_EFFECTS} what lies in the breeding area was not hatched"
    if any(wanted.suspended for wanted in breeding):
        return f"{BY_EFFECTS} something is suspended in the breeding area"
    if any(card.facts["kind"] == "option" for card in battle):
        return f"{BY_EFFECTS} an Option lies on the field"
    if any(wanted.suspended and by_number[wanted.chain[-1]].facts["kind"] == "tamer" for wanted in stacks):
        return f"{BY_EFFECTS} a Tamer is suspended"
    if not all(_is_hatched(card) or _is_played(card) for card in battle):
        return f"{BY_EFFECTS} what cannot be played lies in the battle area"
    piled = {number for seat in seats for pile in (seat.hand, *seat.known.values()) for number in pile}
    eggs = {number for seat in seats for number in seat.known["egg_deck"]}
    if any(_is_hatched(cards[number]) for number in piled - eggs):
        return f"{BY_EFFECTS} a Digi-Egg lies in a hand, a deck or a security stack"
    if not all(_is_laid(lower, upper) for lower, upper in _laid(cards, seats)):
        return "a card lies where nothing printed on it lets it lie, and such a card is in a hand too"
    return ""


def _is_laid(lower: Card, upper: Card) -> bool:
    return any(is_asked_for(one, lower) for one in upper.facts.get(DIGIVOLVE, ()))


def _is_hatched(card: Card) -> bool:
    return bool(card.facts["kind"] == "digi-egg")


def _is_played(card: Card) -> bool:
    return card.facts["kind"] in ("digimon", "tamer") and card.facts.get("play_cost") is not None


def _laid(cards: Mapping[str, Card], seats: Sequence[Seat]) -> Iterator[tuple[Card, Card]]:
    """Each pair of a card and the card directly on it, in all stacks of a position."""
    by_number = {number_of(card): card for card in cards.values()}
    for seat in seats:
        for wanted in (*seat.battle, *seat.breeding):
            yield from ((by_number[lower], by_number[upper]) for lower, upper in pairwise(wanted.chain))
