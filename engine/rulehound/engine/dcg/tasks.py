"""What a game is in the middle of: one record for each kind of thing that takes several steps or asks.

They lie on `State.now`, the innermost first. `flow.advance` takes the first one off and runs it; one that has
not finished puts itself back, changed, before it asks a player or lets something else go first.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from rulehound.engine.dcg.effects.language import AnyStep, Effect
from rulehound.engine.dcg.effects.vocabulary import Happening, Keyword
from rulehound.engine.dcg.in_play import Place, Stack, Use

Cause = Literal["battle", "effect", "rules", "player"]
"""What brings something about: a battle, an effect, rule processing, or a player by a rule (by playing)."""


class Amounts(msgspec.Struct, frozen=True, gc=False):
    """What a Digimon or Tamer amounts to at a moment."""

    dp: int | None
    checks: int
    keywords: tuple[Keyword, ...]


class Happened(msgspec.Struct, frozen=True, gc=False):
    """Something that has happened: what effects wait for, and what the engine reports."""

    what: str
    """A happening of the effect language, or another name that is only reported."""
    subjects: tuple[str, ...] = ()
    """Ids of the stacks or cards that it happened to."""
    cause: Cause = "player"
    player: int | None = None
    """Who did it: whose effect it was, or who acted."""
    source: str = ""
    """The card whose effect it was."""
    amount: int = 0
    stacks: tuple[Stack, ...] = ()
    """Stacks that are no longer there, as they were."""
    battled: tuple[tuple[str, str], ...] = ()
    """Of a deletion in battle: each that was deleted with what it battled."""
    came_from: str = ""
    """Area that cards have come from."""
    to: str = ""
    """Area or place that cards have gone to, or what an attack has; of an effect that is activated, `before`
    where it comes before something that is about to happen."""
    amounts: Amounts | None = None
    """Of a change by effects that last: what the subject amounts to now."""
    whose: int | None = None
    """Whose effect it was, where `player` is whose cards or memory it was about."""


class Origin(msgspec.Struct, frozen=True, gc=False):
    """Where an effect comes from, and what it triggered on."""

    effect: Effect
    card: str
    """The card that has it."""
    player: int
    """Who has the card; decides, and is `me` in the effect."""
    index: int = 0
    """Which of the card's effects it is; below 0 one that it gained."""
    stack: str = ""
    """The stack that the card was the top of, or lay under, when it triggered; '' for cards elsewhere."""
    on: Happened | None = None
    """What it triggered on."""
    last: Stack | None = None
    """The stack as it was, where it has left the battle area."""
    met: bool | None = None
    """Whether its condition was met when it triggered; None where that is asked when it is activated."""
    left: bool = False
    """An effect has left it for later: it comes whatever has become of what had that effect."""


class Trigger(msgspec.Struct, frozen=True, gc=False):
    """An effect that has triggered and waits to be activated."""

    id: str
    origin: Origin


class Named(msgspec.Struct, frozen=True, gc=False):
    """Stacks or cards that an effect has given a name, which its later steps have as a role."""

    name: str
    ids: tuple[str, ...]
    area: str
    """Where they were then: the role finds no card that has gone elsewhere since."""


class Choice(NamedTuple):
    """A choice that an effect needs."""

    candidates: tuple[str, ...]
    """Among what there still is to choose."""
    must: int
    """How many there have to be in the end."""
    may: int
    """How many there can be in the end."""
    ordered: bool = False
    """The order in which they are chosen matters."""


