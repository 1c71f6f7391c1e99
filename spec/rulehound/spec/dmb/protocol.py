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

WITHIN_EFFECTS = ("effect", "choose")
"""What is decided while effects of cards are carried out: which comes next, and with which card."""

StageName: TypeAlias = Literal[
    "prep", "evolution", "evolve", "bonus", "support", "resolve-first", "resolve-second", "battle",
    "abilities", "second-strike", "knock-out", "end",
]  # fmt: skip
"""Where in the turn effects are carried out: a phase begins, an Evolve card was played, the Digimon evolved,
the support of the turn player (first) or of the other one (second) is carried out, attacks are shown, the
first or the second attack has hit.
"""


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


class _Event(msgspec.Struct, frozen=True, tag_field="event"):
    """What the effect of a card did."""


def _event(name: str, says: str, **arguments: Any) -> type[msgspec.Struct]:
    """The type of an event."""
    title = "".join(word.capitalize() for word in name.split("-")) + "Event"
    fields = [(key, *kind) if isinstance(kind, tuple) else (key, kind) for key, kind in arguments.items()]
    made = msgspec.defstruct(title, fields, bases=(_Event,), tag=name, frozen=True)
    made.__doc__ = says
    return made


Least: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]

EVENTS: tuple[type[msgspec.Struct], ...] = (
    _event("turn", "A turn begins.", player=Player),
    _event("draw", "The player drew cards.", player=Player, amount=Least),
    _event("trash", "Cards went from the top of the deck to the trash.", player=Player, amount=Least),
    _event("discard", "The player discarded a card from the hand.", player=Player),
    _event("discard-dp", "A card of the DP Zone was discarded.", player=Player, card=ShownCard),
    _event("look", "The top cards of the deck were looked at.", player=Player, amount=Least),
    _event("take", "A card went from the deck to the hand.", player=Player, card=(ShownCard | None, None)),
    _event("recycle", "Cards went from the trash onto the deck.", player=Player, amount=Least),
    _event("delete", "A card of the trash is out of the game.", player=Player),
    _event("delete-spent", "A card that was activated is deleted, having left.", player=Player),
    _event("data-break", "The Mega of the Destiny Zone was deleted.", player=Player),
    _event("rack", "A card went from the deck to the DP Zone.", player=Player, card=ShownCard),
    _event("recover", "The Digimon gained HP.", player=Player, amount=Least),
    _event("lose-hp", "The Digimon lost HP.", player=Player, amount=Least),
    _event("boost", "The Power of the Digimon changed until the turn ends.", player=Player, amount=int),
    _event("bonus", "What passive effects add to its Power changed.", player=Player, amount=int),
    _event("type", "The Digimon gained types.", player=Player, types=tuple[str, ...]),
    _event("ability", "The attacks of this turn have abilities.", player=Player, abilities=tuple[str, ...]),
    _event("first-attack", "The player gained 1st Attack.", player=Player),
    _event("no-first-attack", "The player cannot gain 1st Attack this turn.", player=Player),
    _event(
        "attack",
        "The chosen attack became another one; null for those who may not know it.",
        player=Player,
        attack=(AttackName | None, None),
    ),
    _event("void", "The support of the player was made void.", player=Player),
    _event(
        "attach",
        "A card was attached; where there was no slot, another one was discarded for it.",
        player=Player,
        source=Literal["hand", "deck", "trash", "support"],
    ),
    _event("detach", "An attached card was discarded.", player=Player),
    _event(
        "place-under",
        "A card of the hand went under the Digimon, which is abnormal then or not.",
        player=Player,
        card=ShownCard,
        abnormal=bool,
    ),
    _event(
        "remove-top",
        "The top card of the Digimon left; what is left is abnormal or not.",
        player=Player,
        abnormal=bool,
    ),
    _event("revive", "Set Revival, with so much HP.", player=Player, amount=Least),
    _event(
        "ignore",
        "A requirement of evolution is lifted this turn.",
        player=Player,
        requirement=Literal["cost", "level", "type"],
    ),
    _event("discount", "Evolving costs less this turn.", player=Player, amount=Least),
)
"""What effects of cards do. `player` is the one whose zones, Digimon or attack it is."""


