"""The messages of engines of this game: the types of an observation, an action, an effect and a position.

An engine leaves out a field that it does not know, or gives null where null has no other meaning: nothing is
judged by that field. Fields that are not declared here are ignored. Players are 0 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import msgspec
import msgspec.inspect
from msgspec import UNSET, UnsetType

from rulehound.spec.formats import Action

SCHEMA = "1.0"
"""Version of these types; the part before the dot changes when an engine written for an older one would
misread them.
"""

Player: TypeAlias = Literal[0, 1]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Maybe: TypeAlias = UnsetType | None
"""Left out or null: the engine does not know it."""

DECISIONS = (
    "redraw", "breeding", "main", "block", "order", "would", "activate", "target", "attack", "requirement",
    "materials", "digisorption",
)  # fmt: skip
"""What a player may be deciding, as `decision` of an observation names it."""


class ShownCard(msgspec.Struct, frozen=True):
    """A card that can be seen: its number, and an id of its own that it keeps while it is seen."""

    card: str
    id: str | UnsetType = UNSET


class Grant(msgspec.Struct, frozen=True):
    """The change of something by an effect for a while, in words of the effect language, which has more."""

    takes_more_fields: ClassVar[bool] = True
    dp: int | UnsetType = UNSET
    keywords: tuple[str, ...] | UnsetType = UNSET


class ShownLasting(msgspec.Struct, frozen=True):
    """An effect that lasts: what it gives, until when, its owner, and the owner of its card."""

    gives: Grant
    until: str | Maybe = UNSET
    player: Player | Maybe = UNSET
    card: str | Maybe = UNSET
    stack: str | Maybe = UNSET
    target: Any = UNSET
    """Of an effect on whatever fits: on what."""


class ShownStack(msgspec.Struct, frozen=True):
    """A Digimon, Tamer or Option in play."""

    cards: Annotated[tuple[ShownCard, ...], msgspec.Meta(min_length=1)]
    """Top first. Cards under it that are not shown are counted in `unseen`."""
    id: str | UnsetType = UNSET
    unseen: Count | UnsetType = UNSET
    kind: Literal["digimon", "tamer", "option"] | Maybe = UNSET
    name: str | Maybe = UNSET
    level: int | Maybe = UNSET
    colors: tuple[str, ...] | Maybe = UNSET
    dp: int | Maybe = UNSET
    """As it stands, all effects counted; null for what has none."""
    suspended: bool | Maybe = UNSET
    played_this_turn: bool | Maybe = UNSET
    blocker: bool | Maybe = UNSET
    keywords: tuple[str, ...] | Maybe = UNSET
    checks: int | Maybe = UNSET
    """Security cards that an attack of it would check."""
    token: bool | Maybe = UNSET
    token_dp: int | Maybe = UNSET
    """What a token comes with, where effects have changed its DP."""
    lasting: tuple[ShownLasting, ...] | Maybe = UNSET


class ShownSeat(msgspec.Struct, frozen=True):
    """One player's areas. A pile is a list of cards where they can be seen, or their count."""

    hand: tuple[ShownCard, ...] | Count | Maybe = UNSET
    deck: Count | Maybe = UNSET
    security: Count | Maybe = UNSET
    egg_deck: Count | Maybe = UNSET
    trash: tuple[ShownCard, ...] | Count | Maybe = UNSET
    revealed: tuple[ShownCard, ...] | Count | Maybe = UNSET
    """Cards that lie in no area: being checked, used or looked at."""
    breeding: ShownStack | Maybe = UNSET
    """Null where nobody is there."""
    battle: tuple[ShownStack, ...] | Maybe = UNSET


class Piles(msgspec.Struct, frozen=True):
    """Cards that lie face down, the top first."""

    deck: tuple[ShownCard, ...] | UnsetType = UNSET
    security: tuple[ShownCard, ...] | UnsetType = UNSET
    egg_deck: tuple[ShownCard, ...] | UnsetType = UNSET


