"""Printed cards in the model's words: what is printed on them, by the fields of the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar

import msgspec

from rulehound.spec.dcg.model import KEYWORDS, Kind, Requirement
from rulehound.spec.dcg.model import Card as ModelCard
from rulehound.spec.dcg.model.state import DnaRequirement, Material
from rulehound.spec.dcg.reading.materials import MATERIALS, fits, listing, traits_of
from rulehound.spec.formats import Card
from rulehound.spec.language import record

Cards = Mapping[str, Card]

Things = ParamSpec("Things")
Found = TypeVar("Found")


def by_identity(most: int) -> Callable[[Callable[Things, Found]], Callable[Things, Found]]:
    """A decorator: the function remembers up to `most` results, by the identity of the objects that it was
    given in order.

    The result for objects must stay true of them. An object that is kept here stays alive, so that no other
    object can have the same identity.
    """

    def remembering(function: Callable[Things, Found]) -> Callable[Things, Found]:
        answers: dict[tuple[int, ...], tuple[tuple[object, ...], Found]] = {}

        def remembered(*things: Things.args, **named: Things.kwargs) -> Found:
            alive = (*things, *named.values())
            key = tuple(map(id, alive))
            known = answers.get(key)
            if known is None:
                if len(answers) >= most:
                    answers.clear()
                known = answers[key] = alive, function(*things, **named)
            return known[1]

        return remembered

    return remembering


KINDS = {"digimon": Kind.DIGIMON, "tamer": Kind.TAMER, "option": Kind.OPTION, "digi-egg": Kind.DIGI_EGG}


def card_facts(card: Card) -> dict[str, Any]:
    """A card of the model, by field."""
    facts = card.facts
    return {
        "number": number_of(card),
        "kind": KINDS[facts["kind"]].name,
        "level": facts.get("level", 0),
        "has_dp": facts.get("dp") is not None,
        "dp": facts.get("dp", 0),
        "play_cost": facts.get("play_cost", 0),
        "colours": facts.get("colors", ()),
        "keywords": [keyword for keyword in KEYWORDS if facts.get(keyword) or _uses(facts, keyword)],
        "extra_checks": facts.get("security_attack", 0),
        "decoy": facts.get("decoy", ()),
        "digisorption": facts.get("digisorption", 0),
        **{named: facts.get(named, {}).get("reduces", 0) for named in MATERIALS},
        "listed": max(len(facts.get(named, {}).get("cards", ())) for named in MATERIALS),
    }


def _uses(facts: Mapping[str, Any], keyword: str) -> bool:
    """Whether a card has a keyword because it has an effect that is used by it, as Options have Delay."""
    effects = facts.get("effects") or ()
    return keyword == "delay" and any(effect.get("timing") == keyword for effect in effects)


MOST_GAMES = 16
"""Games whose cards are remembered: one is judged at a time, and shortening a trace takes others in turns."""


@by_identity(most=MOST_GAMES)
def facts_told(cards: Cards) -> frozenset[str]:
    """The names of all facts that any card of a game has."""
    return frozenset(name for card in cards.values() for name, value in card.facts.items() if value)


def number_of(card: Card) -> int:
    """A whole number for each printed card: its card number, read as one."""
    return int.from_bytes(card.number.encode(), "big")


def called(facts: Mapping[str, Any]) -> str:
    """The card number of a card of the model; "" for a record of another type, and where there is no card."""
    if "number" not in facts or "play_cost" not in facts:
        return ""
    number = facts["number"]
    return number.to_bytes(-(-number.bit_length() // 8), "big").decode(errors="replace") or "no card"


GIVES = frozenset({"dp", "security_attack", "keywords"})
"""What the model has an effect give for a while."""


def followed(cards: Iterable[Card], position: Mapping[str, Any]) -> bool:
    """Whether the model knows everything that these cards can do from this position on.

    Such cards have a level, a play cost, no effects but keywords, and no list of materials; no Digi-Egg lies
    where only a scenario puts one; and what lasts gives no more than DP, checks and keywords.
    """
    known = {card.number: card.facts for card in cards}
    seats = position.get("players", ())
    piled = {
        number
        for player in seats
        for pile in ("hand", "deck", "security")
        if isinstance(player.get(pile), list)
        for number in player[pile]
    }
    placed = (entry for seat in seats for entry in (*seat.get("battle", ()), seat.get("breeding")) if entry)
    lasting = (one["gives"].keys() for entry in placed for one in entry.get("lasting", ()))
    return all(gives <= GIVES for gives in lasting) and not any(
        facts.get("effects")
        or any(facts.get(listed) for listed in MATERIALS)
        or (facts["kind"] in ("digimon", "digi-egg") and facts.get("level") is None)
        or (number in piled if facts["kind"] == "digi-egg" else facts.get("play_cost") is None)
        for number, facts in known.items()
    )


@by_identity(most=4096)
def model_card(card: Card) -> tuple[Any, ...]:
    """A card of the model for a printed card. The result is cached, since every step asks for it."""
    return _card(msgspec.json.encode(card))


@lru_cache(maxsize=4096)
def _card(printed: bytes) -> tuple[Any, ...]:
    """A card of the model from the JSON of a printed card."""
    return record(ModelCard, card_facts(msgspec.json.decode(printed, type=Card)))


def requirement(card: Card, position: int, base: Card) -> tuple[Any, ...]:
    """One digivolution requirement of a card in the model's form, for a given card to digivolve from.

    The model knows levels and colours alone. A requirement that asks for a name or trait, or for no colour,
    becomes one for the level and colours of `base` where `base` meets all that it asks for, and else one that
    no colour meets.
    """
    asked = card.facts["digivolve"][position]
    stated = {"card": number_of(card), "cost": asked.get("cost", 0)}
    colour = asked.get("color")
    if colour is not None and not (asked.get("name") or asked.get("trait")):
        return record(Requirement, {**stated, "level": asked.get("level", 0), "colours": (colour,)})
    colours = base.facts.get("colors", ()) if is_asked_for(asked, base) else ()
    return record(Requirement, {**stated, "level": base.facts.get("level", 0), "colours": colours})


def is_asked_for(asked: Mapping[str, Any], base: Card) -> bool:
    """Whether a card has the name, trait, level, colour and kind that a requirement asks for, where it asks
    for them.
    """
    facts = base.facts
    return (
        asked.get("name") in (None, "", base.name)
        and (not asked.get("trait") or asked["trait"] in traits_of(base))
        and asked.get("level") in (None, facts.get("level"))
        and (asked.get("color") is None or asked["color"] in facts.get("colors", ()))
        and asked.get("kind") in (None, facts.get("kind"))
    )


def dna_requirement(card: Card, position: int) -> tuple[Any, ...]:
    """A DNA requirement of a card, by its position, in the model's form."""
    return record(DnaRequirement, {"card": number_of(card), **dna_fields(card.facts["dna"][position])})


