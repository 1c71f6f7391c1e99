"""What effects that last make of a Digimon: its DP, its keywords, its checks; taken over as it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulehound.spec.dcg.model import Stack
from rulehound.spec.dcg.reading.cards import model_card
from rulehound.spec.dcg.reading.inherited import inherited_by
from rulehound.spec.dcg.reading.reported_effects.event_context import (
    BEGINS,
    Cards,
    Event,
    EventContext,
    top_of,
)
from rulehound.spec.dcg.reading.states import beyond_print, top_card
from rulehound.spec.formats import Observation
from rulehound.spec.reading import AtOnce, Becomes, ChangingAction, First, Like, like, places_of

DP, DP_CHANGE, GAINED, MORE_CHECKS = (
    places_of(Stack)[name] for name in ("dp", "dp_change", "gained", "more_checks")
)


def becomes(context: EventContext, stack: str, amounts: Mapping[str, Any], player: int) -> Iterator[First]:
    """What a stack amounts to, by all effects that last; which of its cards is its top card then is open."""
    if stack not in context.tops:
        return
    tops = tuple(dict.fromkeys(reversed(context.tops[stack])))  # the one that was told last is the likeliest
    elements = [like(Stack, top=top) for top in tops]
    yield _becomes(context, elements, tops, amounts, player)


def becomes_at_last(context: EventContext, entry: Mapping[str, Any], player: int) -> First:
    """What a stack amounts to as it is shown after the step, when it is all else that is shown of it."""
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
    """What one of these elements becomes, each with its top card, the first that is there."""
    path, side = f"{OWNERS[context.side(player)]}.battle", context.side(player)
    both = list(zip(elements, tops, strict=True))
    return First([_become(path, element, top, amounts, side) for element, top in both])


OWNERS = {"mine": "me", "theirs": "opponent"}


def _become(path: str, element: Like, top: tuple[Any, ...], amounts: Mapping[str, Any], side: str) -> Becomes:
    """Of a DP that is shown as 0 the smallest change is taken that leads there; of no DP, none."""
    gained, more = beyond_print(top, amounts)
    besides = ((GAINED, gained), (MORE_CHECKS, more))
    dp, printed = amounts["dp"], top_of(top, "dp")
    if dp is None:
        return Becomes(path, element, ((DP_CHANGE, 0), (DP, printed), *besides))
    through = ChangingAction(f"effect-dp-{side}", "target", "amount")
    return Becomes(path, element, ((DP_CHANGE, dp - printed), (DP, dp)), through, besides)


@dataclass
class Lasting:
    """What effects that last have made of what is in the battle areas, as the model knows it.

    It knows what was shown before the step, until the turn ends, with which it takes everything to be as it
    is printed; and what it is told to have changed since.
    """

    known: dict[str, list[Any]] = field(default_factory=dict)
    """Stack id to how it was shown."""
    changed: set[str] = field(default_factory=set)
    """The stacks, by id, that are not what is known."""

    @classmethod
    def before(cls, observation: Observation) -> Lasting:
        """What an observation shows."""
        entries = (entry for player in observation["players"] for entry in player["battle"])
        return cls({entry["id"]: _shown(entry) for entry in entries})

    def differs(self, entry: Mapping[str, Any], cards: Cards) -> bool:
        """Whether a stack is shown to be something else than the model has it."""
        if entry["id"] in self.changed:
            return True
        known = self.known.get(entry["id"])
        return _more_than_printed(entry, cards) if known is None else known != _shown(entry)


def _shown(entry: Mapping[str, Any]) -> list[Any]:
    """What a stack amounts to, and its top card, on which that rests."""
    return [entry["cards"][0]["id"], entry["dp"], entry["keywords"], entry["checks"]]


def in_breeding(observation: Observation, cards: Cards) -> bool:
    """Whether something lasts on what is in a breeding area: the model has no effects that reach there."""
    entries = (player["breeding"] for player in observation["players"])
    return any(_more_than_printed(entry, cards) for entry in entries if entry)


def _more_than_printed(entry: Mapping[str, Any], cards: Cards) -> bool:
    top = model_card(top_card(entry, cards))
    change = 0 if entry["dp"] is None else entry["dp"] - top_of(top, "dp")
    (gained, more), (bits, checks) = beyond_print(top, entry), inherited_by(top, entry, cards)
    return bool(change or gained & ~bits) or more not in (0, checks)


def changed(context: EventContext, events: Sequence[Event]) -> Iterator[First | AtOnce]:
    """All that amounts to something else now, which is one effect: of each what was told last."""
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