class ShownAttack(msgspec.Struct, frozen=True):
    """The attack under way."""

    attacker: str | Maybe = UNSET
    """Id of a stack."""
    target: str | Maybe = UNSET
    """`player`, or the id of a stack; "" where it is not chosen yet."""
    blocked: bool | Maybe = UNSET
    checks_made: int | Maybe = UNSET
    checked: str | Maybe = UNSET
    """The security card that is being checked."""


class WaitingEffect(msgspec.Struct, frozen=True):
    """An effect that waits, is being carried out, or is asked about."""

    card: str
    id: str | UnsetType = UNSET
    source: str | Maybe = UNSET
    """Id of the card."""
    stack: str | Maybe = UNSET
    player: Player | Maybe = UNSET
    timing: str | Maybe = UNSET
    effect: int | Maybe = UNSET
    """Which of the card's effects; below 0 one that it gained."""
    inherited: bool | Maybe = UNSET
    on: str | Maybe = UNSET
    """What it triggered on."""
    group: int | Maybe = UNSET
    """Those of one number triggered together."""
    keyword: str | Maybe = UNSET
    """Of an effect by which one may attack: the keyword that lets one, `blitz`; "" where it is none."""


class Showing(msgspec.Struct, frozen=True):
    """The card that is being played, used or digivolved into."""

    card: str
    player: Player | Maybe = UNSET
    procedure: str | Maybe = UNSET
    cost: int | Maybe = UNSET
    by_effect: bool | UnsetType = UNSET
    """Whether it is an effect that has it played or digivolved into."""
    materials: tuple[str, ...] | UnsetType = UNSET
    """Ids of the cards that have been placed for it, the leftmost of its list first."""


class ShownChoice(msgspec.Struct, frozen=True):
    """A choice of a player: how many more must and may be chosen, the candidates left, and those chosen."""

    min: int
    max: int
    candidates: tuple[str | int, ...]
    chosen: tuple[str, ...] | Maybe = UNSET


class Amounts(msgspec.Struct, frozen=True):
    """DP, keywords and checks of a Digimon or Tamer at one moment."""

    dp: int | None
    checks: int
    keywords: tuple[str, ...]


class Event(msgspec.Struct, frozen=True):
    """Something that has happened since the last action began."""

    event: str
    subjects: tuple[str, ...]
    """Ids of the stacks or cards that it happened to."""
    cause: Literal["player", "effect", "battle", "rules"]
    player: Player | None
    source: str
    """Id of the card whose effect it was; "" where none was."""
    amount: int
    came_from: str | UnsetType = UNSET
    to: str | UnsetType = UNSET
    amounts: Amounts | Maybe = UNSET


class Observation(msgspec.Struct, frozen=True):
    """A game as an engine shows it: to everybody, or with one player's eyes."""

    turn: Player
    decider: Player | None
    """Who decides now; null where nobody does."""
    decision: str | None
    """What is being decided: one of DECISIONS."""
    players: Annotated[tuple[ShownSeat, ...], msgspec.Meta(min_length=2, max_length=2)]
    turn_number: Count | Maybe = UNSET
    """1 in the first turn, 0 before it."""
    phase: str | Maybe = UNSET
    memory: int | Maybe = UNSET
    """From the turn player's side; negative on the other."""
    winner: Player | Maybe = UNSET
    """Null while nobody has won."""
    ended_by: str | Maybe = UNSET
    attack: ShownAttack | Maybe = UNSET
    """Null where there is none."""
    hidden: Annotated[tuple[Piles, ...], msgspec.Meta(min_length=2, max_length=2)] | UnsetType = UNSET
    lasting: tuple[ShownLasting, ...] | Maybe = UNSET
    pending: tuple[WaitingEffect, ...] | Maybe = UNSET
    effect: WaitingEffect | Maybe = UNSET
    showing: Showing | Maybe = UNSET
    choice: ShownChoice | Maybe = UNSET
    events: tuple[Event, ...] | UnsetType = UNSET
    used: tuple[str, ...] | UnsetType = UNSET
    """Mechanics that the model leaves out and that were used since the observation before."""


class _Act(msgspec.Struct, frozen=True, tag_field="action"):
    """An action of a player."""


