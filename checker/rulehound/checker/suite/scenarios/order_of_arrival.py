"""The things of a pile in the order in which they came, in whichever order an engine lists them.

The rules give no order to a hand, a trash or a battle area, and engines list them as they like: newest first,
or sorted. A scenario counts things as its position gives them, and those that come later after these. Things
are known by their ids; where an engine gives none they stand as it lists them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias, TypeGuard

from rulehound.checker.judging.observations.json_paths import ID
from rulehound.spec.formats import Observation

CARD = "card"
"""Name under which a thing that is seen carries its card number."""

SEVERAL = 2
"""So many things have an order."""

Pile: TypeAlias = tuple[int, str]
"""The place of a player, and the name of a pile of that player."""


class ListOrder(StrEnum):
    """In which order an engine lists the things of a pile."""

    AS_THEY_CAME = "as they came"
    NEWEST_FIRST = "newest first"
    OF_ITS_OWN = "in an order of its own"


@dataclass
class OrderOfArrival:
    """The order in which things came to piles, followed from one observation to the next."""

    players: str
    """The list with a part for each player, in observations and positions."""
    piles: Sequence[str]
    listings: dict[str, ListOrder]
    """How the engine is known to list piles, by name; what a position shows of that is added."""
    arrived: dict[Pile, list[str]] = field(default_factory=dict)
    """The ids of what lies in a pile, in the order in which it came."""
    together: dict[str, int] = field(default_factory=dict)
    """Things of which it is not known which one came first, by id; those of one number came together."""

    def begin(self, observation: Observation, position: Mapping[str, Any]) -> None:
        """Take the order in which a position gives things."""
        for pile, things in _piles(observation, self.players, self.piles):
            given, name = _given(position, self.players, pile), pile[1]
            if (order := listing(given, things)) is not None:
                known = self.listings.setdefault(name, order)
                self.listings[name] = order if order is known else ListOrder.OF_ITS_OWN
            if self.listings.get(name) is ListOrder.NEWEST_FIRST:
                things = things[::-1]  # noqa: PLW2901
            ordered, doubtful = _as_given(given, things)
            self.arrived[pile] = ordered
            if self.listings.get(name) is ListOrder.OF_ITS_OWN:
                for group in doubtful:
                    self._join(group)

    def follow(self, observation: Observation) -> None:
        """Take what has come to piles since the last observation, and what has left them."""
        for pile, things in _piles(observation, self.players, self.piles):
            by_id = {str(thing[ID]): thing for thing in things}
            kept = [one for one in self.arrived.get(pile, ()) if one in by_id]
            before = set(kept)
            new = [one for one in by_id if one not in before]
            order = self.listings.get(pile[1])
            for one in new:
                self.together.pop(one, None)  # it may have lain here before
            alike = all(_plain(by_id[one]) == _plain(by_id[new[0]]) for one in new)
            if order is ListOrder.OF_ITS_OWN and not alike:
                self._join(new)
            self.arrived[pile] = kept + (new[::-1] if order is ListOrder.NEWEST_FIRST else new)

    def ordered(self, observation: Observation) -> Observation:
        """The observation with what came first at first in each pile; what is not known yet at last."""
        changed: dict[Pile, list[Any]] = {}
        for pile, things in _piles(observation, self.players, self.piles):
            places = {one: place for place, one in enumerate(self.arrived.get(pile, ()))}
            in_order = sorted(things, key=lambda thing: places.get(str(thing[ID]), len(places)))
            if in_order != things:
                changed[pile] = in_order
        return _with_piles(observation, self.players, changed) if changed else observation

    def is_unknown(self, pile: Pile, index: int) -> bool:
        """Whether it cannot be told which thing of a pile stands at this index."""
        there = self.arrived.get(pile, ())
        group = self.together.get(there[index]) if index < len(there) else None
        return group is not None and sum(self.together.get(one) == group for one in there) >= SEVERAL

    def _join(self, things: Sequence[str]) -> None:
        """Hold that it is not known which of these came first."""
        number = max(self.together.values(), default=0) + 1
        self.together |= dict.fromkeys(things, number)


def listing(given: Sequence[Any], things: Sequence[Any]) -> ListOrder | None:
    """How an engine lists a pile that a position gives; None where that shows nothing of it."""
    if len(given) < SEVERAL or len(given) != len(things):
        return None
    entries = _entries(given)
    as_given, reverse = (all(map(_may_be, one, things)) for one in (entries, entries[::-1]))
    if as_given:
        return None if reverse else ListOrder.AS_THEY_CAME
    if reverse:
        return ListOrder.NEWEST_FIRST
    left = list(things)
    for entry in entries:
        partner = _partner(entry, left)
        if partner is None:
            return None  # something else has become of the position
        left.remove(partner)
    return ListOrder.OF_ITS_OWN


def _as_given(given: Sequence[Any], things: Sequence[Any]) -> tuple[list[str], list[list[str]]]:
    """The ids of the things of a pile in the order in which a position gives them, what it does not give at
    last; and those that look alike where the position gives different things."""
    left, ordered, alike = list(things), list[str](), list[tuple[Any, Any, str]]()
    for number, entry in enumerate(_entries(given)):
        partner = _partner(entry, left)
        if partner is not None:
            left.remove(partner)
            ordered.append(str(partner[ID]))
            alike.append((entry, given[number], ordered[-1]))
    groups: list[list[str]] = []
    for entry, own, one in alike:
        others = [other for looks, gives, other in alike if _looks(looks) == _looks(entry) and gives != own]
        if others:
            groups.append([one, *others])
    return ordered + [str(thing[ID]) for thing in left], groups


def _partner(entry: Any, things: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The first thing that an entry may be, all of it where there is one; None where there is none."""
    whole = (thing for thing in things if _may_be(entry, thing, whole=True))
    return next(whole, None) or next((thing for thing in things if _may_be(entry, thing)), None)


