"""The actions of players, by name and arguments as they appear in JSON."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec

from rulehound.engine.dmb.effects.language import AttackName, Natural
from rulehound.engine.dmb.reasons import IllegalAction, Reason
from rulehound.engine.dmb.state import Decision
from rulehound.engine.reading import Misread, read_as


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="action", gc=False):
    """What all actions have in common: the decision that they answer."""

    answers: ClassVar[Decision]


class Mulligan(Move, frozen=True, tag="mulligan"):
    """Exchange these cards of the opening hand."""

    answers = "mulligan"
    player: int
    cards: tuple[str, ...] = ()


class FullMulligan(Move, frozen=True, tag="full-mulligan"):
    """Discard the whole hand and draw as many."""

    answers = "hand"


class KeepHand(Move, frozen=True, tag="keep-hand"):
    """Go on with the hand as it is."""

    answers = "hand"


class Place(Move, frozen=True, tag="place"):
    """Place a Digimon from the hand on the empty active zone."""

    answers = "place"
    card: str


class PartnerEvolve(Move, frozen=True, tag="partner-evolve"):
    """The Partner that was just placed evolves into this card of the Destiny Zone."""

    answers = "partner"
    card: str


class NoPartnerEvolution(Move, frozen=True, tag="no-partner-evolution"):
    """The Partner stays as it is."""

    answers = "partner"


class Rack(Move, frozen=True, tag="rack"):
    """Put a card of the hand into the DP Zone."""

    answers = "rack"
    card: str


class DoneRacking(Move, frozen=True, tag="done-racking"):
    """Put no more cards into the DP Zone."""

    answers = "rack"


class PlayEvolveCard(Move, frozen=True, tag="play-evolve-card"):
    """Play an Evolve card from the hand."""

    answers = "evolve"
    card: str


class Evolve(Move, frozen=True, tag="evolve"):
    """Evolve into a card of the hand by level and type."""

    answers = "evolve"
    card: str


class EvolveByBox(Move, frozen=True, tag="evolve-by-box"):
    """Evolve into a card of the hand by its evolution box."""

    answers = "evolve"
    card: str


class EvolveFromDestiny(Move, frozen=True, tag="evolve-from-destiny"):
    """Evolve into the Mega of the Destiny Zone by type."""

    answers = "evolve"
    card: str


class EvolveFromDestinyByBox(Move, frozen=True, tag="evolve-from-destiny-by-box"):
    """Evolve into the Mega of the Destiny Zone by its evolution box."""

    answers = "evolve"
    card: str


class DnaEvolve(Move, frozen=True, tag="dna-evolve"):
    """Evolve by DNA: the other card of the hand is discarded."""

    answers = "evolve"
    card: str
    other: str


class NoEvolution(Move, frozen=True, tag="no-evolution"):
    """Do not evolve, or not any more."""

    answers = "evolve"


class ChooseAttack(Move, frozen=True, tag="choose-attack"):
    """Choose an attack, secretly."""

    answers = "attack"
    player: int
    attack: AttackName


class NoSupport(Move, frozen=True, tag="no-support"):
    """Declare no support."""

    answers = "support"


class SupportFromHand(Move, frozen=True, tag="support-from-hand"):
    """Support with a card of the hand."""

    answers = "support"
    card: str


class SupportFromDeck(Move, frozen=True, tag="support-from-deck"):
    """Support with the top card of the deck, face down."""

    answers = "support"


class SupportFromDestiny(Move, frozen=True, tag="support-from-destiny"):
    """Discard a Partner of the hand, and support with the Partner Option of the Destiny Zone."""

    answers = "support"
    card: str
    partner: str


class Jam(Move, frozen=True, tag="jam"):
    """Reveal Cross with Jamming."""

    answers = "jam"


class NoJam(Move, frozen=True, tag="no-jam"):
    """Reveal nothing."""

    answers = "jam"


class ResolveFirst(Move, frozen=True, tag="resolve-first"):
    """Resolve abilities first."""

    answers = "priority"


class ResolveSecond(Move, frozen=True, tag="resolve-second"):
    """Pass, and resolve abilities second."""

    answers = "priority"


class Discard(Move, frozen=True, tag="discard"):
    """Discard a card of a hand that is too large."""

    answers = "discard"
    card: str


class UseEffect(Move, frozen=True, tag="use-effect"):
    """Carry out an effect of a card, by its place there."""

    answers = "effect"
    card: str
    effect: Natural


class OtherFirst(Move, frozen=True, tag="other-first"):
    """Let effects of the other player come first."""

    answers = "effect"


class NoEffect(Move, frozen=True, tag="no-effect"):
    """Use no effect that is not demanded, or no more of them."""

    answers = "effect"


class Choose(Move, frozen=True, tag="choose"):
    """Choose a card for an effect."""

    answers = "choose"
    card: str


class ChooseNone(Move, frozen=True, tag="choose-none"):
    """Choose no card for an effect that allows that."""

    answers = "choose"


class PutOnTop(Move, frozen=True, tag="put-on-top"):
    """Put a card that was looked at on top of its deck."""

    answers = "choose"
    card: str


class PutUnder(Move, frozen=True, tag="put-under"):
    """Put a card that was looked at under its deck."""

    answers = "choose"
    card: str


Action: TypeAlias = (
    Mulligan
    | FullMulligan
    | KeepHand
    | Place
    | PartnerEvolve
    | NoPartnerEvolution
    | Rack
    | DoneRacking
    | PlayEvolveCard
    | Evolve
    | EvolveByBox
    | EvolveFromDestiny
    | EvolveFromDestinyByBox
    | DnaEvolve
    | NoEvolution
    | ChooseAttack
    | NoSupport
    | SupportFromHand
    | SupportFromDeck
    | SupportFromDestiny
    | Jam
    | NoJam
    | ResolveFirst
    | ResolveSecond
    | Discard
    | UseEffect
    | OtherFirst
    | NoEffect
    | Choose
    | ChooseNone
    | PutOnTop
    | PutUnder
)


def read_action(action: Any) -> Action:
    """An action out of its JSON form. Raises IllegalAction where there is none of that name and arguments."""
    try:
        read: Action = read_as(Action, action)  # type: ignore[arg-type]
    except Misread as wrong:
        raise IllegalAction([Reason.UNKNOWN_ACTION], str(wrong)) from None
    return read
