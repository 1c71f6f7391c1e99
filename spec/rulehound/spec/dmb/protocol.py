"""The messages of engines of this game: the types of an observation, an action, an effect and a position.

An engine leaves out a field that it does not know, or gives null where null has no other meaning. Fields that
are not declared here are ignored. Players are 0 and 1.

Where both players choose before either choice is shown (`decision` is `mulligan` or `attack`), `decider` is
null, every action names its `player`, and both orders lead to one position.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

SCHEMA = "1.0"
"""Version of these types; the part before the dot changes when an engine written for an older one would
misread them.
"""

Player: TypeAlias = Literal[0, 1]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
AttackName: TypeAlias = Literal["circle", "triangle", "cross"]
LevelName: TypeAlias = Literal["R", "C", "U", "M"]

DECISIONS = (
    "mulligan", "hand", "place", "partner", "rack", "evolve", "attack", "support", "jam", "priority",
    "discard",
)  # fmt: skip
"""What is being decided, as `decision` of an observation names it."""


class ShownCard(msgspec.Struct, frozen=True):
    """A card that can be seen: its number, an id of its own, and the part that it plays in its deck."""

    card: str
    id: str | UnsetType = UNSET
    partner: bool = False
    """It is the Partner that its player declared."""
    destiny: bool = False
    """It was brought in the Destiny Zone."""


Pile: TypeAlias = tuple[ShownCard, ...] | Count
"""A list of cards where they can be seen, or their count."""


class ShownActive(msgspec.Struct, frozen=True):
    """An active Digimon."""

    cards: Annotated[tuple[ShownCard, ...], msgspec.Meta(min_length=1)]
    """Top first."""
    hp: Count
    abnormal: bool = False
    boost: int = 0
    """What lingering effects add to its Power."""
    bonus: int = 0
    """What passive effects add to its Power."""
    lost: Count = 0
    """What Shatter has taken from its Power."""
    gained_types: tuple[str, ...] = ()
    attachments: Pile = 0
    revival: Count = 0
    """The HP with which Set Revival brings it back; 0 where none is set."""
    worth_one: bool = False


class ShownSupport(msgspec.Struct, frozen=True):
    """A card that lies there as support; null where it lies face down."""

    card: ShownCard | None
    void: bool = False


class ShownSeat(msgspec.Struct, frozen=True):
    """One player's zones, choice and points."""

    hand: Pile
    deck: Pile
    trash: Pile
    destiny: Pile
    deleted: Count = 0
    """Cards that are out of the game, but for those of the Destiny Zone."""
    destiny_deleted: Count = 0
    dp_cards: Pile = 0
    dp: Count = 0
    """What the cards of the DP Zone add up to."""
    active: ShownActive | None = None
    support: ShownSupport | None = None
    mulliganed: bool = False
    has_chosen: bool = False
    choice: AttackName | None = None
    """The chosen attack; null for those who may not know it."""
    shown: AttackName | None = None
    """The chosen attack, once everybody knows it."""
    granted: tuple[str, ...] = ()
    """Abilities that effects give to the attacks of this turn."""
    first_attacks: Count = 0
    no_first_attack: bool = False
    ko_points: Count = 0


class Observation(msgspec.Struct, frozen=True):
    """A game as an engine shows it: to everybody, or with one player's eyes."""

    turn: Player
    decider: Player | None
    """Who decides now; null where nobody does, or both may."""
    decision: str | None
    """What is being decided: one of DECISIONS."""
    players: Annotated[tuple[ShownSeat, ...], msgspec.Meta(min_length=2, max_length=2)]
    winner: Player | Literal["both"] | None = None
    low_hand: bool = False
    """The turn began with few cards in hand."""
    racked: Count = 0
    evolve_cards: Count = 0
    evolutions: Count = 0
    from_destiny: bool = False
    """The Partner evolved from the Destiny Zone this turn."""
    ignored: tuple[Literal["cost", "level", "type"], ...] = ()
    discount: Count = 0
    last_first_attack: Player | None = None
    """Who gained 1st Attack last."""
    unopposed: bool = False


class _Act(msgspec.Struct, frozen=True, tag_field="action"):
    """An action of a player."""


def _act(name: str, says: str, **arguments: Any) -> type[msgspec.Struct]:
    """The type of an action."""
    title = "".join(word.capitalize() for word in name.split("-")) + "Action"
    made = msgspec.defstruct(title, list(arguments.items()), bases=(_Act,), tag=name, frozen=True)
    made.__doc__ = says
    return made


