"""A step as an engine tells it: its events, and what is shown before and after them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from rulehound.spec.formats import Observation

Event: TypeAlias = Mapping[str, Any]

PILES = ("hand", "trash", "revealed")
"""The piles of a seat whose cards may be shown; the others are shown under `hidden`."""

HIDDEN = {"deck": "deck", "security": "security", "egg_deck": "egg-deck"}
"""Those others, to the places where their cards lie."""

BATTLE, BREEDING, UNDER = "battle", "breeding", "under"
"""Where the top card of a stack lies, by the area of the stack, and where the others do."""


WAYS = frozenset(
    {
        "drawn", "recovered", "revealed", "card-moved", "set-aside", "placed", "material-placed", "failed",
        "put-under", "under-card-trashed", "hatched", "moved", "token-played", "security-checked",
        "option-used", "about-to-be-deleted", "left-battle-area", "decoyed", "armor-purged", "de-digivolved",
        "top-trashed", "returned-to-hand", "egg-returned", "returned-to-deck", "put-into-security",
        "put-into-trash", "token-gone",
    }
)  # fmt: skip
"""Events by which cards and stacks go somewhere. The others leave them where they are."""


class ShownThings:
    """Where an observation shows cards and stacks, by their ids."""

    def __init__(self, observation: Observation) -> None:
        self._observation = observation
        self.without_ids = False
        """Whether some card is shown without an id: equal ones have one name then."""
        self.seats: dict[str, set[int]] = defaultdict(set)
        """Id of a card or stack, to the players in whose areas it is."""
        self.places: dict[str, set[str]] = defaultdict(set)
        """Id of a card, to the places where it lies."""
        self.areas: dict[str, str] = {}
        """Id of a stack, to the area that it is in."""
        self.stacks: dict[str, Mapping[str, Any]] = {}
        """Id of a stack, to what is shown of it."""
        for player, seat in enumerate(observation["players"]):
            for place, cards in self._piles(player, seat):
                for card in cards if isinstance(cards, list | tuple) else ():
                    self._lies(card, place, player)
            for area, stack in _stacks(seat):
                self.seats[stack.get("id", "")].add(player)
                self.areas[stack.get("id", "")] = area
                self.stacks[stack.get("id", "")] = stack
                for number, card in enumerate(stack["cards"]):
                    self._lies(card, UNDER if number else area, player)
        for known in (self.seats, self.places, self.areas, self.stacks):
            known.pop("", None)

    def _piles(self, player: int, seat: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """The piles of a seat, face-down ones too, with the places that they are."""
        yield from ((pile, seat.get(pile)) for pile in PILES)
        if self._observation.get("hidden"):
            face_down = self._observation["hidden"][player]
            yield from ((place, face_down.get(pile)) for pile, place in HIDDEN.items())

    def _lies(self, card: Mapping[str, Any], place: str, player: int) -> None:
        """Take up where a card lies."""
        self.without_ids |= "id" not in card
        self.seats[card.get("id", "")].add(player)
        self.places[card.get("id", "")].add(place)

    def owners(self, thing: str) -> set[int]:
        """The players whose it may be; none where it is not told: under a stack may lie another's card."""
        return set() if UNDER in self.places.get(thing, set()) else self.seats.get(thing, set())

    def cards_of(self, stack: str) -> Sequence[str]:
        """The cards of a stack by their ids, top first; none where they are not all shown."""
        shown = self.stacks.get(stack, {})
        cards = [card.get("id", "") for card in shown.get("cards", ())]
        return () if shown.get("unseen") or not all(cards) else cards

    @cached_property
    def trash(self) -> set[str] | None:
        """The cards in both trashes; None where they are not all shown."""
        piles = [seat.get("trash") for seat in self._observation["players"]]
        cards = [card.get("id", "") for pile in piles if isinstance(pile, list | tuple) for card in pile]
        return set(cards) if all(cards) and all(isinstance(pile, list | tuple) for pile in piles) else None


def _stacks(seat: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What is shown of a seat's battle and breeding areas, with the area."""
    yield from ((BATTLE, stack) for stack in seat.get("battle") or ())
    if seat.get("breeding"):
        yield BREEDING, seat["breeding"]


class ToldStep:
    """The events between two observations, and what these show."""

    def __init__(self, before: Observation, after: Observation) -> None:
        self.events: Sequence[Event] = after.get("events") or ()
        self.observed = after
        self._before = before

    @cached_property
    def before(self) -> ShownThings:
        """What was shown before the step."""
        return ShownThings(self._before)

    @cached_property
    def after(self) -> ShownThings:
        """What is shown after it."""
        return ShownThings(self.observed)

    @cached_property
    def without_ids(self) -> bool:
        """Whether some card is shown without an id: several equal ones are named by one name then."""
        return self.before.without_ids or self.after.without_ids

    def named_later(self, number: int, subject: str) -> bool:
        """Whether an event after this one names something."""
        return any(subject in event["subjects"] for event in self.events[number + 1 :])

    def went_before(self, number: int, subject: str) -> bool:
        """Whether something, or the stack that a card lay in, went somewhere by an event before this one."""
        names = {subject, self._stack_of.get(subject, subject)}
        return any(names & went for went in self.gone[:number])

    def goes_later(self, number: int, subject: str) -> bool:
        """Whether something goes somewhere by an event after this one."""
        return any(subject in went for went in self.gone[number + 1 :])

    @cached_property
    def gone(self) -> Sequence[frozenset[str]]:
        """What goes somewhere by each event."""
        return [frozenset(event["subjects"] if event["event"] in WAYS else ()) for event in self.events]

    def is_card(self, one: str) -> bool:
        """Whether a card is shown under this id."""
        return one in self.before.places or one in self.after.places

    def is_stack(self, one: str) -> bool:
        """Whether a stack is shown under this id."""
        return one in self.before.areas or one in self.after.areas

    @cached_property
    def _stack_of(self) -> Mapping[str, str]:
        """Id of a card, to the stack in which it was shown before the step."""
        stacks = self.before.stacks.items()
        return {card.get("id", ""): one for one, stack in stacks for card in stack["cards"]}
