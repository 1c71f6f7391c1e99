"""The events of an engine, in their order, as environment actions of the model.

An engine lists the events since the last action. Each event that an effect caused becomes environment actions
of the model. Events that the rules caused become nothing, since the model applies the rules by itself. DP,
keywords and checks that lasting effects give to a Digimon are taken over from what the engine shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rulehound.spec.dcg.reading.cards import Cards, facts_told
from rulehound.spec.dcg.reading.reported_effects.beyond_the_model import CHECKED, require_words
from rulehound.spec.dcg.reading.reported_effects.beyond_the_turn import BeyondTheTurn
from rulehound.spec.dcg.reading.reported_effects.card_moves import MOVING
from rulehound.spec.dcg.reading.reported_effects.event_context import (
    Event,
    EventContext,
    EventReader,
    NotInModel,
)
from rulehound.spec.dcg.reading.reported_effects.field_effects import (
    KEYWORDS_USED,
    STANDING,
    with_keywords,
)
from rulehound.spec.dcg.reading.reported_effects.lasting_changes import (
    Lasting,
    becomes_at_last,
    changed,
    in_breeding,
)
from rulehound.spec.dcg.reading.states import is_unknown_token
from rulehound.spec.dcg.reading.unmodelled import TEXTS
from rulehound.spec.formats import Observation
from rulehound.spec.reading import AtOnce, Reported, ReportedEffects

DRAWN = "endless-loop"
"""`ended_by` of a game that ends without a winner."""

CHANGED, TURN_BEGAN = "changed", "turn-began"

DO_MORE = frozenset({"effects", *TEXTS})
"""Facts of cards that do more than keywords do."""

EVENTS: Mapping[str, EventReader] = {**STANDING, **MOVING}
"""Name of an event, to the function that gives the environment actions for it. All other events give none."""


def reported_effects(before: Observation, after: Observation, cards: Cards) -> ReportedEffects:
    """The effects of cards between two observations; `unknown` says why, where an event cannot be read.

    An effect that no card caused is the one that the engine was asked for by the adapter: an action of its
    own.
    """
    known = EventContext(before, after, cards)
    beyond = BeyondTheTurn(known) if facts_told(cards).isdisjoint(DO_MORE) else None
    lasting = Lasting.before(before)
    moves: list[Reported] = []
    before_turn: int | None = None
    events: Sequence[Event] = after.get("events", ())
    try:
        if after.get("ended_by") == DRAWN:
            raise NotInModel("effects that nobody can end have drawn the game")
        if in_breeding(before, cards) or in_breeding(after, cards):
            raise NotInModel("an effect lasts on what is in a breeding area")
        require_words(known)
        told, done = with_keywords(events), 0
        for name, together in groupby(told, lambda event: str(event["event"])):
            run = list(together)
            if name == CHANGED and beyond is None:
                moves += changed(known, run)
                lasting.changed.update(subject for event in run for subject in event["subjects"])
            elif name == TURN_BEGAN:
                lasting = Lasting()
                before_turn = len(moves) if before_turn is None else before_turn
            for event in run:
                moves += words(known, event)
                turn, done = known.turn, done + 1
                known.note(event)
                if beyond is not None and name == TURN_BEGAN and known.turn != turn:
                    moves += beyond.turn_over(turn, told[done:])
        if beyond is not None:
            moves += beyond.at_last()
    except NotInModel as why:
        return ReportedEffects(unknown=str(why))
    taken_over = "effects" in facts_told(cards)
    at_last = [
        becomes_at_last(known, entry, player)
        for player, seat in enumerate(after["players"])
        for entry in seat["battle"]
        if (taken_over or is_unknown_token(entry, cards)) and lasting.differs(entry, cards)
    ]
    moves += [AtOnce(at_last)] if at_last else []
    return ReportedEffects(
        moves,
        chance=turned_over(after, known),
        before_round=before_turn or 0,
        unknown_from_position=beyond.untold() if beyond is not None else "",
    )


def without_events(before: Observation, after: Observation, cards: Cards) -> ReportedEffects:
    """What lasts beyond the end of a turn, where an engine does not tell what happens.

    Nothing where a card does more than keywords do: it may then have changed anything.
    """
    if not facts_told(cards).isdisjoint(DO_MORE):
        return ReportedEffects()
    beyond = BeyondTheTurn(EventContext(before, after, cards))
    try:
        return ReportedEffects(list(beyond.at_last()), unknown_from_position=beyond.untold())
    except NotInModel as why:
        return ReportedEffects(unknown=str(why))


def words(known: EventContext, event: Event) -> Iterator[Reported]:
    """The environment actions for one event; none for an event that the rules or a player caused."""
    name = event["event"]
    if name in KEYWORDS_USED:
        yield from KEYWORDS_USED[name](known, event)
    elif event["cause"] == "effect" and name in EVENTS and event["source"]:
        yield from EVENTS[name](known, event)


def turned_over(after: Observation, known: EventContext) -> dict[str, list[Any]]:
    """The security cards that were checked; none unless the engine reports the card of every check."""
    checked = [event["subjects"][0] for event in after.get("events", ()) if event["event"] == CHECKED]
    if not checked and (after.get("attack") or {}).get("checks_made") != 0:
        return {}
    if not all(name in known.cards for name in checked):
        return {}
    return {"Card": list(dict.fromkeys(map(known.card, checked)))}
