"""What there is beyond a position once an engine has been led there, left out of what it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from rulehound.spec.dcg.leading.lying import own_number
from rulehound.spec.dcg.leading.seats import PILES, Seat
from rulehound.spec.dcg.reading.cards import number_of
from rulehound.spec.formats import Card, Observation

SHOWN = ("hand", "trash", "battle")
"""Areas of which cards and stacks are shown one by one."""


def without_more(
    arrived: Observation, seats: Sequence[Seat], altered: Set[str]
) -> Callable[[Observation], Observation | None]:
    """What leaves out of observations what there was at arrival beyond the position.

    It gives None where a pile is used up but for what is left out, something of it may be chosen, or a card
    came into a hand that is altered there: what comes then hangs on that.
    """
    more = [_beyond(shown, seat) for shown, seat in zip(arrived["players"], seats, strict=True)]

    def seen(observation: Observation) -> Observation | None:
        players = [one.left_out(shown) for one, shown in zip(more, observation["players"], strict=True)]
        candidates = (observation.get("choice") or {}).get("candidates") or ()
        if any(player is None for player in players) or any(one.holds(candidates) for one in more):
            return None
        if any(card["card"] in altered for player in players if player for card in player["hand"]):
            return None
        rest = {key: value for key, value in observation.items() if key != "hidden"}
        return {**rest, "players": players}

    return seen


@dataclass(frozen=True)
class _Beyond:
    """What a player has beyond a position."""

    ids: frozenset[str]
    order: Mapping[str, int]
    """Of what the position gives, by id."""
    counts: Mapping[str, int]

    def holds(self, candidates: Sequence[Any]) -> bool:
        """Whether any of these is something beyond the position."""
        return any(one in self.ids for one in candidates if isinstance(one, str))

    def left_out(self, shown: Mapping[str, Any]) -> dict[str, Any] | None:
        """The player without it; None where a pile is used up but for it."""
        counts = {name: shown[name] - self.counts[name] for name in PILES}
        if min(counts.values()) < 0:
            return None
        areas = {
            name: sorted(
                (_under_own_number(one) for one in shown[name] if one["id"] not in self.ids),
                key=lambda one: self.order.get(one["id"], len(self.order)),
            )
            for name in SHOWN
        }
        return {**shown, **counts, **areas}


def _beyond(shown: Mapping[str, Any], seat: Seat) -> _Beyond:
    """What a player has beyond what the position gives."""
    kept: dict[str, int] = {}
    for number in seat.hand:
        kept |= _first(kept, (card["id"] for card in shown["hand"] if own_number(card["card"]) == number))
    for wanted in seat.battle:
        kept |= _first(kept, (one["id"] for one in shown["battle"] if _chain(one) == wanted.chain))
    ids = {one["id"] for name in SHOWN for one in shown[name]} - kept.keys()
    return _Beyond(frozenset(ids), kept, {name: shown[name] - seat.counts[name] for name in PILES})


def _first(kept: Mapping[str, int], ids: Any) -> dict[str, int]:
    """The first of some ids that is not kept yet, with its place among those that are."""
    return next(({one: len(kept)} for one in ids if one not in kept), {})


def _chain(stack: Mapping[str, Any]) -> tuple[int, ...]:
    """The cards of a stack that is shown, by number, the lowest first."""
    cards = (Card(own_number(card["card"]), "") for card in reversed(stack["cards"]))
    return tuple(map(number_of, cards))


def _under_own_number(shown: Mapping[str, Any]) -> dict[str, Any]:
    """A card, or a stack with its cards, under the number that its twin goes by."""
    if "cards" in shown:
        return {**shown, "cards": [_under_own_number(card) for card in shown["cards"]]}
    return {**shown, "card": own_number(shown["card"])}