class Frame(msgspec.Struct, frozen=True, gc=False, tag="effect"):
    """An effect that is being carried out: the steps that are left, and what was chosen so far."""

    origin: Origin
    steps: tuple[AnyStep, ...]
    bound: tuple[Named, ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    """What has been chosen for the first of the steps: one entry for each choice that is over."""
    picked: tuple[str, ...] = ()
    """What has been chosen so far in the choice that is being made."""
    offer: Choice | None = None
    """That choice, while its player is asked."""
    done: bool = False
    """Nothing more is chosen in it."""
    owed: int = 0
    """How many of the steps, from the first on, are what the rest is paid with."""
    due: tuple[str, ...] = ()
    """Stacks that had to leave as payment: where one of them is still there, nothing more is carried out."""


class Asking(msgspec.Struct, frozen=True, gc=False, tag="asking"):
    """Whether a player wants an optional effect, with its cost, to be carried out."""

    origin: Origin
    cost: tuple[AnyStep, ...]
    steps: tuple[AnyStep, ...]
    bound: tuple[Named, ...] = ()
    whole: bool = False
    """It is the effect itself that is asked about, not a part of it."""


class About(msgspec.Struct, frozen=True, gc=False, tag="about"):
    """Something is about to happen to stacks or cards, and effects may come before it and prevent it."""

    what: Happening
    subjects: tuple[str, ...]
    cause: Cause
    player: int | None = None
    source: str = ""
    to: str = ""
    """Where what leaves goes."""
    onto: str = ""
    """The stack under which it goes, where it goes under one."""
    together: tuple[Trigger, ...] | None = None
    """Effects that triggered before it, together; None until they have."""
    waiting: tuple[Trigger, ...] = ()
    """Of these, the effects that the player who is asked may use now."""
    using: Origin | None = None
    """The effect that is being carried out before it."""
    used: tuple[Use, ...] = ()
    """Effects that have been used since what began it all: each comes once until that is over."""
    declined: tuple[int, ...] = ()
    """Players who use nothing more before it."""
    battled: tuple[tuple[str, str], ...] = ()
    """Of a deletion in battle: each subject with what it battled."""
    trashed: tuple[str, ...] = ()
    """Of a deletion by rule processing: stacks that are trashed at the same time."""


class MayAttack(msgspec.Struct, frozen=True, gc=False, tag="may-attack"):
    """An effect lets its player attack with one of some Digimon, under the rules for declaring an attack."""

    attackers: tuple[str, ...]
    player: int
    on: Literal["player", "digimon", "any"] = "any"
    same_turn: bool = False
    """Also in the turn in which it was played."""
    blitz: bool = False
    """It is Blitz that lets it attack."""


class Shown(msgspec.Struct, frozen=True, gc=False, tag="shown"):
    """A card that a player plays, uses or digivolves into, until it is placed and paid for."""

    card: str
    player: int
    procedure: Literal["play", "use", "digivolve", "dna"]
    stage: str = ""
    """How far the procedure is; its module says which stages there are."""
    cost: int = 0
    """As it stands now, before it is floored at 0."""
    onto: str = ""
    """What digivolves; the left one of two."""
    right: str = ""
    ways: tuple[int, ...] = ()
    """Requirements among which its player still chooses, where an effect has it digivolved into."""
    materials: tuple[tuple[int, str], ...] = ()
    """Cards placed for DigiXros or Assembly: place in the list, card."""
    candidates: tuple[str, ...] = ()
    """What there was to choose from when it was asked first: nothing is added later."""
    taking: tuple[int, tuple[str, ...]] | None = None
    """The place of the list for which a stack is about to leave, and the cards that were set aside before."""
    free: bool = False
    by_effect: bool = False
    suspended: bool = False
    """It is played suspended."""
    came_from: str = "hand"
    """The area in which it lay."""
    lay: Place | None = None
    """Where it goes back to where it fails, if that is not the hand."""
    source: str = ""


class Together(msgspec.Struct, frozen=True, gc=False, tag="together"):
    """Effects that another effect activates while it is carried out; their player orders them."""

    waiting: tuple[Trigger, ...]
    one: bool = False
    """The player chooses one of them, and the others are not activated."""


Task: TypeAlias = Frame | Asking | About | Together | MayAttack | Shown
