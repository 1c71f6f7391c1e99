"""Whether the events that an engine tells agree with each other and with what it shows.

docs/adapters.md says of each event what its fields mean. An event that contradicts this, or what is shown
around the step, would mislead the judge: its engine is told so instead. What is not shown contradicts
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulehound.spec.dcg.told_step import Event, ToldStep
from rulehound.spec.dcg.told_ways import contradictions
from rulehound.spec.formats import Observation

EFFECT, PLAYER = "effect", "player"
"""The causes of what an effect does, and of what a player does."""

BY_EFFECT = frozenset({EFFECT})
BY_ANY = frozenset({PLAYER, EFFECT, "battle", "rules"})

WHO_DID_IT, OWNER, UNREAD = "who did it", "owner", ""
"""Whose number `player` is: that of the player whose effect it was, or who acted; that of the player whose
subjects they are; or not read."""

COUNT, UNDER, NOTHING = "count", "under", "nothing"
"""What `amount` is: the number of the subjects, that of the subjects but for the stack, or 0."""
SOME, NOT_0, AT_LEAST_0, AT_LEAST_1 = "", "not 0", "0 or more", "1 or more"
"""What it is where it is a number of its own: any, any but 0, or so many at least."""

ANYTHING, STACKS, CARDS = "", "stacks", "cards"
STACK_FIRST, STACK_LAST = "a stack, then cards", "cards, then a stack"
"""What the subjects are: not told by the page, or all of one sort, or in this order."""


@dataclass(frozen=True)
class EventDemand:
    """What the fields of an event of one name must be."""

    causes: frozenset[str] = BY_ANY
    player: str = WHO_DID_IT
    amount: str = NOTHING
    subjects: int = 1
    """How many there are at least."""
    are: str = STACKS
    """What they are."""


MOVES, OF_CARDS = (
    EventDemand(player=OWNER, amount=COUNT, subjects=0, are=CARDS),
    EventDemand(player=OWNER, are=CARDS),
)
OF_STACKS, ONE_CARD = EventDemand(player=OWNER), EventDemand(player=UNREAD, are=CARDS)
EFFECTS, COSTS = EventDemand(BY_EFFECT), EventDemand(BY_EFFECT, UNREAD, NOT_0, are=CARDS)

DEMANDS: Mapping[str, EventDemand] = {
    "activated": EventDemand(BY_EFFECT, subjects=0, are=ANYTHING),
    "resolved": EventDemand(BY_EFFECT, subjects=0, are=ANYTHING),
    "changed": EventDemand(BY_EFFECT, UNREAD),
    "memory": EventDemand(BY_EFFECT, UNREAD, SOME, subjects=0, are=ANYTHING),
    "drawn": MOVES,
    "recovered": MOVES,
    "revealed": MOVES,
    "card-moved": MOVES,
    "set-aside": OF_CARDS,
    "placed": EventDemand(player=OWNER, subjects=2, are=STACK_FIRST),
    "placed-suspended": OF_STACKS,
    "material-placed": EventDemand(player=OWNER, amount=AT_LEAST_0, are=CARDS),
    "failed": OF_CARDS,
    "paid": EventDemand(player=OWNER, amount=SOME, subjects=0, are=CARDS),
    "cost-changed": COSTS,
    "lasting-cost": COSTS,
    "hatched": OF_STACKS,
    "moved": OF_STACKS,
    "put-under": EventDemand(BY_EFFECT, subjects=2, are=STACK_LAST),
    "under-card-trashed": EventDemand(amount=UNDER, subjects=2, are=STACK_FIRST),
    "left-battle-area": EventDemand(),
    "suspended": EventDemand(),
    "unsuspended": EventDemand(),
    "about-to-be-deleted": EventDemand(),
    "prevented": EFFECTS,
    "unaffected": EventDemand(BY_EFFECT, are=ANYTHING),
    "armor-purged": EFFECTS,
    "decoyed": EventDemand(BY_EFFECT, subjects=2),
    "returned-to-hand": EventDemand(),
    "egg-returned": EventDemand(),
    "returned-to-deck": EventDemand(),
    "put-into-security": EventDemand(),
    "put-into-trash": EventDemand(),
    "token-gone": EventDemand(),
    "de-digivolved": EventDemand(BY_EFFECT, amount=AT_LEAST_1),
    "top-trashed": EventDemand(amount=AT_LEAST_1),
    "token-played": EventDemand(BY_EFFECT, OWNER, COUNT),
    "kept-suspended": EFFECTS,
    "kept-from-blocking": EFFECTS,
    "kept-from-attacking": EFFECTS,
    "attack-ended": EFFECTS,
    "attack-target-changed": EventDemand(),
    "security-checked": ONE_CARD,
    "option-used": ONE_CARD,
}
"""Name of an event that the checker reads, to what its fields must be."""

AMOUNTS: Mapping[str, tuple[Callable[[int, int], bool], str]] = {
    COUNT: (lambda amount, subjects: amount == subjects, "and {subjects} subjects"),
    UNDER: (lambda amount, subjects: amount == subjects - 1, "and {cards} cards go with the stack"),
    NOTHING: (lambda amount, _subjects: amount == 0, "where there is none"),
    NOT_0: (lambda amount, _subjects: amount != 0, "and costs nothing more and nothing less"),
    AT_LEAST_0: (lambda amount, _subjects: amount >= 0, "and it is never below 0"),
    AT_LEAST_1: (lambda amount, _subjects: amount >= 1, "and it is never below 1"),
}
"""What an amount is, to whether it is that, with so many subjects, and what is said where it is not."""

FROM_SOMEWHERE = ("set-aside", "failed")
"""Events of cards that are taken up and go back: they say from where, and to where."""

IN_TURN = {STACK_FIRST: (STACKS, CARDS, CARDS), STACK_LAST: (CARDS, CARDS, STACKS)}
"""What the subjects are, to what the first one, those in the middle and the last one are."""


def event_fault(before: Observation, after: Observation) -> str:
    """What is wrong with the events of a step between two observations; "" where nothing is."""
    step = ToldStep(before, after)
    for number, event in enumerate(step.events):
        for fault in (*_field_faults(event, step), *contradictions(step, number)):
            return f"event {number} (`{event['event']}`) {fault}"
    return ""


def _field_faults(event: Event, step: ToldStep) -> Iterator[str]:
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
        shown = [step.before.seats.get(source, set()), step.after.seats.get(source, set())]
        yield from _of_another(event, source, set().union(*shown))
    elif owned_by_player:
        for subject in subjects:
            owners = step.before.owners(subject) | step.after.owners(subject)
            yield from _of_another(event, subject, owners)
    if cause == EFFECT and event["event"] in FROM_SOMEWHERE and subjects and not event.get("came_from"):
        yield "names cards that an effect takes up, and no `came_from`"
    if len(subjects) < demand.subjects:
        yield f"names {len(subjects)} subjects, and needs {demand.subjects} or more"
    if len(set(subjects)) < len(subjects) and not step.without_ids:
        yield "names a subject twice"
    yield from _of_another_sort(subjects, demand.are, step)
    fits, words = AMOUNTS.get(demand.amount, (None, ""))
    if fits is not None and not fits(amount, len(subjects)):
        said = words.format(subjects=len(subjects), cards=len(subjects) - 1)
        yield f"has the amount {amount}, {said}"


def _of_another(event: Event, thing: str, players: Collection[int]) -> Iterator[str]:
    """A card or stack that is of none of these players, where the event names another one."""
    if players and event["player"] not in players:
        yield f"has the player {event['player']}, and {thing} is of player {min(players)}"


def _of_another_sort(subjects: Sequence[str], are: str, step: ToldStep) -> Iterator[str]:
    """Cards in the place of a stack, and stacks in that of a card. An id of both is either."""
    first, middle, last = IN_TURN.get(are, (are, are, are))
    for place, subject in enumerate(subjects):
        meant = first if place == 0 else last if place == len(subjects) - 1 else middle
        if meant == STACKS and step.is_card(subject) and not step.is_stack(subject):
            yield f"names the card {subject} where a stack belongs"
        if meant == CARDS and step.is_stack(subject) and not step.is_card(subject):
            yield f"names the stack {subject} where a card belongs"