def _act(name: str, says: str, **arguments: Any) -> type[msgspec.Struct]:
    """The type of an action."""
    title = "".join(word.capitalize() for word in name.split("-")) + "Action"
    made = msgspec.defstruct(title, list(arguments.items()), bases=(_Act,), tag=name, frozen=True)
    made.__doc__ = says
    return made


ACTIONS: tuple[type[msgspec.Struct], ...] = (
    _act("redraw", "Return the opening hand, shuffle and draw anew."),
    _act("keep", "Keep the opening hand."),
    _act("hatch", "Hatch a Digi-Egg."),
    _act("move", "Move the Digimon out of the breeding area."),
    _act("skip", "Do nothing in the breeding phase."),
    _act("play", "Play a Digimon or Tamer from the hand.", card=str),
    _act("use", "Use an Option from the hand.", card=str),
    _act("digivolve", "By this requirement of the card, from 0.", card=str, onto=str, requirement=int),
    _act("dna-digivolve", "By this DNA requirement.", card=str, left=str, right=str, requirement=int),
    _act("activate", "Activate a [Main] effect of a card in play, or its Delay.", card=str, effect=int),
    _act("attack", "Attack `player` or a stack.", attacker=str, target=str),
    _act("pass", "Hand the turn over."),
    _act("block", "Block the attack.", blocker=str),
    _act("no-block", "Let the attack go on."),
    _act("resolve", "Activate this pending effect next.", effect=str),
    _act("accept", "Use an optional effect."),
    _act("decline", "Do not use it; do not attack by an effect."),
    _act("target", "Choose this for an effect.", id=str),
    _act("place", "Place a card for a DigiXros or Assembly.", card=str, place=int),
    _act("requirement", "Digivolve by this requirement by an effect.", requirement=int),
    _act("suspend-for", "Suspend it for a Digisorption.", digimon=str),
    _act("done", "Choose, place or suspend nothing more."),
)
"""The actions of players. An engine may add fields, such as a number of its own for the action. `card` is the
id of a card in the hand, or its number where the engine gives cards no ids.
"""


class MemoryEffect(msgspec.Struct, frozen=True, tag_field="effect", tag="memory"):
    """A player gains memory; an amount below 0 is lost."""

    player: Player
    amount: int


class DpEffect(msgspec.Struct, frozen=True, tag_field="effect", tag="dp"):
    """A Digimon gets more DP until the turn ends; less where the amount is below 0."""

    target: str
    amount: int


class DeleteEffect(msgspec.Struct, frozen=True, tag_field="effect", tag="delete"):
    """A Digimon is deleted."""

    target: str


EFFECTS = (MemoryEffect, DpEffect, DeleteEffect)
"""Effects that an engine can be asked to carry out, as if some card had them."""


class GivenLasting(msgspec.Struct, frozen=True):
    """An effect that lasts on a stack of a position to set up."""

    gives: Grant
    until: str = "turn-end"
    player: Player | None = None


class GivenStack(msgspec.Struct, frozen=True):
    """A stack of a position to set up: card numbers from the top down, and its condition."""

    cards: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    suspended: bool = False
    played_this_turn: bool = False
    dp_change: int = 0
    keywords: tuple[str, ...] = ()
    lasting: tuple[GivenLasting, ...] = ()
    token: bool = False


Given: TypeAlias = tuple[str, ...] | Count
"""A pile to set up: card numbers, or a count where any cards will do."""


class GivenSeat(msgspec.Struct, frozen=True):
    """One player's areas in a position to set up; an area that is left out is empty."""

    hand: tuple[str, ...] = ()
    deck: Given = ()
    security: Given = ()
    egg_deck: Given = ()
    trash: tuple[str, ...] = ()
    breeding: GivenStack | None = None
    battle: tuple[GivenStack, ...] = ()


class Position(msgspec.Struct, frozen=True):
    """A situation to set up."""

    turn: Player = 0
    turn_number: Annotated[int, msgspec.Meta(ge=1)] = 1
    phase: Literal["unsuspend", "draw", "breeding", "main"] = "main"
    memory: int = 0
    players: Annotated[tuple[GivenSeat, ...], msgspec.Meta(max_length=2)] = ()


