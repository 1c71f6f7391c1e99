"""What is printed on a card, as far as this engine plays it: the facts, no effect text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from rulehound.spec import formats

Kind = Literal["digimon", "tamer", "digi-egg", "option"]  # rule: card.kinds
Color = Literal["red", "blue", "yellow", "green", "black", "purple", "white"]  # rule: card.colors
Natural = Annotated[int, msgspec.Meta(ge=0)]


class Requirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to digivolve into a card: from which colour and level, at which cost in memory."""

    color: Color
    level: Natural
    cost: Natural


class CardFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one printed card; None where the card has no such thing."""

    kind: Kind
    level: Natural | None = None  # rule: card.level
    dp: Natural | None = None  # rule: card.dp
    play_cost: Natural | None = None  # rule: card.costs
    colors: tuple[Color, ...] = ()  # rule: card.colors
    digivolve: tuple[Requirement, ...] = ()  # rule: card.costs
    blocker: bool = False
    security_attack: int = 0
    """Added to the security checks that every attack makes; may be negative."""

    @property
    def is_digimon(self) -> bool:
        """Whether the card counts as a Digimon in play; a hatched Digi-Egg does."""
        return self.kind in ("digimon", "digi-egg")


CardPool = dict[str, CardFacts]
"""Card number to facts."""


def read_cards(cards: Sequence[formats.Card]) -> CardPool:
    """The facts of all cards by number.

    Raises Refused, with a reason for each card that the engine cannot take.
    """
    pool: CardPool = {}
    reasons: list[formats.Reason] = []
    for card in cards:
        if card.number in pool:
            text = f"card {card.number} is given twice"
            reasons.append(formats.Reason("duplicate-card", text=text))
            continue
        try:
            pool[card.number] = msgspec.convert(dict(card.facts), CardFacts)
        except msgspec.ValidationError as error:
            reasons.append(formats.Reason("bad-card", "card.kinds", f"card {card.number}: {error}"))
    if reasons:
        raise formats.Refused(reasons)
    return pool
