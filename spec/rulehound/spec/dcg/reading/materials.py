"""What a card lists for its DigiXros or Assembly, and which cards stand in such a list."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rulehound.spec.formats import Card

MATERIALS = ("digixros", "assembly")
"""Facts of a card that list materials, which are placed under it as it is played."""


class Listed(msgspec.Struct, frozen=True):
    """An entry of a list of materials: a card by name, trait, level or kind, or by several of these."""

    name: str = ""
    trait: str = ""
    level: int | None = None
    kind: Literal["digimon", "tamer", "option", "digi-egg"] | None = None


class Listing(msgspec.Struct, frozen=True):
    """The cards of a DigiXros or Assembly, the leftmost first, and by how much they lower the cost."""

    cards: list[Listed]
    reduces: int = 0
    """For each card with DigiXros; for the whole set with Assembly."""


def listing(card: Card) -> Listing:
    """The list of materials of a card; empty where it has none. Raises msgspec.ValidationError."""
    stated: Any = next((card.facts[fact] for fact in MATERIALS if card.facts.get(fact)), {"cards": []})
    return msgspec.convert(stated, Listing)


def traits_of(card: Card) -> tuple[str, ...]:
    """The traits of a card: its form and its attribute are traits too."""
    apart = (card.facts.get("form"), card.facts.get("attribute"))
    return (*card.facts.get("traits", ()), *(str(one) for one in apart if one))


def fits(listed: Listed, card: Card) -> bool:
    """Whether a card may be placed for an entry of a list: rules digixros.listed, assembly.listed."""
    return (
        listed.name in ("", card.name)
        and (not listed.trait or listed.trait in traits_of(card))
        and listed.level in (None, card.facts.get("level"))
        and listed.kind in (None, card.facts.get("kind"))
    )
