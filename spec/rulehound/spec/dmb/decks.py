"""Cards and decks of our own, for playing engines that take cards by their facts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rulehound.spec.formats import Card, Deck, Ruleset, Setup

COPIES = {
    "digimon": "deck.digimon-copies",
    "option": "deck.option-copies",
    "evolution": "deck.evolution-copies",
}
"""Kind of card to the fact that says how many copies of one a deck may have."""


PARTS = ("if", "otherwise", "cost", "once", "anyone", "may")
"""Parts of an effect that are words by themselves."""


class _Entry(msgspec.Struct, frozen=True):
    """A card of the file."""

    number: str
    name: str
    facts: dict[str, Any]


def pool(name: str = "plain") -> tuple[Card, ...]:
    """The made-up cards of a file: `plain`, lines of Digimon of two types with every attack ability, Options
    and Evolve cards; `effects`, cards with every word of the language of effects.
    """
    text = (Path(__file__).parent / "cards" / f"{name}.toml").read_text(encoding="utf-8")
    entries = msgspec.convert(msgspec.toml.decode(text)["card"], list[_Entry])
    return tuple(Card(entry.number, entry.name, entry.facts) for entry in entries)


def setup(seed: int, values: Ruleset) -> Setup:
    """A legal game from a seed. Raises KeyError without a fact."""
    chance = random.Random(seed)
    cards = pool()
    decks = [deck(chance, cards, values) for _ in (0, 1)]
    return Setup(cards=cards, decks=decks, seed=seed, first=None)


def effects_setup(seed: int, values: Ruleset) -> Setup:
    """A legal game of cards with effects from a seed. Raises KeyError without a fact."""
    chance = random.Random(f"effects {seed}")
    cards = pool("effects")
    decks = [deck(chance, cards, values) for _ in (0, 1)]
    return Setup(cards=cards, decks=decks, seed=seed, first=None)


def card_words(card: Card) -> frozenset[str]:
    """The words of a card: of its effects the timings, what they do, and their parts."""
    flags = {name for name in ("steady", "guarded") if card.facts.get(name)}
    words = {word for effect in card.facts.get("effects", ()) for word in words_of(effect)}
    return frozenset(flags | words)


def words_of(part: Any) -> Iterator[str]:
    """The words in a part of an effect, from the outside in."""
    if isinstance(part, Mapping):
        yield from (key for key in PARTS if part.get(key))
        yield from (part[key] for key in ("timing", "do") if key in part)
        for each in part.values():
            yield from words_of(each)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from words_of(each)


def deck(chance: random.Random, cards: Sequence[Card], values: Ruleset) -> Deck:
    """A legal deck with its Destiny Zone, and the Partner that is declared."""
    size = int(values["deck.size"])
    low = [card for card in cards if card.facts["kind"] in COPIES and card.facts.get("level") != "M"]
    copies = [card.number for card in low for _ in range(int(values[COPIES[card.facts["kind"]]]))]
    main = chance.sample(copies, size)
    printed = {card.number: card for card in cards}
    rookies = [number for number in main if printed[number].facts.get("level") == "R"]
    partner = chance.choice(rookies)
    named = [card for card in cards if printed[partner].name in card.facts.get("box", ())]
    champions = [card.number for card in named if card.facts.get("level") == "C"]
    megas = [card.number for card in cards if card.facts.get("level") == "M"]
    marked = [card.number for card in cards if card.facts.get("marked")]
    destiny = [
        *chance.sample(megas, min(len(megas), int(values["deck.megas"]))),
        *champions[: int(values["deck.partner-champions"])],
        *chance.sample(marked, min(len(marked), int(values["deck.partner-options"]))),
    ]
    return Deck({"main": main, "destiny": destiny, "partner": [partner]})
