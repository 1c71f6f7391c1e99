"""What effects do that the model has no words for: a step in which one may have done it is not judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulehound.spec.dcg.model import Kind
from rulehound.spec.dcg.reading.cards import MOST_GAMES, by_identity
from rulehound.spec.dcg.reading.effect_parts import parts
from rulehound.spec.dcg.reading.reported_effects.event_context import (
    Event,
    EventContext,
    NotInModel,
    top_of,
)
from rulehound.spec.dcg.reading.states import top_card
from rulehound.spec.formats import Observation
from rulehound.spec.reading import Cards

CHANGED, CHECKED, PLACED = "changed", "security-checked", "placed"
TAMER = "tamer"
TWO = 2
"""The Digimon of a DNA digivolution."""


def require_words(before: Observation, after: Observation, cards: Cards) -> None:
    """Raise NotInModel where a Tamer is a Digimon, or where a Security Digimon may have another DP."""
    tamers = [*_tamers((before, after), cards)]
    events: Sequence[Event] = after.get("events", ())
    changed = [
        event
        for event in events
        if event["event"] == CHANGED and (event.get("amounts") or {}).get("dp") is not None
    ]
    grown = {event["subjects"][0] for event in events if event["event"] == PLACED and event["subjects"]}
    ids = {stack for stack, _ in tamers} - grown
    if any(has_dp for _, has_dp in tamers) or any(ids & {*event["subjects"]} for event in changed):
        raise NotInModel("an effect makes a Tamer a Digimon")
    checked = any(event["event"] == CHECKED for event in events)
    if checked and (changing_security(cards) or _speaks_of_security(before.get("lasting"))):
        raise NotInModel("an effect may change the DP of a Security Digimon")


def _tamers(observations: Sequence[Observation], cards: Cards) -> Iterator[tuple[str, bool]]:
    """The Tamers in the battle areas by their ids, with whether they have DP."""
    for seat in (seat for observation in observations for seat in observation["players"]):
        for entry in seat["battle"]:
            if top_card(entry, cards).facts.get("kind") == TAMER:
                yield entry["id"], entry.get("dp") is not None


def require_no_tamer(context: EventContext, base: str) -> None:
    """Raise NotInModel where a card is placed on a Tamer; `base` is the top card so far, by its id."""
    if top_of(context.card(base), "kind") == Kind.TAMER:
        raise NotInModel("an effect has a Tamer digivolve")


def require_no_dna(context: EventContext, stack: str) -> None:
    """Raise NotInModel where a new stack has the top cards of two others under it."""
    shown = [entry for seat in context.both[1]["players"] for entry in seat["battle"] if entry["id"] == stack]
    under = {card["id"] for entry in shown for card in entry["cards"][1:]} - set(context.materials)
    if sum(pile[0] in under for pile in context.piles.values() if pile) >= TWO:
        raise NotInModel("an effect has two Digimon DNA digivolve")


@by_identity(most=MOST_GAMES)
def changing_security(cards: Cards) -> bool:
    """Whether a card has an effect that changes the DP of Security Digimon."""
    return any(_speaks_of_security(card.facts.get("effects")) for card in cards.values())


def _speaks_of_security(effects: Any) -> bool:
    """Whether a part of effects, at any depth, gives DP to what is in the security stack."""
    return any(
        (part.get("target") or {}).get("area") == "security" and (part.get("gives") or {}).get("dp")
        for part in parts(effects)
    )
