"""Events by which effects change what is on the field, as environment actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulehound.spec.dcg.reading.cards import MOST_GAMES, by_identity
from rulehound.spec.dcg.reading.effect_parts import gives
from rulehound.spec.dcg.reading.reported_effects.event_context import (
    BEGINS,
    COMES_BEFORE,
    Event,
    EventContext,
    EventReader,
    NotInModel,
    top_of,
)
from rulehound.spec.reading import AtOnce, Cards, First, Move, Reported

BEFORE = "before"
"""`to` of an event whose effect is activated before something that is about to happen."""


def _on_stacks(name: str) -> EventReader:
    """A reader of events that gives one action for each stack of the event."""

    def words(context: EventContext, event: Event) -> Iterator[Move]:
        for subject in event["subjects"]:
            side, stack = context.stack(subject)
            yield Move(f"effect-{name}-{side}", {"target": stack})

    return words


def _as_often(name: str) -> EventReader:
    """A reader of events that gives one action for each stack, as often as the amount of the event says."""

    def words(context: EventContext, event: Event) -> Iterator[Move]:
        for subject in event["subjects"]:
            context.uncover(subject, event["amount"])
            side, stack = context.stack(subject)
            for _ in range(min(event["amount"], len(context.cards))):  # no stack has more
                yield Move(f"effect-{name}-{side}", {"target": stack})

    return words


def _activated(_context: EventContext, event: Event) -> Iterator[First]:
    """An effect begins where effects may resolve, or before a deletion; an engine need not say which of the
    two.
    """
    before = event.get("to")
    if before != BEFORE:
        yield BEGINS
    if before is None or before == BEFORE:
        yield COMES_BEFORE


def _resolved(_context: EventContext, _event: Event) -> Iterator[First]:
    """An effect is over, and with it what it was within: rules are processed before the next one."""
    yield First([Move("end-effect")], needed=False)


def _about_to_be_deleted(context: EventContext, event: Event) -> Iterator[AtOnce]:
    """All at once; before another deletion, where an effect comes before that."""
    doomed, too = [], ""
    for subject in event["subjects"]:
        side, stack = context.stack(subject)
        by = "" if event["player"] == context.owners[subject] else "-by-opponent"
        before, now = f"effect-delete-before-{side}", f"effect-delete{too}{by}-{side}"
        doomed.append(First([Move(name, {"target": stack}) for name in (before, now)]))
        too = "-too"
    yield AtOnce(doomed)


def _prevented(context: EventContext, event: Event) -> Iterator[First]:
    """An effect prevents something; where that has not begun in the model, it is nothing to the model."""
    for subject in event["subjects"]:
        if subject in context.owners and subject not in context.bred:
            side, stack = context.stack(subject)
            yield COMES_BEFORE
            yield First([Move(f"effect-spare-{side}", {"target": stack})], needed=False)


def _switched(context: EventContext, event: Event) -> Iterator[Move]:
    """An attack goes to another target."""
    target = event.get("to", "")
    if target == "player":
        yield Move("effect-switch-to-player")
    else:
        yield Move("effect-switch-to-digimon", {"target": context.stack(target)[1]})


def _attack_ended(_context: EventContext, _event: Event) -> Iterator[Move]:
    yield Move("effect-end-attack")


STANDING: Mapping[str, EventReader] = {
    "activated": _activated,
    "resolved": _resolved,
    "top-trashed": _as_often("trash-top"),
    "prevented": _prevented,
    "unaffected": _prevented,
    "kept-from-blocking": _on_stacks("keep"),
    "kept-suspended": _on_stacks("keep"),
    "attack-target-changed": _switched,
    "attack-ended": _attack_ended,
    "kept-from-attacking": _attack_ended,
    "suspended": _on_stacks("suspend"),
    "unsuspended": _on_stacks("unsuspend"),
    "about-to-be-deleted": _about_to_be_deleted,
    "returned-to-hand": _on_stacks("return-to-hand"),
    "returned-to-deck": _on_stacks("return-to-deck"),
    "put-into-security": _on_stacks("to-security"),
    "egg-returned": _on_stacks("return-to-hand"),
    "token-gone": _on_stacks("to-trash"),
    "put-into-trash": _on_stacks("to-trash"),
    "de-digivolved": _as_often("de-digivolve"),
}
"""Name of an event, to the function that gives the environment actions for it."""


def _decoyed(context: EventContext, event: Event) -> Iterator[Reported]:
    """A Decoy that is printed is an action of its player; one that was gained is an effect like others."""
    decoy, *saved = event["subjects"]
    side, stack = context.stack(decoy)
    printed = _printed_for(context, decoy, saved)
    if not printed or (other_decoys(context.printed) and not all(printed)):
        yield from _about_to_be_deleted(context, {**event, "subjects": [decoy]})
        yield from _prevented(context, {**event, "subjects": saved})
        return
    for one in saved:
        yield Move(f"decoy-{side}", {"decoy": stack, "saved": context.stack(one)[1]})


def _printed_for(context: EventContext, decoy: str, saved: Sequence[str]) -> list[bool]:
    """For each stack that is saved, whether the printed Decoy is for its colour; nothing without one."""
    colours = [top_of(card, "decoy") for card in context.tops[decoy] if top_of(card, "decoy")]
    if not colours:
        return []
    return [
        any(each & top_of(top, "colours") for each in colours for top in context.tops.get(one, ()))
        for one in saved
    ]


@by_identity(most=MOST_GAMES)
def other_decoys(cards: Cards) -> bool:
    """Whether a card has a Decoy that is not for a colour, or an effect that gives one."""
    each = [card.facts for card in cards.values()]
    return any(facts.get("decoy_traits") or gives(facts.get("effects"), ("decoy",)) for facts in each)


def _armor_purged(context: EventContext, event: Event) -> Iterator[Move]:
    for subject in event["subjects"]:
        side, stack = context.stack(subject)
        if any(top_of(card, "decoy") for card in context.tops[subject]):
            raise NotInModel("a Digimon uses a keyword while its Decoy may be waiting")
        yield Move(f"armor-purge-{side}", {"saved": stack})


KEYWORDS_USED: Mapping[str, EventReader] = {"decoyed": _decoyed, "armor-purged": _armor_purged}
"""Uses of keywords that are actions of players in the model."""

PAYMENTS = {"armor-purged": "top-trashed", "decoyed": "about-to-be-deleted"}
"""Use of a keyword, to the event by which it is paid for. The action of the model pays by itself."""


def with_keywords(events: Sequence[Event]) -> list[Event]:
    """The events with each use of a keyword in the place of the event by which it was paid for.

    A use that was paid for in an earlier step becomes an event by which something is prevented.
    """
    rewritten: list[Event] = []
    for event in events:
        payment = PAYMENTS.get(event["event"])
        if payment is None:
            rewritten.append(event)
            continue
        paid = [
            place
            for place, one in enumerate(rewritten)
            if one["event"] == payment and one["subjects"] == event["subjects"][:1]
        ]
        if paid:
            rewritten[paid[-1]] = event
        else:
            rewritten.append({**event, "event": "prevented", "subjects": event["subjects"][-1:]})
    return rewritten
