"""Effects whose words are all known and that make no sense all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from rulehound.engine.dcg.effects.language import (
    ChangeTarget,
    Choose,
    Data,
    DigivolveInto,
    DnaDigivolveInto,
    Effect,
    Grant,
    Prevent,
    Put,
    Recovery,
    Reveal,
    Which,
)
from rulehound.engine.dcg.effects.vocabulary import Happening

Found: TypeAlias = Iterator[tuple[str, str]]
"""Each a place in an effect, and what is wrong there and what to write."""

EVENTFUL = ("when", "would")
LEAVING: tuple[Happening, ...] = ("deleted", "left-battle-area", "returned-to-hand")
"""Events that effects may come before and prevent."""

ANNOUNCED: tuple[Happening, ...] = (*LEAVING, "played", "digivolved", "option-used")
"""Events that effects may come before."""

KNOWN_ROLES = ("", "this", "other", "subject", "attacker", "target", "checked", "battled")
"""Roles that every effect knows; all other names are given by a step."""

RECOVERED_FROM = ("hand", "trash", "under")
"""Areas from which cards are recovered that are not the deck's."""

BOUNDS = tuple(
    (name, name.replace("_at_least", "_at_most"))
    for name in Which.__struct_fields__
    if name.endswith("_at_least")
)


def problems(effect: Effect, place: str) -> Found:
    """Everything that makes no sense in an effect that stands at this place."""
    for rule in OF_EFFECTS:
        yield from rule(effect, place)
    yield from problems_within(effect, place)


def problems_within(data: Data, place: str) -> Found:
    """Everything that makes no sense in an effect, or in what something is given, part by part."""
    names = {part.as_ for _, part in parts(data) if isinstance(part, Choose | Reveal)}
    for where, part in parts(data, place):
        if isinstance(part, Which):
            yield from strange_which(part, where, names)
        for rule in OF_PARTS.get(type(part), ()):
            yield from rule(part, where)


def event_and_timing(effect: Effect, place: str) -> Found:
    """`when` and `would` wait for something, and nothing else does."""
    if (effect.timing in EVENTFUL) != (effect.event is not None):
        yield place, "`event` says what an effect with timing when or would waits for, and no other has it"
    if effect.timing == "would" and effect.event and effect.event.happens not in ANNOUNCED:
        known = ", ".join(ANNOUNCED)
        yield f"{place}.event", f"nothing comes before {effect.event.happens!r}; known: {known}"


def ways(effect: Effect, place: str) -> Found:
    """Only a card that has been moved goes from one area into another, and only an attack has a target."""
    waited = effect.event
    if waited is not None and waited.happens != "card-moved" and (waited.from_ or waited.to):
        yield f"{place}.event", "`from` and `to` go with happens card-moved alone"
    if waited is not None and waited.happens != "attacks" and waited.target is not None:
        yield f"{place}.event", "`target` goes with happens attacks alone"


def continuous(effect: Effect, place: str) -> Found:
    """A continuous effect gives something and does nothing; all others do something."""
    gives = effect.gives is not None
    if (effect.timing == "continuous") != gives:
        yield place, "`gives` says what a continuous effect gives, and no other effect has it"
    if gives == bool(effect.steps):
        yield place, "an effect has `steps`, or is continuous and `gives` something"
    if gives and (effect.cost or effect.optional or effect.limit):
        yield place, "a continuous effect has no `cost` and no `limit`, and is not `optional`"


def preventing(effect: Effect, place: str) -> Found:
    """Only what comes before something can prevent it, and only that a stack leaves the battle area."""
    leaves = effect.timing == "would" and effect.event is not None and effect.event.happens in LEAVING
    if not leaves and any(isinstance(part, Prevent) for _, part in parts(effect)):
        yield place, f"`prevent` goes with timing would and one of {', '.join(LEAVING)}"


OF_EFFECTS: tuple[Callable[[Effect, str], Found], ...] = (event_and_timing, ways, continuous, preventing)


def hosts(put: Put, place: str) -> Found:
    """Cards go under something where they are put there, and only there."""
    if (put.onto is None) == (put.to in ("under", "under-top")):
        yield place, "`onto` says under which Digimon cards go, with `under` and `under-top` alone"


def recovered(recovery: Recovery, place: str) -> Found:
    """Cards of the field and of the security stack are not recovered."""
    if recovery.target is not None and recovery.target.area not in RECOVERED_FROM:
        yield place, f"cards are recovered from the deck or from {', '.join(RECOVERED_FROM)}"


def choosers(choose: Choose, place: str) -> Found:
    """Where each player chooses, each has something to choose among."""
    if choose.by == "both" and choose.target.of != "both":
        yield place, "each player chooses among what is theirs: the `target` is `of` both"


def new_targets(change: ChangeTarget, place: str) -> Found:
    """An attack has one target: a Digimon or the player."""
    if (change.target is None) != change.to_player:
        yield place, "an attack is switched to a `target` or, with `to_player`, to the player"


def gained(gives: Grant, place: str) -> Found:
    """The effects that something gains make sense too."""
    for number, effect in enumerate(gives.effects):
        yield from problems(effect, f"{place}.effects[{number}]")


def one_alone(says: str, *fields: str) -> Callable[[Any, str], Found]:
    """What these fields of a step speak of is one thing, never several."""

    def rule(step: Any, place: str) -> Found:
        for field in fields:
            which: Which | None = getattr(step, field)
            if which is not None and which.count != 1:
                yield f"{place}.{field}", f"{says}: the `count` is 1"

    return rule


OF_PARTS: Mapping[type[Data], tuple[Callable[[Any, str], Found], ...]] = {
    Put: (hosts, one_alone("cards go under one Digimon", "onto")),
    Recovery: (recovered,),
    Choose: (choosers,),
    ChangeTarget: (new_targets, one_alone("an attack has one target", "target")),
    # rule: digivolve.stack
    DigivolveInto: (one_alone("one Digimon digivolves into one card", "target", "into"),),
    # rule: dna.two
    DnaDigivolveInto: (
        one_alone("two Digimon become one card, a left and a right one", "left", "right", "into"),
    ),
    Grant: (gained,),
}
"""Part of the language to what is to make sense in it."""


def strange_which(which: Which, place: str, given: set[str]) -> Found:
    """Things that nothing could be, and names that nobody gave."""
    if which.role not in KNOWN_ROLES and which.role not in given:
        known = ", ".join((*KNOWN_ROLES[1:], *sorted(given)))
        yield place, f"nothing is called {which.role!r}; known: {known}"
    if which.under_of and which.area != "under":
        yield place, "`under_of` goes with area `under`"
    if which.top and which.area not in ("deck", "security"):
        yield place, "`top` goes with area `deck` or `security`"
    for least, most in BOUNDS:
        low, high = getattr(which, least), getattr(which, most)
        if isinstance(low, int) and isinstance(high, int) and low > high:
            yield place, f"`{least}` is more than `{most}`"


def parts(data: Data, place: str = "") -> Iterator[tuple[str, Data]]:
    """Everything that a part of the language is made of, itself included, each with its place; the effects
    that something gains are no parts of the one that gives them."""
    yield place, data
    for name, encoded in zip(data.__struct_fields__, data.__struct_encode_fields__, strict=True):
        value: Any = getattr(data, name)
        where = f"{place}.{encoded}" if place else encoded
        if isinstance(value, Data):
            yield from parts(value, where)
        elif isinstance(value, tuple) and not (isinstance(data, Grant) and name == "effects"):
            for number, element in enumerate(value):
                if isinstance(element, Data):
                    yield from parts(element, f"{where}[{number}]")
