"""Printed cards of an engine: read from a file, and sorted by how much the model knows of their text.

The model knows everything of a card without text, and of one whose text is keywords of the model alone. It
does not know what any other card does. Every other game is played with cards of the first two sorts alone, as
far as these are enough for a deck, so that it is judged exactly; the other games are played with all cards.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec

from rulehound.spec.dcg.decks import deck
from rulehound.spec.dcg.reading.inherited import INHERITED, PASSED_ON
from rulehound.spec.dcg.reading.materials import Listing
from rulehound.spec.dcg.reading.unmodelled import INHERITED_TEXT, SECURITY_TEXT, TEXT
from rulehound.spec.dcg.stacking import AskedOfTwo, Colour
from rulehound.spec.dcg.texts import reach_of_text
from rulehound.spec.documents.spec_records import SpecError
from rulehound.spec.documents.toml_source import TomlSource
from rulehound.spec.formats import Card, Ruleset, Setup

Natural = Annotated[int, msgspec.Meta(ge=0)]


class DigivolutionRequirement(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A digivolution requirement: a colour and a level, or a name or a trait, and what it costs."""

    cost: Natural
    color: Colour | None = None
    level: Natural | None = None
    name: str = ""
    trait: str = ""

    def __post_init__(self) -> None:
        if not (self.name or self.trait or (self.color and self.level is not None)):
            raise ValueError("a requirement asks for a color and a level, or for a name or a trait")


class PrintedCard(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One card of a file: what is printed on it, and what the engine calls it."""

    number: str
    name: str
    kind: str
    engine: str = ""
    """The engine's own name for the card; "" where that is its number."""
    level: Natural | None = None
    dp: Natural | None = None
    play_cost: Natural | None = None
    colors: list[Colour] = []
    traits: list[str] = []
    digivolve: list[DigivolutionRequirement] = []
    dna: list[AskedOfTwo] = []
    digixros: Listing | None = None
    assembly: Listing | None = None
    text: str = ""
    inherited_text: str = ""
    security_text: str = ""


class CardsFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of cards."""

    card: list[PrintedCard] = []


KINDS = ("digimon", "tamer", "option", "digi-egg")


class TextCoverage(StrEnum):
    """How much of a card's text the model knows."""

    VANILLA = "no text"
    KEYWORDS = "keywords alone"
    OTHER = "other text"


def read_cards(path: Path) -> list[PrintedCard]:
    """The cards of a TOML file (`[[card]]`) or of a JSON file (a list of cards).

    Raises SpecError, with the line where that can be told, for a file that cannot be read, a card that is not
    one, and a number that is there twice.
    """
    cards = _json(path) if path.suffix == ".json" else TomlSource(path).record((), CardsFile).card
    numbers: set[str] = set()
    for place, card in enumerate(cards, start=1):
        if card.kind not in KINDS:
            what = f"card {place}, {card.number}: there is no kind {card.kind!r}"
            raise SpecError(str(path), None, what, f"use one of {', '.join(KINDS)}")
        if card.number in numbers:
            what = f"card {place}: the number {card.number} is there twice"
            raise SpecError(str(path), None, what, "give every card once")
        numbers.add(card.number)
    return cards


def _json(path: Path) -> list[PrintedCard]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[PrintedCard])
    except OSError as error:
        raise SpecError(str(path), None, f"cannot be read ({error.strerror})", "check the file") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SpecError(str(path), None, str(error), "correct the file") from None


_PART = re.compile(
    r"\s+ | [＜<](?P<keyword>[^＞>]+)[＞>] | \((?:[^()]|\([^()]*\))*\)",
    re.VERBOSE,
)
"""A keyword in its brackets, or an explanation in round ones."""

_FLAGS = {
    word: word.lower().replace(" ", "-")
    for word in ("Blocker", "Piercing", "Jamming", "Reboot", "Retaliation", "Rush", "Armor Purge")
}
"""Keywords that a card has or has not, to their facts; Blitz and Delay come with a timing or an effect."""

_COLOUR = "(?:Red|Blue|Yellow|Green|Black|Purple|White)"
_NUMBERED: Sequence[tuple[re.Pattern[str], str, Callable[[str], Any]]] = (
    (re.compile(r"Security A(?:ttack|\.) ?(?P<value>[+-]\d+)"), "security_attack", int),
    (re.compile(r"Digisorption ?-(?P<value>\d+)"), "digisorption", int),
    (
        re.compile(rf"Decoy ?\((?P<value>{_COLOUR}(?:/{_COLOUR})*)\)"),
        "decoy",
        lambda text: text.lower().split("/"),
    ),
)
"""Keywords with a number or colours, to their facts."""