class Observation(msgspec.Struct, frozen=True):
    """A game as an engine shows it: to everybody, or with one player's eyes."""

    turn: Player
    decider: Player | None
    """Who decides now; null where nobody does, or both may."""
    decision: str | None
    """What is being decided: one of DECISIONS or WITHIN_EFFECTS."""
    players: Annotated[tuple[ShownSeat, ...], msgspec.Meta(min_length=2, max_length=2)]
    winner: Player | Literal["both"] | None = None
    turn_number: Count | UnsetType = UNSET
    """How many turns have begun; for people to read."""
    stage: StageName | UnsetType = UNSET
    """Where in the turn the game is; needed only while effects are carried out."""
    events: tuple[reduce(or_, EVENTS), ...] = ()  # type: ignore[valid-type]  # the types above
    """What effects of cards have done since the action before, in order, with the turn that began between."""
    choices: Pile = 0
    """The cards among which is chosen; their number for who may not see them."""
    low_hand: bool = False
    """The turn began with few cards in hand."""
    forced: bool | UnsetType = UNSET
    """The hand was low as the turn began, and has been exchanged; for people to read."""
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
    _act("use-effect", "Carry out this effect of a card, counted from 0.", card=str, effect=Count),
    _act("other-first", "Let the effects of the other player come first."),
    _act("no-effect", "Use no effect that is not demanded, or no more of them."),
    _act("choose", "Choose this card for an effect.", card=str),
    _act("choose-none", "Choose no card, where an effect says that one may."),
    _act("put-on-top", "Put a card that was looked at on top of its deck.", card=str),
    _act("put-under", "Put a card that was looked at under its deck.", card=str),
)
"""The actions of players. An engine may add fields. `card` is the id of a card, or its number where the
engine gives cards no ids.
"""


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
    partner: str | tuple[str, ...] = ""
    """The number of the card that is declared as Partner, or a list of it."""
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


class PrintedCondition(msgspec.Struct, frozen=True):
    """A condition, which holds where everything holds that it says."""

    of: Literal["me", "opponent"] = "me"
    """Whose Digimon, attack and support it is about."""
    level: LevelName | UnsetType = UNSET
    type: str = ""
    attack: AttackName | UnsetType = UNSET
    """The attack that was chosen."""
    hp_at_most: Count | UnsetType = UNSET
    supports: bool | UnsetType = UNSET
    """There is a support that is not void."""


class PrintedStep(msgspec.Struct, frozen=True):
    """One thing that an effect does. What it does not need is left out; docs/effects-battles.md has all."""

    do: str
    of: Literal["me", "opponent"] = "me"
    """Whose cards, Digimon or attack it is about."""
    amount: int = 1
    zone: str = ""
    kind: Literal["", "digimon", "option", "evolution", "data"] = ""
    types: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    attack: AttackName | UnsetType = UNSET
    requirement: Literal["", "cost", "level", "type"] = ""
    may: bool = False
    """Whoever chooses the card may choose none."""
    condition: PrintedCondition | UnsetType = msgspec.field(default=UNSET, name="if")
    otherwise: PrintedStep | UnsetType = UNSET
    """What is done instead where the condition does not hold."""


class PrintedEffect(msgspec.Struct, frozen=True):
    """An effect of a card: when it is carried out, what it costs, and what it does."""

    timing: str
    steps: tuple[PrintedStep, ...]
    cost: tuple[PrintedStep, ...] = ()
    """What is paid before a colon: whoever has the card may leave the effect out."""
    once: bool = False
    """It is used once per turn."""
    anyone: bool = False
    """It is activated in the turn of the other player as well."""


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
    steady: bool = False
    """In parentheses it says that its support cannot be made void."""
    guarded: bool = False
    """While it is in play, supports do not lower the HP of its Digimon."""
    effects: tuple[PrintedEffect, ...] = ()


SCHEMAS: Mapping[str, Any] = {
    "Observation": Observation,
    "Action": reduce(or_, ACTIONS),
    "Position": Position,
    "Facts": Facts,
}
"""The types that the adapter protocol leaves to the game, by the title that they carry there."""
