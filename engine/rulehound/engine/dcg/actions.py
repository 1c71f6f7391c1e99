"""The actions of players, by name and arguments as they appear in JSON."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec

from rulehound.engine.dcg.reasons import IllegalAction, Reason
from rulehound.engine.dcg.state import Decision
from rulehound.engine.reading import Misread, read_as


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="action", gc=False):
    """What all actions have in common: the decisions that they answer."""

    answers: ClassVar[tuple[Decision, ...]]


class Redraw(Move, frozen=True, tag="redraw"):
    """Return the opening hand, shuffle and draw anew."""

    answers = ("redraw",)


class Keep(Move, frozen=True, tag="keep"):
    """Keep the opening hand."""

    answers = ("redraw",)


class Hatch(Move, frozen=True, tag="hatch"):
    """Turn the top card of the Digi-Egg deck face up into the breeding area."""

    answers = ("breeding",)


class MoveOut(Move, frozen=True, tag="move"):
    """Move the Digimon of the breeding area to the battle area."""

    answers = ("breeding",)


class Skip(Move, frozen=True, tag="skip"):
    """Do nothing in the breeding phase."""

    answers = ("breeding",)


class Play(Move, frozen=True, tag="play"):
    """Play a Digimon or Tamer from the hand."""

    answers = ("main",)
    card: str


class Digivolve(Move, frozen=True, tag="digivolve"):
    """Put a Digimon card from the hand onto one of one's Digimon, by one of the card's requirements."""

    answers = ("main",)
    card: str
    onto: str
    requirement: int
    """Index into the requirements that the card lists."""


class DeclareAttack(Move, frozen=True, tag="attack"):
    """Attack the player or one of their suspended Digimon; in the main phase, or where an effect lets one."""

    answers = ("main", "attack")
    attacker: str
    target: str


class Pass(Move, frozen=True, tag="pass"):
    """Hand the turn over."""

    answers = ("main",)


class Block(Move, frozen=True, tag="block"):
    """Switch the attack to a Digimon with Blocker."""

    answers = ("block",)
    blocker: str


class NoBlock(Move, frozen=True, tag="no-block"):
    """Let the attack go on."""

    answers = ("block",)


class UseOption(Move, frozen=True, tag="use"):
    """Use an Option from the hand."""

    answers = ("main",)
    card: str


class DnaDigivolve(Move, frozen=True, tag="dna-digivolve"):
    """Put two of one's Digimon together under a Digimon card of the hand, by one of its DNA requirements."""

    answers = ("main",)
    card: str
    left: str
    right: str
    requirement: int
    """Index into the DNA requirements that the card lists."""


class Activate(Move, frozen=True, tag="activate"):
    """Activate a [Main] effect of a Digimon or Tamer, or the Delay of an Option in the battle area."""

    answers = ("main",)
    card: str
    """The card that has the effect: the top card or one under it."""
    effect: int
    """Index into the effects that the card lists."""


class Resolve(Move, frozen=True, tag="resolve"):
    """Activate this one of one's pending effects next, or use it before what is about to happen.

    An effect that waits for the opponent's attack may come before a block.
    """

    answers = ("order", "would", "block")
    effect: str


class Accept(Move, frozen=True, tag="accept"):
    """Use an optional effect, with its cost."""

    answers = ("activate",)


class Decline(Move, frozen=True, tag="decline"):
    """Do not use an optional effect; use none before what is about to happen; do not attack by an effect."""

    answers = ("activate", "would", "attack")


class Target(Move, frozen=True, tag="target"):
    """Choose a stack or a card for an effect, one at a time."""

    answers = ("target",)
    id: str


class PlaceMaterial(Move, frozen=True, tag="place"):
    """Place a card for a DigiXros or Assembly."""

    answers = ("materials",)
    card: str
    """A card of the hand, or of the trash for Assembly, or the stack id of one's Digimon."""
    place: int
    """Index into the cards that are listed."""


class ChooseRequirement(Move, frozen=True, tag="requirement"):
    """Choose by which of a card's requirements a Digimon digivolves into it by an effect."""

    answers = ("requirement",)
    requirement: int
    """Index into the requirements that the card lists."""


class SuspendFor(Move, frozen=True, tag="suspend-for"):
    """Suspend one of one's Digimon for a Digisorption."""

    answers = ("digisorption",)
    digimon: str


class Done(Move, frozen=True, tag="done"):
    """Choose, place or suspend nothing more."""

    answers = ("target", "materials", "digisorption")


Action: TypeAlias = (
    Redraw
    | Keep
    | Hatch
    | MoveOut
    | Skip
    | Play
    | UseOption
    | Digivolve
    | DnaDigivolve
    | Activate
    | DeclareAttack
    | Pass
    | Block
    | NoBlock
    | Resolve
    | Accept
    | Decline
    | Target
    | PlaceMaterial
    | ChooseRequirement
    | SuspendFor
    | Done
)


def read_action(action: Any) -> Action:
    """An action out of its JSON form. Raises IllegalAction where there is none of that name and arguments."""
    try:
        read: Action = read_as(Action, action)  # type: ignore[arg-type]
    except Misread as wrong:
        raise IllegalAction([Reason.UNKNOWN_ACTION], str(wrong)) from None
    return read