def _looks(entry: Any) -> Any:
    """What an entry of a position says of a thing that shows: its cards, and what is true or false of it."""
    if not isinstance(entry, Mapping):
        return entry
    return {key: value for key, value in entry.items() if isinstance(value, bool) or _are_cards(value)}


def _are_cards(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _entries(given: Sequence[Any]) -> list[Any]:
    """The entries of a pile; what only some of them say of themselves is false of the others."""
    stacks = [entry for entry in given if isinstance(entry, Mapping)]
    said = {key for entry in stacks for key, value in entry.items() if value is True}
    return [{**dict.fromkeys(said, False), **each} if isinstance(each, Mapping) else each for each in given]


def _may_be(entry: Any, thing: Mapping[str, Any], *, whole: bool = False) -> bool:
    """Whether a thing may be what an entry gives, by its cards and by what is true or false of both.

    Of a stack an engine may show fewer cards than it has, unless it is to be the `whole` one.
    """
    if not isinstance(entry, Mapping):
        return bool(_plain(thing) == entry)
    for key, value in entry.items():
        shown = _plain(thing.get(key))
        if isinstance(value, list) and _are_things(thing.get(key)):
            if shown != (value if whole else value[: len(shown)]):
                return False
        elif isinstance(value, bool) and isinstance(shown, bool) and value != shown:
            return False
    return True


def _are_things(value: Any) -> TypeGuard[list[Mapping[str, Any]]]:
    """Whether this is a list of things with ids."""
    return isinstance(value, list) and all(isinstance(one, Mapping) and ID in one for one in value)


def _plain(value: Any) -> Any:
    """A value with card numbers for cards, and without ids."""
    if isinstance(value, Mapping):
        return value.get(CARD) or {key: _plain(inner) for key, inner in value.items() if key != ID}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def _given(position: Mapping[str, Any], players: str, pile: Pile) -> Sequence[Any]:
    """What a position gives a pile; nothing where it gives a number alone."""
    seats = position.get(players) or ()
    entries = seats[pile[0]].get(pile[1]) if pile[0] < len(seats) else None
    return entries if isinstance(entries, list) else ()


def _piles(
    observation: Observation, players: str, names: Iterable[str]
) -> Iterator[tuple[Pile, list[Mapping[str, Any]]]]:
    """Each pile of which all things are shown with their ids."""
    for seat, shown in enumerate(observation.get(players) or ()):
        for name in names:
            things = shown.get(name)
            if _are_things(things):
                yield (seat, name), things


def _with_piles(observation: Observation, players: str, piles: Mapping[Pile, list[Any]]) -> Observation:
    """The observation with other lists in these piles."""
    seats = [
        {**shown, **{name: things for (place, name), things in piles.items() if place == seat}}
        for seat, shown in enumerate(observation[players])
    ]
    return {**observation, players: seats}
