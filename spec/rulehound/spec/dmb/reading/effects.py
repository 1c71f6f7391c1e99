"""What effects of cards have done, as an engine reports it, in the words of the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from rulehound.spec.dmb.model import ABILITIES
from rulehound.spec.dmb.model import Card as ModelCard
from rulehound.spec.dmb.reading.cards import ATTACKS, Cards, shown_card, types_of
from rulehound.spec.language import record
from rulehound.spec.reading import Move, ReportedEffects, StepEvidence

Event = Mapping[str, Any]

SIDES = ("mine", "theirs")
"""How actions of the model are called that are about the turn player, and about the other one."""

TURN = "turn"
"""The event that a turn begins."""


def with_amount(event: Event, _cards: Cards) -> Mapping[str, Any]:
    """The amount of an event."""
    return {"amount": event["amount"]}


def with_card(event: Event, cards: Cards) -> Mapping[str, Any]:
    """The card of an event."""
    return {"card": shown_card(event["card"], cards)}


def under_a_digimon(event: Event, cards: Cards) -> Mapping[str, Any]:
    """A card that went under a Digimon; whether its line is valid then, the Digimon shows."""
    return {**with_card(event, cards), "valid": int(not event["abnormal"])}


def line_left(event: Event, _cards: Cards) -> Mapping[str, Any]:
    """Whether the line of a Digimon is valid without its top card."""
    return {"valid": int(not event["abnormal"])}


def with_types(event: Event, cards: Cards) -> Mapping[str, Any]:
    """Any card with the types of an event."""
    return {"like": record(ModelCard, {"types": types_of(event["types"], cards)})}


def with_abilities(event: Event, _cards: Cards) -> Mapping[str, Any]:
    """Any card with the abilities of an event."""
    given = [name for name in ABILITIES if name in event["abilities"]]
    return {"like": record(ModelCard, {"abilities": given})}


def with_attack(event: Event, _cards: Cards) -> Mapping[str, Any]:
    """The attack to which a choice was changed. Raises KeyError where it is not told."""
    return {"attack": int(ATTACKS[event["attack"]])}


def with_nothing(_event: Event, _cards: Cards) -> Mapping[str, Any]:
    """An event that says all by its name."""
    return {}


PARAMETERS: Mapping[str, Callable[[Event, Cards], Mapping[str, Any]]] = {
    **dict.fromkeys(("draw", "trash", "look", "recycle", "recover", "lose-hp", "boost"), with_amount),
    **dict.fromkeys(("bonus", "revive", "discount"), with_amount),
    **dict.fromkeys(("discard-dp", "rack"), with_card),
    **dict.fromkeys(("discard", "take", "delete", "delete-spent", "data-break", "detach"), with_nothing),
    **dict.fromkeys(("first-attack", "no-first-attack", "void", "attach", "ignore"), with_nothing),
    "place-under": under_a_digimon,
    "remove-top": line_left,
    "type": with_types,
    "ability": with_abilities,
    "attack": with_attack,
}
"""Event to what an action of the model needs of it."""

ATTACHED_FROM = {"hand": "attach", **{name: f"attach-from-{name}" for name in ("deck", "trash", "support")}}


def action_of(event: Event, turn: int) -> str:
    """The action of the model for an event in the turn of a player."""
    name = event["event"]
    if name == "ignore":
        return f"effect-ignore-{event['requirement']}"
    if name == "discount":
        return "effect-discount"
    named = ATTACHED_FROM[event["source"]] if name == "attach" else name
    return f"effect-{named}-{SIDES[event['player'] != turn]}"


class DmbStepEvidence(StepEvidence):
    """The evidence of two views: what the engine reports that effects have done."""

    @cached_property
    def reported(self) -> ReportedEffects:
        events: Sequence[Event] = self.after.observation.get("events", ())
        turn: int = self.before.observation["turn"]
        moves: list[Move] = []
        before_round = 0
        for event in events:
            name = event["event"]
            if name == TURN:
                turn, before_round = event["player"], len(moves)
            elif name not in PARAMETERS:
                return ReportedEffects(unknown=f"no action of the model is the event {name}")
            else:
                try:
                    given = PARAMETERS[name](event, self.after.cards)
                except KeyError:
                    return ReportedEffects(unknown=f"the event {name} does not tell enough")
                moves.append(Move(action_of(event, turn), given))
        return ReportedEffects(moves, before_round=before_round)
