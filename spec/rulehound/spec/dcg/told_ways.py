"""Where cards and stacks come from and go to by the events of a step, against what is shown around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from rulehound.spec.dcg.reading.reported_effects.beyond_the_model import TAKING_UP
from rulehound.spec.dcg.reading.reported_effects.card_moves import PILE_OF_PLACE
from rulehound.spec.dcg.told_step import BATTLE, BREEDING, UNDER, Event, ToldStep

Contradiction: TypeAlias = Callable[[ToldStep, int], Iterator[str]]
"""What an event, by its number, says that is not so by the other events or by what is shown."""

OfSubject: TypeAlias = Callable[[Event, str, ToldStep], Iterator[str]]
"""What an event says of a subject that is not shown after the step."""

PLACES = {**PILE_OF_PLACE, "revealed": "revealed", "battle": BATTLE, "under": UNDER}
"""`came_from` or `to` of an event, to the place where a card lies then."""

GOES_TO: Mapping[str, str] = {
    "drawn": "hand",
    "recovered": "security",
    "revealed": "revealed",
    "set-aside": "revealed",
    "under-card-trashed": "trash",
}
"""Name of an event that does not say by `to` where its cards go, to the place."""

UNTOLD_BEFORE: Mapping[str, frozenset[str]] = {
    "deck": frozenset({"hand"}),
    "hand": frozenset({"revealed", BATTLE, BREEDING, UNDER, "trash"}),
    "security": frozenset({"revealed", "trash"}),
    "egg-deck": frozenset({BREEDING}),
    "revealed": frozenset({BATTLE, UNDER, "trash", "hand"}),
    BREEDING: frozenset({BATTLE, UNDER, "trash"}),
    BATTLE: frozenset({UNDER, "revealed", "trash"}),
    UNDER: frozenset({BATTLE, BREEDING, "trash"}),
    "trash": frozenset({"revealed", UNDER}),
}
"""Place to those where a player's action or the rules may have brought a card before the first event names
it: nobody has to tell of that."""

UNTOLD_AFTER: Mapping[str, frozenset[str]] = {
    "deck": frozenset({"hand"}),
    "security": frozenset({"revealed", "trash"}),
    "egg-deck": frozenset({BREEDING, BATTLE}),
}
"""Place to those where the rules may have brought a card from there after the last event has named it."""

REMOVED = ("de-digivolved", "top-trashed")
"""Events by which so many cards go from the top of a stack to the trash."""

UNDER_WHERE = (UNDER, "under-top")
"""`to` of a card that is put under a stack: at the bottom, or right under its top card."""

OFF_DECK = ("drawn", "recovered", "revealed")
"""Events by which cards go that were in a deck, and not in the trash, unless another event names them."""

INTO_PLAY = ("placed", "token-played")
"""Events by which a stack comes into play."""


def contradictions(step: ToldStep, number: int) -> Iterator[str]:
    """What an event says that is not so."""
    event = step.events[number]
    name = event["event"]
    if event.get("came_from"):
        yield from _came_from(step, number)
    if name in (*GOES_TO, "card-moved"):
        yield from _goes_to(step, number)
    if name in AROUND:
        yield from AROUND[name](step, number)
    if name in SHOWN_AFTER:
        for subject in event["subjects"]:
            if not step.named_later(number, subject):
                yield from SHOWN_AFTER[name](event, subject, step)


def _came_from(step: ToldStep, number: int) -> Iterator[str]:
    """Cards that no earlier event names, and that lay elsewhere before the step."""
    event = step.events[number]
    place = PLACES.get(event["came_from"], "")
    for card in event["subjects"] if place and event["event"] in TAKING_UP else ():
        lay = step.before.places.get(card, set())
        if lay and not step.went_before(number, card) and not _reaches(lay, place, UNTOLD_BEFORE):
            yield f"says that {card} came from `{event['came_from']}`, and it was shown in `{min(lay)}`"


def _reaches(places: set[str], place: str, untold: Mapping[str, frozenset[str]]) -> bool:
    """Whether what lay in one of the places may be in another one with no event of it."""
    return place in places or any(place in untold.get(one, ()) for one in places)


def _goes_to(step: ToldStep, number: int) -> Iterator[str]:
    """Cards that no later event names, and that lie elsewhere after the step."""
    event = step.events[number]
    said = GOES_TO.get(event["event"]) or event.get("to") or ""
    place = PLACES.get(said, "")
    for card in event["subjects"] if place else ():
        lies = step.after.places.get(card, set())
        may_be = {place} | UNTOLD_AFTER.get(place, frozenset())
        if lies and not step.goes_later(number, card) and lies.isdisjoint(may_be) and not step.is_stack(card):
            yield f"says that {card} goes to `{said}`, and it is shown in `{min(lies)}`"


def _placed(step: ToldStep, number: int) -> Iterator[str]:
    """A card that is set aside first comes from where it was then; it is the new top card."""
    event = step.events[number]
    if len(event["subjects"]) < TWO:
        return
    stack, card = event["subjects"][:TWO]
    yield from _set_aside(step, number, card)
    cards = step.after.cards_of(stack)
    if (
        cards
        and cards[0] != card
        and not step.goes_later(number, stack)
        and not step.goes_later(number, card)
    ):
        yield f"says that {card} is the top card of {stack}, and {cards[0]} is shown there"


def _failed(step: ToldStep, number: int) -> Iterator[str]:
    """Cards that come from where they were when they were set aside. Where they go to, the rules say."""
    for card in step.events[number]["subjects"]:
        yield from _set_aside(step, number, card)


def _set_aside(step: ToldStep, number: int, card: str) -> Iterator[str]:
    """A card that was set aside last comes from where it was then."""
    taken = [one for one in step.events[:number] if card in one["subjects"] and one["event"] in TAKEN_UP]
    if taken and taken[-1]["event"] == "set-aside":
        origins = taken[-1].get("came_from") or "", step.events[number].get("came_from") or ""
        if all(origins) and origins[0] != origins[1]:
            yield f"says that {card} came from `{origins[1]}`, and it was set aside from `{origins[0]}`"


TWO = 2
"""The subjects of a card that is placed: its stack, and itself."""

TAKEN_UP = ("set-aside", "placed", "failed", "card-moved", "put-under")
"""Events that say of a card where it is from then on."""


def _placed_suspended(step: ToldStep, number: int) -> Iterator[str]:
    """Stacks that have not come into play in this step."""
    come = {one for event in step.events[:number] if event["event"] in INTO_PLAY for one in event["subjects"]}
    for stack in step.events[number]["subjects"]:
        if stack not in come:
            yield f"names {stack}, and no event before it says that this came into play"


def _put_under(step: ToldStep, number: int) -> Iterator[str]:
    """Cards of stacks that have not left for under another, and cards that are not shown there."""
    event = step.events[number]
    *cards, stack = event["subjects"] or ("",)
    left, put = _left_for_under(step, 0, number), _put(step, 0, number + 1)
    if event.get("came_from") == BATTLE and left < put:
        stacks = "stack has" if left == 1 else "stacks have"
        yield (
            f"puts card {put} of the battle area under a stack in this step, and {left} {stacks} left for "
            "under another before it: of each the top card alone goes there"
        )
    for card in cards:
        lies = step.after.places.get(card)
        there = step.after.cards_of(stack)
        if (
            lies
            and there
            and card not in there
            and not (step.goes_later(number, card) or step.goes_later(number, stack))
        ):
            yield f"says that {card} goes under {stack}, and it is shown in `{min(lies)}`"
    yield from _put_elsewhere(step, number)


def _put_elsewhere(step: ToldStep, number: int) -> Iterator[str]:
    """Cards that are shown in another place of the stack than the event says."""
    event = step.events[number]
    *cards, stack = event["subjects"] or ("",)
    to, there = event.get("to") or UNDER, step.after.cards_of(stack)
    if to not in UNDER_WHERE:
        yield f"says `{to}` as the place under a stack, and that is {' or '.join(map(repr, UNDER_WHERE))}"
    elif set(cards) <= set(there) and not any(step.goes_later(number, one) for one in (*cards, stack)):
        where = there[1 : len(cards) + 1] if to == UNDER_WHERE[1] else there[-len(cards) :]
        if set(where) != set(cards):
            yield f"says that cards go `{to}` {stack}, and they are shown in another place of it"


def _left_for_under(step: ToldStep, first: int, end: int) -> int:
    """How many stacks have left for under another by these events."""
    leaving = (one for one in step.events[first:end] if one["event"] == "left-battle-area")
    return sum(len(one["subjects"]) for one in leaving if one.get("to") == UNDER)


def _put(step: ToldStep, first: int, end: int) -> int:
    """How many top cards of stacks these events put under another stack."""
    put = (one for one in step.events[first:end] if one["event"] == "put-under")
    return sum(len(one["subjects"]) - 1 for one in put if one.get("came_from") == BATTLE)


def _left(step: ToldStep, number: int) -> Iterator[str]:
    """Stacks whose top cards should go under another one, and do not."""
    event = step.events[number]
    if event.get("to") != UNDER:
        return
    shown = (step.before.stacks.get(stack, {}) for stack in event["subjects"])
    cards = sum(stack.get("token") is False for stack in shown)
    if _put(step, number + 1, len(step.events)) < cards:
        yield "says that a top card goes under another stack, and no event after it puts it there"


def _moved(step: ToldStep, number: int) -> Iterator[str]:
    """Stacks that were in the battle area already, or are still in the breeding area."""
    for stack in step.events[number]["subjects"]:
        if step.before.areas.get(stack) == BATTLE and not step.went_before(number, stack):
            yield f"names {stack}, which was shown in the battle area before"
        if step.after.areas.get(stack) == BREEDING and not step.goes_later(number, stack):
            yield f"names {stack}, which is still shown in the breeding area"


def _hatched(step: ToldStep, number: int) -> Iterator[str]:
    """Stacks that were there already."""
    for stack in step.events[number]["subjects"]:
        if stack in step.before.areas and not step.went_before(number, stack):
            yield f"names {stack}, which was shown before"


def _tops_gone(step: ToldStep, number: int) -> Iterator[str]:
    """More cards than can have come to the trash, or fewer than have gone from a stack."""
    event = step.events[number]
    removing = [one for one in step.events if one["event"] in REMOVED]
    moving = zip(step.events, step.gone, strict=True)
    elsewhere = [one for each, went in moving if each["event"] not in OFF_DECK for one in went]
    elsewhere = [one for one in elsewhere if not step.is_stack(one)]
    before, after = step.before.trash, step.after.trash
    if before is not None and after is not None:
        most = len(after - before) + len(elsewhere)
        if sum(one["amount"] * len(one["subjects"]) for one in removing) > most:
            yield f"has the amount {event['amount']}, and {most} cards at most have come to the trash"
    for stack in event["subjects"]:
        if any(one["event"] == "armor-purged" and stack in one["subjects"] for one in step.events):
            continue  # it may be told without the event that it is paid by
        cards, left = step.before.cards_of(stack), step.after.cards_of(stack)
        gone = cards[: cards.index(left[0])] if left and left[0] in cards else ()
        told = sum(one["amount"] for one in removing if stack in one["subjects"])
        if told < sum(one not in elsewhere for one in gone):
            yield f"has the amount {event['amount']}, and {len(gone)} top cards of {stack} are gone"


def _turn_began(step: ToldStep, number: int) -> Iterator[str]:
    """The turn of a player who is not shown to have it."""
    player = step.events[number]["player"]
    again = any(one["event"] == "turn-began" for one in step.events[number + 1 :])
    if player != step.observed["turn"] and not again:
        yield f"has the player {player}, and it is the turn of player {step.observed['turn']}"


AROUND: Mapping[str, Contradiction] = {
    "placed": _placed,
    "failed": _failed,
    "placed-suspended": _placed_suspended,
    "put-under": _put_under,
    "left-battle-area": _left,
    "moved": _moved,
    "hatched": _hatched,
    "de-digivolved": _tops_gone,
    "top-trashed": _tops_gone,
    "turn-began": _turn_began,
}
"""Name of an event, to what it says that is not so by the other events, or by what is shown around them."""


def _amounts(event: Event, subject: str, step: ToldStep) -> Iterator[str]:
    shown, amounts = step.after.stacks.get(subject, {}), event.get("amounts") or {}
    for field, value in amounts.items():
        seen = shown.get(field)
        if seen is not None and _comparable(seen) != _comparable(value):
            yield f"says that {subject} has {value} as `{field}`, and {seen} is shown"


def _comparable(value: Any) -> Any:
    """A value in which the order of keywords says nothing."""
    return sorted(value) if isinstance(value, list | tuple) else value


def _switch(is_suspended: bool) -> OfSubject:
    def contradictions_of(_event: Event, subject: str, step: ToldStep) -> Iterator[str]:
        if step.after.stacks.get(subject, {}).get("suspended", is_suspended) not in (is_suspended, None):
            yield f"names {subject}, which is shown {'unsuspended' if is_suspended else 'suspended'}"

    return contradictions_of


def _gone(_event: Event, subject: str, step: ToldStep) -> Iterator[str]:
    if step.after.areas.get(subject) == BATTLE:
        yield f"names {subject}, which is still shown in the battle area"


def _target(event: Event, subject: str, step: ToldStep) -> Iterator[str]:
    attack = step.observed.get("attack") or {}
    if attack.get("attacker") == subject and attack.get("target", event["to"]) != event["to"]:
        yield f"says that the attack goes to {event['to']}, and it is shown at {attack['target']}"


SHOWN_AFTER: Mapping[str, OfSubject] = {
    "changed": _amounts,
    "suspended": _switch(True),
    "unsuspended": _switch(False),
    "placed-suspended": _switch(True),
    "left-battle-area": _gone,
    "attack-target-changed": _target,
}
"""Name of an event, to what it says of a subject that no later event names and that is not shown."""
