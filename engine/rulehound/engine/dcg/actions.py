"""The actions of players, by name and arguments as they appear in JSON."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec

from rulehound.engine.dcg.reasons import IllegalAction, Reason
from rulehound.engine.dcg.state import Decision


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="action"):
    """What all actions have in common: the decision that they answer."""

    answers: ClassVar[Decision]


class Redraw(Move, frozen=True, tag="redraw"):
    """Return the opening hand, shuffle and draw anew."""

    answers: ClassVar[Decision] = "redraw"


class Keep(Move, frozen=True, tag="keep"):
    """Keep the opening hand."""

    answers: ClassVar[Decision] = "redraw"


class Hatch(Move, frozen=True, tag="hatch"):
    """Turn the top card of the Digi-Egg deck face up into the breeding area."""

    answers: ClassVar[Decision] = "breeding"


class MoveOut(Move, frozen=True, tag="move"):
    """Move the Digimon of the breeding area to the battle area."""

    answers: ClassVar[Decision] = "breeding"


class Skip(Move, frozen=True, tag="skip"):
    """Do nothing in the breeding phase."""

    answers: ClassVar[Decision] = "breeding"


class Play(Move, frozen=True, tag="play"):
    """Play a Digimon or Tamer from the hand."""

    answers: ClassVar[Decision] = "main"
    card: str


class Digivolve(Move, frozen=True, tag="digivolve"):
    """Put a Digimon card from the hand onto one of one's Digimon, by one of the card's requirements."""

    answers: ClassVar[Decision] = "main"
    card: str
    onto: str
    requirement: int
    """Index into the requirements that the card lists."""


class DeclareAttack(Move, frozen=True, tag="attack"):
    """Attack the player or one of their suspended Digimon."""

    answers: ClassVar[Decision] = "main"
    attacker: str
    target: str


class Pass(Move, frozen=True, tag="pass"):
    """Hand the turn over."""

    answers: ClassVar[Decision] = "main"


class Block(Move, frozen=True, tag="block"):
    """Switch the attack to a Digimon with Blocker."""

    answers: ClassVar[Decision] = "block"
    blocker: str


class NoBlock(Move, frozen=True, tag="no-block"):
    """Let the attack go on."""

    answers: ClassVar[Decision] = "block"


Action: TypeAlias = (
    Redraw | Keep | Hatch | MoveOut | Skip | Play | Digivolve | DeclareAttack | Pass | Block | NoBlock
)


def read_action(action: Any) -> Action:
    """An action out of its JSON form. Raises IllegalAction where there is none of that name and arguments."""
    try:
        read: Action = msgspec.convert(action, Action)
    except msgspec.ValidationError:
        raise IllegalAction([Reason.UNKNOWN_ACTION]) from None
    return read