class PrintedBase(msgspec.Struct, frozen=True):
    """The card that a requirement asks for under the new one: by colour and level, or by name or trait; it
    is a Digimon, unless the requirement asks for a Tamer."""

    color: str | UnsetType = UNSET
    level: int | UnsetType = UNSET
    name: str | UnsetType = UNSET
    trait: str | UnsetType = UNSET
    kind: Literal["tamer"] | UnsetType = UNSET


class PrintedRequirement(PrintedBase, frozen=True, kw_only=True):
    """One digivolution requirement of a card, and its cost in memory."""

    cost: int


class PrintedDnaRequirement(msgspec.Struct, frozen=True):
    """One DNA requirement of a card."""

    left: PrintedBase
    right: PrintedBase
    cost: int = 0


class PrintedMaterial(msgspec.Struct, frozen=True):
    """A card that may be placed for a DigiXros or Assembly."""

    name: str | UnsetType = UNSET
    trait: str | UnsetType = UNSET
    level: int | UnsetType = UNSET
    kind: str | UnsetType = UNSET


class PrintedMaterials(msgspec.Struct, frozen=True):
    """The list of a DigiXros or Assembly, from left to right, and by how much it lowers the cost."""

    cards: tuple[PrintedMaterial, ...]
    reduces: int


class Facts(msgspec.Struct, frozen=True, rename={"armor_purge": "armor-purge"}):
    """What is printed on a card. What it does not have is left out; null is a value that nobody knows."""

    kind: Literal["digimon", "tamer", "option", "digi-egg"]
    level: int | Maybe = UNSET
    dp: int | Maybe = UNSET
    play_cost: int | Maybe = UNSET
    colors: tuple[str, ...] | Maybe = UNSET
    digivolve: tuple[PrintedRequirement, ...] | Maybe = UNSET
    blocker: bool | UnsetType = UNSET
    security_attack: int | UnsetType = UNSET
    traits: tuple[str, ...] | UnsetType = UNSET
    """Of its form, attribute and type, those that are not stated apart."""
    form: str | UnsetType = UNSET
    attribute: str | UnsetType = UNSET
    token: bool | UnsetType = UNSET
    """It is a token, which is in no deck."""
    copies: Annotated[int, msgspec.Meta(ge=1)] | UnsetType = UNSET
    """How many copies of it a deck may have, where the card itself says so."""
    piercing: bool | UnsetType = UNSET
    jamming: bool | UnsetType = UNSET
    reboot: bool | UnsetType = UNSET
    retaliation: bool | UnsetType = UNSET
    rush: bool | UnsetType = UNSET
    armor_purge: bool | UnsetType = UNSET
    blitz: bool | UnsetType = UNSET
    delay: bool | UnsetType = UNSET
    decoy: tuple[str, ...] | UnsetType = UNSET
    decoy_traits: tuple[str, ...] | UnsetType = UNSET
    digisorption: int | UnsetType = UNSET
    dna: tuple[PrintedDnaRequirement, ...] | UnsetType = UNSET
    digixros: PrintedMaterials | UnsetType = UNSET
    assembly: PrintedMaterials | UnsetType = UNSET
    effects: tuple[Mapping[str, Any], ...] | UnsetType = UNSET
    """In the effect language."""


FIELDS: Mapping[Any, frozenset[str]] = {
    info.tag: frozenset((str(info.tag_field), *(field.encode_name for field in info.fields)))
    for info in map(msgspec.inspect.type_info, ACTIONS)
    if isinstance(info, msgspec.inspect.StructType)
}
"""Action by its name to its fields."""


def known(action: Action) -> Action:
    """An action without fields that an engine has added, such as a number of its own."""
    fields = FIELDS.get(action.get("action"))
    return action if fields is None or len(action) == len(fields) else _only(action, fields)


def _only(action: Action, fields: frozenset[str]) -> Action:
    return {name: value for name, value in action.items() if name in fields}


SCHEMAS: Mapping[str, Any] = {
    "Observation": Observation,
    "Action": reduce(or_, ACTIONS),
    "Effect": reduce(or_, EFFECTS),
    "Position": Position,
    "Facts": Facts,
}
"""The types that the adapter protocol leaves to the game, by the title that they carry there."""
