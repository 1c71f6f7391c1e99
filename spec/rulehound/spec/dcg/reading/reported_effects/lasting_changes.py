"""DP, keywords and checks that lasting effects give to a Digimon, taken over from what the engine shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulehound.spec.dcg.model import Stack
from rulehound.spec.dcg.reading.cards import model_card
from rulehound.spec.dcg.reading.inherited import inherited_by
from rulehound.spec.dcg.reading.reported_effects.event_context import (
    BEGINS,
    Event,
    EventContext,
    top_of,
)
from rulehound.spec.dcg.reading.states import beyond_print, top_card
from rulehound.spec.formats import Observation
from rulehound.spec.reading import AtOnce, Becomes, Cards, ChangingAction, First, Like, like, places_of

DP, DP_CHANGE, GAINED, MORE_CHECKS = (
    places_of(Stack)[name] for name in ("dp", "dp_change", "gained", "more_checks")
)


def becomes(context: EventContext, stack: str, amounts: Mapping[str, Any], player: int) -> Iterator[First]:
    """The values that a stack has by all lasting effects at the time of an event.

    Which of the stack's cards is its top card at that time is open, so each of them is a candidate.
    """
    if stack not in context.tops:
        return
    tops = tuple(dict.fromkeys(reversed(context.tops[stack])))  # the one that was told last is the likeliest
    elements = [like(Stack, top=top) for top in tops]
    yield _becomes(context, elements, tops, amounts, player)


def becomes_at_last(context: EventContext, entry: Mapping[str, Any], player: int) -> First:
    """The values that a stack has by all lasting effects after the step, where its top card is known."""
    top = context.tops[entry["id"]][-1]
    # whether it is suspended may hang on what it has gained: Reboot
    known: dict[str, Any] = {"top": top}
    if all(card["id"] in context.cards for card in entry["cards"][1:]) and not entry.get("untold"):
        known["under"] = tuple(context.card(card["id"]) for card in entry["cards"][1:])
    return _becomes(context, [like(Stack, **known)], [top], entry, player)


def _becomes(
    context: EventContext,
    elements: Sequence[Like],
    tops: Sequence[tuple[Any, ...]],
    amounts: Mapping[str, Any],
    player: int,
) -> First:
    """The values for the first of these elements that is there; each element has its own top card."""
    path, side = f"{OWNERS[context.side(player)]}.battle", context.side(player)
    both = list(zip(elements, tops, strict=True))
    return First([_become(path, element, top, amounts, side) for element, top in both])


OWNERS = {"mine": "me", "theirs": "opponent"}


def _become(path: str, element: Like, top: tuple[Any, ...], amounts: Mapping[str, Any], side: str) -> Becomes:
    """The values for one element. A shown DP of 0 is the result of the smallest change that leads to 0."""
    gained, more = beyond_print(top, amounts)
    besides = ((GAINED, gained), (MORE_CHECKS, more))
    dp, printed = amounts["dp"], top_of(top, "dp")
    if dp is None:
        return Becomes(path, element, ((DP_CHANGE, 0), (DP, printed), *besides))
    through = ChangingAction(f"effect-dp-{side}", "target", "amount")
    return Becomes(path, element, ((DP_CHANGE, dp - printed), (DP, dp)), through, besides)


@dataclass
class Lasting:
    """Lasting changes of the stacks in battle areas, as the model knows them.

    It holds what was shown before the step, until the turn ends: from then on every stack counts as printed.
    Changes that events report are added.
    """

    known: dict[str, list[Any]] = field(default_factory=dict)
    """Stack id to how it was shown."""
    changed: set[str] = field(default_factory=set)
    """The stacks, by id, that are not what is known."""

    @classmethod
    def before(cls, observation: Observation) -> Lasting:
        """The lasting changes that an observation shows."""
        entries = (entry for player in observation["players"] for entry in player["battle"])
        return cls({entry["id"]: values_shown(entry) for entry in entries})

    def differs(self, entry: Mapping[str, Any], cards: Cards) -> bool:
        """Whether a stack is shown with other values than the model has for it."""
        if entry["id"] in self.changed:
            return True
        known = self.known.get(entry["id"])
        return more_than_printed(entry, cards) if known is None else known != values_shown(entry)


def values_shown(entry: Mapping[str, Any]) -> list[Any]:
    """The DP, keywords and checks of a stack as shown, and its top card, from which they are counted."""
    return [entry["cards"][0]["id"], entry["dp"], entry["keywords"], entry["checks"]]


def in_breeding(observation: Observation, cards: Cards) -> bool:
    """Whether something lasts on a stack in a breeding area. The model has no effects that reach there."""
    entries = (player["breeding"] for player in observation["players"])
    return any(more_than_printed(entry, cards) for entry in entries if entry)


def more_than_printed(entry: Mapping[str, Any], cards: Cards) -> bool:
    """Whether a stack is shown with other values than its cards give it."""
    top = model_card(top_card(entry, cards))
    change = 0 if entry["dp"] is None else entry["dp"] - top_of(top, "dp")
    (gained, more), (bits, checks) = beyond_print(top, entry), inherited_by(top, entry, cards)
    return bool(change or gained & ~bits) or more not in (0, checks)


def changed(context: EventContext, events: Sequence[Event]) -> Iterator[First | AtOnce]:
    """All stacks whose values an event changed, as one effect; of each stack the last report counts."""
    yield BEGINS
    amounts = {
        subject: event["amounts"]
        for event in events
        for subject in event["subjects"]
        if subject in context.owners
    }
    yield AtOnce(
        [
            change
            for subject, amount in amounts.items()
            for change in becomes(context, subject, amount, context.owners[subject])
        ]
    )
