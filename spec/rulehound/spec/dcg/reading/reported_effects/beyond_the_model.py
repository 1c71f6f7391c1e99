"""What effects do that the model has no words for: a step in which one may have done it is not judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
LEAVING = ("about-to-be-deleted", "left-battle-area")
"""Events of Digimon that are deleted."""
TAKING_UP = ("card-moved", "set-aside", "placed", "material-placed", "put-under")
"""Events by which cards are taken from where they lay, which `came_from` tells."""
TAMER, DIGIMON, DIGI_EGG = "tamer", "digimon", "digi-egg"
TWO = 2
"""The Digimon of a DNA digivolution."""


def require_words(context: EventContext) -> None:
    """Raise NotInModel where the model has no words for what an effect may have done in a step."""
    events: Sequence[Event] = context.both[1].get("events", ())
    for why, may_be in BEYOND.items():
        if may_be(context, events):
            raise NotInModel(why)


def _tamer_is_digimon(context: EventContext, events: Sequence[Event]) -> bool:
    """Whether a Tamer has DP before or after the step, or is given some in it."""
    tamers = [*_tamers(context.both, context.printed)]
    changed = [
        event
        for event in events
        if event["event"] == CHANGED and (event.get("amounts") or {}).get("dp") is not None
    ]
    grown = {event["subjects"][0] for event in events if event["event"] == PLACED and event["subjects"]}
    ids = {stack for stack, _ in tamers} - grown
    return any(has_dp for _, has_dp in tamers) or any(ids & {*event["subjects"]} for event in changed)


def _security_digimon_changed(context: EventContext, events: Sequence[Event]) -> bool:
    """Whether a security card is checked while an effect may give it DP."""
    checked = any(event["event"] == CHECKED for event in events) or bool(context.checked)
    return checked and (
        changing_security(context.printed) or _speaks_of_security(context.before.get("lasting"))
    )


def _egg_checked(context: EventContext, events: Sequence[Event]) -> bool:
    """Whether a Digi-Egg card is checked."""
    checked = [one for event in events if event["event"] == CHECKED for one in event["subjects"]]
    known = (context.cards[one] for one in checked if one in context.cards)
    return any(card.facts.get("kind") == DIGI_EGG for card in known)


def _comes_before_material(context: EventContext, events: Sequence[Event]) -> bool:
    """Whether an effect takes cards from under a Digimon before that is placed for another card."""
    return context.before["decision"] == "materials" and any(
        event["cause"] == "effect" and event["event"] in TAKING_UP and event.get("came_from") == "under"
        for event in events
    )


def _enters_with_dp(context: EventContext, _events: Sequence[Event]) -> bool:
    """Whether a Digimon without DP of its own has come into a battle area, where something gives it DP."""
    before, after = context.both
    there = {entry["id"] for seat in before["players"] for entry in seat["battle"]}
    come = (entry for seat in after["players"] for entry in seat["battle"] if entry["id"] not in there)
    return any(
        (entry.get("dp") or 0) > 0 and top_card(entry, context.printed).facts.get("dp") == 0 for entry in come
    )


def _rules_wait(context: EventContext, _events: Sequence[Event]) -> bool:
    """Whether it is asked what comes before something, while a Digimon without DP lies in a battle area."""
    after = context.both[1]
    return after["decision"] == "would" and any(
        entry["kind"] == DIGIMON and entry.get("dp") is None
        for seat in after["players"]
        for entry in seat["battle"]
    )


def _retaliation_goes(context: EventContext, events: Sequence[Event]) -> bool:
    """Whether a card leaves the trash whose effect waits, or whose Retaliation may wait."""
    waiting = {effect.get("source") for effect in context.before.get("pending") or ()}
    deleted = any(event["event"] in LEAVING for event in events)
    for event in events:
        if event["event"] in TAKING_UP and event.get("came_from") == "trash":
            for one in event["subjects"]:
                card = context.cards.get(one)
                if one in waiting or (deleted and card is not None and card.facts.get("retaliation")):
                    return True
    return False


BEYOND: Mapping[str, Callable[[EventContext, Sequence[Event]], bool]] = {
    "an effect makes a Tamer a Digimon": _tamer_is_digimon,
    "an effect may change the DP of a Security Digimon": _security_digimon_changed,
    "a Digi-Egg card lay in the security stack": _egg_checked,
    "an effect comes before a Digimon is placed for another card": _comes_before_material,
    "a Digimon of 0 DP comes to where an effect gives it more": _enters_with_dp,
    "an effect comes before what the rules process": _rules_wait,
    "a card leaves the trash while its effect waits": _retaliation_goes,
}
"""Why a step is not judged, to whether that may be so."""


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
        _is_security(part.get("target") or {}) and (part.get("gives") or {}).get("dp")
        for part in parts(effects)
    )


def _is_security(target: Mapping[str, Any]) -> bool:
    """Whether a target is in the security stack, or the card that is being checked."""
    return target.get("area") == "security" or target.get("role") == "checked"
