"""Printed cards in the model's words. Cards are told apart by their names, as the rules do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rulehound.spec.dmb.model import ABILITIES, TYPES, Attack, DigimonLevel, Kind
from rulehound.spec.dmb.model import Card as ModelCard
from rulehound.spec.formats import Card
from rulehound.spec.language import record

Cards = Mapping[str, Card]

KINDS = {"digimon": Kind.DIGIMON, "option": Kind.OPTION, "evolution": Kind.EVOLUTION, "data": Kind.DATA}
ATTACKS = {"circle": Attack.CIRCLE, "triangle": Attack.TRIANGLE, "cross": Attack.CROSS}


def number_of(name: str) -> int:
    """A whole number for each name of a card: the name, read as one; 0 for no name."""
    return int.from_bytes(name.encode(), "big")


def called(facts: Mapping[str, Any]) -> str:
    """The name of a card of the model; "" for a record of another type, and where there is no card."""
    if "number" not in facts or "circle" not in facts:
        return ""
    number: int = facts["number"]
    return number.to_bytes(-(-number.bit_length() // 8), "big").decode(errors="replace") or "no card"


def type_names(cards: Cards) -> Mapping[str, str]:
    """Each type that is printed on the cards of a game, to the type of the model that it stands for.

    Raises ValueError where there are more types than the game has.
    """
    printed = {
        name for card in cards.values() for key in ("types", "prey") for name in card.facts.get(key, ())
    }
    if len(printed) > len(TYPES):
        raise ValueError(f"the cards have {len(printed)} types; the game has {len(TYPES)}")
    return dict(zip(sorted(printed), TYPES, strict=False))


def types_of(names: Collection[str], cards: Cards) -> list[str]:
    """Printed types as types of the model."""
    known = type_names(cards)
    return [known[name] for name in names if name in known]


def model_card(number: str, cards: Cards, partner: bool = False, destiny: bool = False) -> tuple[Any, ...]:
    """A card of the model for a printed card and its part. Raises KeyError for a number without a card."""
    card = cards[number]
    facts = card.facts
    named = {key: int(ATTACKS[facts[key]]) for key in ("special", "against") if facts.get(key)}
    numbers = {key: facts.get(key, 0) for key in ("hp", "circle", "triangle", "cross", "dp", "shatter")}
    return record(
        ModelCard,
        {
            "number": number_of(card.name),
            "kind": int(KINDS[facts["kind"]]),
            "level": int(DigimonLevel[facts["level"]]) if facts.get("level") else 0,
            "types": types_of(facts.get("types", ()), cards),
            **numbers,
            "has_cost": facts.get("cost") is not None,
            "cost": facts.get("cost") or 0,
            "stands_for": number_of(facts.get("stands_for", "")),
            "support": bool(facts.get("support")),
            "voids": bool(facts.get("voids")),
            "steady": bool(facts.get("steady")),
            **named,
            "abilities": [name for name in ABILITIES if name in facts.get("abilities", ())],
            "prey": types_of(facts.get("prey", ()), cards),
            "partner": partner,
            "destiny": destiny,
        },
    )


def shown_card(shown: Mapping[str, Any], cards: Cards) -> tuple[Any, ...]:
    """A card of the model for a card of an observation."""
    return model_card(shown["card"], cards, bool(shown.get("partner")), bool(shown.get("destiny")))
