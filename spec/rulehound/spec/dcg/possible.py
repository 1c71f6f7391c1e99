"""Cards that can be printed, and positions that games can come to: nothing else is put before an engine.

Digimon cards are printed with a play cost and DP, Tamer and Option cards without a level and DP, and Digi-Egg
cards without a play cost. What an engine makes of any other card says nothing of it. An engine that takes
them all the same says so (capability `any-cards`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.formats import Card

HAS: Mapping[str, Sequence[str]] = {
    "digimon": ("colors", "dp", "play_cost"),
    "tamer": ("colors", "play_cost"),
    "option": ("colors", "play_cost"),
    "digi-egg": ("colors", "level"),
}
"""Facts that every card of a kind has."""

LACKS: Mapping[str, Sequence[str]] = {
    "digimon": (),
    "tamer": ("level", "dp", "digivolve", "dna"),
    "option": ("level", "dp", "digivolve", "dna"),
    "digi-egg": ("play_cost", "digivolve", "dna"),
}
"""Facts that no card of a kind has."""


def against_card(card: Card) -> list[str]:
    """Why no such card can be printed; nothing where one can. A fact that is null may be anything."""
    facts = card.facts
    kind = str(facts.get("kind"))
    if kind not in HAS:
        return [f"there is no kind of card {kind!r}"]
    lacking = [fact for fact in HAS[kind] if fact not in facts or facts[fact] == []]
    beyond = [fact for fact in LACKS[kind] if facts.get(fact) not in (None, [], ())]
    return [*(f"a {kind} without {fact}" for fact in lacking), *(f"a {kind} with {fact}" for fact in beyond)]


def impossible(cards: Sequence[Card], position: Mapping[str, Any]) -> list[str]:
    """Why no game can have these cards or come to this position, each reason once; nothing where one can."""
    known = {card.number: card for card in cards}
    seats = (why for seat in position.get("players", ()) for why in _against_seat(known, seat))
    return list(dict.fromkeys([*(why for card in cards for why in against_card(card)), *seats]))


def _against_seat(cards: Mapping[str, Card], seat: Mapping[str, Any]) -> Iterator[str]:
    breeding = seat.get("breeding")
    if breeding and breeding.get("dp_change"):
        yield "effects change the DP of what is in the breeding area"
    for stack in (*([breeding] if breeding else []), *seat.get("battle", ())):
        top = cards.get(stack["cards"][0]) if stack.get("cards") else None
        if stack.get("dp_change") and top is not None and "dp" not in top.facts and not stack.get("token"):
            yield "effects change the DP of what has none"
