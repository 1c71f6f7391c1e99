"""Whether the events that an engine tells agree with each other and with what it shows.

docs/adapters.md says of each event what its fields mean. An event that contradicts this, or what is shown
after the step, would mislead the judge: its engine is told so instead. What is not shown contradicts nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulehound.spec.formats import Observation

Event: TypeAlias = Mapping[str, Any]

PILES = ("hand", "trash", "revealed")
"""The piles of a seat whose cards may be shown; the others are shown under `hidden`."""

EFFECT, PLAYER = "effect", "player"
"""The causes of what an effect does, and of what a player does."""

BY_EFFECT = frozenset({EFFECT})
BY_ANY = frozenset({PLAYER, EFFECT, "battle", "rules"})

WHO_DID_IT, OWNER, UNREAD = "who did it", "owner", ""
"""Whose number `player` is: that of the player whose effect it was, or who acted; that of the player whose
subjects they are; or not read."""

COUNT, NOTHING, SOME = "count", "nothing", ""
"""What `amount` is: the number of the subjects, 0, or a number of its own."""


@dataclass(frozen=True)
class EventDemand:
    """What the fields of an event of one name must be."""

    causes: frozenset[str] = BY_ANY
    player: str = WHO_DID_IT
    amount: str = NOTHING
    subjects: int = 1
    """How many there are at least."""


MOVES, OF_CARDS = EventDemand(player=OWNER, amount=COUNT, subjects=0), EventDemand(player=OWNER)
EFFECTS, COSTS = EventDemand(BY_EFFECT), EventDemand(BY_EFFECT, UNREAD, SOME)

DEMANDS: Mapping[str, EventDemand] = {
    "activated": EventDemand(BY_EFFECT, subjects=0),
    "resolved": EventDemand(BY_EFFECT, subjects=0),
    "changed": EventDemand(BY_EFFECT, UNREAD),
    "memory": EventDemand(BY_EFFECT, UNREAD, SOME, subjects=0),
    "drawn": MOVES,
    "recovered": MOVES,
    "revealed": MOVES,
    "card-moved": MOVES,
    "set-aside": OF_CARDS,
    "placed": EventDemand(player=OWNER, subjects=2),
    "placed-suspended": OF_CARDS,
    "material-placed": EventDemand(player=OWNER, amount=SOME),
    "failed": OF_CARDS,
    "paid": EventDemand(player=OWNER, amount=SOME, subjects=0),
    "cost-changed": COSTS,
    "lasting-cost": COSTS,
    "hatched": OF_CARDS,
    "moved": OF_CARDS,
    "put-under": EventDemand(BY_EFFECT, subjects=2),
    "under-card-trashed": EventDemand(amount=SOME, subjects=2),
    "left-battle-area": EventDemand(),
    "suspended": EventDemand(),
    "unsuspended": EventDemand(),
    "about-to-be-deleted": EventDemand(),
    "prevented": EFFECTS,
    "unaffected": EFFECTS,
    "armor-purged": EFFECTS,
    "decoyed": EventDemand(BY_EFFECT, subjects=2),
    "returned-to-hand": EventDemand(),
    "egg-returned": EventDemand(),
    "returned-to-deck": EventDemand(),
    "put-into-security": EventDemand(),
    "put-into-trash": EventDemand(),
    "token-gone": EventDemand(),
    "de-digivolved": EventDemand(BY_EFFECT, amount=SOME),
    "top-trashed": EventDemand(amount=SOME),
    "token-played": EventDemand(BY_EFFECT, OWNER, COUNT),
    "kept-suspended": EFFECTS,
    "kept-from-blocking": EFFECTS,
    "kept-from-attacking": EFFECTS,
    "attack-ended": EFFECTS,
    "attack-target-changed": EventDemand(),
}
"""Name of an event that the checker reads, to what its fields must be."""


def event_fault(before: Observation, after: Observation) -> str:
    """What is wrong with the events of a step between two observations; "" where nothing is."""
    events: Sequence[Event] = after.get("events") or ()
    if not events:
        return ""
    seats = _seats((before, after))
    for number, event in enumerate(events):
        for fault in (*_field_faults(event, seats), *_contradictions(event, events[number + 1 :], after)):
            return f"event {number} (`{event['event']}`) {fault}"
    return ""


def _seats(observations: Sequence[Observation]) -> Mapping[str, set[int]]:
    """Id of a card or stack, to the players in whose areas it is or was seen."""
    seats: dict[str, set[int]] = defaultdict(set)
    for observation in observations:
        for player, seat in enumerate(observation["players"]):
            face_down = observation["hidden"][player].values() if observation.get("hidden") else ()
            piles = [*(seat.get(pile) for pile in PILES), *face_down]
            for pile in piles:
                for card in pile if isinstance(pile, list | tuple) else ():
                    seats[card.get("id", "")].add(player)
            for stack in _stacks(seat):
                for one in (stack, *stack["cards"]):
                    seats[one.get("id", "")].add(player)
    return seats


def _stacks(seat: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What is shown of a seat's battle and breeding areas."""
    yield from seat.get("battle") or ()
    if seat.get("breeding"):
        yield seat["breeding"]


