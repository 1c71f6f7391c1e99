"""The surplus of an engine that was led to a position, left out of the observations that it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from rulehound.spec.dcg.leading.bystanders import PREFIX
from rulehound.spec.dcg.leading.deck_order import own_number
from rulehound.spec.dcg.leading.wanted_position import PILES, Seat, WantedStack
from rulehound.spec.dcg.reading.cards import number_of
from rulehound.spec.formats import Card, Observation

NEVER = 2
"""Turns after which every player has had a draw phase."""

SHOWN = ("hand", "trash", "battle")
"""Areas whose cards and stacks are shown one by one."""


def without_more(
    arrived: Observation, seats: Sequence[Seat], altered: Set[str], *, loose: bool
) -> Callable[[Observation], Observation | None]:
    """A function that leaves out of observations what there was beyond the position on arrival.

    With `loose`, every effect draws nothing where a deck is empty. Where the position says nothing of a deck,
    cards that are drawn from it are then left out up to the player's next draw phase, which would lose the
    game; for that the engine has to show the number of the turn.

    The function gives None where the surplus would matter: a pile holds nothing else, some of it may be
    chosen, a card with an added requirement is in a hand, or a hand is shown as a count alone.
    """
    number = arrived.get("turn_number")
    more = [_surplus(player_seat, seat) for player_seat, seat in zip(arrived["players"], seats, strict=True)]

    def without_surplus(observation: Observation) -> Observation | None:
        turn_number = observation.get("turn_number")
        turns = turn_number - number if loose and number and turn_number else NEVER
        players = [
            one.left_out(
                player_seat, open_deck=turns <= (player == arrived["turn"]) and "deck" in seat.unsaid
            )
            for player, (one, seat, player_seat) in enumerate(
                zip(more, seats, observation["players"], strict=True)
            )
        ]
        candidates = (observation.get("choice") or {}).get("candidates") or ()
        if any(player is None for player in players) or any(one.holds(candidates) for one in more):
            return None
        if any(card["card"] in altered for player in players if player for card in player["hand"]):
            return None
        rest = {key: value for key, value in observation.items() if key != "hidden"}
        return {**rest, "players": players}

    return without_surplus


@dataclass(frozen=True)
class _Surplus:
    """The cards and stacks of one player beyond the position."""

    ids: frozenset[str]
    order: Mapping[str, Mapping[str, int]]
    """Area to the place of each card or stack in the position, by id."""
    counts: Mapping[str, int]

    def holds(self, candidates: Sequence[Any]) -> bool:
        """Whether any of these ids is one of the surplus."""
        return any(one in self.ids for one in candidates if isinstance(one, str))

    def left_out(self, areas_shown: Mapping[str, Any], *, open_deck: bool) -> dict[str, Any] | None:
        """One player's areas without the surplus; None where a pile holds nothing else, unless it is an open
        deck.
        """
        counts = {name: areas_shown[name] - self.counts[name] for name in PILES}
        drawn = -min(0, counts["deck"]) if open_deck else 0
        counts["deck"] += drawn
        if min(counts.values()) < 0 or not all(isinstance(areas_shown[name], list | tuple) for name in SHOWN):
            return None
        areas = {name: self._rest_of(name, areas_shown[name]) for name in SHOWN}
        if drawn:
            areas["hand"] = [one for one in areas["hand"] if not one["card"].startswith(PREFIX)]
        return {**areas_shown, **counts, **areas}

    def _rest_of(self, area: str, entries: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """What an area shows without the surplus, in the order of the position."""
        order = self.order.get(area, {})
        rest = [_under_own_number(one) for one in entries if one["id"] not in self.ids]
        return sorted(rest, key=lambda one: order.get(one["id"], len(order)))


def _surplus(player_seat: Mapping[str, Any], seat: Seat) -> _Surplus:
    """The surplus of one player on arrival."""
    hand: dict[str, int] = {}
    for number in seat.hand:
        hand |= _first(
            hand, (card["id"] for card in player_seat["hand"] if own_number(card["card"]) == number)
        )
    battle: dict[str, int] = {}
    for wanted in seat.battle:
        battle |= _first(battle, (one["id"] for one in player_seat["battle"] if _is_wanted(wanted, one)))
    kept = {"hand": hand, "battle": battle}
    ids = {one["id"] for name in SHOWN for one in player_seat[name]} - hand.keys() - battle.keys()
    return _Surplus(frozenset(ids), kept, {name: player_seat[name] - seat.counts[name] for name in PILES})


def _first(kept: Mapping[str, int], ids: Any) -> dict[str, int]:
    """The first id that is not kept yet, with its place among those that are; empty where there is none."""
    return next(({one: len(kept)} for one in ids if one not in kept), {})


def _is_wanted(wanted: WantedStack, stack: Mapping[str, Any]) -> bool:
    """Whether a stack that is shown is as the position gives it."""
    flags = {"suspended": wanted.suspended, "played_this_turn": wanted.played_this_turn}
    alike = all(stack.get(flag, default) == default for flag, default in flags.items())
    return alike and _chain(stack) == wanted.chain


def _chain(stack: Mapping[str, Any]) -> tuple[int, ...]:
    """The cards of a stack that is shown, by number, the lowest first."""
    cards = (Card(own_number(card["card"]), "") for card in reversed(stack["cards"]))
    return tuple(map(number_of, cards))


def _under_own_number(entry: Mapping[str, Any]) -> dict[str, Any]:
    """A card, or a stack with its cards, in which each twin has the number of the card that it copies."""
    if "cards" in entry:
        return {**entry, "cards": [_under_own_number(card) for card in entry["cards"]]}
    return {**entry, "card": own_number(entry["card"])}