def dna_fields(requirement: Mapping[str, Any]) -> dict[str, Any]:
    """A DNA requirement as cards state it, by the fields of the model."""
    return {
        f"{side}_{field}": value
        for side in ("left", "right")
        for field, value in (
            ("level", requirement[side]["level"]),
            ("colours", [requirement[side]["color"]]),
        )
    } | {"cost": requirement.get("cost", 0)}


NO_CARD = 0
"""The number of a listed card where the card that is placed for it does not fit."""


def material(card: Card, position: int, placed: Card) -> tuple[Any, ...]:
    """An entry of a card's list for DigiXros or Assembly, in the model's form for the card that is placed for
    it.
    """
    listed = listing(card).cards
    meant = position < len(listed) and fits(listed[position], placed)
    named = number_of(placed) if meant else NO_CARD
    return record(Material, {"card": number_of(card), "place": position + 1, "named": named})


def chance(cards: Cards) -> dict[str, list[Any]]:
    """Every card that may be turned over, and every one that may be placed for what another lists."""
    listed = (
        material(card, position, placed)
        for card in cards.values()
        for position, asked in enumerate(listing(card).cards)
        for placed in cards.values()
        if fits(asked, placed)
    )
    return {
        "Card": list(dict.fromkeys(model_card(card) for card in cards.values())),
        "Material": list(dict.fromkeys(listed)),
    }