def _field_faults(event: Event, seats: Mapping[str, set[int]]) -> Iterator[str]:
    """What is wrong with an event by itself."""
    demand = DEMANDS.get(event["event"])
    if demand is None:
        return
    cause, source, subjects, amount = event["cause"], event["source"], event["subjects"], event["amount"]
    if cause not in demand.causes:
        yield f"has the cause `{cause}`, and can only have `{EFFECT}`"
    if cause == EFFECT and not source and event["event"] != "changed":
        yield f"has the cause `{EFFECT}`, and no `source`"
    owned_by_player = demand.player == OWNER or (demand.player == WHO_DID_IT and cause == PLAYER)
    if demand.player == WHO_DID_IT and cause == EFFECT:
        yield from _of_another(event, [source], seats)
    elif owned_by_player:
        yield from _of_another(event, subjects, seats)
    if len(subjects) < demand.subjects:
        yield f"names {len(subjects)} subjects, and needs {demand.subjects} or more"
    if len(set(subjects)) < len(subjects):
        yield "names a subject twice"
    if demand.amount == COUNT and amount != len(subjects):
        yield f"has the amount {amount}, and {len(subjects)} subjects"
    if demand.amount == NOTHING and amount:
        yield f"has the amount {amount}, where there is none"


def _of_another(event: Event, ids: Sequence[str], seats: Mapping[str, set[int]]) -> Iterator[str]:
    """Cards and stacks that are not of the player whom an event names."""
    for one in ids:
        owners = seats.get(one, ())
        if owners and event["player"] not in owners:
            yield f"has the player {event['player']}, and {one} is of player {min(owners)}"


def _contradictions(event: Event, later: Sequence[Event], after: Observation) -> Iterator[str]:
    """What an event says of its subjects that is not so after the step, though no later event names them."""
    contradicts = SHOWN_AFTER.get(event["event"])
    if contradicts is None:
        return
    again = {subject for one in later for subject in one["subjects"]}
    for subject in event["subjects"]:
        if subject not in again:
            yield from contradicts(event, subject, after)


def _stack(subject: str, after: Observation) -> Mapping[str, Any]:
    """What is shown of a stack; nothing of one that is gone."""
    stacks = (stack for seat in after["players"] for stack in _stacks(seat))
    return next((stack for stack in stacks if stack.get("id") == subject), {})


def _amounts(event: Event, subject: str, after: Observation) -> Iterator[str]:
    shown, amounts = _stack(subject, after), event.get("amounts") or {}
    for field, value in amounts.items():
        seen = shown.get(field)
        if seen is not None and _comparable(seen) != _comparable(value):
            yield f"says that {subject} has {value} as `{field}`, and {seen} is shown"


def _comparable(value: Any) -> Any:
    """A value in which the order of keywords says nothing."""
    return sorted(value) if isinstance(value, list | tuple) else value


def _switch(is_suspended: bool) -> Callable[[Event, str, Observation], Iterator[str]]:
    def contradictions(_event: Event, subject: str, after: Observation) -> Iterator[str]:
        if _stack(subject, after).get("suspended", is_suspended) not in (is_suspended, None):
            yield f"names {subject}, which is shown {'unsuspended' if is_suspended else 'suspended'}"

    return contradictions


def _gone(_event: Event, subject: str, after: Observation) -> Iterator[str]:
    if any(stack.get("id") == subject for seat in after["players"] for stack in seat.get("battle") or ()):
        yield f"names {subject}, which is still shown in the battle area"


def _target(event: Event, subject: str, after: Observation) -> Iterator[str]:
    attack = after.get("attack") or {}
    if attack.get("attacker") == subject and attack.get("target", event["to"]) != event["to"]:
        yield f"says that the attack goes to {event['to']}, and it is shown at {attack['target']}"


SHOWN_AFTER: Mapping[str, Callable[[Event, str, Observation], Iterator[str]]] = {
    "changed": _amounts,
    "suspended": _switch(True),
    "unsuspended": _switch(False),
    "placed-suspended": _switch(True),
    "left-battle-area": _gone,
    "attack-target-changed": _target,
}
"""Name of an event, to what it says that is not shown after the step."""