def keywords_of(text: str) -> dict[str, Any] | None:
    """The facts of a text that is nothing but keywords of the model; None for any other text."""
    facts: dict[str, Any] = {}
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            return None
        at = part.end()
        if part["keyword"] is not None:
            fact = _keyword(" ".join(part["keyword"].replace("−", "-").split()))
            if fact is None or fact[0] in facts:
                return None
            facts[fact[0]] = fact[1]
    return facts


def _keyword(words: str) -> tuple[str, Any] | None:
    if words in _FLAGS:
        return _FLAGS[words], True
    for pattern, fact, value in _NUMBERED:
        match = pattern.fullmatch(words)
        if match is not None:
            return fact, value(match["value"])
    return None


def known(card: PrintedCard) -> TextCoverage:
    """How much of a card's text the model knows. A security text is never known."""
    keywords, passed_on = keywords_of(card.text), inherited_keywords_of(card)
    if keywords is None or passed_on is None or card.security_text.strip():
        return TextCoverage.OTHER
    return TextCoverage.KEYWORDS if keywords or passed_on else TextCoverage.VANILLA


def inherited_keywords_of(card: PrintedCard) -> dict[str, Any] | None:
    """The facts of an inherited text that is nothing but keywords which the model lets a Digimon inherit;
    else None.
    """
    facts = keywords_of(card.inherited_text)
    return facts if facts is not None and facts.keys() <= set(PASSED_ON) else None


def as_card(card: PrintedCard) -> Card:
    """The card by its facts. Of each text that does something which the model does not know, a fact of the
    text's name says what it may change.
    """
    stated = msgspec.to_builtins(card)
    facts = {key: value for key, value in stated.items() if key not in _NOT_FACTS and value not in ([], None)}
    keywords, passed_on = keywords_of(card.text), inherited_keywords_of(card)
    if passed_on:
        facts[INHERITED] = passed_on
    unknown = {
        TEXT: card.text if keywords is None else "",
        INHERITED_TEXT: card.inherited_text if passed_on is None else "",
        SECURITY_TEXT: card.security_text,
    }
    facts |= {name: reached for name, text in unknown.items() if (reached := reach_of_text(text))}
    return Card(card.number, card.name, facts | (keywords or {}))


def name_of(card: PrintedCard) -> str:
    """The engine's name of a card."""
    return card.engine or card.number


def census(cards: Sequence[PrintedCard]) -> dict[str, int]:
    """How many cards there are of each sort of text."""
    counts = Counter(known(card) for card in cards)
    return {sort.value: counts[sort] for sort in TextCoverage}


_NOT_FACTS = frozenset({"number", "name", "engine", TEXT, INHERITED_TEXT, SECURITY_TEXT})


def setup(cards: Sequence[PrintedCard], seed: int, values: Ruleset) -> Setup:
    """A legal game from a seed.

    A game of an even seed has cards whose text is known, filled up with others where they are too few; a game
    of an odd seed has all cards. Raises ValueError where there are too few cards for a deck, KeyError where a
    fact has no value.
    """
    size, copies = int(values["deck.size"]), int(values["deck.copies"])
    able = sum(card.kind != "digi-egg" for card in cards)
    if able * copies < size:
        raise ValueError(f"{able} cards, of each {copies} at most, make no deck of {size}")
    chance = random.Random(seed)
    every = {card.number: as_card(card) for card in cards}
    plain = [every[card.number] for card in cards if known(card) is not TextCoverage.OTHER]
    rest = [every[card.number] for card in cards if known(card) is TextCoverage.OTHER]
    first, second = (plain, rest) if seed % 2 == 0 else ([*every.values()], [])
    some = (of_few_colours(chance, first, size, copies) if seed % 2 == 0 else first for _ in (0, 1))
    decks = [deck(chance, chosen, second, values) for chosen in some]
    called = {card.number: name_of(card) for card in cards}
    used = {number for one in decks for pile in one.piles.values() for number in pile}
    renamed = [
        type(one)({pile: [called[number] for number in there] for pile, there in one.piles.items()})
        for one in decks
    ]
    brought = [msgspec.structs.replace(every[number], number=called[number]) for number in sorted(used)]
    return Setup(cards=brought, decks=renamed, seed=seed, first=chance.randint(0, 1))


def of_few_colours(chance: random.Random, cards: Sequence[Card], size: int, copies: int) -> Sequence[Card]:
    """Cards of as few colours, drawn by lot, as make a deck, so that they digivolve into each other."""
    colours = sorted({colour for card in cards for colour in card.facts.get("colors") or ()})
    chance.shuffle(colours)
    for many in range(1, len(colours)):
        some = [card for card in cards if not set(colours[:many]).isdisjoint(card.facts.get("colors") or ())]
        if copies * sum(card.facts["kind"] != "digi-egg" for card in some) >= size:
            return some
    return cards
