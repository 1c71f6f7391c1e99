"""What is printed on a card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from rulehound.engine.dmb.effects.language import Ability, AttackName, Effect, Kind, Level, Natural
from rulehound.engine.reading import Misread, read_as
from rulehound.spec import formats

LEVELS: tuple[Level, ...] = ("R", "C", "U", "M")  # rule: level.names
ATTACKS: tuple[AttackName, ...] = ("circle", "triangle", "cross")
ABILITIES: tuple[Ability, ...] = (
    "first-attack",
    "counter",
    "crash",
    "drain",
    "triple",
    "jamming",
    "to-zero",
    "shatter",
)


class Fusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of the two Digimon that a DNA evolution needs."""

    left: str
    right: str


class CardFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one printed card; None where the card has no such thing."""

    kind: Kind
    name: str = ""
    level: Level | None = None
    types: tuple[str, ...] = ()
    hp: Natural = 0
    circle: Natural = 0
    triangle: Natural = 0
    cross: Natural = 0
    """The Power of its attacks."""
    cost: Natural | None = None
    """The DP that it takes to evolve into it."""
    dp: Natural = 0
    """What it adds to the DP Zone."""
    stands_for: str = ""
    """The Digimon that a DATA card can be discarded for."""
    support: bool = False
    voids: bool = False
    """Its support is a Void."""
    special: AttackName | None = None
    """The attack that has its abilities."""
    abilities: tuple[Ability, ...] = ()
    against: AttackName | None = None
    """The attack of the other player that its Counter or its `to 0` names."""
    prey: tuple[str, ...] = ()
    """The types against which its Power is tripled."""
    shatter: Natural = 0
    """By how much its Shatter lowers Power."""
    box: tuple[str, ...] = ()
    """The names in its evolution box."""
    fusion: Fusion | None = None
    marked: bool = False
    """It has the letter P, so that it may lie in the Destiny Zone as Partner Option."""
    class_: Literal["", "ace", "firewall"] = msgspec.field(default="", name="class")
    steady: bool = False
    """In parentheses it says that its support cannot be made void."""
    guarded: bool = False
    """While it is in play, supports do not lower the HP of its Digimon."""
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for a card that is a Digimon in part."""
        if (self.kind == "digimon") != (self.level is not None):
            raise ValueError("a Digimon has a level, and no other card has one")
        if self.kind == "digimon" and self.hp < 1:
            raise ValueError("a Digimon has HP")

    @property
    def is_digimon(self) -> bool:
        """Whether it is a Digimon card."""
        return self.kind == "digimon"

    @property
    def height(self) -> int:
        """The place of its level among the levels, from 0 up; -1 for what is no Digimon."""
        return LEVELS.index(self.level) if self.level else -1

    @property
    def taken_for(self) -> str:
        """The name of the Digimon that a DNA evolution takes it for."""
        return self.stands_for if self.kind == "data" else self.name

    def power_of(self, attack: AttackName) -> int:
        """The printed Power of an attack."""
        power: int = getattr(self, attack)
        return power


CardPool = dict[str, CardFacts]
"""Card number to facts."""


def read_cards(cards: Sequence[formats.Card]) -> CardPool:
    """The facts of all cards by number; the same for the same cards, and not to be changed.

    Raises Refused, with a reason for each card that the engine cannot take.
    """
    try:
        return _read(msgspec.json.encode(cards))
    except RecursionError:
        text = "the facts of a card are nested too deeply"
        raise formats.Refused([formats.Reason("bad-card", text=text)]) from None


@lru_cache(maxsize=16)
def _read(cards: bytes) -> CardPool:
    """Read the facts of cards from JSON. The result is kept: many games are played with one set of cards."""
    pool: CardPool = {}
    reasons: list[formats.Reason] = []
    for card in msgspec.json.decode(cards, type=list[formats.Card]):
        if card.number in pool:
            text = f"card {card.number} is given twice"
            reasons.append(formats.Reason("duplicate-card", text=text))
            continue
        try:
            pool[card.number] = read_as(CardFacts, {**card.facts, "name": card.name})
        except Misread as error:
            reasons.append(formats.Reason("bad-card", text=f"card {card.number}: {error}"))
    if reasons:
        raise formats.Refused(reasons)
    return pool
