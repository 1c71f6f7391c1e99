"""The language of effects: what is written on a card as data. All of it is seen from whoever has the card."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

Natural: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Kind: TypeAlias = Literal["digimon", "option", "evolution", "data"]
Level: TypeAlias = Literal["R", "C", "U", "M"]
AttackName: TypeAlias = Literal["circle", "triangle", "cross"]
Ability: TypeAlias = Literal[
    "first-attack", "counter", "crash", "drain", "triple", "jamming", "to-zero", "shatter"
]
Requirement: TypeAlias = Literal["cost", "level", "type"]
"""What an effect can lift of the requirements of evolution."""

Side: TypeAlias = Literal["me", "opponent"]

Timing: TypeAlias = Literal[
    "prep",
    "evolution",
    "support-phase",
    "battle",
    "end",
    "any-phase",
    "activate",
    "support",
    "evolve",
    "box",
    "attack",
    "passive",
]
"""When an effect is carried out: a phase begins (five), as its player likes at the beginning of any of them,
once in a game, as a support, as an Evolve card, after an evolution by the box, with the attack that has the
abilities, and for as long as the card is attached.
"""

Word: TypeAlias = Literal[
    "draw",
    "trash",
    "discard",
    "look",
    "take",
    "recycle",
    "recycle-any",
    "delete",
    "data-break",
    "rack",
    "recover",
    "lose-hp",
    "boost",
    "bonus",
    "type",
    "ability",
    "first-attack",
    "no-first-attack",
    "attack",
    "void",
    "attach",
    "detach",
    "place-under",
    "remove-top",
    "revive",
    "ignore",
    "discount",
]

PAYABLE: tuple[Word, ...] = ("discard", "trash", "lose-hp", "data-break")
"""What can be paid as a cost."""

NEEDS: dict[Word, str] = {
    "type": "types",
    "ability": "abilities",
    "attack": "attack",
    "ignore": "requirement",
    "attach": "zone",
}
"""Word to the part of its step that it cannot do without."""

ZONES: dict[Word, tuple[str, ...]] = {
    "attach": ("this", "hand", "deck", "trash"),
    "discard": ("", "dp"),
    "rack": ("", "top"),
}
"""Word to the zones that it can name; a word that is not here names none."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A condition, which holds where everything holds that it says."""

    of: Side = "me"
    """Whose Digimon, attack and support it is about."""
    level: Level | None = None
    type: str = ""
    attack: AttackName | None = None
    """The attack that was chosen."""
    hp_at_most: Natural | None = None
    supports: bool | None = None
    """There is a support that is not void."""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that an effect does, as far as it can be done."""

    do: Word
    of: Side = "me"
    """Whose cards, Digimon or attack it is about."""
    amount: int = 1
    zone: str = ""
    kind: Kind | Literal[""] = ""
    """The kind of card that is asked for; any kind where it says nothing."""
    types: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    attack: AttackName | None = None
    requirement: Requirement | None = None
    may: bool = False
    """Whoever chooses the card may choose none."""
    condition: Condition | None = msgspec.field(default=None, name="if")
    otherwise: Step | None = None
    """What is done instead where the condition does not hold."""

    def __post_init__(self) -> None:
        """Raises ValueError for a step that says too little, or what its word does not know."""
        needed = NEEDS.get(self.do)
        if needed and not getattr(self, needed):
            raise ValueError(f"{self.do} needs {needed}")
        zones = ZONES.get(self.do, ("",))
        if self.zone not in zones:
            known = ", ".join(filter(None, zones)) or "none"
            raise ValueError(f"{self.do} knows no zone {self.zone!r}; it knows {known}")
        if self.amount < 1 and self.do not in ("boost", "bonus", "revive"):
            raise ValueError(f"{self.do} needs an amount of at least 1")
        if self.otherwise and not self.condition:
            raise ValueError("otherwise stands beside a condition")


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An effect of a card: when it is carried out, what it costs, and what it does."""

    timing: Timing
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1)]
    cost: tuple[Step, ...] = ()
    """What stands before a colon: it is paid first, and whoever has the card may leave the effect out."""
    once: bool = False
    """It is used once per turn."""
    anyone: bool = False
    """It is activated in the turn of the other player as well."""

    def __post_init__(self) -> None:
        """Raises ValueError for an effect that makes no sense."""
        if wrong := [step.do for step in self.cost if step.do not in PAYABLE or step.of != "me"]:
            raise ValueError(f"{wrong[0]} is no cost; costs are {', '.join(PAYABLE)}, of one's own")
        if self.timing == "passive" and any(step.do != "bonus" or step.condition for step in self.steps):
            raise ValueError("a passive effect is a bonus without a condition")
        if any(step.zone == "this" for step in self.steps[:-1]):
            raise ValueError("a card is attached last")

    @property
    def is_optional(self) -> bool:
        """Whether its player may leave it out."""
        return bool(self.cost) or self.timing in ("any-phase", "activate")