ACTIONS: tuple[type[msgspec.Struct], ...] = (
    _act("mulligan", "Exchange these cards of the opening hand.", player=Player, cards=tuple[str, ...]),
    _act("full-mulligan", "Discard the whole hand and draw as many."),
    _act("keep-hand", "Go on with the hand as it is."),
    _act("place", "Place a Digimon from the hand.", card=str),
    _act("partner-evolve", "The Partner evolves into this card of the Destiny Zone.", card=str),
    _act("no-partner-evolution", "The Partner stays as it is."),
    _act("rack", "Put a card of the hand into the DP Zone.", card=str),
    _act("done-racking", "Put no more cards into the DP Zone."),
    _act("play-evolve-card", "Play an Evolve card from the hand.", card=str),
    _act("evolve", "Evolve into this card of the hand by level and type.", card=str),
    _act("evolve-by-box", "Evolve into this card of the hand by its evolution box.", card=str),
    _act("evolve-from-destiny", "Evolve into this card of the Destiny Zone by type.", card=str),
    _act("evolve-from-destiny-by-box", "Evolve into it by its evolution box.", card=str),
    _act("dna-evolve", "Evolve by DNA, with another card of the hand.", card=str, other=str),
    _act("no-evolution", "Do not evolve, or not any more."),
    _act("choose-attack", "Choose an attack, secretly.", player=Player, attack=AttackName),
    _act("no-support", "Declare no support."),
    _act("support-from-hand", "Support with this card of the hand.", card=str),
    _act("support-from-deck", "Support with the top card of the deck."),
    _act("support-from-destiny", "Discard a Partner, and support with this card.", card=str, partner=str),
    _act("jam", "Reveal Cross with Jamming."),
    _act("no-jam", "Reveal nothing."),
    _act("resolve-first", "Resolve abilities first."),
    _act("resolve-second", "Pass, and resolve abilities second."),
    _act("discard", "Discard this card of a hand that is too large.", card=str),
)
"""The actions of players. An engine may add fields. `card` is the id of a card, or its number where the
engine gives cards no ids.
"""


class HpEffect(msgspec.Struct, frozen=True, tag_field="effect", tag="hp"):
    """A player's Digimon recovers HP; an amount below 0 is lost."""

    player: Player
    amount: int


class BoostEffect(msgspec.Struct, frozen=True, tag_field="effect", tag="boost"):
    """The Power of a player's Digimon is raised until the turn ends."""

    player: Player
    amount: int


class DrawEffect(msgspec.Struct, frozen=True, tag_field="effect", tag="draw"):
    """A player draws cards."""

    player: Player
    amount: Count


class ReviveEffect(msgspec.Struct, frozen=True, tag_field="effect", tag="revive"):
    """Set Revival for a player's Digimon, with so much HP; 0 for the usual amount."""

    player: Player
    amount: Count


EFFECTS = (HpEffect, BoostEffect, DrawEffect, ReviveEffect)
"""Effects that an engine can be asked to carry out, as if some card had them."""


class GivenActive(msgspec.Struct, frozen=True):
    """An active Digimon of a position to set up: card numbers from the top down, and its condition."""

    cards: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    hp: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Null: what is printed."""
    abnormal: bool = False
    boost: int = 0
    bonus: int = 0
    attachments: tuple[str, ...] = ()
    revival: Count = 0


class GivenSeat(msgspec.Struct, frozen=True):
    """One player's zones in a position to set up; a zone that is left out is empty."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] | Count = ()
    trash: tuple[str, ...] = ()
    destiny: tuple[str, ...] = ()
    dp: tuple[str, ...] = ()
    active: GivenActive | None = None
    partner: str = ""
    """The number of the card that is declared as Partner."""
    choice: AttackName | None = None
    ko_points: Count = 0


class Position(msgspec.Struct, frozen=True):
    """A situation to set up."""

    turn: Player = 0
    decision: Literal[DECISIONS] = "evolve"  # type: ignore[valid-type]  # the names above
    players: Annotated[tuple[GivenSeat, ...], msgspec.Meta(max_length=2)] = ()


class PrintedFusion(msgspec.Struct, frozen=True):
    """The two Digimon that a DNA requirement names."""

    left: str
    right: str


class Facts(msgspec.Struct, frozen=True):
    """What is printed on a card. What it does not have is left out."""

    kind: Literal["digimon", "option", "evolution", "data"]
    level: LevelName | UnsetType = UNSET
    types: tuple[str, ...] = ()
    hp: Count = 0
    circle: Count = 0
    triangle: Count = 0
    cross: Count = 0
    cost: Count | UnsetType = UNSET
    """What it costs to evolve into it; left out where no cost is printed."""
    dp: Count = 0
    """What it adds to the DP Zone."""
    stands_for: str = ""
    """The name of the Digimon that a DATA card can be discarded for."""
    support: bool = False
    voids: bool = False
    special: AttackName | UnsetType = UNSET
    """The attack that has the abilities."""
    abilities: tuple[str, ...] = ()
    against: AttackName | UnsetType = UNSET
    """The attack that its Counter or its `to 0` names."""
    prey: tuple[str, ...] = ()
    """The types against which its Power is tripled."""
    shatter: Count = 0
    box: tuple[str, ...] = ()
    """The names in its evolution box."""
    fusion: PrintedFusion | UnsetType = UNSET
    marked: bool = False
    """It may lie in the Destiny Zone as Partner Option."""
    class_: Literal["", "ace", "firewall"] = msgspec.field(default="", name="class")


SCHEMAS: Mapping[str, Any] = {
    "Observation": Observation,
    "Action": reduce(or_, ACTIONS),
    "Effect": reduce(or_, EFFECTS),
    "Position": Position,
    "Facts": Facts,
}
"""The types that the adapter protocol leaves to the game, by the title that they carry there."""
